import { checkOptions, type OptionNames } from '../base/options.js';
import { checkArrays, type Estimates, type Labels } from '../core/input.js';
import { type EvaluateOptions, evaluate as evaluateAlone } from '../evaluate/evaluate.js';
import type { Report } from '../evaluate/report.js';

export interface ThreadedOptions extends EvaluateOptions {
  /**
   * How many threads may work, this one among them; 1 unless said otherwise. More serve in Node, where there is something to rank and enough of it. Arrays over a
   * SharedArrayBuffer are then not copied; others are, once. The figures are the same bits.
   */
  threads?: number;
}

/** Of fewer estimates another thread is not started: an estimate of where that begins to pay, not yet measured on a quiet machine. */
const PAYS = 1_500_000;

/** Where threads are started. Bundlers need not look for it: a page has none of Node's. */
const THREADS = './evaluateThreads.js';

const EVALUATE_OPTIONS: OptionNames<ThreadedOptions> = {
  backend: true,
  bins: true,
  classes: true,
  confidence: true,
  cutoff: true,
  engine: true,
  memory: true,
  module: true,
  positive: true,
  prior: true,
  ranking: true,
  renormalize: true,
  threads: true,
  tolerance: true,
  weights: true,
};

/** Every measure of a test set, as plain data that goes into JSON as it is. */
export async function evaluate(estimates: Estimates, labels: Labels, options: ThreadedOptions = {}): Promise<Report> {
  checkOptions('evaluate', options, EVALUATE_OPTIONS);
  const { threads = 1, ...rest } = options;
  checkArrays(estimates, labels);
  const isNode = typeof process === 'object' && process.versions?.node !== undefined && typeof SharedArrayBuffer === 'function';
  if (!(threads > 1 && isNode && rest.ranking !== false && !rest.weights && estimates.length >= PAYS)) return evaluateAlone(estimates, labels, rest);
  const { evaluateThreads } = (await import(/* @vite-ignore */ THREADS)) as typeof import('./evaluateThreads.js');
  return evaluateThreads(estimates, labels, rest, threads);
}
