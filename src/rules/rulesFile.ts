import { classNames, list } from '../classes.js';
import { createEngine, type Engine, type EngineOptions } from '../engine.js';
import { FairbitsError } from '../errors.js';
import { badRow, tolerance as toleranceOf } from '../input.js';
import { SKIPPED, TRUTH } from '../kernels/csvPlan.js';
import { type Prior, resolvePrior } from '../priors.js';
import { LineReader, type Lines } from '../score/lines.js';
import { openPaths } from '../score/openPaths.js';
import type { Training } from '../score/options.js';
import { isTraining, trainingPrior } from '../score/training.js';
import { WholeCsv } from '../score/wholeCsv.js';
import { chooseColumns, chooseTruth } from '../sources/columns.js';
import { predictSets, type SetRule } from './predictSets.js';
import type { RuleReport, RuleTally } from './ruleTally.js';

/** Sets as they stand in a column, or from columns of estimates by a rule; `prior`: every class above its prior. */
export interface RulesOptions extends EngineOptions {
  truth?: string;
  /** The column of predicted sets, written a|c, and the classes there are. */
  predicted?: string;
  classes?: readonly string[];
  /** Or columns of estimates, and how they become sets. */
  probs?: string;
  predictSet?: Exclude<SetRule, { prior: ArrayLike<number> }> | 'prior';
  /** For `prior`: the classes' frequencies in the file by default. */
  prior?: Prior | Training;
  tolerance?: number;
  onProgress?: (progress: { step: 'scoring'; bytes: number; totalBytes: number; rows: number }) => void;
}

export interface RulesOfFile extends RuleReport {
  file: string;
  /** How often the most frequent class occurs. */
  mostFrequent: { class: string; rows: number };
  /** The prior that estimates were compared with, by class. */
  prior?: Record<string, number>;
  guesses: string[];
}

/** Members of sets to a call of the kernels, at least; and rows. */
const MEMBERS = 65536;
const ROWS = 8192;
const ESTIMATES = 32768;

/** What the set-valued predictions of a CSV come to. Row order matters, so one thread reads it from beginning to end. */
export async function rulesOfFile(file: string, options: RulesOptions): Promise<RulesOfFile> {
  const csv = await WholeCsv.open(file, 'rules');
  try {
    const engine = await createEngine(options);
    const reading = options.predictSet === undefined ? readSets(csv, engine, options) : await estimatesToSets(csv, engine, options);
    const { tally, guesses, prior } = reading;
    if (tally.rows === 0) throw csv.empty();
    const { classCounts: counts, classes } = tally;
    const most = counts.indexOf(Math.max(...counts));
    return {
      file,
      ...tally.report(),
      mostFrequent: { class: classes[most], rows: counts[most] },
      ...(prior ? { prior: Object.fromEntries(classes.map((name, i) => [name, prior[i]])) } : {}),
      guesses,
    };
  } finally {
    csv.close();
  }
}

interface Reading {
  tally: RuleTally;
  guesses: string[];
  prior?: ArrayLike<number>;
}

function option(name: string, message: string): FairbitsError {
  return new FairbitsError('option', message, { expected: name });
}

function readSets(csv: WholeCsv, engine: Engine, { truth, predicted, classes, onProgress }: RulesOptions): Reading {
  if (predicted === undefined)
    throw option('--predicted', 'no column of predicted sets is named: expected --predicted COLUMN, or --predict-set to make sets of estimates');
  if (classes === undefined) throw option('--classes', 'the classes are not known: expected --classes a,b,c, all that could be predicted');
  const names = classNames(classes);
  const stray = names.find((name) => name.trim() === '' || name.includes('|'));
  if (stray !== undefined)
    throw new FairbitsError(
      'class-names',
      `a class is called ${JSON.stringify(stray)}: expected names without bars, which stand between the classes of a set`,
      {
        class: stray,
        found: stray,
        expected: 'names without |',
      },
    );
  const guesses: string[] = [];
  const truthAt = truth === undefined ? chooseTruth(csv.columns, truth, guesses, csv.name, `${csv.name}:1`) : csv.column(truth, '--truth');
  const setsAt = csv.column(predicted, '--predicted');
  if (setsAt === truthAt) throw option('two columns', `--truth and --predicted both name the column "${predicted}": expected two columns`);
  const { kernels } = engine;
  const kinds = csv.columns.map((_, i) => (i === truthAt ? TRUTH : SKIPPED));
  const plan = csv.plan(kernels, kinds, 0, names);
  const labels = kernels.uint16(ROWS);
  const sizes = kernels.uint16(ROWS);
  const members = kernels.uint16(MEMBERS + names.length + 1);
  const tally = engine.ruleTally(names);
  const wanted = (column: number) => ({
    expected: `${column === setsAt ? 'classes with | between, or nothing, out of' : 'one of'} the classes ${list(names)}`,
    option: `--classes and ${column === setsAt ? '--predicted' : '--truth'}`,
  });
  csv.read(new LineReader(kernels), (lines) => {
    const { bytes, from, to, offset, final } = lines;
    const parse = (at: number, rows: number) => kernels.parseSets(bytes, at, to, final, plan, setsAt, labels.subarray(0, rows), members, sizes);
    for (let at = from; ; ) {
      const result = parse(at, ROWS);
      const { rows, next, error } = result;
      add(tally, { members: members.subarray(0, result.members), sizes: sizes.subarray(0, rows) }, labels.subarray(0, rows), (row, problem) =>
        csv.errorAt(offset + csv.rowStart(lines, parse(at, row).next), problem.code, `column "${predicted}": ${unplaced(problem)}`, {
          column: predicted,
          found: problem.found,
          ...(problem.expected === undefined ? {} : { expected: problem.expected }),
        }),
      );
      if (error) throw csv.csvError(lines, error, wanted);
      at = next;
      if (rows === 0) {
        onProgress?.({ step: 'scoring', bytes: offset + at, totalBytes: csv.size, rows: tally.rows });
        return at;
      }
    }
  });
  return { tally, guesses };
}

