import type { CheckedJson } from '../../base/checkedJson.js';
import type { Classes } from '../../base/classes.js';
import { FairbitsError } from '../../base/errors.js';
import type { OptionNames } from '../../base/options.js';
import type { Kernels } from '../../kernels/kernels.js';
import { FIXED, fromFixed, toFixed } from '../../math/exactSum.js';
import { type GivenEstimates, type GivenLabels, type GivenWeights, takeRows, takeWeights } from '../given.js';
import { shape } from '../input.js';
import { meanInterval } from '../meanInterval.js';
import type { Measure, ValueSums } from '../measures/measure.js';
import { measure } from '../measures/registry.js';
import { FIRST_FEW, type MomentsState, type Summary } from '../moments.js';
import type { Prior } from '../priors.js';
import { type Notes, noNotes, type Piece, partOf, Staging } from '../staging.js';
import { TALLY_BLOCK_ROWS, Tally, type TallyJSON, type TallyState } from '../tally.js';
import { TREATMENT_OPTIONS, type Treatment, type TreatmentOptions, treat } from '../treatment.js';
import { checkWeights } from '../weights.js';
import { ExactPrior } from './exactPrior.js';
import { type Spread, scaled } from './exactSpread.js';
import { ExactStatistics, type ExactSums } from './exactStatistics.js';
import { fillColumns } from './fillColumns.js';
import { type Layout, layoutOf } from './layout.js';
import type { OpenBlock, SpreadRoom } from './spreadRoom.js';
import { type InfiniteRows, readStatistics, type StatisticsJSON, statisticsJson } from './statisticsJson.js';
import { type Band, bandOf, cutsOf, expectedBand, isSameNumbers, type Kept, TurningPoints, wholeBand } from './turningPoints.js';

/** Blocks that wait to be added up exactly. */
const MOST_PENDING = 16;

/** Above this many kept estimates the band in which they lie is made narrower, if that can be. */
const MAX_KEPT_ESTIMATES = 2 ** 16;

/** Squares below 2^-216 are what cutting off at 2^-256 leaves. */
const ROUNDING_SHIFT = 40n;

/** What `engine.statistics` can be told: how estimates are treated, and at which priors Kononenko & Bratko’s information must be known. */
export interface StatisticsOptions extends TreatmentOptions {
  /**
   * Values of a prior under which Kononenko & Bratko's information will be asked for; the uniform one, unless said
   * otherwise. It is known there, and under the prior of the test set.
   */
  turnAt?: ArrayLike<number> | undefined;
  /** Where the frequencies of the classes are expected to be, if that is known beforehand. @internal */
  band?: Band | undefined;
}

export const STATISTICS_OPTIONS: OptionNames<StatisticsOptions> = { ...TREATMENT_OPTIONS, turnAt: true, band: true };

/** What the statistics of some rows are made of but for their tally; it can be posted to another thread. */
export interface StatisticsState {
  /** What blocks came to that were added up, and those that wait for it. */
  sums?: ExactSums;
  blocks: { numbers: Float64Array; cuts: Float64Array }[];
  kept: Kept[];
  truths: InfiniteRows;
  bets: InfiniteRows;
  weightSquares: number;
}

/** The memory of what is posted, which need not be copied. Cuts may be those of several blocks. */
export function movedStatistics(state: StatisticsState | undefined): ArrayBuffer[] {
  if (!state) return [];
  const views = [
    ...state.blocks.map(({ numbers }) => numbers),
    ...state.kept.flatMap(({ values, classes, weights }) => [values, classes, ...(weights ? [weights] : [])]),
  ];
  return views.map(({ buffer }) => buffer as ArrayBuffer);
}

/**
 * Statistics of a test set that determine every measure under any prior, with its standard error, from one pass over the
 * rows (Lemma 1 of Hope & Korb 2002, with second moments). The prior enters each reward as a constant or a weight for each
 * class, so sums, squares and products by class are enough. They add up: in any order and grouping with the same bits.
 *
 * @example
 * ```ts
 * import { createEngine } from 'fairbits';
 *
 * const engine = await createEngine();
 * const statistics = engine.statistics(['no', 'yes']).add([0.9, 0.8, 0.3], ['yes', 'yes', 'no']);
 * statistics.mean('bayesianReward', 'uniform'); // → 0.6705
 * statistics.standardError('bayesianReward', 'uniform'); // → 0.1047
 * statistics.mean('bayesianReward', { no: 0.9, yes: 0.1 }); // → 1.936
 * // They go to JSON and back, and add up.
 * engine.statisticsFrom(JSON.stringify(statistics)).merge(statistics).rows; // → 6
 * ```
 */
