import { type Classes, classNames } from '../base/classes.js';
import { FairbitsError } from '../base/errors.js';
import { checkOptions, type OptionNames, only } from '../base/options.js';
import { BucketSorter, type Dealt } from '../columns/calibration/bucketSorter.js';
import type { Details } from '../columns/calibration/details.js';
import { detailsOf } from '../columns/calibration/detailsOf.js';
import { modalCalibration } from '../columns/calibration/miscalibration.js';
import { modalEstimateColumn } from '../columns/calibration/modalEstimate.js';
import { rankAll, rankWeighted } from '../columns/ranking/ranking.js';
import { type RankElsewhere, rankingBytes } from '../columns/ranking/ranks.js';
import { weightsForRanking as rankingWeights } from '../columns/ranking/weightedRows.js';
import { createEngine, DEFAULT_MEMORY, ENGINE_OPTIONS, type Engine, type EngineOptions } from '../core/engine.js';
import { type GivenEstimates, type GivenLabels, type GivenWeights, takeRows, takeWeights } from '../core/given.js';
import { checkArrays, type Estimates, impliedClasses, type Labels, rowsOfClasses } from '../core/input.js';
import { type MeasureId, measure, measures } from '../core/measures/registry.js';
import type { MomentsState } from '../core/moments.js';
import { type Prior, resolvePrior } from '../core/priors.js';
import type { Take } from '../core/scoring.js';
import { untoldUnder } from '../core/statistics/untold.js';
import { TREATMENT_OPTIONS, type TreatmentOptions, treat } from '../core/treatment.js';
import { checkWeights, type Weights } from '../core/weights.js';
import { buildReport, measureReport, type Report, rowsText, scoreOf, scoresOf, suggestedCutoff, type WithCutoff } from './report.js';

/** What `evaluate` can be told: classes, prior, cutoff, weights, confidence, and how estimates are treated. */
export interface EvaluateOptions extends TreatmentOptions, EngineOptions {
  /** The number of classes, or their names in the order of the columns. By default as many as the arrays say. */
  classes?: Classes;
  /** `test` by default. */
  prior?: Prior;
  /** How often each row counts: 2 is the row twice, 0 no row. */
  weights?: GivenWeights;
  /** Of the intervals; 0.95 by default. */
  confidence?: number;
  /** Of the reliability tables; 10 by default. */
  bins?: number;
  /** False leaves the ranking out, and of the calibration all but the measure of Korb, Hope & Hughes 2001. */
  ranking?: boolean;
  /** An engine to use; made if not given. */
  engine?: Engine;
}

/** What an engine can have at most. */
const MOST_MEMORY = 2 ** 32;

export const EVALUATE_OPTIONS: OptionNames<EvaluateOptions> = {
  ...TREATMENT_OPTIONS,
  ...ENGINE_OPTIONS,
  classes: true,
  prior: true,
  weights: true,
  confidence: true,
  bins: true,
  ranking: true,
  engine: true,
};

/**
 * Every measure of a test set, as plain data that goes into JSON as it is.
 *
 * @example
 * ```ts
 * import { evaluate } from 'fairbits/page';
 *
 * const { measures } = await evaluate([[0.8, 0.2], [0.3, 0.7]], [0, 1], { classes: ['dry', 'rain'], prior: 'uniform' });
 * measures.bayesianReward.mean; // → 0.5817
 * ```
 */
export async function evaluate(estimates: GivenEstimates, labels: GivenLabels, options: EvaluateOptions = {}): Promise<Report> {
  checkOptions('evaluate', options, EVALUATE_OPTIONS);
  return evaluateTaken(takeTestSet(estimates, labels, options));
}

/** A test set as the core takes it, with its options. */
export interface TakenTestSet {
  estimates: Estimates;
  labels: Labels;
  options: TakenOptions;
}

export type TakenOptions = Omit<EvaluateOptions, 'weights'> & { weights?: Weights };

export function takeTestSet(given: GivenEstimates, truths: GivenLabels, { classes: named, weights: counted, ...options }: EvaluateOptions): TakenTestSet {
  const { estimates, labels, classes } = takeRows(given, truths, named);
  const weights = takeWeights(counted);
  return { estimates, labels, options: { ...options, ...(classes === undefined ? {} : { classes }), ...(weights ? { weights } : {}) } };
}

export async function evaluateTaken({ estimates, labels, options }: TakenTestSet): Promise<Report> {
  checkArrays(estimates, labels);
  const { bins, confidence, ranking } = options;
  const engine = await engineFor(estimates, labels, options);
  const { report } = await evaluateParts(estimates, labels, { ...options, engine }, ranking === false ? undefined : detailsOf({ bins, confidence }), false);
  return explained(engine, estimates, labels, options, report);
}

async function engineFor(estimates: Estimates, labels: Labels, options: TakenOptions): Promise<Engine> {
  return options.engine ?? createEngine({ memory: memoryFor(estimates, labels, options), ...only<EngineOptions>(options, ENGINE_OPTIONS) });
}

/** Where the headline is −∞: which rows did it, and what a cutoff would make of it. */
export function explained(engine: Engine, estimates: Estimates, labels: Labels, options: TakenOptions, report: Report): Report {
  const { infinite, infiniteRows = [] } = report.measures.bayesianReward;
  if (infinite === 0) return report;
  const first = infiniteRows.map((row) => ({ row, place: rowsText([row]) }));
  return {
    ...report,
    impossible: { rows: infinite, first },
    ...(report.cutoff.name === 'none' ? { withCutoff: headlineWithCutoff(engine, estimates, labels, options, report) } : {}),
  };
}

