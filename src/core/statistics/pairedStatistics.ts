import { type Classes, classNames } from '../../base/classes.js';
import { FairbitsError } from '../../base/errors.js';
import type { Kernels } from '../../kernels/kernels.js';
import { fromFixed, toFixed } from '../../math/exactSum.js';
import { LN2 } from '../../math/log.js';
import { type GivenEstimates, type GivenLabels, type GivenWeights, takeEstimates, takeLabels, takeWeights } from '../given.js';
import { type Estimates, type Labels, type Shape, shape } from '../input.js';
import { meanInterval } from '../meanInterval.js';
import type { ValueSums } from '../measures/measure.js';
import { FIRST_FEW, type Summary } from '../moments.js';
import { type Prior, resolvePrior } from '../priors.js';
import { mend } from '../rounded.js';
import { noNotes, type Piece, Staging } from '../staging.js';
import { TALLY_BLOCK_ROWS } from '../tally.js';
import { type Treatment, type TreatmentOptions, treat } from '../treatment.js';
import { checkWeights, type Weights } from '../weights.js';
import { EXTREME, ExactPrior } from './exactPrior.js';
import { addRows, addSpread, allOf, noRowSpread, noSpread, type RowSpread, rowSpreadOf, type Spread, spreadsOf, weighted } from './exactSpread.js';
import { productPlace } from './exactStatistics.js';
import { mendLogs } from './fillColumns.js';
import { type Layout, layoutOf, MOST_CROSSED } from './layout.js';
import { standardErrorOf } from './rewardStatistics.js';
import type { SpreadRoom } from './spreadRoom.js';

/** The measures whose differences between two learners follow from the logs of each row. */
export type PairedId = 'bayesianReward' | 'generalizedReward' | 'informationLoss' | 'logLoss';

/** One learner's side of some rows. */
interface LearnerSide {
  estimates: Estimates;
  form: Shape;
  treatment: Treatment;
}

/** Exact sums over all rows of the differences δ of both learners' logs, by class. */
interface ExactPairs {
  rows: RowSpread[];
  /** Of more than 16 classes: of the means of a row's logs, and of the logs of its truth. */
  stakes: Spread[];
  truths: Spread[];
}

/**
 * Statistics of two learners on the same rows: the difference of their rewards with its standard error, under any prior,
 * from one pass. Of a row of class c, both rewards are the same weighted sum of the row's k logs (log2 p of the truth,
 * log2(1 − p) of the others), with weights that the prior gives. So is their difference of the differences δ of the logs;
 * sums of δ and of the products of every two, by class, are enough. They add up: in any order and grouping with the same bits.
 *
 * @example
 * ```ts
 * import { createEngine } from 'fairbits';
 *
 * const engine = await createEngine();
 * const paired = engine.pairedStatistics(2).add([0.9, 0.8, 0.3], [0.6, 0.6, 0.5], [1, 1, 0]);
 * const { mean, standardError } = paired.difference('generalizedReward', 'uniform');
 * mean; // → 0.4951
 * standardError; // → 0.04929
 * paired.interval('generalizedReward', 'uniform'); // → [ 0.3985, 0.5918 ]
 * ```
 */
export class PairedStatistics {
  readonly classes: readonly string[];
  rows = 0;
  /** Rows that gave the truth 0: of the first learner, of the second, of both; and the first few of any. */
  readonly infinite = { first: 0, second: 0, both: 0, rows: [] as number[] };
  private readonly layout: Layout;
  private readonly block: { numbers: Float64Array };
  private readonly cuts: Float64Array;
  private blockRows = 0;
  private readonly closed: ExactPairs;
  /** All of it, once asked for, until rows are added. */
  private known: ExactPairs | undefined;
  /** What the rows of each class weigh, exactly. */
  private readonly weights: bigint[];

  /** @internal */
  constructor(
    private readonly kernels: Kernels,
    private readonly staging: Staging,
    private readonly room: (k: number) => SpreadRoom,
    classes: Classes,
    private readonly options: TreatmentOptions = {},
  ) {
    this.classes = classNames(classes);
    const { k } = this;
    this.layout = layoutOf(k);
    this.block = { numbers: new Float64Array(this.layout.length) };
    this.cuts = new Float64Array(4 * k);
    this.closed = noPairs(this.layout);
    this.weights = new Array<bigint>(k).fill(0n);
  }

