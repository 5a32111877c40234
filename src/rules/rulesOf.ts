import { classNames, list } from '../classes.js';
import { createEngine, type Engine, type EngineOptions } from '../engine.js';
import { FairbitsError } from '../errors.js';
import { badRow, roundingOf, TOLERANCE_32, tolerance as toleranceOf } from '../input.js';
import { type Prior, resolvePrior } from '../priors.js';
import { settle } from '../rounded.js';
import type { Training } from '../score/options.js';
import type { Open, OpenFiles } from '../score/reading.js';
import { type About, bytesOf, columnOf, noRows, openRowFiles, type RowFile, type Rows, type RowsWanted } from '../score/rowFiles.js';
import { isTraining, trainingPrior } from '../score/training.js';
import { chooseColumns, chooseTruth } from '../sources/columns.js';
import { predictSets, type SetRule } from './predictSets.js';
import type { RuleReport, RuleTally } from './ruleTally.js';
import { ruleWarnings } from './warnings.js';

/**
 * Sets as they stand in a column, or from columns of estimates by a rule; `prior`: every class above its prior. F is what
 * names a file: a path, or in a page the File itself.
 */
export interface RulesOptions<F = string> extends EngineOptions {
  truth?: string;
  /** The column of predicted sets, written a|c, and the classes there are. */
  predicted?: string;
  classes?: readonly string[];
  /** Or columns of estimates, and how they become sets. */
  probs?: string;
  predictSet?: Exclude<SetRule, { prior: ArrayLike<number> }> | 'prior';
  /** NPY files of estimates: the files of labels, one for each; `classes` names their columns. */
  labels?: readonly F[];
  /** For `prior`: the classes' frequencies in the files by default. */
  prior?: Prior | Training<F>;
  tolerance?: number;
  onProgress?: (progress: { step: 'counting' | 'scoring'; bytes: number; totalBytes: number; rows: number }) => void;
  /** Stops the work: it then throws the signal's reason. */
  signal?: AbortSignal;
}

export interface RulesOfFile extends RuleReport {
  /** What was read: one file, or several with commas between; and as a list. */
  file: string;
  files: string[];
  /** How often the most frequent class occurs. */
  mostFrequent: { class: string; rows: number };
  /** The prior that estimates were compared with, by class. */
  prior?: Record<string, number>;
  guesses: string[];
  /** Such as that every set is empty. */
  warnings: string[];
}

const ROWS = 8192;
const ESTIMATES = 32768;