function add(
  tally: RuleTally,
  sets: Parameters<RuleTally['add']>[0],
  labels: Uint16Array,
  place: (row: number, problem: FairbitsError) => FairbitsError,
): void {
  try {
    tally.add(sets, labels);
  } catch (problem) {
    throw problem instanceof FairbitsError && problem.row !== undefined ? place(problem.row, problem) : problem;
  }
}

const unplaced = ({ message }: FairbitsError): string => message.replace(/^row \d+: /, '');

async function estimatesToSets(csv: WholeCsv, engine: Engine, options: RulesOptions): Promise<Reading> {
  const { predictSet, predicted, onProgress } = options;
  if (predicted !== undefined) throw option('one of them', '--predicted and --predict-set: expected one of them, sets that are there or sets to be made');
  const { truth, estimates, classes, guesses } = chooseColumns(csv.columns, options, csv.name);
  if (classes === undefined)
    throw new FairbitsError('columns', `${csv.name}:1: one column of estimates: expected a column for each class. Add one for the other class.`, {
      file: csv.name,
      line: 1,
      found: csv.columns[estimates[0]],
      expected: 'a column for each class',
    });
  const names = classNames(classes);
  const k = names.length;
  const { kernels } = engine;
  const kinds = csv.columns.map((_, i) => (i === truth ? TRUTH : estimates.indexOf(i)));
  const plan = csv.plan(kernels, kinds, k, names);
  const reader = new LineReader(kernels);
  const wanted = (column: number) =>
    column === truth
      ? { expected: `one of the classes ${list(names)}`, option: '--truth and --probs' }
      : { expected: 'a number from 0 to 1', option: '--probs' };
  const prior = predictSet === 'prior' ? await findPrior() : undefined;
  const rule: SetRule = prior ? { prior } : (predictSet as SetRule);
  const most = Math.max(1, Math.floor(ESTIMATES / k));
  const chunk = engine.chunk(most, k);
  const tally = engine.ruleTally(names);
  const tolerance = toleranceOf(options.tolerance, chunk.probabilities, k);
  csv.read(reader, (lines) => {
    const { bytes, from, to, offset, final } = lines;
    const parse = (at: number, rows: number) => kernels.parseRows(bytes, at, to, final, plan, chunk.probabilities, chunk.labels, rows);
    for (let at = from; ; ) {
      const { rows, next, error } = parse(at, most);
      const p = chunk.probabilities.subarray(0, rows * k);
      const { bad } = kernels.inspect(chunk.probabilities, chunk.labels, rows, k, tolerance);
      if (bad >= 0) throw estimateError(lines, at, bad, p);
      tally.add(predictSets(p, k, rule), chunk.labels.subarray(0, rows));
      if (error) throw csv.csvError(lines, error, wanted);
      at = next;
      if (rows < most) {
        onProgress?.({ step: 'scoring', bytes: offset + at, totalBytes: csv.size, rows: tally.rows });
        return at;
      }
    }
    function estimateError({ offset }: Lines, at: number, row: number, p: Float64Array): FairbitsError {
      const problem = badRow(p, row * k, 0, row, k, false, tolerance, names);
      const start = csv.rowStart(lines, row === 0 ? at : parse(at, row).next);
      const column = problem.class === undefined ? undefined : csv.columns[estimates[names.indexOf(String(problem.class))]];
      const hint =
        problem.code === 'estimates-sum' ? ` the estimates sum to ${problem.found}: expected ${problem.expected}. Set --tolerance.` : ` ${unplaced(problem)}`;
      return csv.errorAt(offset + start, problem.code, `${column === undefined ? '' : `column "${column}":`}${hint}`.trim(), {
        ...(column === undefined ? {} : { column }),
        found: problem.found,
        ...(problem.expected === undefined ? {} : { expected: problem.expected }),
      });
    }
  });
  return { tally, guesses, ...(prior ? { prior } : {}) };

  async function findPrior(): Promise<Float64Array> {
    const { prior } = options;
    if (isTraining(prior)) return (await trainingPrior(prior, { classes: [...names], engine: {}, skipBad: false }, options.truth, openPaths)).values;
    const counts = kernels.float64(k).fill(0);
    if (prior === undefined || prior === 'test') {
      csv.read(reader, (lines) => {
        const { next, error } = kernels.countTruth(lines.bytes, lines.from, lines.to, lines.final, plan, counts);
        if (error) throw csv.csvError(lines, error, wanted);
        return next;
      });
    }
    return resolvePrior(prior, names, () => counts).values;
  }
}