  get k(): number {
    return this.classes.length;
  }

  /** What the rows weigh: their number, unless they came with weights. */
  get weight(): number {
    return fromFixed(this.weights.reduce((sum, each) => sum + each, 0n));
  }

  /** Adds rows: both learners' estimates, and the true classes. An error in any of them leaves the statistics as they were. */
  add(first: GivenEstimates, second: GivenEstimates, truths: GivenLabels, givenWeights?: GivenWeights): this {
    const { labels } = takeLabels(truths, this.classes);
    const weights = takeWeights(givenWeights);
    const sides = [first, second]
      .map(takeEstimates)
      .map((estimates): LearnerSide => ({ estimates, form: shape(estimates, labels, this.k), treatment: treat(this.classes, estimates, this.options) }));
    const { length: all } = labels;
    if (weights) checkWeights(weights, all);
    // All are looked at before the first is added.
    for (const { estimates, form, treatment } of sides) {
      const most = Staging.rows(this.k, form.column);
      for (let from = 0; from < all; from += most) this.staging.piece(estimates, labels, form, from, Math.min(most, all - from), treatment, noNotes(), 'check');
    }
    const room = this.room(this.k);
    this.known = undefined;
    for (let from = 0; from < all; ) {
      const rows = Math.min(room.rows, all - from, TALLY_BLOCK_ROWS - this.blockRows);
      this.addPart(room, sides, labels, weights?.subarray(from, from + rows), from, rows);
      this.blockRows += rows;
      this.rows += rows;
      if (this.blockRows === TALLY_BLOCK_ROWS) this.close();
      from += rows;
    }
    return this;
  }

  private addPart(room: SpreadRoom, sides: readonly LearnerSide[], labels: Labels, given: Weights | undefined, from: number, rows: number): void {
    const { kernels, layout, k } = this;
    const { truthBits, losses: other } = room.columns;
    /** The logs of each row; of very many classes the mean of them and that of the truth. */
    const numbers = layout.crossed ? room.logs : undefined;
    let truths = new Uint16Array();
    const [mine, theirs] = sides.map(({ estimates, form, treatment }) => {
      const piece = this.staging.piece(estimates, labels, form, from, rows, treatment, noNotes(), 'modal');
      truths = piece.labels as Uint16Array<ArrayBuffer>;
      this.logsOf(room, piece, form.column, treatment.positive);
      if (numbers) return numbers.slice(0, rows * k);
      const pairs = new Float64Array(2 * rows);
      for (let r = 0; r < rows; r++) {
        pairs[2 * r] = other[r];
        pairs[2 * r + 1] = truthBits[r];
      }
      return pairs;
    });
    const weights = given ? room.columns.weights : undefined;
    if (given) weights?.set(given);
    this.count(truths, weights, rows);
    this.subtract(mine, theirs, weights, rows);
    const to = room.enter(this.block, this.cuts);
    if (numbers) {
      numbers.set(mine);
      kernels.spreadRows(numbers, truths, weights, rows, k, room.order, room.distances, to.all);
      return;
    }
    for (const [at, groups] of [to.stakes, to.truths].entries()) {
      for (let r = 0; r < rows; r++) other[r] = mine[2 * r + at];
      kernels.spreadByClass(other, truths, weights, rows, groups);
    }
  }

  private count(labels: Uint16Array, weights: Float64Array | undefined, rows: number): void {
    const counts = new Float64Array(this.k);
    for (let r = 0; r < rows; r++) {
      if (weights) this.weights[labels[r]] += toFixed(weights[r]);
      else counts[labels[r]]++;
    }
    for (let c = 0; c < this.k; c++) if (counts[c] > 0) this.weights[c] += toFixed(counts[c]);
  }

