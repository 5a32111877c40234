import type { Classes } from '../base/classes.js';
import { FairbitsError } from '../base/errors.js';
import { checkOptions, type OptionNames, only } from '../base/options.js';
import { createEngine, ENGINE_OPTIONS, type Engine, type EngineOptions } from '../core/engine.js';
import { type GivenEstimates, type GivenLabels, takeRows } from '../core/given.js';
import type { Estimates, Labels } from '../core/input.js';
import { measures } from '../core/measures/registry.js';
import type { Summary } from '../core/moments.js';
import type { Prior } from '../core/priors.js';
import { type TreatmentOptions, treat } from '../core/treatment.js';
import { EVALUATE_OPTIONS, evaluateTaken } from '../evaluate/evaluate.js';
import type { Report } from '../evaluate/report.js';
import { checkReplicates, type IntervalKind } from '../intervals/bootstrapInterval.js';
import { type Comparison, comparison, DEFAULT_REPLICATES } from './comparison.js';
import type { Judged } from './judged.js';

/** What `compare` can be told: how rewards are computed, and how differences are resampled. */
export interface CompareArraysOptions extends TreatmentOptions, EngineOptions {
  /** The number of classes, or their names in the order of the columns. */
  classes?: Classes;
  /** `test` by default. */
  prior?: Prior;
  /** Of the intervals, and of the tests; 0.95 by default. */
  confidence?: number;
  /** Bootstrap replicates, and random flips of signs; 2000 by default. */
  replicates?: number;
  seed?: number;
  interval?: IntervalKind;
  /** Of the reliability tables; 10 by default. */
  bins?: number;
  /** False leaves out AUC and reliability. */
  ranking?: boolean;
  engine?: Engine;
}

/** Learners by name, each with its estimates of the same rows: k to a row, or, of two classes, one column of P(positive). */
export type Learners = Readonly<Record<string, GivenEstimates>>;

const { weights: _, ...EVALUATED } = EVALUATE_OPTIONS;
const COMPARE_OPTIONS: OptionNames<CompareArraysOptions> = { ...EVALUATED, replicates: true, seed: true, interval: true };

/**
 * What `compareFiles` does, of arrays: who is better than whom on one test set, and whether that is more than chance.
 *
 * @example
 * ```ts
 * import { compare } from 'fairbits';
 *
 * const labels = Array.from({ length: 200 }, (_, row) => row % 2);
 * const sharp = labels.map((label, row) => (row % 10 === 0 ? 0.4 : label ? 0.9 : 0.1));
 * const timid = labels.map((label) => (label ? 0.6 : 0.4));
 * const { learners, pairs } = await compare({ sharp, timid }, labels);
 * learners.map(({ name }) => name); // → [ 'sharp', 'timid' ]
 * pairs[0].verdict.is; // → 'better'
 * pairs[0].verdict.ahead; // → 'sharp'
 * ```
 */
export async function compare(learners: Learners, truths: GivenLabels, options: CompareArraysOptions = {}): Promise<Comparison> {
  checkOptions('compare', options, COMPARE_OPTIONS);
  const { replicates = DEFAULT_REPLICATES, seed = 1, interval = 'percentile', confidence = 0.95, ...rest } = options;
  checkReplicates(interval, replicates, confidence);
  const given = Object.entries(learners);
  if (given.length < 2)
    throw new FairbitsError('option', `${given.length === 1 ? 'one learner is' : 'no learners are'} given: expected two or more, by name`, {
      found: given.length,
      expected: 'two learners or more',
    });
  const engine = options.engine ?? (await createEngine(only<EngineOptions>(options, ENGINE_OPTIONS)));
  const judged: Judged[] = [];
  const means: Float64Array[][] = [];
  for (const [name, some] of given) {
    const { estimates, labels, classes } = takeRows(some, truths, options.classes);
    const report = await evaluateTaken({ estimates, labels, options: { ...rest, ...(classes === undefined ? {} : { classes }), confidence, engine } });
    const { columns, summaries } = rewardsOf(engine, estimates, labels, report, rest);
    // One seed: every learner is judged on the same draws.
    means.push(engine.bootstrapMeans(columns, { replicates, seed }));
    judged.push({
      name,
      file: name,
      report,
      summaries,
      guesses: [],
      rows: labels.length,
      chunks: () => [[...columns, Float64Array.from(labels)]],
    });
  }
  return comparison(engine.kernels, judged, means, { replicates, seed, interval, confidence, alignedBy: 'row' });
}

/** Every measure of every row, as files are scored. */
function rewardsOf(
  engine: Engine,
  estimates: Estimates,
  labels: Labels,
  { classes, prior }: Report,
  options: TreatmentOptions,
): { columns: Float64Array[]; summaries: Summary[] } {
  const columns = measures.map(() => new Float64Array(labels.length));
  const values = Float64Array.from(classes, (name) => prior.values[name]);
  const scoring = engine.scoring(treat([...classes], estimates, options), values, measures);
  try {
    scoring.add(estimates, labels, (column, part, from) => columns[column].set(part(), from));
    return { columns, summaries: scoring.summaries() };
  } finally {
    scoring.free();
  }
}