/** What the headline would be under a cutoff. */
function headlineWithCutoff(engine: Engine, estimates: Estimates, labels: Labels, options: TakenOptions, report: Report): WithCutoff {
  const suggested = suggestedCutoff(report);
  const statistics = engine
    .statistics([...report.classes], { ...only<TreatmentOptions>(options, TREATMENT_OPTIONS), cutoff: suggested.cutoff })
    .add(estimates, labels, options.weights);
  const prior = Float64Array.from(report.classes, (name) => report.prior.values[name]);
  const { summary, ceiling } = scoreOf(measure('bayesianReward'), statistics, prior);
  return {
    ...suggested,
    changed: statistics.tally.clamped,
    bayesianReward: measureReport(measure('bayesianReward'), summary, report.confidence, undefined, ceiling),
  };
}

/** The report, and what the reports of several test sets cannot be put together from. */
export interface EvaluatedParts {
  report: Report;
  /** Of each measure, in the order of the registry. They add up. */
  moments: () => MomentsState[];
  /** The estimate of each row's modal class, negative where that was not the true one. */
  modalEstimates: Dealt[];
}

/** `lasts`: whether the modal estimates are to be had afterwards. `elsewhere` has classes ranked on other threads, too, while this one goes through the rows. */
export async function evaluateParts(
  estimates: Estimates,
  labels: Labels,
  options: TakenOptions,
  details?: Details,
  lasts = true,
  elsewhere?: RankElsewhere,
): Promise<EvaluatedParts> {
  checkArrays(estimates, labels);
  if (labels.length === 0) throw new FairbitsError('length', 'there are no rows to evaluate', { found: 0, expected: 'at least one row' });
  const engine = await engineFor(estimates, labels, options);
  const names = classNames(options.classes ?? impliedClasses(estimates, labels));
  const treatment = treat(names, estimates, options);
  const { weights } = options;
  if (weights) checkWeights(weights, labels.length);
  const ofClass = rowsOfClasses(labels, names.length);
  const prior = weights ? engine.resolve(options.prior, names, labels, weights) : resolvePrior(options.prior, names, () => ofClass);
  const modalEstimates = new BucketSorter(engine.kernels, labels.length, lasts);
  const statistics = engine.statistics(names, {
    ...only<TreatmentOptions>(options, TREATMENT_OPTIONS),
    turnAt: prior.values,
    band: { low: prior.values, high: prior.values },
  });
  const { tally } = statistics;
  // What statistics do not tell is taken row by row beside them.
  const rowByRow = untoldUnder(names.length, prior.values);
  const scoring = engine.scoring(treatment, prior.values, rowByRow.map(measure), [modalEstimateColumn]);
  try {
    const keep: Take = (column, values) => {
      if (column === rowByRow.length) modalEstimates.add(values());
    };
    const { confidence = 0.95 } = options;
    const rank = (): ReturnType<typeof rankAll> => rankAll(estimates, labels, names, { ...options, engine }, confidence, details, ofClass, elsewhere);
    const ahead = elsewhere && !weights && options.ranking !== false ? rank() : undefined;
    // What is wrong with a row is said by who goes through all of them.
    ahead?.catch(() => {});
    engine.addToBoth(statistics, scoring, treatment, estimates, labels, keep, weights);
    if (tally.weight === 0) throw new FairbitsError('weight', 'all weights are 0: expected a row that counts', { found: 0, expected: 'a weight above 0' });
    const moments = scoring.finish();
    const scores = scoresOf(statistics, prior.values, (id) => moments[rowByRow.indexOf(id as MeasureId)]?.summary());
    const dealt = modalEstimates.drain();
    const { backend } = engine;
    const counted = rankingWeights(weights, labels.length);
    const weighed = counted && (await rankWeighted(estimates, labels, names, counted, { ...options, confidence, engine }, details ?? detailsOf({})));
    const { miscalibration, modal } = weighed?.modal ?? (await modalCalibration(dealt, engine.kernels, details));
    // Their memory is given back before others are sorted.
    modalEstimates.free();
    const ranked = options.ranking === false ? undefined : (weighed ?? (await (ahead ?? rank())));
    const report = buildReport({
      backend,
      tally,
      prior,
      scores,
      calibration: { ...miscalibration, ...(details && modal && ranked?.ofClass ? details.figures(modal, ranked.ofClass, names) : {}) },
      ranking: ranked?.ranking,
      confidence: options.confidence,
    });
    const parts = () => measures.map(({ id }) => moments[rowByRow.indexOf(id as MeasureId)]?.parts ?? statistics.momentsOf(id, prior.values));
    return { report, moments: parts, modalEstimates: dealt };
  } finally {
    scoring.free();
    modalEstimates.free();
  }
}

/** What is sorted has room in it, too: one memory for all that comes after another. */
function memoryFor({ length }: Estimates, { length: rows }: Labels, { ranking }: TakenOptions): number {
  const k = Math.max(2, Math.ceil(length / rows));
  // Modal estimates are kept, then sorted with room for as many more.
  const wanted = DEFAULT_MEMORY / 4 + 24 * rows + (ranking === false ? 0 : rankingBytes(rows, rows, k));
  return wanted > MOST_MEMORY ? DEFAULT_MEMORY : Math.max(wanted, DEFAULT_MEMORY);
}