export class RewardStatistics {
  readonly tally: Tally;
  /** @internal */
  readonly layout: Layout;
  /** The block that is not yet full, and the cuts that it is made with. */
  private readonly block: OpenBlock;
  private blockRows = 0;
  private cuts: Float64Array;
  /** The cuts that it began with; each that follows is narrower. */
  private firstCuts: Float64Array;
  /** Σ w² of weights w, where rows have some: so many rows as (Σ w)²/Σ w² would tell as much. */
  private weightSquares = 0;
  /** Full blocks that wait to be added up, and what those before came to. */
  private waiting: StatisticsState['blocks'] = [];
  private readonly closed: ExactStatistics;
  /** All of it, once asked for, until rows are added. */
  private known: ExactStatistics | undefined;
  /** Rows that gave the truth 0, and rows whose modal bet was lost at certainty. */
  readonly infinite: { truths: InfiniteRows; bets: InfiniteRows } = { truths: { count: 0, rows: [] }, bets: { count: 0, rows: [] } };
  private turnAt: ArrayLike<number>;
  private lastPrior: ExactPrior | undefined;

  /** @internal */
  constructor(
    private readonly kernels: Kernels,
    private readonly staging: Staging,
    private readonly room: (k: number) => SpreadRoom,
    classes: Classes,
    private readonly options: StatisticsOptions = {},
  ) {
    this.tally = new Tally(kernels, staging, classes, options);
    const { k } = this.tally;
    this.layout = layoutOf(k);
    this.block = { numbers: new Float64Array(this.layout.length) };
    this.turnAt = options.turnAt ?? new Float64Array(k).fill(1 / k);
    this.cuts = cutsOf(this.turnAt, options.band ?? wholeBand(k));
    this.firstCuts = this.cuts;
    this.closed = new ExactStatistics(this.layout, new TurningPoints(k, kernels));
    // Of two classes the tally needs the rows by side, and of very many it is what has the logs.
    if (this.layout.crossed && k > 2) this.tally.beside = () => this.sums().logSums();
  }

  get classes(): readonly string[] {
    return this.tally.classes;
  }

  get k(): number {
    return this.tally.k;
  }

  get rows(): number {
    return this.tally.rows;
  }

  get weight(): number {
    return this.tally.weight;
  }

  /** Adds rows, each as often as its weight says. An error in any of them leaves the statistics as they were. */
  add(givenEstimates: GivenEstimates, givenLabels: GivenLabels, givenWeights?: GivenWeights): this {
    const { estimates, labels } = takeRows(givenEstimates, givenLabels, this.classes);
    const weights = takeWeights(givenWeights);
    const form = shape(estimates, labels, this.k);
    if (weights) checkWeights(weights, form.rows);
    const treatment = treat(this.classes, estimates, this.options);
    const most = Staging.rows(this.k, form.column);
    // More rows than fit a piece are all looked at before the first is added.
    for (const adding of form.rows > most ? [false, true] : [true])
      for (let from = 0; from < form.rows; from += most) {
        const rows = Math.min(most, form.rows - from);
        const notes = noNotes();
        const piece = this.staging.piece(estimates, labels, form, from, rows, treatment, notes, adding ? 'modal' : 'check');
        if (adding) this.addPiece(weights ? { ...piece, weights: weights.subarray(from, from + rows) } : piece, form.column, treatment, notes);
      }
    return this;
  }

  /** Adds a piece that was looked at already, its modal classes found; `notes` are those made then. @internal */
  addPiece(piece: Piece, column: boolean, treatment: Treatment, notes: Notes): void {
    const before = this.rows;
    this.known = undefined;
    if (this.tally.beside) this.tally.countPiece(piece, notes);
    else this.tally.addPiece(piece, column, treatment, notes);
    const room = this.room(this.k);
    for (let from = 0; from < piece.rows; ) {
      const rows = Math.min(room.rows, piece.rows - from, TALLY_BLOCK_ROWS - this.blockRows);
      this.addPart(room, partOf(piece, from, rows, column ? 1 : this.k), column, treatment.positive, before + from);
      this.blockRows += rows;
      if (this.blockRows === TALLY_BLOCK_ROWS) this.close();
      from += rows;
    }
    if (this.tally.beside) this.tally.addCells(room.cells);
  }