  /** The differences of both learners' logs, into the first's. A row that is infinite is −∞ throughout, and left out by the kernels. */
  private subtract(mine: Float64Array, theirs: Float64Array, weights: Float64Array | undefined, rows: number): void {
    const { infinite } = this;
    const width = mine.length / rows;
    for (let r = 0, at = 0; r < rows; r++, at += width) {
      let first = 0;
      let second = 0;
      for (let i = at; i < at + width; i++) {
        first += mine[i];
        second += theirs[i];
        mine[i] -= theirs[i];
      }
      if (first !== -Infinity && second !== -Infinity) continue;
      mine.fill(-Infinity, at, at + width);
      if (weights?.[r] === 0) continue;
      infinite[first === second ? 'both' : first === -Infinity ? 'first' : 'second']++;
      if (infinite.rows.length < FIRST_FEW) infinite.rows.push(this.rows + r);
    }
  }

  /** The logs of rows; or, of very many classes, their means and those of the truth. */
  private logsOf(room: SpreadRoom, piece: Piece, column: boolean, positive: number): void {
    const { kernels, k, layout } = this;
    const { p, labels, modal, rows } = piece;
    const { truth, truthBits, restBits, betBits, losses: other } = room.columns;
    if (column) kernels.truthOfColumn(p, labels, rows, positive, truth);
    else kernels.truth(p, labels, rows, k, truth);
    kernels.logColumn(truth, truthBits, rows, false);
    if (column) {
      // What is not on the one class is on the other: both bets are the same.
      for (let r = 0; r < rows; r++) room.logs[2 * r] = room.logs[2 * r + 1] = truthBits[r];
    } else if (layout.crossed) {
      kernels.rowLogs(p, labels, modal, rows, k, truthBits, room.logs, restBits, betBits);
      if (piece.rounded.rows.length > 0) mendLogs(piece, k, room.logs, restBits, betBits);
    } else {
      const even = room.even as NonNullable<SpreadRoom['even']>;
      kernels.bayesian(p, labels, rows, k, even, other);
      mend(piece, k, even, room.logs, { bayesian: other });
    }
  }

  private close(): void {
    this.room(this.k).leave(this.block);
    addBlock(this.closed, this.block.numbers, this.layout);
    this.block.numbers.fill(0);
    this.blockRows = 0;
  }

  private sums(): ExactPairs {
    if (this.known) return this.known;
    if (this.blockRows === 0) return this.closed;
    // The open block stays as it is, so that rows to come go on with the bits that they would have had.
    this.room(this.k).leave(this.block);
    this.known = addPairs(noPairs(this.layout), this.closed);
    addBlock(this.known, this.block.numbers, this.layout);
    return this.known;
  }

  /** Adds other statistics of the same classes, of rows that follow these. In any order and grouping the result has the same bits. */
  merge(other: PairedStatistics): this {
    if (JSON.stringify(this.classes) !== JSON.stringify(other.classes))
      throw new FairbitsError(
        'tally',
        `statistics can be merged only if their classes are the same: ${this.classes.join(', ')} and ${other.classes.join(', ')}`,
        {
          found: other.classes,
          expected: this.classes.join(', '),
        },
      );
    const { infinite, rows } = this;
    addPairs(this.closed, other.sums());
    this.known = undefined;
    for (const side of ['first', 'second', 'both'] as const) infinite[side] += other.infinite[side];
    for (const row of other.infinite.rows) if (infinite.rows.length < FIRST_FEW) infinite.rows.push(rows + row);
    other.weights.forEach((weight, c) => {
      this.weights[c] += weight;
    });
    this.rows += other.rows;
    return this;
  }

  /** The values of a prior for these classes; `test` takes the counts of these rows. */
  prior(prior?: Prior): Float64Array {
    return resolvePrior(prior, this.classes, () => this.weights.map(fromFixed)).values;
  }

  /** Why the difference of a measure cannot be told under a prior; undefined where it can. */
  untold(id: PairedId, prior?: Prior): string | undefined {
    const sums = this.sumsOf(id, this.prior(prior));
    return typeof sums === 'string' ? sums : undefined;
  }