/** What the set-valued predictions of some files come to, as one test set. Row order matters, so one thread reads them from beginning to end. */
export async function rulesOf<F>(inputs: OpenFiles, names: string[], options: RulesOptions<F>, open: Open<F>): Promise<RulesOfFile> {
  const engine = await createEngine(options);
  const { predictSet, labels, classes } = options;
  if (predictSet === undefined && labels) throw option('--predict-set', '--labels is for .npy files of estimates: expected --predict-set to make sets of them');
  const labelInputs = labels && (await open(labels));
  let files: RowFile[] = [];
  try {
    files = await openRowFiles(inputs, engine.kernels, predictSet === undefined ? undefined : { labels: labelInputs, classes });
    const { tally, guesses, prior } = predictSet === undefined ? await readSets(files, engine, options) : await estimatesToSets(files, engine, options, open);
    if (tally.rows === 0) throw noRows(files);
    const { classCounts: counts } = tally;
    const most = counts.indexOf(counts.reduce((a, b) => Math.max(a, b)));
    const report = tally.report();
    return {
      file: names.join(', '),
      files: names,
      ...report,
      mostFrequent: { class: tally.classes[most], rows: counts[most] },
      ...(prior ? { prior: Object.fromEntries(tally.classes.map((name, i) => [name, prior[i]])) } : {}),
      guesses,
      warnings: ruleWarnings(report, counts),
    };
  } finally {
    for (const file of files) file.close();
    labelInputs?.close();
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

/** Reads all rows of all files, telling how far that is. */
async function readAll<F>(
  files: readonly RowFile[],
  wanted: readonly RowsWanted[],
  step: 'counting' | 'scoring',
  { onProgress, signal }: RulesOptions<F>,
  take: (rows: Rows, file: number) => void,
): Promise<void> {
  const totalBytes = bytesOf(files);
  let seen = 0;
  for (const [i, file] of files.entries())
    await file.read(wanted[i], (rows) => {
      signal?.throwIfAborted();
      take(rows, i);
      seen += rows.rows;
      onProgress?.({ step, bytes: bytesOf(files, i) + rows.position, totalBytes, rows: seen });
    });
}

async function readSets<F>(files: readonly RowFile[], engine: Engine, options: RulesOptions<F>): Promise<Reading> {
  const { truth, predicted, classes } = options;
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
  const wanted = files.map((file, i): RowsWanted => {
    const own: string[] = i === 0 ? guesses : [];
    const truthAt = truth === undefined ? chooseTruth(file.columns, truth, own, file.name, file.place) : columnOf(file, truth, '--truth');
    const setsAt = columnOf(file, predicted, '--predicted');
    if (setsAt === truthAt) throw option('two columns', `--truth and --predicted both name the column "${predicted}": expected two columns`);
    const about = (column: number): About => ({
      expected: `${column === setsAt ? 'classes with | between, or nothing, out of' : 'one of'} the classes ${list(names)}`,
      option: `--classes and ${column === setsAt ? '--predicted' : '--truth'}`,
    });
    return { numbers: [], truth: truthAt, sets: setsAt, classes: names, about, most: ROWS };
  });
  const tally = engine.ruleTally(names);
  await readAll(files, wanted, 'scoring', options, ({ sets, labels, problem }) => {
    try {
      tally.add(sets, labels);
    } catch (error) {
      if (!(error instanceof FairbitsError) || error.row === undefined) throw error;
      const { code, row, found, expected } = error;
      throw problem(row, code, `column "${predicted}": ${unplaced(error)}`, { column: predicted, found, ...(expected === undefined ? {} : { expected }) });
    }
  });
  return { tally, guesses };
}

const unplaced = ({ message }: FairbitsError): string => message.replace(/^row \d+: /, '');

async function estimatesToSets<F>(files: readonly RowFile[], engine: Engine, options: RulesOptions<F>, open: Open<F>): Promise<Reading> {
  const { predictSet, predicted } = options;
  if (predicted !== undefined) throw option('one of them', '--predicted and --predict-set: expected one of them, sets that are there or sets to be made');
  const choices = files.map((file) => file.given ?? chooseColumns(file.columns, options, file.name, file.place));
  const [{ classes: first, guesses }] = choices;
  const names = classNames(first ?? ['0', '1']);
  const k = names.length;
  const { kernels } = engine;
  const most = Math.max(1, Math.floor(ESTIMATES / k));
  const wanted = files.map((file, i): RowsWanted => {
    const { truth, estimates, classes } = choices[i];
    const where = { file: file.name, ...(file.place === file.name ? {} : { line: 1 }) };
    if (classes === undefined || estimates.length === 1)
      throw new FairbitsError('columns', `${file.place}: one column of estimates: expected a column for each class. Add one for the other class.`, {
        ...where,
        found: file.columns[estimates[0]],
        expected: 'a column for each class',
      });
    if (classes.length !== k || classes.some((name) => !names.includes(name)))
      throw new FairbitsError('columns', `${file.place}: the classes ${list(classes)} are not those of ${files[0].name} (${list(names)})`, {
        ...where,
        found: list(classes),
        expected: list(names),
      });
    const about = (column: number): About =>
      column === truth
        ? { expected: `one of the classes ${list(names)}`, option: '--truth and --probs' }
        : { expected: 'a number from 0 to 1', option: '--probs' };
    return { numbers: names.map((name) => estimates[classes.indexOf(name)]), truth, classes: names, about, most };
  });
  const tolerances = files.map((file, i) => {
    const { float32 } = file.inspect(wanted[i]);
    const wished = options.tolerance ?? (float32 ? TOLERANCE_32 : undefined);
    return { sum: toleranceOf(wished, new Float64Array(), k), rounding: roundingOf(wished, new Float64Array(), k) };
  });
  const prior = predictSet === 'prior' ? await findPrior() : undefined;
  const rule: SetRule = prior ? { prior } : (predictSet as SetRule);
  const tally = engine.ruleTally(names);
  await readAll(files, wanted, 'scoring', options, (rows, file) => {
    const { numbers: p, labels } = rows;
    const { sum, rounding } = tolerances[file];
    let { bad } = kernels.inspect(p, labels, rows.rows, k, sum);
    // What rounding put outside of [0, 1] is 0 or 1.
    if (bad >= 0 && settle(p.subarray(0, rows.rows * k), rounding) > 0) ({ bad } = kernels.inspect(p, labels, rows.rows, k, sum));
    if (bad >= 0) throw estimateError(rows, bad, file);
    tally.add(predictSets(p, k, rule), labels);
  });
  return { tally, guesses, ...(prior ? { prior } : {}) };

  function estimateError({ numbers, problem }: Rows, row: number, file: number): ReturnType<Rows['problem']> {
    const { sum, rounding } = tolerances[file];
    const error = badRow(numbers, row * k, 0, row, k, false, sum, names, rounding);
    const { code, found, expected } = error;
    const column = error.class === undefined ? undefined : files[file].columns[wanted[file].numbers[names.indexOf(String(error.class))]];
    const message =
      code === 'estimates-sum' ? `the estimates sum to ${found}: expected ${expected}. Set --tolerance.` : `column "${column}": ${unplaced(error)}`;
    return problem(row, code, message, { ...(column === undefined ? {} : { column }), found, ...(expected === undefined ? {} : { expected }) });
  }

  async function findPrior(): Promise<Float64Array> {
    const { prior } = options;
    if (isTraining(prior)) return (await trainingPrior(prior, { classes: [...names], engine: {}, skipBad: false }, options.truth, open)).values;
    const counts = new Float64Array(k);
    if (prior === undefined || prior === 'test') {
      const truths = wanted.map((each) => ({ ...each, numbers: [], most: ROWS }));
      await readAll(files, truths, 'counting', options, ({ labels }) => {
        for (const label of labels) counts[label]++;
      });
    }
    return resolvePrior(prior as Prior | undefined, names, () => counts).values;
  }
}
