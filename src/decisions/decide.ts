import { classIndex } from '../base/classes.js';
import { FairbitsError } from '../base/errors.js';
import { checkOptions } from '../base/options.js';
import { type GivenEstimates, type GivenLabels, takeRows } from '../core/given.js';
import { badRow as badEstimates, checkArrays, roundingOf } from '../core/input.js';
import { settled } from '../core/rounded.js';
import { normalQuantile } from '../math/normalQuantile.js';
import { type ConfusionFigures, confusionFigures } from './confusionFamily.js';
import { type Costs, checkCosts } from './costs.js';

/** What `decide` finds: the cost of predicting the most probable class, that of predicting the cheapest one, and what the second saves. */
export interface Decisions {
  rows: number;
  classes: readonly string[];
  costs: Costs;
  /** Whether costs were multiplied by an amount of each row. */
  amounts: boolean;
  /** Predicting the modal class. */
  modal: Choice;
  /** Predicting the class with the least expected cost under the estimates (Witten & Frank, §5.7). */
  leastCost: Choice & {
    /** What the estimates themselves expect it to cost, on average; far from what it does, they are not calibrated. */
    expected: number;
    /** Rows where this is not the modal class. */
    changed: number;
  };
  /** What the second saves over the first. The share is null where the first costs nothing. */
  saved: { mean: number; total: number; share: number | null; standardError: number | null; interval: [number, number] | null; reason?: string };
  /** The best that can be had without looking: one class for every row. */
  always: { class: string; mean: number; total: number };
  /** What knowing the truth would cost. */
  perfect: { mean: number; total: number };
  confidence: number;
}

/** What a way of choosing classes costs on a test set, with its confusion matrix. */
export interface Choice {
  mean: number;
  total: number;
  confusion: number[][];
  figures: ConfusionFigures;
}

/**
 * What estimates are worth to someone for whom errors differ. `estimates` are k to a row, or, of two classes, one column of P(positive); ties
 * go to the first class. With `amounts` a row's costs are multiplied by its own.
 *
 * @example
 * ```ts
 * import { decide } from 'fairbits';
 *
 * const { modal, leastCost, saved } = decide([0.3, 0.1, 0.6], ['yes', 'no', 'yes'], ['no', 'yes'], [[0, 1], [5, 0]]);
 * modal.total; // → 5
 * leastCost.total; // → 0
 * saved.share; // → 1
 * ```
 */
export function decide(given: GivenEstimates, truths: GivenLabels, classes: readonly string[], costs: Costs, options: DecideArraysOptions = {}): Decisions {
  checkOptions('decide', options, { amounts: true, confidence: true, positive: true });
  const { amounts, confidence = 0.95, positive = 1 } = options;
  const decider = new Decider(classes, costs);
  const { estimates: taken, labels } = takeRows(given, truths, classes);
  const estimates = taken instanceof Float32Array ? Float64Array.from(taken) : taken;
  checkArrays(estimates, labels);
  const column = classes.length === 2 && estimates.length === labels.length;
  decider.add(column ? bothColumns(estimates, classIndex(classes, positive)) : estimates, labels, amounts);
  return decider.finish(confidence);
}

/** What `decide` can be told: amounts that multiply the costs of each row, confidence, the positive class. */
export interface DecideArraysOptions {
  /** What each row's costs are multiplied by. */
  amounts?: ArrayLike<number>;
  confidence?: number;
  /** Two classes: whose probability a single column is; the second by default. */
  positive?: number | string;
}

/** One column of P(positive) as two. */
function bothColumns(column: Float64Array, positive: number): Float64Array {
  const both = new Float64Array(2 * column.length);
  column.forEach((p, r) => {
    both[2 * r + positive] = p;
    both[2 * r + 1 - positive] = 1 - p;
  });
  return both;
}

/**
 * Decides on rows that come in chunks: all of it is sums, taken row by row, so chunks of any size give the same bits.
 *
 * @example
 * ```ts
 * import { Decider } from 'fairbits';
 *
 * const decider = new Decider(['no', 'yes'], [[0, 1], [5, 0]]);
 * decider.add(Float64Array.of(0.7, 0.3), [1]);
 * decider.add(Float64Array.of(0.9, 0.1, 0.4, 0.6), [0, 1]);
 * const { rows, modal, leastCost } = decider.finish();
 * rows; // → 3
 * modal.total; // → 5
 * leastCost.total; // → 0
 * ```
 */
export class Decider {
  private rows = 0;
  private withAmounts = false;
  private readonly tables: number[][][];
  private readonly totals = [0, 0];
  private readonly always: Float64Array;
  /** The least and the largest cost of each actual class. */
  private readonly extremes: [number, number][];
  private expected = 0;
  private changed = 0;
  private perfect = 0;
  private mean = 0;
  private squares = 0;

  constructor(
    private readonly classes: readonly string[],
    private readonly costs: Costs,
  ) {
    checkCosts(costs, classes);
    const k = classes.length;
    this.tables = [emptyMatrix(k), emptyMatrix(k)];
    this.always = new Float64Array(k);
    this.extremes = costs.map((row) => [Math.min(...row), Math.max(...row)]);
  }

