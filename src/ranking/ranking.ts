import { type Classes, classNames } from '../classes.js';
import { createEngine, type EngineOptions } from '../engine.js';
import { FairbitsError } from '../errors.js';
import { checkArrays, type Estimates, impliedClasses, type Labels, shape } from '../input.js';
import type { Kernels } from '../kernels/kernels.js';
import { positiveClass, type TreatmentOptions, treat } from '../treatment.js';
import { type Curves, curves } from './curves.js';
import { KeptRows } from './keptRows.js';
import { rankStatistics, tieGroups } from './rankStatistics.js';
import { pairRanking, type Ranking, Ranks } from './ranks.js';

export interface RankingOptions extends Pick<TreatmentOptions, 'positive'>, Pick<EngineOptions, 'backend'> {
  /** The number of classes, or their names; as many as the arrays say by default. */
  classes?: Classes;
  confidence?: number;
}

/** What sorting takes beside the numbers. */
const OVERHEAD = 2 ** 19;

/** AUC with DeLong's interval and average precision of two classes; Hand and Till's and one-against-the-rest of more. */
export async function ranking(estimates: Estimates, labels: Labels, options: RankingOptions = {}): Promise<Ranking> {
  const { names, column } = arranged(estimates, labels, options);
  const confidence = options.confidence ?? 0.95;
  if (names.length > 2) return rankAll(estimates, labels, names, column, options, confidence);
  const positive = positiveClass(names, options);
  const { kernels } = await engineFor(labels.length, options);
  return pairRanking(rankStatistics(kernels, sortedPairs(kernels, estimates, labels, column, positive)), names[positive], confidence);
}

/** ROC, precision–recall, lift, gains and cost curves of two classes, or of one class against the rest. */
export async function rankingCurves(estimates: Estimates, labels: Labels, options: RankingOptions & { points?: number } = {}): Promise<Curves> {
  const { names, column } = arranged(estimates, labels, options);
  const positive = names.length === 2 ? positiveClass(names, options) : classOf(names, options.positive);
  const { kernels } = await engineFor(labels.length, options);
  return curves(tieGroups(sortedPairs(kernels, estimates, labels, column, positive, names.length)), options.points);
}

function classOf(names: readonly string[], positive: number | string | undefined): number {
  const index = typeof positive === 'number' ? positive : names.indexOf(positive ?? '');
  if (index >= 0 && index < names.length) return index;
  throw new FairbitsError('option', `${names.length} classes: say which one the curves are of, against the others (positive, one of ${names.join(', ')})`, {
    found: positive,
    expected: 'a class',
  });
}

function arranged(estimates: Estimates, labels: Labels, { classes }: RankingOptions): { names: readonly string[]; column: boolean } {
  checkArrays(estimates, labels);
  if (labels.length === 0) throw new FairbitsError('length', 'there are no rows to rank', { found: 0, expected: 'at least one row' });
  const names = classNames(classes ?? impliedClasses(estimates, labels));
  return { names, column: shape(estimates, labels, names.length).column };
}

function engineFor(rows: number, { backend }: RankingOptions) {
  return createEngine({ memory: 16 * rows + OVERHEAD, ...(backend ? { backend } : {}) });
}

/** The estimates of a class, sorted, negative where it is not the true one. */
function sortedPairs(kernels: Kernels, estimates: Estimates, labels: Labels, column: boolean, positive: number, k = 2): Float64Array {
  const sorted = kernels.float64(labels.length);
  const signs = Float64Array.from({ length: k }, (_, i) => (i === positive ? 1 : -1));
  const width = column ? 1 : k;
  const at = column ? 0 : positive;
  kernels.sortRanked(
    labels.length,
    (out, from) => {
      for (let r = 0; r < out.length; r++) {
        const x = estimates[(from + r) * width + at];
        const sign = signs[labels[from + r]];
        if (!(x >= 0 && x <= 1) || sign === undefined) throw badRow(x, labels[from + r], from + r, k);
        // + 0 makes −0 a 0: here the sign is the class's.
        out[r] = (x + 0) * sign;
      }
    },
    sorted,
  );
  return sorted;
}

function badRow(x: number, label: number, row: number, k: number): FairbitsError {
  if (x >= 0 && x <= 1)
    return new FairbitsError('label-out-of-range', `row ${row}: the label is ${label}; expected a class from 0 to ${k - 1}`, {
      row,
      found: label,
      expected: `0 to ${k - 1}`,
    });
  const code = Number.isFinite(x) ? (x < 0 ? 'estimate-negative' : 'estimate-above-one') : 'estimate-not-finite';
  return new FairbitsError(
    code,
    `row ${row}: the estimate is ${x}; expected a number from 0 to 1. Scores of another kind can be ranked once squeezed there in order.`,
    {
      row,
      found: x,
      expected: 'a number from 0 to 1',
    },
  );
}

/** Rows of any number of classes, already checked, held to the cutoff if there is one. */
export async function rankAll(
  estimates: Estimates,
  labels: Labels,
  names: readonly string[],
  column: boolean,
  options: TreatmentOptions & Pick<EngineOptions, 'backend'>,
  confidence: number,
): Promise<Ranking> {
  const treatment = treat(names, estimates, options);
  const kept = new KeptRows(treatment, column, 'ranking');
  kept.add(estimates, labels);
  const ranks = new Ranks(names, treatment.positive, Infinity);
  ranks.add(kept.drain());
  const backend = options.backend ?? (await createEngine({ memory: 2 ** 18 })).backend;
  return ranks.finish(backend, confidence);
}
