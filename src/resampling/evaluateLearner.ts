import { type Classes, classNames } from '../base/classes.js';
import { FairbitsError } from '../base/errors.js';
import { checkOptions, type OptionNames, only } from '../base/options.js';
import { numberOf } from '../base/reported.js';
import { detailsOf } from '../columns/calibration/detailsOf.js';
import type { Cutoff } from '../core/cutoff.js';
import { createEngine, ENGINE_OPTIONS, type Engine, type EngineOptions } from '../core/engine.js';
import { takeEstimates, takeLabels } from '../core/given.js';
import { checkArrays, type Estimates, type Labels } from '../core/input.js';
import { type MeasureId, measures } from '../core/measures/registry.js';
import { type Prior, resolvePrior } from '../core/priors.js';
import { EVALUATE_OPTIONS, type EvaluatedParts, type EvaluateOptions, evaluateParts, type TakenOptions } from '../evaluate/evaluate.js';
import { type Report, reported } from '../evaluate/report.js';
import { bootstrap632, bootstrap632Plus } from './bootstrap632.js';
import { type Bootstrap632Report, type Fold, type FoldMeasure, foldMeasures, foldValues, type LearnerEvaluation, overFolds } from './foldTable.js';
import { choose, type LearnedRows, type Learner, type LearnerData } from './learner.js';
import { noInformation } from './noInformation.js';
import { Pool } from './pool.js';
import type { Plan, Split } from './splits/plan.js';

/** What `evaluateLearner` can be told: the prior and the cutoff of each fold, whether to keep each fold’s report, and how to stop. */
export interface EvaluateLearnerOptions extends Omit<EvaluateOptions, 'classes' | 'prior' | 'cutoff' | 'weights'> {
  /** `train` by default: the class frequencies in each split's training part. */
  prior?: 'train' | Prior;
  /** What the training counts start at: 0.5 by default (Hope & Korb 2004, footnote 3), so that a class that a training part lacks has a prior above 0. */
  start?: number;
  /** `mml` and `mml-binary` without a number take the size of each training part. */
  cutoff?: Cutoff | 'mml' | 'mml-binary';
  /** Keep the whole report of every fold. False by default: of many folds they are large. */
  reports?: boolean;
  /** Called after every split. */
  onFold?: (done: number, total: number) => void;
  /** Ends the evaluation, between splits. */
  signal?: AbortSignal;
}

const { classes: _, weights: __, ...EVALUATED } = EVALUATE_OPTIONS;
const EVALUATE_LEARNER_OPTIONS: OptionNames<EvaluateLearnerOptions> = { ...EVALUATED, start: true, reports: true, onFold: true, signal: true };

/**
 * Fits a learner to every split's training part, and judges its estimates of the test part under the prior of that training part.
 *
 * @example
 * ```ts
 * import { evaluateLearner, kFold } from 'fairbits';
 *
 * // Estimates each class by its frequency among the rows that it was given.
 * const frequencies = {
 *   fit(_rows: readonly number[], labels: ArrayLike<number>) {
 *     let ones = 0;
 *     for (let i = 0; i < labels.length; i++) ones += labels[i];
 *     return { predict: (rows: readonly number[]) => rows.map(() => ones / labels.length) };
 *   },
 * };
 * const rows = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
 * const { folds } = await evaluateLearner(frequencies, { rows, labels: [0, 1, 0, 0, 1, 0, 0, 1, 0, 0], classes: 2 }, kFold({ folds: 5 }));
 * folds.length; // → 5
 * folds[0].testRows; // → 2
 * ```
 */
export async function evaluateLearner<Row>(
  learner: Learner<Row>,
  given: LearnerData<Row>,
  plan: Plan,
  options: EvaluateLearnerOptions = {},
): Promise<LearnerEvaluation> {
  checkOptions('evaluateLearner', options, EVALUATE_LEARNER_OPTIONS);
  const { labels, classes } = takeLabels(given.labels, given.classes);
  const data = { rows: given.rows, labels };
  const names = checkData(learner, data, classes);
  const engine = options.engine ?? (await createEngine(only<EngineOptions>(options, ENGINE_OPTIONS)));
  const run = new LearnerRun(learner, data, names, { ...options, engine });
  const splits = plan.splits(data.labels);
  const total = plan.count(data.labels.length);
  for (const split of splits) {
    options.signal?.throwIfAborted();
    await run.add(split);
    options.onFold?.(run.folds.length, total);
  }
  const { kind, name, repetitions, stratified, seed } = plan;
  const { folds } = run;
  const sum = (of: 'testRows' | 'trainRows') => folds.reduce((rows, fold) => rows + fold[of], 0);
  const means = Object.fromEntries(foldMeasures.map((id) => [id, overFolds(foldValues({ folds }, id))])) as LearnerEvaluation['means'];
  return {
    learner: learner.name ?? 'learner',
    plan: { kind, name, repetitions, stratified, seed },
    classes: names,
    rows: data.labels.length,
    splits: run.fingerprint.toString(16).padStart(8, '0'),
    folds,
    testTrainRatio: sum('testRows') / sum('trainRows'),
    means,
    pooled: await run.pool.result(),
    ...(kind === 'out-of-bag' && { bootstrap632: await run.bootstrap632(means) }),
    warnings: run.warnings(),
  };
}