  add(estimates: Float64Array, labels: ArrayLike<number>, amounts?: ArrayLike<number>): void {
    const { classes, costs, tables, totals, always, extremes } = this;
    const k = classes.length;
    const rows = labels.length;
    if (estimates.length !== rows * k || (amounts && amounts.length !== rows))
      throw new FairbitsError('length', `${estimates.length} estimates and ${amounts?.length ?? 'no'} amounts for ${rows} rows of ${k} classes`, {
        found: estimates.length,
        expected: `${rows * k} estimates${amounts ? `, ${rows} amounts` : ''}`,
      });
    if (amounts) this.withAmounts = true;
    const rounding = roundingOf(undefined, estimates, k);
    for (let r = 0; r < rows; r++) {
      const given = estimates.subarray(r * k, (r + 1) * k);
      // What rounding put outside of [0, 1] is 0 or 1.
      const row = given.every(isEstimate) ? given : given.map((p) => settled(p, rounding));
      const label = labels[r];
      const amount = amounts?.[r] ?? 1;
      if (!(label < k) || !row.every(isEstimate) || !Number.isFinite(amount)) throw undecidableRow(estimates, label, amount, r, classes, rounding);
      const modal = firstLargest(row);
      const { choice, cost } = cheapest(row, costs, amount);
      tables[0][label][modal]++;
      tables[1][label][choice]++;
      totals[0] += amount * costs[label][modal];
      totals[1] += amount * costs[label][choice];
      this.expected += amount * cost;
      if (choice !== modal) this.changed++;
      for (let j = 0; j < k; j++) always[j] += amount * costs[label][j];
      this.perfect += amount * extremes[label][Number(amount < 0)];
      // Welford: the spread of what each row saves.
      const saving = amount * (costs[label][modal] - costs[label][choice]);
      const off = saving - this.mean;
      this.mean += off / ++this.rows;
      this.squares += off * (saving - this.mean);
    }
  }

  finish(confidence = 0.95): Decisions {
    const { rows, classes, costs, totals, tables, always, expected, changed, perfect, squares } = this;
    if (rows === 0) throw new FairbitsError('length', 'there are no rows to decide on', { found: 0, expected: 'at least one row' });
    const choice = (i: number): Choice => ({
      mean: totals[i] / rows,
      total: totals[i],
      confusion: tables[i],
      figures: confusionFigures(tables[i], classes),
    });
    const saved = totals[0] - totals[1];
    const standardError = rows < 2 ? null : Math.sqrt(squares / (rows - 1) / rows);
    const reasons = [
      ...(standardError === null ? ['a standard error needs two rows'] : []),
      ...(totals[0] === 0 ? ['the most probable class costs nothing on the whole, so nothing is a share of it'] : []),
    ];
    const z = normalQuantile((1 + confidence) / 2);
    const best = firstLargest(always.map((cost) => -cost));
    return {
      rows,
      classes,
      costs,
      amounts: this.withAmounts,
      modal: choice(0),
      leastCost: { ...choice(1), expected: expected / rows, changed },
      saved: {
        mean: saved / rows,
        total: saved,
        share: totals[0] === 0 ? null : saved / totals[0],
        standardError,
        interval: standardError === null ? null : [saved / rows - z * standardError, saved / rows + z * standardError],
        ...(reasons.length > 0 ? { reason: reasons.join('; ') } : {}),
      },
      always: { class: classes[best], mean: always[best] / rows, total: always[best] },
      perfect: { mean: perfect / rows, total: perfect },
      confidence,
    };
  }
}

/** The error of a row that cannot be decided on. */
function undecidableRow(estimates: Float64Array, label: number, amount: number, row: number, classes: readonly string[], rounding: number): FairbitsError {
  if (Number.isFinite(amount)) return badEstimates(estimates, row * classes.length, label, row, classes.length, false, Infinity, classes, rounding);
  return new FairbitsError('value', `row ${row}: the amount is ${amount}; expected a finite number`, { row, found: amount, expected: 'a finite number' });
}

const isEstimate = (p: number): boolean => p >= 0 && p <= 1;

const emptyMatrix = (k: number): number[][] => Array.from({ length: k }, () => new Array<number>(k).fill(0));

/** The first of the largest. */
function firstLargest(values: ArrayLike<number>): number {
  let best = 0;
  for (let i = 1; i < values.length; i++) if (values[i] > values[best]) best = i;
  return best;
}

/**
 * The first of the classes with the least expected cost Σ_i p_i · cost[i][j]; of a negative amount, with the largest. Two are compared by the sum of
 * their differences, to which what they have in common adds nothing: sums of their own would be told apart by their rounding where estimates are
 * tied, and 0/1 costs would not choose the most probable class.
 *
 * @example
 * ```ts
 * import { cheapest } from 'fairbits';
 *
 * // "no" is more probable, but missing a "yes" costs five times as much.
 * cheapest([0.7, 0.3], [[0, 1], [5, 0]]); // → { choice: 1, cost: 0.7 }
 * ```
 */
export function cheapest(row: ArrayLike<number>, costs: Costs, amount = 1): { choice: number; cost: number } {
  const k = row.length;
  let choice = 0;
  for (let j = 1; j < k; j++) {
    let dearer = 0;
    for (let i = 0; i < k; i++) dearer += row[i] * (costs[i][j] - costs[i][choice]);
    if (amount < 0 ? dearer > 0 : dearer < 0) choice = j;
  }
  let cost = 0;
  for (let i = 0; i < k; i++) cost += row[i] * costs[i][choice];
  return { choice, cost };
}
