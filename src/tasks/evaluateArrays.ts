import { checkOptions, type OptionNames } from '../base/options.js';
import type { GivenEstimates, GivenLabels } from '../core/given.js';
import { checkArrays } from '../core/input.js';
import { EVALUATE_OPTIONS, type EvaluateOptions, evaluateTaken, takeTestSet } from '../evaluate/evaluate.js';
import type { Report } from '../evaluate/report.js';

/** What `evaluate` can be told, the number of threads among it. */
export interface ThreadedOptions extends EvaluateOptions {
  /**
   * How many threads may work, this one among them; 1 unless said otherwise. More serve in Node, where there is something to rank and enough of it. Arrays over a
   * SharedArrayBuffer are then not copied; others are, once. The figures are the same bits.
   */
  threads?: number;
}

/** Of fewer estimates another thread is not started: measured on two cores, with three classes, where a second one begins to pay. */
const PAYS = 4_000_000;

/** Where threads are started. Bundlers need not look for it: a page has none of Node's. */
const THREADS = './evaluateThreads.js';

const THREADED_OPTIONS: OptionNames<ThreadedOptions> = { ...EVALUATE_OPTIONS, threads: true };

/**
 * Every measure of a test set, as plain data that goes into JSON as it is.
 *
 * @example
 * ```ts
 * import { evaluate } from 'fairbits';
 *
 * const { measures, warnings } = await evaluate([0.9, 0.2, 0.6, 0.7], ['yes', 'no', 'no', 'yes'], { classes: ['no', 'yes'], prior: 'uniform' });
 * measures.bayesianReward.mean; // → 0.4224
 * measures.bayesianReward.share; // → 0.4224
 * measures.accuracy.mean; // → 0.75
 * warnings; // → []
 * ```
 */
export async function evaluate(givenEstimates: GivenEstimates, givenLabels: GivenLabels, options: ThreadedOptions = {}): Promise<Report> {
  checkOptions('evaluate', options, THREADED_OPTIONS);
  const { threads = 1, ...given } = options;
  const taken = takeTestSet(givenEstimates, givenLabels, given);
  const { estimates, labels, options: rest } = taken;
  const isNode = typeof process === 'object' && process.versions?.node !== undefined && typeof SharedArrayBuffer === 'function';
  if (!(threads > 1 && isNode && rest.ranking !== false && !rest.weights && estimates.length >= PAYS)) return evaluateTaken(taken);
  checkArrays(estimates, labels);
  const { evaluateThreads } = (await import(/* @vite-ignore */ /* webpackIgnore: true */ THREADS)) as typeof import('./evaluateThreads.js');
  return evaluateThreads(estimates, labels, rest, threads);
}