function checkData<Row>(learner: Learner<Row>, { rows, labels }: LearnedRows<Row>, classes: Classes | undefined): readonly string[] {
  if (typeof learner?.fit !== 'function') throw new FairbitsError('type', 'a learner needs a function fit(rows, labels)', { expected: 'a function fit' });
  checkArrays(new Float64Array(0), labels);
  if (rows?.length !== labels.length)
    throw new FairbitsError('length', `${rows?.length} rows and ${labels.length} labels: expected a label for every row`, {
      found: rows?.length,
      expected: `${labels.length} rows`,
    });
  let largest = 0;
  for (const label of labels) if (label > largest) largest = label;
  const names = classNames(classes ?? largest + 1);
  if (largest >= names.length) {
    const row = labels.indexOf(largest);
    throw new FairbitsError('label-out-of-range', `row ${row}: the label is ${largest}; expected a class from 0 to ${names.length - 1}`, {
      row,
      found: largest,
      expected: `0 to ${names.length - 1}`,
    });
  }
  return names;
}

/** What comes together over the splits. */
class LearnerRun<Row> {
  readonly folds: Fold[] = [];
  /** FNV-1a over labels and splits: not to keep anyone out, only to tell that two evaluations are of the same splits. */
  fingerprint = 0x811c9dc5;
  readonly pool: Pool;
  /** For each class the splits whose training part lacks it. */
  private readonly missing = new Map<string, string[]>();
  private readonly empty: string[] = [];
  private readonly engine: Engine;

  constructor(
    private readonly learner: Learner<Row>,
    private readonly data: LearnedRows<Row>,
    private readonly names: readonly string[],
    private readonly options: EvaluateLearnerOptions & { engine: Engine },
  ) {
    this.engine = options.engine;
    this.pool = new Pool(options.engine);
    this.print(data.labels);
  }

  async add({ repetition, fold, train, validation, test }: Split): Promise<void> {
    for (const part of [train, validation ?? [], test]) this.print(part);
    const where = `repetition ${repetition}, fold ${fold}`;
    const counts = this.count(train);
    for (const [i, count] of counts.entries()) {
      if (count > 0) continue;
      const splits = this.missing.get(this.names[i]) ?? [];
      splits.push(where);
      this.missing.set(this.names[i], splits);
    }
    const row = { repetition, fold, trainRows: train.length, testRows: test.length };
    if (test.length === 0) {
      this.empty.push(where);
      const none = Object.fromEntries(foldMeasures.map((id) => [id, null])) as Fold['measures'];
      this.folds.push({ ...row, prior: [], measures: none });
      return;
    }
    const context = { repetition, fold, ...(validation && { validation: choose(this.data, validation) }) };
    const { parts } = await this.judge(where, train, test, counts, context);
    const { report } = parts;
    this.pool.add(parts);
    this.folds.push({
      ...row,
      prior: this.names.map((name) => report.prior.values[name]),
      measures: foldRow(report),
      ...(this.options.reports && { report }),
    });
  }

  /** Fits to some rows and judges the estimates of others. */
  private async judge(
    where: string,
    train: Uint32Array,
    test: Uint32Array,
    counts: Float64Array,
    context: { repetition: number; fold: number; validation?: { rows: readonly Row[]; labels: Labels } },
  ): Promise<{ parts: EvaluatedParts; estimates: Estimates; labels: Labels; options: TakenOptions }> {
    const learned = choose(this.data, train);
    const tested = choose(this.data, test);
    const model = await this.learner.fit(learned.rows, learned.labels, { classes: this.names, ...context });
    if (typeof model?.predict !== 'function')
      throw new FairbitsError('type', `${this.name(where)}: fit gave no model with a function predict(rows)`, {
        expected: 'an object with a function predict',
      });
    const predicted = await model.predict(tested.rows);
    const { prior: _, cutoff, ...rest } = this.options;
    // Only whole reports have a ranking.
    const { reports = false } = rest;
    const options: TakenOptions = { ...rest, classes: this.names, ranking: reports };
    if (cutoff !== undefined) options.cutoff = cutoff === 'mml' || cutoff === 'mml-binary' ? `${cutoff}:${train.length}` : cutoff;
    options.prior = this.wantedPrior(counts);
    try {
      const estimates = takeEstimates(predicted);
      return {
        parts: await evaluateParts(estimates, tested.labels, options, reports ? detailsOf(rest) : undefined),
        estimates,
        labels: tested.labels,
        options,
      };
    } catch (error) {
      throw this.locate(error, where, test);
    }
  }