  private addPart(room: SpreadRoom, piece: Piece, column: boolean, positive: number, first: number): void {
    const { kernels, layout, k } = this;
    const { labels, modal, rows, weights: given } = piece;
    const to = room.enter(this.block, this.cuts);
    const weights = given ? room.columns.weights : undefined;
    if (given) weights?.set(given.subarray(0, rows));
    this.weightSquares += weights ? squaresOf(weights, rows) : rows;
    const columns = fillColumns(kernels, room, layout, piece, column, positive);
    const { truthBits } = columns;
    let lost = 0;
    if (column) lost = kernels.spreadByClass(truthBits, labels, weights, rows, to.column);
    else if (layout.crossed) lost = kernels.spreadRows(room.logs, labels, weights, rows, k, room.order, room.distances, to.all);
    else {
      kernels.spreadByClass(room.columns.stakes, labels, weights, rows, to.stakes);
      lost = kernels.spreadByClass(truthBits, labels, weights, rows, to.truths);
    }
    const cells = this.tally.beside && !weights ? room.cells : undefined;
    const { kept, lost: lostBets } = kernels.spreadSingles(columns, labels, modal, weights, rows, k, room.cuts, to, cells, room.kept);
    this.closed.turning.keepSome(kept, room.kept, weights !== undefined);
    if (lost > 0) {
      note(this.infinite.truths, truthBits, weights, rows, first);
      for (let r = 0; this.tally.beside && r < rows; r++) if (truthBits[r] === -Infinity && weights?.[r] !== 0) this.tally.addImpossible(piece, r);
    }
    if (lostBets > 0) note(this.infinite.bets, columns.betBits, weights, rows, first);
  }

  /** The open block waits to be added up, and another one begins. */
  private close(): void {
    if (this.blockRows === 0) return;
    this.room(this.k).leave(this.block);
    this.waiting.push({ numbers: this.block.numbers.slice(), cuts: this.cuts });
    this.block.numbers.fill(0);
    this.blockRows = 0;
    this.afterBlocks();
  }

  private afterBlocks(): void {
    if (this.waiting.length >= MOST_PENDING) this.settle();
    if (this.closed.turning.keptRows > MAX_KEPT_ESTIMATES) this.narrow();
  }

  private settle(): ExactStatistics {
    for (const { numbers, cuts } of this.waiting.splice(0)) this.closed.addBlock(numbers, cuts);
    return this.closed;
  }

  /** What all rows come to, exactly. @internal */
  sums(): ExactStatistics {
    if (this.known) return this.known;
    const closed = this.settle();
    if (this.blockRows === 0) return closed;
    // The open block stays as it is, so that rows to come go on with the bits that they would have had.
    this.room(this.k).leave(this.block);
    this.known = new ExactStatistics(this.layout, new TurningPoints(this.k, this.kernels)).merge(closed);
    this.known.addBlock(this.block.numbers, this.cuts);
    return this.known;
  }

  /** How many estimates are kept. @internal */
  get kept(): number {
    return this.closed.turning.keptRows;
  }

  /**
   * Makes the band of kept estimates as narrow as the frequencies so far allow. Where rows were merged that were cut
   * elsewhere, it stays as it is.
   *
   * @internal
   */
  narrow(): void {
    const { k, cuts: old, weight } = this;
    const { turning } = this.settle();
    if (this.blockRows > 0 || turning.tables.length > 1) return;
    const band = expectedBand(this.tally.confusion.actual(), (weight * weight) / this.weightSquares);
    let narrower = false;
    for (let c = 0; c < k; c++) {
      const [low, high] = bandOf(old, c);
      if (low <= band.low[c] && band.high[c] <= high && band.high[c] - band.low[c] < (high - low) / 2) narrower = true;
      else {
        band.low[c] = low;
        band.high[c] = high;
      }
    }
    if (!narrower) return;
    this.known = undefined;
    this.cuts = cutsOf(this.turnAt, band);
    turning.recut(this.cuts);
    this.keepAgain(turning.takeKept());
  }

  /** Keeps estimates that were kept with wider cuts: those outside of the band are summed up on their side. */
  private keepAgain(kept: Kept[]): void {
    const room = this.room(this.k);
    const { columns, kept: again } = room;
    for (const { values, classes, weights } of kept)
      for (let from = 0; from < values.length; from += room.rows) {
        const rows = Math.min(room.rows, values.length - from);
        const to = room.enter(this.block, this.cuts);
        columns.truth.set(values.subarray(from, from + rows));
        if (weights) columns.weights.set(weights.subarray(from, from + rows));
        // The kernel writes the class of a kept row no sooner than it has read it.
        again.classes.set(classes.subarray(from, from + rows));
        this.kernels.logColumn(columns.truth, columns.truthBits, rows, false);
        this.kernels.logColumn(columns.truth, columns.restBits, rows, true);
        const rowWeights = weights && columns.weights;
        const { truth, truthBits, restBits } = columns;
        const count = this.kernels.spreadSides(truth, truthBits, restBits, again.classes, rowWeights, rows, room.cuts, to.turns, again);
        this.closed.turning.keepSome(count, again, weights !== undefined);
      }
    room.leave(this.block);
    this.closed.turning.addBlock(this.block.numbers, this.layout, this.cuts);
    this.block.numbers.fill(0);
  }

