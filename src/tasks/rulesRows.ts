import { classNames, list } from '../base/classes.js';
import { FairbitsError } from '../base/errors.js';
import { only } from '../base/options.js';
import { createEngine, ENGINE_OPTIONS, type Engine, type EngineOptions } from '../core/engine.js';
import { type Prior, resolvePrior } from '../core/priors.js';
import type { RuleReport, RuleTally } from '../core/rules/ruleTally.js';
import { chooseTruth, columnOf } from '../rows/columns.js';
import type { Table, Wanted } from '../rows/table.js';
import type { SetRule } from '../rules/predictSets.js';
import { type Skipped, skippedWarning } from '../run/runRows.js';
import type { Ground } from './ground.js';
import { choosePredictions, type Predictions } from './predictions.js';
import { type OpenRows, RowCrew, withTables } from './rowCrew.js';
import { ruleWarnings } from './ruleWarnings.js';
import type { Training } from './score/options.js';
import { engineOptions, noRowsError } from './score/scoreRows.js';
import type { Gathered } from './sinks/gather.js';
import type { EstimateSets } from './sinks/ruleSinks.js';
import { usualPartBytes } from './sizes.js';
import { isTraining, trainingPrior } from './training.js';

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
  threads?: number;
  /** Skip rows that cannot be taken instead of stopping at the first. */
  skipBad?: boolean;
  onProgress?: (progress: { step: 'counting' | 'scoring'; bytes: number; totalBytes: number; rows: number }) => void;
  /** Stops the work: it then throws the signal's reason. */
  signal?: AbortSignal;
}

/** What sets of classes in files come to: the report of a `RuleTally`, and what was read. */
export interface RulesOfFile extends RuleReport {
  /** What was read: one file, or several with commas between; and as a list. */
  file: string;
  files: string[];
  /** How often the most frequent class occurs. */
  mostFrequent: { class: string; rows: number };
  /** The prior that estimates were compared with, by class. */
  prior?: Record<string, number>;
  guesses: string[];
  /** Where rows may be skipped: how many were. */
  skipped?: number;
  /** Such as that every set is empty. */
  warnings: string[];
}

const RULES_BLOCK_ROWS = 8192;

/** What the set-valued predictions of some files come to, as one test set. What a row costs depends on those before it, so they are added up in order. */
export async function rulesRows<F>(
  ground: Ground<F>,
  files: readonly F[],
  options: RulesOptions<F>,
): Promise<Omit<RulesOfFile, 'file' | 'files'> & { names: string[] }> {
  const { predictSet, labels, classes, signal, threads } = options;
  if (predictSet === undefined && labels)
    throw optionError('--predict-set', '--labels is for .npy files of estimates: expected --predict-set to make sets of them');
  const npy = predictSet === undefined ? undefined : { classes };
  return withTables(ground, files, { labels, signal, threads, npy }, async (rows) => {
    const engine = await createEngine(only<EngineOptions>(options, ENGINE_OPTIONS));
    const { tally, guesses, prior, skipped } =
      predictSet === undefined ? await readSets(rows, engine, options) : await setsOfEstimates(ground, rows, engine, options);
    if (tally.rows === 0) throw noRowsError(rows.tables);
    const { classCounts: counts } = tally;
    const most = counts.indexOf(counts.reduce((a, b) => Math.max(a, b)));
    const report = tally.report();
    return {
      names: rows.tables.map(({ name }) => name),
      ...report,
      mostFrequent: { class: tally.classes[most], rows: counts[most] },
      ...(prior ? { prior: Object.fromEntries(tally.classes.map((name, i) => [name, prior[i]])) } : {}),
      guesses,
      ...(options.skipBad ? { skipped: skipped.skipped } : {}),
      warnings: [...skippedWarning(skipped, 'read'), ...ruleWarnings(report, counts)],
    };
  });
}

interface RulesReading {
  tally: RuleTally;
  guesses: string[];
  skipped: Skipped;
  prior?: ArrayLike<number>;
}

function optionError(name: string, message: string): FairbitsError {
  return new FairbitsError('option', message, { expected: name });
}

/** Reads all rows and adds up their sets. */
async function addUp<F>(
  rows: OpenRows,
  engine: Engine,
  sink: string,
  of: unknown,
  wanted: Wanted[],
  names: readonly string[],
  options: RulesOptions<F>,
): Promise<Omit<RulesReading, 'guesses'>> {
  const { signal, skipBad = false } = options;
  const tally = engine.ruleTally(names);
  const task = { sink, of, wanted, engine: engineOptions(options, names.length), skipBad };
  const crew = await RowCrew.create(rows, task, usualPartBytes(names.length));
  const take = ({ sets, labels }: Gathered): void => {
    tally.add(sets, labels);
  };
  const skipped = await crew.run(undefined, take, { signal, onProgress: (progress) => options.onProgress?.({ step: 'scoring', ...progress }) });
  crew.free();
  return { tally, skipped };
}