  private wantedPrior(counts: Float64Array): Prior {
    const { prior = 'train', start = 0.5 } = this.options;
    return prior === 'train' ? { counts, start } : prior;
  }

  private count(rows: Uint32Array): Float64Array {
    const counts = new Float64Array(this.names.length);
    for (const row of rows) counts[this.data.labels[row]]++;
    return counts;
  }

  /** Witten & Frank, §5.4: resubstitution is to learn from all rows and be tested on them. */
  async bootstrap632(means: Record<FoldMeasure, { mean: Report['measures'][MeasureId]['mean'] }>): Promise<Record<MeasureId, Bootstrap632Report>> {
    const all = Uint32Array.from(this.data.labels, (_, r) => r);
    const counts = this.count(all);
    const { parts, estimates, labels, options } = await this.judge('all rows', all, all, counts, { repetition: -1, fold: -1 });
    const none = noInformation(this.engine, estimates, labels, resolvePrior(options.prior, this.names, () => counts).values, this.names, options);
    const entries = measures.map(({ id, better }, i) => {
      const errors = { outOfBag: numberOf(means[id as MeasureId].mean), resubstitution: numberOf(parts.report.measures[id].mean) };
      const finite = [errors.outOfBag, errors.resubstitution, none[i]].every(Number.isFinite);
      const result: Bootstrap632Report = {
        outOfBag: reported(errors.outOfBag),
        resubstitution: reported(errors.resubstitution),
        noInformation: reported(none[i]),
        estimate: reported(bootstrap632(errors)),
        plus: finite ? bootstrap632Plus({ ...errors, noInformation: none[i], better }) : null,
      };
      if (!finite) result.reason = 'the .632+ estimator needs finite numbers, and a row out of bag';
      return [id, result];
    });
    return Object.fromEntries(entries);
  }

  warnings(): string[] {
    const { folds, empty } = this;
    const found: string[] = [];
    for (const [name, splits] of this.missing)
      found.push(
        `the class ${name} is missing from the training part of ${splits.length} of ${folds.length} splits (first: ${splits[0]})${(this.options.prior ?? 'train') === 'train' ? '; its prior there comes from the starting count alone' : ''}`,
      );
    if (empty.length > 0) found.push(`${empty.length} of ${folds.length} splits have nothing to test on (first: ${empty[0]}) and no value`);
    const { rows, impossible } = this.pool.rows;
    if (impossible > 0)
      found.push(
        `${impossible} of ${rows} predictions called impossible what then happened and earn −∞; the cutoff mml holds estimates away from 0 and 1 by the size of each training part`,
      );
    return found;
  }

  private name(where: string): string {
    return `${this.learner.name ? `learner "${this.learner.name}", ` : ''}${where}`;
  }

  /** An input error, with the split that it happened in and the row of the data. */
  private locate(error: unknown, where: string, test: Uint32Array): unknown {
    if (!(error instanceof FairbitsError)) return error;
    const { row, found, expected } = error;
    const place = row === undefined ? '' : ` Row ${row} of this test part is row ${test[row]} of the data.`;
    return new FairbitsError(error.code, `${this.name(where)}: ${error.message}${place}`, {
      ...(row !== undefined && { row: test[row] }),
      ...(error.class !== undefined && { class: error.class }),
      found,
      ...(expected !== undefined && { expected }),
    });
  }

  private print(values: ArrayLike<number>): void {
    let hash = Math.imul(this.fingerprint ^ values.length, 0x01000193);
    for (let i = 0; i < values.length; i++) hash = Math.imul(hash ^ values[i], 0x01000193);
    this.fingerprint = hash >>> 0;
  }
}

function foldRow({ measures: found, calibration }: Report): Fold['measures'] {
  return Object.fromEntries(foldMeasures.map((id) => [id, id === 'miscalibration' ? calibration.miscalibration : found[id].mean])) as Fold['measures'];
}