  /** What it is made of, to be posted beside its tally; no rows must be added afterwards. @internal */
  drain(): StatisticsState {
    this.close();
    const { waiting, infinite, weightSquares, closed } = this;
    const added = closed.turning.tables.length > 0;
    return { ...(added ? { sums: closed.sums() } : {}), blocks: waiting, kept: closed.turning.takeKept(), ...infinite, weightSquares };
  }

  /** Adds what other statistics are made of, of rows that follow these. @internal */
  mergeState({ sums, blocks, kept, truths, bets, weightSquares }: StatisticsState, tally: TallyState): void {
    this.known = undefined;
    this.addInfinite({ truths, bets });
    this.tally.mergeState(tally);
    this.weightSquares += weightSquares;
    const { cuts, firstCuts } = this;
    const alike = [...blocks, ...(sums?.tables ?? [])].every((each) => isSameNumbers(each.cuts, firstCuts));
    // What is outside of the first cuts is outside of those that have become of them.
    const recut = <T extends { cuts: Float64Array }>(each: T): T => (alike ? { ...each, cuts } : each);
    this.waiting.push(...blocks.map(recut));
    if (sums) this.closed.mergeSums({ ...sums, tables: sums.tables.map(recut) });
    if (alike && cuts !== firstCuts) this.keepAgain(kept);
    else for (const each of kept) this.closed.turning.keep(each);
    this.afterBlocks();
  }

  /** Takes a block of its rows that was summed up elsewhere (slicedStatistics.ts), where they are counted, too. @internal */
  takeBlock(numbers: Float64Array, cuts: Float64Array): void {
    this.known = undefined;
    this.waiting.push({ numbers, cuts });
    if (this.waiting.length >= MOST_PENDING) this.settle();
  }

  /** Takes the last of its blocks, the estimates that were kept of all, and Σ w². @internal */
  takeRest(numbers: Float64Array | undefined, cuts: Float64Array, kept: Kept, weightSquares: number): void {
    if (numbers) this.takeBlock(numbers, cuts);
    this.closed.turning.keep(kept);
    this.weightSquares += weightSquares;
  }

  /** Adds other statistics of the same classes and cutoff. In any order and grouping the result has the same bits. */
  merge(other: RewardStatistics): this {
    const theirs = other.sums();
    const { rows } = this;
    this.tally.merge(other.tally, false);
    this.known = undefined;
    this.addInfinite(other.infinite, rows);
    this.weightSquares += other.weightSquares;
    this.settle().merge(theirs);
    return this;
  }

  private addInfinite(other: RewardStatistics['infinite'], before = this.rows): void {
    for (const name of ['truths', 'bets'] as const) {
      const mine = this.infinite[name];
      const theirs = other[name];
      mine.count += theirs.count;
      for (const row of theirs.rows) if (mine.rows.length < FIRST_FEW) mine.rows.push(before + row);
    }
  }

  toJSON(): StatisticsJSON {
    const { infinite, weightSquares, cuts, firstCuts, turnAt } = this;
    const exact = this.settle();
    this.room(this.k).leave(this.block);
    const open = { rows: this.blockRows, cuts, firstCuts, turnAt, numbers: this.block.numbers };
    return statisticsJson(this.tally.written(), { exact, infinite, weightSquares, open });
  }

  /** Takes up what `toJSON` wrote down, open block and all, so that adding goes on as if it had not stopped. @internal */
  restore(json: CheckedJson, tally: TallyJSON): this {
    this.tally.restore(tally);
    const { infinite, weightSquares, open } = readStatistics(json, this.closed, this.tally.rows, this.tally.weightless !== undefined);
    Object.assign(this.infinite, infinite);
    this.weightSquares = weightSquares;
    this.blockRows = open.rows;
    this.block.numbers.set(open.numbers);
    this.cuts = isSameNumbers(open.cuts, open.firstCuts) ? open.firstCuts : open.cuts;
    this.firstCuts = open.firstCuts;
    this.turnAt = open.turnAt;
    return this;
  }

  /** The values of a prior for these classes; `test` takes the counts of these rows. */
  prior(prior?: Prior): Float64Array {
    return this.tally.prior(prior);
  }