async function readSets<F>(rows: OpenRows, engine: Engine, options: RulesOptions<F>): Promise<RulesReading> {
  const { truth, predicted, classes } = options;
  if (predicted === undefined)
    throw optionError('--predicted', 'no column of predicted sets is named: expected --predicted COLUMN, or --predict-set to make sets of estimates');
  if (classes === undefined) throw optionError('--classes', 'the classes are not known: expected --classes a,b,c, all that could be predicted');
  const names = classNames(classes);
  const stray = names.find((name) => name.trim() === '' || name.includes('|'));
  if (stray !== undefined)
    throw new FairbitsError(
      'class-names',
      `a class is called ${JSON.stringify(stray)}: expected names without bars, which stand between the classes of a set`,
      { class: stray, found: stray, expected: 'names without |' },
    );
  const guesses: string[] = [];
  const wanted = rows.tables.map((table, i): Wanted => {
    const own: string[] = i === 0 ? guesses : [];
    const truthAt = truth === undefined ? chooseTruth(table.columns, truth, own, table.name, table.place) : columnOf(table, truth, '--truth');
    const setsAt = columnOf(table, predicted, '--predicted');
    if (setsAt === truthAt) throw optionError('two columns', `--truth and --predicted both name the column "${predicted}": expected two columns`);
    const about = {
      [truthAt]: { expected: `one of the classes ${list(names)}`, advice: 'Check --classes and --truth.' },
      [setsAt]: { expected: `classes with | between, or nothing, out of the classes ${list(names)}`, advice: 'Check --classes and --predicted.' },
    };
    return { numbers: [], truth: truthAt, sets: setsAt, classes: names, about, most: RULES_BLOCK_ROWS, finite: false };
  });
  for (const [i, table] of rows.tables.entries()) table.check(wanted[i]);
  return { ...(await addUp(rows, engine, 'sets', { classes: names, column: predicted }, wanted, names, options)), guesses };
}

async function setsOfEstimates<F>(ground: Ground<F>, rows: OpenRows, engine: Engine, options: RulesOptions<F>): Promise<RulesReading> {
  const { predictSet, predicted, classes: _, ...rest } = options;
  if (predicted !== undefined) throw optionError('one of them', '--predicted and --predict-set: expected one of them, sets that are there or sets to be made');
  const npy = rows.tables.some(({ given }) => given) && options.classes ? { classes: options.classes } : {};
  const chosen = await choosePredictions(rows, { ...rest, ...npy } as Parameters<typeof choosePredictions>[1]);
  if (chosen.width === 1) throw oneColumn(rows.tables[0], chosen.wanted[0].numbers[0]);
  const { classes, wanted, guesses } = chosen;
  const prior = predictSet === 'prior' ? await findPrior(ground, rows, chosen, options) : undefined;
  const rule: SetRule = prior ? { prior } : (predictSet as SetRule);
  const of: EstimateSets = {
    classes,
    rule,
    treatments: chosen.treatments,
    columns: rows.tables.map(({ columns }, i) => wanted[i].numbers.map((column) => columns[column])),
  };
  return { ...(await addUp(rows, engine, 'estimateSets', of, wanted, classes, options)), guesses, ...(prior ? { prior } : {}) };
}

function oneColumn({ name: file, place, columns }: Table, estimates: number): FairbitsError {
  return new FairbitsError('columns', `${place}: one column of estimates: expected a column for each class. Add one for the other class.`, {
    file,
    ...(place === file ? {} : { line: 1 }),
    found: columns[estimates],
    expected: 'a column for each class',
  });
}

/** The prior that estimates are compared with; that of the test set takes a pass of its own. */
async function findPrior<F>(ground: Ground<F>, rows: OpenRows, { classes, wanted }: Predictions, options: RulesOptions<F>): Promise<Float64Array> {
  const { prior, signal, skipBad = false } = options;
  const engine = engineOptions(options, classes.length);
  if (isTraining(prior)) return (await trainingPrior(ground, prior, { classes, engine, truth: options.truth, signal })).values;
  const counts = new Float64Array(classes.length);
  if (prior === undefined || prior === 'test') {
    const truths = wanted.map((each): Wanted => ({ ...each, numbers: [], most: RULES_BLOCK_ROWS }));
    const crew = await RowCrew.create(rows, { sink: 'count', of: classes.length, wanted: truths, engine, skipBad }, usualPartBytes(classes.length));
    const add = (part: Float64Array): void => {
      for (const [i, count] of part.entries()) counts[i] += count;
    };
    await crew.run(undefined, add, { signal, onProgress: (progress) => options.onProgress?.({ step: 'counting', ...progress }) });
    crew.free();
  }
  return resolvePrior(prior as Prior | undefined, classes, () => counts).values;
}