  private sumsOf(id: PairedId, values: Float64Array): ValueSums | string {
    const { layout, k } = this;
    const { rows, stakes, truths } = this.sums();
    const { crossed } = layout;
    switch (id) {
      case 'bayesianReward':
        // The prior is on both sides, and cancels out.
        return crossed ? { spread: allOf(rows.map(({ whole }) => whole)), factor: 1 / k } : { spread: allOf(stakes), factor: 1 };
      case 'generalizedReward': {
        if (!crossed) return `of more than ${MOST_CROSSED} classes they do not have the products of every two logs`;
        const prior = new ExactPrior(values);
        if (prior.extreme) return EXTREME;
        const { own, other } = prior.inverse;
        const none = new Array<bigint>(k).fill(0n);
        const spreads = rows.map((each, c) =>
          weighted(
            each,
            none,
            other.map((inverse, i) => (i === c ? own[i] : inverse)),
          ),
        );
        return { spread: allOf(spreads), factor: -1 / k };
      }
      case 'informationLoss':
      case 'logLoss': {
        const own = crossed ? rows.map(({ weight, sums, products }, c) => ({ weight, sum: sums[c], squares: products[productPlace(k, c, c)] })) : truths;
        return { spread: allOf(own), factor: id === 'logLoss' ? -LN2 : -1 };
      }
      default:
        throw new FairbitsError('option', `the difference of ${String(id)} does not follow from the logs of the rows alone`, {
          found: id,
          expected: 'bayesianReward, generalizedReward, informationLoss or logLoss',
        });
    }
  }

  /**
   * What a measure of the first learner is above that of the second: mean, total and standard error over the rows. With
   * rows that are infinite for one of them the mean is, too; NaN where they are for each.
   */
  difference(id: PairedId, prior?: Prior): Summary {
    const { rows, weight, infinite } = this;
    const { first, second, both } = infinite;
    const shared = { rows, weight, infinite: first + second + both, infiniteRows: [...infinite.rows] };
    const sums = this.sumsOf(id, this.prior(prior));
    if (shared.infinite > 0) {
      // A reward is −∞ where a loss is ∞.
      const sign = id === 'bayesianReward' || id === 'generalizedReward' ? 1 : -1;
      const total = both > 0 || (first > 0 && second > 0) ? NaN : sign * (first > 0 ? -Infinity : Infinity);
      return { ...shared, total, mean: total, standardError: NaN };
    }
    if (typeof sums === 'string')
      throw new FairbitsError('tally', `the difference of ${id} cannot be told from these statistics: ${sums}`, {
        found: id,
        expected: 'the rewards of each row',
      });
    const { spread, factor } = sums;
    // + 0: a difference of nothing has no sign.
    const total = fromFixed(spread.sum) * factor + 0;
    return { ...shared, total, mean: total / weight, standardError: standardErrorOf(spread, weight) * Math.abs(factor) };
  }

  /** An interval for the mean difference: the mean ± z standard errors. */
  interval(id: PairedId, prior?: Prior, confidence = 0.95): [low: number, high: number] {
    return meanInterval(id, this.difference(id, prior), confidence);
  }
}

function noPairs({ k, crossed }: Layout): ExactPairs {
  const spreads = (): Spread[] => Array.from({ length: crossed ? 0 : k }, noSpread);
  return { rows: crossed ? Array.from({ length: k }, () => noRowSpread(k)) : [], stakes: spreads(), truths: spreads() };
}

function addPairs(to: ExactPairs, from: ExactPairs): ExactPairs {
  to.rows.forEach((rows, c) => {
    addRows(rows, from.rows[c]);
  });
  for (const name of ['stakes', 'truths'] as const)
    to[name].forEach((spread, c) => {
      addSpread(spread, from[name][c]);
    });
  return to;
}

function addBlock(to: ExactPairs, block: Float64Array, layout: Layout): void {
  to.rows.forEach((rows, c) => {
    if (block[c * layout.stride] > 0) addRows(rows, rowSpreadOf(block, layout, c));
  });
  for (const name of ['stakes', 'truths'] as const)
    spreadsOf(block, layout[name], to[name].length).forEach((spread, c) => {
      if (spread) addSpread(to[name][c], spread);
    });
}