  /** Why a measure cannot be told under a prior without another look at the rows; undefined where it can. */
  untold(id: string, prior?: Prior): string | undefined {
    const found = measure(id);
    if (this.infiniteOf(found).count > 0) return undefined;
    return found.untold?.(this.sums(), this.exactPrior(this.prior(prior)));
  }

  private infiniteOf({ infinite }: Measure): InfiniteRows {
    return infinite ? this.infinite[infinite.of] : { count: 0, rows: [] };
  }

  private sumsOf({ sums }: Measure, prior: Float64Array): ValueSums {
    return sums(this.sums(), this.exactPrior(prior), this.tally);
  }

  /** The last one serves as long as it is asked for: measures come one after the other. */
  private exactPrior(values: Float64Array): ExactPrior {
    if (!this.lastPrior || !isSameNumbers(this.lastPrior.values, values)) this.lastPrior = new ExactPrior(values);
    return this.lastPrior;
  }

  /** Mean, total and standard error of a measure under a prior, and the rows that are infinite. */
  summary(id: string, prior?: Prior): Summary {
    const found = measure(id);
    const { rows, weight } = this;
    const { infinite } = found;
    const { count, rows: infiniteRows } = this.infiniteOf(found);
    const shared = { rows, weight, infinite: count, infiniteRows: [...infiniteRows] };
    if (count > 0 && infinite) return { ...shared, total: infinite.value, mean: infinite.value, standardError: NaN };
    const untold = this.untold(id, prior);
    if (untold !== undefined)
      throw new FairbitsError('tally', `${id} cannot be told from these statistics: ${untold}`, { found: id, expected: 'another look at the rows: rewards()' });
    const { spread, factor } = this.sumsOf(found, this.prior(prior));
    // 0, not −0.
    const total = fromFixed(spread.sum) * factor + 0;
    return { ...shared, total, mean: total / weight, standardError: standardErrorOf(spread, weight) * Math.abs(factor) };
  }

  /** The same as moments, which can be added to those under other priors. @internal */
  momentsOf(id: string, prior: Float64Array): MomentsState {
    const found = measure(id);
    const { count, rows: infiniteRows } = this.infiniteOf(found);
    const { spread, factor } = this.sumsOf(found, prior);
    const { sum, squares } = scaled(spread, toFixed(factor));
    const sign = Math.sign(found.infinite?.value ?? 0);
    return { rows: this.rows, weight: toFixed(this.weight), infinite: count, sign, infiniteRows, sum, within: 0n, between: squares << FIXED };
  }

  /** The total of a measure under a prior. */
  total(id: string, prior?: Prior): number {
    return this.summary(id, prior).total;
  }

  /** Its mean; NaN without rows. */
  mean(id: string, prior?: Prior): number {
    return this.summary(id, prior).mean;
  }

  /** The mean that perfect predictions of these rows would have under a prior; undefined for what is no reward. */
  ceiling(id: string, prior?: Prior): number | undefined {
    return this.tally.ceiling(id, prior);
  }

  /** The mean of a reward over its ceiling: 1 for perfect predictions, 0 for those that earn nothing; undefined for what is no reward. */
  share(id: string, prior?: Prior): number | undefined {
    const ceiling = this.ceiling(id, prior);
    return ceiling === undefined ? undefined : this.mean(id, prior) / ceiling;
  }

  /** The standard error of its mean; NaN with a weight of 1 or less (one row) or an infinite value. */
  standardError(id: string, prior?: Prior): number {
    return this.summary(id, prior).standardError;
  }

  /** An interval for its mean: Wilson's for accuracy, else the mean ± z standard errors; NaN where there is none. */
  interval(id: string, prior?: Prior, confidence = 0.95): [low: number, high: number] {
    return meanInterval(id, this.summary(id, prior), confidence);
  }
}

function squaresOf(weights: Float64Array, rows: number): number {
  let sum = 0;
  for (let r = 0; r < rows; r++) sum += weights[r] * weights[r];
  return sum;
}

/** Notes the rows that are infinite; `first` is the number of the first row. */
function note(infinite: InfiniteRows, bits: Float64Array, weights: Float64Array | undefined, rows: number, first: number): void {
  for (let r = 0; r < rows; r++) {
    if (bits[r] !== -Infinity || weights?.[r] === 0) continue;
    infinite.count++;
    if (infinite.rows.length < FIRST_FEW) infinite.rows.push(first + r);
  }
}

export function standardErrorOf({ weight: fixed, sum, squares }: Spread, weight: number): number {
  if (!(weight > 1)) return NaN;
  const about = squares - (sum * sum) / fixed;
  return about >> ROUNDING_SHIFT <= 0n ? 0 : Math.sqrt(fromFixed(about) / (weight - 1) / weight);
}
