import { CheckedJson } from '../base/checkedJson.js';
import { type Classes, classNames } from '../base/classes.js';
import { FairbitsError } from '../base/errors.js';
import type { Kernels, Products } from '../kernels/kernels.js';
import { normalized } from '../kernels/plain/product.js';
import { BINARY_PRODUCTS, columnSlot, IMPOSSIBLE, modalOfSide, ONES, pairSlot, SIDES, TIES } from '../kernels/slots.js';
import { fromFixed, toFixed } from '../math/exactSum.js';
import { LN2, ln } from '../math/log.js';
import { Confusion } from './confusion.js';
import { type Cutoff, type CutoffRange, cutoffRange } from './cutoff.js';
import { type GivenEstimates, type GivenLabels, type GivenWeights, takeRows, takeWeights } from './given.js';
import { type Estimates, type Labels, type Shape, shape } from './input.js';
import type { Statistics } from './logSums.js';
import { measure } from './measures/registry.js';
import { type Prior, resolvePrior } from './priors.js';
import { certainRows } from './rounded.js';
import { type Notes, noNotes, type Piece, partOf, Staging } from './staging.js';
import { ExactPrior } from './statistics/exactPrior.js';
import { sideOfPair, tallyWeighted } from './tallyWeighted.js';
import { positiveClass, type Treatment, type TreatmentOptions, treat } from './treatment.js';
import { CarriedSums, checkWeights, type Weights } from './weights.js';

export type { Statistics };

/**
 * Rows to a block. A block's products are closed into logs, and these are summed exactly; blocks are cut by row
 * number, so a tally has the same bits however its rows arrive, and merges in any grouping.
 */
export const TALLY_BLOCK_ROWS = 65536;

/** Up to this many classes the kernels count the confusion table; above, it would be larger than what they read. */
const MAX_COUNTED_CLASSES = 32;

/** Two classes: 24 products of pairs, 12 of columns. */
const BINARY_SUMS = 36;

const TALLY_FORMAT = 'fairbits-tally';
/** Tallies with weights are version 2: they have two fields more, which a reader of version 1 would pass over. */
const TALLY_VERSION = 1;
const WEIGHTED_VERSION = 2;

/** A tally as JSON: `engine.tallyFrom` makes a tally of it again. */
export interface TallyJSON {
  format: typeof TALLY_FORMAT;
  version: number;
  classes: readonly string[];
  positive: number;
  cutoff: CutoffRange;
  /** As they were asked for, for the rows still to come. */
  tolerance?: number;
  renormalize?: boolean;
  rows: number;
  clamped: number;
  renormalized: number;
  /** Tallies that were saved before these were counted have none of the three. */
  roundedOnes?: number;
  roundedOutside?: number;
  certain?: number;
  ties: number;
  impossible: number;
  /** The exact sums of logs, as multiples of 2^-256, and the zeros left out of them. */
  sums: string[];
  zeros: number[];
  /** Two classes: rows by side and label. */
  sides: number[];
  /** [actual, predicted, rows] of every cell that occurs. */
  confusion: [number, number, number][];
  /** The block that is not yet full, so that adding can go on with the same bits. */
  open: { rows: number; mantissas: number[]; exponents: number[]; zeros: number[] };
  /** Where rows had weights: what all rows weigh, how many weigh nothing, and the open block's sums of bits, each with what rounding took off. */
  weights?: { total: [number, number]; zero: number; sums: number[]; lost: number[] };
}

/** What the rows of a tally come to. */
export interface TallyState extends Pick<Tally, 'rows' | 'certain' | 'ties' | 'impossible' | 'clamped' | 'renormalized' | 'roundedOnes' | 'roundedOutside'> {
  sums: bigint[];
  zeros: Float64Array;
  sides: Float64Array;
  cells: [actual: number, predicted: number, rows: number][];
  /** Where rows had weights: what all weigh, what rounding took off that, and how many weigh nothing. */
  weights?: { total: number; lost: number; zero: number };
}

/**
 * Sufficient statistics of a test set: counts, and sums of logs kept as products. They add up.
 *
 * @example
 * ```ts
 * import { createEngine } from 'fairbits';
 *
 * const engine = await createEngine();
 * const tally = engine.tally(['no', 'yes']).add([0.9, 0.8, 0.3], ['yes', 'yes', 'no']);
 * tally.mean('bayesianReward', 'uniform'); // → 0.6705
 * tally.mean('accuracy'); // → 1
 * tally.share('bayesianReward', 'uniform'); // → 0.6705
 * engine.tallyFrom(JSON.stringify(tally)).merge(tally).rows; // → 6
 * ```
 */
export class Tally {
  readonly classes: readonly string[];
  readonly cutoff: CutoffRange;
  readonly positive: number;
  rows = 0;
  /** Estimates that the cutoff changed. */
  clamped = 0;
  /** Rows that were divided by their sum. */
  renormalized = 0;
  /** Rows with an estimate of exactly 1 beside others that are not all 0: a rounded one, which leaves over what they sum to. */
  roundedOnes = 0;
  /** Estimates outside [0, 1] by no more than the tolerance, taken as 0 or 1. */
  roundedOutside = 0;
  /** Of the impossible rows, those that gave another class 1 and all others 0. */
  certain = 0;

  /** Two classes: rows by side and label. @internal */
  readonly sides: Float64Array;
  /** More than two classes. */
  private readonly table: Confusion;
  private sums: bigint[];
  /** Rows whose truth was called impossible (its estimate 0, or another's 1 beside zeros), and rows with several modal classes. */
  private closedImpossible = 0;
  private closedTies = 0;
  private zeros: Float64Array;
  private block: Products;
  private blockRows = 0;
  /** Where rows have weights: what all rows weigh, how many weigh nothing, and the sums of the open block. */
  private weights: { total: CarriedSums; zero: number; logs: CarriedSums } | undefined;
  /** Sums of logs that are kept elsewhere, in the places of `sums`; set by who counts pieces alone. @internal */
  beside: (() => bigint[]) | undefined;
  /** The statistics, once derived, until rows are added. */
  private known: Statistics | undefined;

  /** @internal */
  constructor(
    private readonly kernels: Kernels,
    private readonly staging: Staging,
    classes: Classes,
    private readonly options: TreatmentOptions = {},
  ) {
    this.classes = classNames(classes);
    const k = this.classes.length;
    this.cutoff = cutoffRange(options.cutoff, k);
    this.positive = positiveClass(this.classes, options);
    this.table = new Confusion(k > 2 ? k : 0);
    const products = k === 2 ? BINARY_PRODUCTS : 8 * k;
    const sums = k === 2 ? BINARY_SUMS : 4 * k;
    const sides = k === 2 ? SIDES * 2 : 0;
    const cells = k > 2 && k <= MAX_COUNTED_CLASSES ? k * k : 0;
    // One piece of memory: a tally of a few thousand rows would take as long to make as to fill.
    const memory = new ArrayBuffer((products + sums + sides) * 8 + (2 * products + 2 + cells) * 4);
    const from32 = (products + sums + sides) * 8;
    this.block = {
      mantissas: new Float64Array(memory, 0, products).fill(1),
      exponents: new Int32Array(memory, from32, products),
      zeros: new Int32Array(memory, from32 + products * 4, products + 2),
      cells: new Int32Array(memory, from32 + (2 * products + 2) * 4, cells),
    };
    this.zeros = new Float64Array(memory, products * 8, sums);
    this.sides = new Float64Array(memory, (products + sums) * 8, sides);
    this.sums = new Array<bigint>(sums).fill(0n);
  }

  get k(): number {
    return this.classes.length;
  }

  /** What the rows weigh: their number, unless they came with weights. */
  get weight(): number {
    return this.weights ? this.weights.total.get(0) : this.rows;
  }

  /** Rows of weight 0; undefined where no row had a weight. */
  get weightless(): number | undefined {
    return this.weights?.zero;
  }

  /** Adds rows, each as often as its weight says. An error in any of them leaves the tally as it was. */
  add(givenEstimates: GivenEstimates, givenLabels: GivenLabels, givenWeights?: GivenWeights): this {
    const { estimates, labels } = takeRows(givenEstimates, givenLabels, this.classes);
    const weights = takeWeights(givenWeights);
    const form = shape(estimates, labels, this.k);
    if (weights) return this.addWeighted(estimates, labels, weights, form);
    this.known = undefined;
    const treatment = treat(this.classes, estimates, this.options);
    const notes = noNotes();
    const most = Staging.rows(this.k, form.column);
    this.foldCells();
    const modal = this.k > MAX_COUNTED_CLASSES ? new Uint16Array(form.rows) : undefined;
    // What comes back if a row is bad: the kernels work on a copy of the open block, and closing it makes new sums.
    const { block, blockRows, sums, zeros, closedImpossible, closedTies, certain } = this;
    const counts = this.counts();
    this.block = this.kernels.borrow(block);
    try {
      for (let from = 0; from < form.rows; ) {
        const rows = Math.min(most, form.rows - from, TALLY_BLOCK_ROWS - this.blockRows);
        const piece = this.staging.piece(estimates, labels, form, from, rows, treatment, notes, this.k > 2 ? 'modal' : 'none');
        this.addPart(piece, form.column, treatment, counts, { labels, notes });
        modal?.set(piece.modal.subarray(0, rows), from);
        this.blockRows += rows;
        if (this.blockRows === TALLY_BLOCK_ROWS) this.close();
        from += rows;
      }
      this.kernels.keep(block, this.block);
    } catch (error) {
      Object.assign(this, { blockRows, sums, zeros, closedImpossible, closedTies, certain });
      throw error;
    } finally {
      this.block = block;
    }
    if (modal) this.table.addColumn(labels, modal);
    for (let i = 0; i < this.sides.length; i++) this.sides[i] += counts[i];
    this.weights?.total.add(0, form.rows);
    this.rows += form.rows;
    this.note(notes);
    this.closedTies += notes.ties;
    return this;
  }

  /** Rows with weights are all looked at before the first is added. */
  private addWeighted(estimates: Estimates, labels: Labels, weights: Weights, form: Shape): this {
    checkWeights(weights, form.rows);
    const treatment = treat(this.classes, estimates, this.options);
    const most = Staging.rows(this.k, form.column);
    for (const adding of [false, true])
      for (let from = 0; from < form.rows; from += most) {
        const rows = Math.min(most, form.rows - from);
        const notes = noNotes();
        const piece = this.staging.piece(estimates, labels, form, from, rows, treatment, notes, adding ? 'modal' : 'check');
        if (adding) this.addPiece({ ...piece, weights: weights.subarray(from, from + rows) }, form.column, treatment, notes);
      }
    return this;
  }

  private addWeightedPiece(piece: Piece, column: boolean, notes: Notes): void {
    const { k, rows } = this;
    this.known = undefined;
    this.foldCells();
    if (!this.weights) {
      // Those before count once each.
      this.weights = { total: carried([rows, 0]), zero: 0, logs: new CarriedSums(this.sums.length) };
    }
    const { weights, table, sides } = this;
    const counted = { weight: weights.total, impossible: 0, certain: 0, ties: 0 };
    const room = this.staging.logRoom(piece.rows * (column ? 1 : k));
    for (let from = 0; from < piece.rows; ) {
      const some = Math.min(piece.rows - from, TALLY_BLOCK_ROWS - this.blockRows);
      const into = { logs: weights.logs, zeros: this.zeros, sides, cell: table.add.bind(table) };
      tallyWeighted(this.kernels, partOf(piece, from, some, column ? 1 : k), column, this.positive, k, room, into, counted);
      this.blockRows += some;
      if (this.blockRows === TALLY_BLOCK_ROWS) this.close();
      from += some;
    }
    for (let r = 0; r < piece.rows; r++) if ((piece.weights as Weights)[r] === 0) weights.zero++;
    this.rows += piece.rows;
    this.closedImpossible += counted.impossible;
    this.certain += counted.certain;
    this.closedTies += counted.ties;
    this.note(notes);
  }

  private note({ clamped, renormalized, roundedOnes, roundedOutside }: Pick<Notes, 'clamped' | 'renormalized' | 'roundedOnes' | 'roundedOutside'>): void {
    this.clamped += clamped;
    this.renormalized += renormalized;
    this.roundedOnes += roundedOnes;
    this.roundedOutside += roundedOutside;
  }

  /** Two classes: what a call of the kernels counts, rows by side and label, and then whether it saw a 1. */
  private counts(): Int32Array {
    return new Int32Array(this.k === 2 ? ONES + 1 : 0);
  }

  /** Adds a piece that was looked at already, its modal classes found; `notes` are those made then. @internal */
  addPiece(piece: Piece, column: boolean, treatment: Treatment, notes: Notes): void {
    if (piece.weights) {
      this.addWeightedPiece(piece, column, notes);
      return;
    }
    this.weights?.total.add(0, piece.rows);
    this.known = undefined;
    const { block } = this;
    const counts = this.counts();
    this.block = this.kernels.borrow(block);
    for (let from = 0; from < piece.rows; ) {
      const rows = Math.min(piece.rows - from, TALLY_BLOCK_ROWS - this.blockRows);
      this.addPart(partOf(piece, from, rows, column ? 1 : this.k), column, treatment, counts);
      this.blockRows += rows;
      if (this.blockRows === TALLY_BLOCK_ROWS) {
        this.close();
        this.foldCells();
      }
      from += rows;
    }
    this.kernels.keep(block, this.block);
    this.block = block;
    if (this.k > MAX_COUNTED_CLASSES) this.table.addColumn(piece.labels.subarray(0, piece.rows), piece.modal.subarray(0, piece.rows));
    for (let i = 0; i < this.sides.length; i++) this.sides[i] += counts[i];
    this.rows += piece.rows;
    this.note(notes);
    // Of two classes the kernels count ties themselves.
    if (this.k > 2) this.closedTies += notes.ties;
  }

  /** Takes what a kernel counted by true and modal class, which then counts from 0. @internal */
  addCells(cells: Uint32Array | Int32Array): void {
    const { table, k } = this;
    for (let cell = 0; cell < cells.length; cell++) if (cells[cell] > 0) table.add(Math.floor(cell / k), cell % k, cells[cell]);
    cells.fill(0);
  }

  /**
   * Counts the rows of a piece of more than two classes, whose logs are summed up elsewhere (`beside`): all but the rows
   * that are impossible. Those without weights are counted by class elsewhere, too (`addCells`).
   *
   * @internal
   */
  countPiece({ p, labels, modal, rows, weights: given }: Piece, notes: Notes): void {
    const { table, k } = this;
    this.known = undefined;
    this.note(notes);
    if (!given) {
      this.weights?.total.add(0, rows);
      this.closedTies += notes.ties;
    } else {
      this.weights ??= { total: carried([this.rows, 0]), zero: 0, logs: new CarriedSums(this.sums.length) };
      for (let r = 0; r < rows; r++) {
        if (given[r] === 0) {
          this.weights.zero++;
          continue;
        }
        this.weights.total.add(0, given[r]);
        table.add(labels[r], modal[r], given[r]);
        this.closedTies += Number(isTied(p, r * k, k, modal[r]));
      }
    }
    this.rows += rows;
  }

  /** Adds the logs of a row of a piece that calls the truth impossible; it has been counted. @internal */
  addImpossible(piece: Piece, row: number): void {
    const { k } = this;
    const { p, labels, modal, weights, rounded } = piece;
    const label = labels[row];
    const add = (sum: number, i: number): void => {
      const listed = rounded.rows.findIndex((each, j) => each === row && rounded.classes[j] === i);
      const factor = i === label ? p[row * k + i] : listed >= 0 ? rounded.rests[listed] : 1 - p[row * k + i];
      if (factor === 0) this.zeros[sum]++;
      else this.sums[sum] += toFixed((weights?.[row] ?? 1) * ln(factor));
    };
    for (let i = 0; i < k; i++) add(i === label ? k + i : i, i);
    // A modal bet that is finite is summed up with the others.
    if (modal[row] !== label && p[row * k + modal[row]] === 1 && !rounded.rows.includes(row)) this.zeros[3 * k + modal[row]]++;
    this.closedImpossible++;
    this.certain += certainRows(partOf(piece, row, 1, k), false, k, this.positive);
  }

  /** Adds rows of one block. `unseen` are the labels and the notes of rows that only the kernel looks at. */
  private addPart(piece: Piece, column: boolean, treatment: Treatment, counts: Int32Array, unseen?: { labels: Labels; notes: Notes }): void {
    const { block, k, staging } = this;
    const before = this.impossible;
    const bad = this.multiply(piece, column, treatment, counts);
    if (bad >= 0 && unseen) {
      // Those before are added. If rounding put an estimate outside of [0, 1], the others can be, too; else this throws.
      staging.settle(piece, unseen.labels, column, treatment, unseen.notes, false);
      this.multiply(partOf(piece, bad, piece.rows - bad, column ? 1 : k), column, treatment, counts, bad);
    }
    if (k === 2 && !column && counts[ONES] === 1) {
      if (unseen && piece.rounded.rows.length === 0) staging.list(piece, k, unseen.notes);
      counts[ONES] = 0;
    }
    if (piece.rounded.rows.length > 0) this.mend(piece, block);
    if (this.impossible > before) this.certain += certainRows(piece, column, k, this.positive);
  }

  private multiply({ p, labels, modal, rows }: Piece, column: boolean, { tolerance, cutoff }: Treatment, counts: Int32Array, done = 0): number {
    const { kernels, block, k, positive } = this;
    const odd = (this.blockRows + done) & 1;
    if (k > 2) {
      kernels.tallyClasses(p, labels, modal, rows, odd, k, block);
      return -1;
    }
    const held = cutoff.low > 0 || cutoff.high < 1;
    return column
      ? kernels.tallyColumn(p, labels, rows, odd, positive, block, counts)
      : kernels.tallyPairs(p, labels, rows, held ? Infinity : tolerance, block, counts);
  }

  /**
   * Corrects the rows of a block in which a class that is not the true one has a rounded 1: the kernels took 1 − 1 for its factor, counted a zero and
   * left it out. The log of the right one goes into the exact sums, which know no order.
   */
  private mend({ p, labels, modal, rounded: { rows, classes, rests } }: Piece, { zeros }: Products): void {
    const { k } = this;
    this.sums = [...this.sums];
    for (let j = 0; j < rows.length; j++) {
      const row = rows[j];
      const label = labels[row];
      const i = classes[j];
      if (i === label) continue;
      const log = toFixed(ln(rests[j]));
      const parity = (this.blockRows + row) & 1;
      const pair = k === 2;
      const wasModal = i === modal[row] && !pair;
      const slots = [pair ? pairSlot(sideOfPair(p[2 * row], p[2 * row + 1]), label, i) : parity * k + i, ...(wasModal ? [(6 + parity) * k + i] : [])];
      for (const slot of slots) {
        zeros[slot]--;
        this.sums[this.sumOf(slot)] += log;
      }
      // It stays impossible if the true class has 0.
      if ((pair || wasModal) && p[row * k + label] !== 0) zeros[pair ? IMPOSSIBLE : 8 * k]--;
    }
  }

  /**
   * Adds another tally of the same classes and cutoff. In any order and grouping the result has the same bits. `beside` is false where
   * what is beside the other is added elsewhere.
   */
  merge(other: Tally, beside = true): this {
    const mine = JSON.stringify([this.classes, this.cutoff]);
    const theirs = JSON.stringify([other.classes, other.cutoff]);
    if (mine !== theirs)
      throw new FairbitsError('tally', `tallies can be merged only if classes and cutoff are the same, and in the same order: ${mine} and ${theirs}`, {
        found: theirs,
        expected: mine,
      });
    return this.mergeState(other.state(beside));
  }

  /** What the rows come to, to be added to another tally; it can be posted. `beside` as in `merge`. @internal */
  state(beside = true): TallyState {
    const { rows, certain, ties, impossible, clamped, renormalized, roundedOnes, roundedOutside, weights } = this;
    return {
      ...{ rows, certain, ties, impossible, clamped, renormalized, roundedOnes, roundedOutside },
      sums: this.closedSums(beside),
      zeros: this.allZeros(),
      sides: this.sides.slice(),
      cells: this.k > 2 ? [...this.confusion.cells()] : [],
      ...(weights ? { weights: { total: weights.total.sums[0], lost: weights.total.lost[0], zero: weights.zero } } : {}),
    };
  }

  /** Adds what other rows come to, of the same classes and cutoff. @internal */
  mergeState(other: TallyState): this {
    const { rows, sums, zeros, sides, cells, weights } = other;
    if (this.weights || weights) {
      this.weights ??= { total: carried([this.rows, 0]), zero: 0, logs: new CarriedSums(this.sums.length) };
      this.weights.total.add(0, weights ? weights.total : rows);
      this.weights.total.add(0, weights ? weights.lost : 0);
      this.weights.zero += weights?.zero ?? 0;
    }
    this.known = undefined;
    for (let i = 0; i < sums.length; i++) {
      this.sums[i] += sums[i];
      this.zeros[i] += zeros[i];
    }
    for (let i = 0; i < sides.length; i++) this.sides[i] += sides[i];
    for (const cell of cells) this.table.add(...cell);
    this.rows += rows;
    this.closedImpossible += other.impossible;
    this.closedTies += other.ties;
    this.certain += other.certain;
    this.note(other);
    return this;
  }

  /** The total of a measure under a prior: a few multiplications, whatever the number of rows. */
  total(id: string, prior?: Prior): number {
    const { total } = measure(id);
    if (!total)
      throw new FairbitsError('tally', `a tally does not determine ${id}, which depends on each row and the prior together; use rewards()`, {
        found: id,
        expected: 'a measure that a tally determines',
      });
    return this.rows === 0 ? 0 : total(this.statistics(), this.prior(prior));
  }

  /** The mean of a measure under a prior; NaN without rows. */
  mean(id: string, prior?: Prior): number {
    return this.total(id, prior) / this.weight;
  }

  /** The mean that perfect predictions of these rows would have under a prior; undefined for what is no reward. */
  ceiling(id: string, prior?: Prior): number | undefined {
    const { ceiling } = measure(id);
    return ceiling && ceiling(this.confusion.actual(), new ExactPrior(this.prior(prior))) / this.weight;
  }

  /** The mean of a reward over its ceiling: 1 for perfect predictions, 0 for those that earn nothing; undefined for what is no reward. */
  share(id: string, prior?: Prior): number | undefined {
    const ceiling = this.ceiling(id, prior);
    return ceiling === undefined ? undefined : this.mean(id, prior) / ceiling;
  }

  /** The values of a prior for these classes; `test` takes this tally's counts. */
  prior(prior?: Prior): Float64Array {
    return resolvePrior(prior, this.classes, () => this.confusion.actual()).values;
  }

  get impossible(): number {
    return this.closedImpossible + this.block.zeros[this.k === 2 ? IMPOSSIBLE : 8 * this.k];
  }

  get ties(): number {
    return this.closedTies + (this.k === 2 ? this.block.zeros[TIES] : 0);
  }

  /** How many rows of each class had each class as the modal one. */
  get confusion(): Confusion {
    if (this.k > 2) return this.foldCells();
    const table = new Confusion(2);
    for (let side = 0; side < SIDES; side++) for (let label = 0; label < 2; label++) table.add(label, modalOfSide(side), this.sides[side * 2 + label]);
    return table;
  }

  statistics(): Statistics {
    this.known ??= this.derive();
    return this.known;
  }

  private derive(): Statistics {
    const { k, weight: rows, confusion } = this;
    const sums = this.closedSums();
    const zeros = this.allZeros();
    const each = (indices: (i: number) => number[]): Float64Array => Float64Array.from({ length: k }, (_, i) => logSum(indices(i), sums, zeros));
    let hits = 0;
    for (const [actual, predicted, count] of confusion.cells()) if (actual === predicted) hits += count;
    const shared = { k, rows, counts: confusion.actual(), hits };
    if (k > 2) return { ...shared, B: each((i) => [i]), A: each((i) => [k + i]), G: each((i) => [2 * k + i]), H: each((i) => [3 * k + i]) };
    const sides = Array.from({ length: SIDES }, (_, side) => side);
    const modal = (i: number) => sides.filter((side) => modalOfSide(side) === i);
    return {
      ...shared,
      A: each((i) => sides.flatMap((side) => binarySums(side, i, i))),
      B: each((i) => sides.flatMap((side) => binarySums(side, 1 - i, i))),
      G: each((i) => modal(i).flatMap((side) => binarySums(side, i, i))),
      H: each((i) => modal(i).flatMap((side) => binarySums(side, 1 - i, i))),
    };
  }

  /** Two classes: the sum of logs of class i's factor over rows of a label on some sides; −∞ where one was 0. @internal */
  binaryLog(sides: number[], label: number, i: number): number {
    return logSum(
      sides.flatMap((side) => binarySums(side, label, i)),
      this.closedSums(),
      this.allZeros(),
    );
  }

  toJSON(): TallyJSON {
    return this.written(this.beside?.());
  }

  /** The same with other sums beside its own, or none. @internal */
  written(beside?: bigint[]): TallyJSON {
    const { block, weights } = this;
    return {
      format: TALLY_FORMAT,
      version: weights ? WEIGHTED_VERSION : TALLY_VERSION,
      classes: this.classes,
      positive: this.positive,
      cutoff: this.cutoff,
      ...(this.options.tolerance === undefined ? {} : { tolerance: this.options.tolerance }),
      ...(this.options.renormalize ? { renormalize: true } : {}),
      rows: this.rows,
      clamped: this.clamped,
      renormalized: this.renormalized,
      roundedOnes: this.roundedOnes,
      roundedOutside: this.roundedOutside,
      certain: this.certain,
      ties: this.closedTies,
      impossible: this.closedImpossible,
      sums: this.sums.map((sum, i) => String(sum + (beside?.[i] ?? 0n))),
      zeros: [...this.zeros],
      sides: [...this.sides],
      confusion: this.k > 2 ? [...this.confusion.cells()] : [],
      open: { rows: this.blockRows, ...normalized(block), zeros: [...block.zeros] },
      ...(weights
        ? {
            weights: {
              total: [weights.total.sums[0], weights.total.lost[0]] as [number, number],
              zero: weights.zero,
              sums: [...weights.logs.sums],
              lost: [...weights.logs.lost],
            },
          }
        : {}),
    };
  }

  /** Takes up what `toJSON` wrote down, open block and all, so that adding goes on as if it had not stopped. @internal */
  restore(written: TallyJSON): this {
    const json = new CheckedJson(written);
    const { block, k } = this;
    const weights = json.field('weights');
    const weighted = !weights.missing;
    const counted = (list: CheckedJson, length: number): Float64Array => (weighted ? list.numbers(length, 0) : list.counts(length));
    this.known = undefined;
    this.rows = json.field('rows').count();
    this.clamped = json.field('clamped').count();
    this.renormalized = json.field('renormalized').count();
    // Tallies that were saved before had none of these.
    for (const name of ['roundedOnes', 'roundedOutside', 'certain'] as const) this[name] = json.field(name).missing ? 0 : json.field(name).count();
    this.closedTies = json.field('ties').count(this.rows);
    this.closedImpossible = json.field('impossible').count(this.rows);
    this.sums = json
      .field('sums')
      .list(this.sums.length)
      .map((each) => each.integer());
    this.zeros.set(json.field('zeros').counts(this.zeros.length, this.rows));
    this.sides.set(counted(json.field('sides'), this.sides.length));
    json.field('confusion').cells(k, this.rows, !weighted, (actual, predicted, count) => this.table.add(actual, predicted, count));
    const open = json.field('open');
    this.blockRows = open.field('rows').count(TALLY_BLOCK_ROWS - 1);
    block.mantissas.set(open.field('mantissas').numbers(block.mantissas.length, 0));
    block.exponents.set(
      open
        .field('exponents')
        .list(block.exponents.length)
        .map((each) => each.whole(-(2 ** 31), 0)),
    );
    block.zeros.set(open.field('zeros').counts(block.zeros.length, this.rows));
    if (weighted) {
      this.weights = {
        total: carried([...weights.field('total').numbers(2)]),
        zero: weights.field('zero').count(this.rows),
        logs: new CarriedSums(this.sums.length),
      };
      this.weights.logs.sums.set(weights.field('sums').numbers(this.sums.length));
      this.weights.logs.lost.set(weights.field('lost').numbers(this.sums.length));
    }
    this.checkRestored(json, weighted);
    return this;
  }

  /** That what was taken up can be what rows came to: every count is of rows that are there, and no logarithm of a probability is above 0. */
  private checkRestored(json: CheckedJson, weighted: boolean): void {
    const { block, k, rows } = this;
    const most = { clamped: rows * k, renormalized: rows, roundedOnes: rows, roundedOutside: rows * k, certain: rows };
    for (const [name, limit] of Object.entries(most) as [keyof typeof most, number][]) if (this[name] > limit) json.field(name).refuse(`at most ${limit}`);
    const open = json.field('open');
    if (this.blockRows > rows) open.field('rows').refuse(`at most ${rows}`);
    for (let j = 0; j < block.mantissas.length; j++)
      if (!(block.mantissas[j] > 0 && ln(block.mantissas[j], block.exponents[j]) <= 0)) open.field('mantissas').list()[j].refuse('a product of probabilities');
    const all = this.confusion.actual().reduce((sum, count) => sum + count, 0);
    const counts = json.field(k === 2 ? 'sides' : 'confusion');
    if (!weighted && all !== rows) counts.refuse(`counts of ${rows} rows in all, not ${all}`);
    const { total, logs } = this.weights ?? {};
    const weight = total?.get(0) ?? rows;
    const weights = json.field('weights');
    if (total && !(weight >= 0 && Math.abs(total.lost[0]) <= weight)) weights.field('total').refuse('what rows weigh');
    if (!(Math.abs(all - weight) <= NEARLY * weight)) counts.refuse(`a weight of ${weight} in all, not ${all}`);
    for (let i = 0; logs && i < this.sums.length; i++) if (!(logs.get(i) <= 0)) weights.field('sums').list()[i].refuse('a sum of logarithms, at most 0');
    // No logarithm of a number above 0 is lower.
    const least = toFixed(-LEAST_LOG * weight * (1 + NEARLY));
    for (let i = 0; i < this.sums.length; i++)
      if (this.sums[i] > 0n || this.sums[i] < least) json.field('sums').list()[i].refuse('a sum of logarithms of probabilities, of so many rows');
  }

  /** The confusion table, with what the kernels counted since it was last asked for. Rows of a call that fails are never among it. */
  private foldCells(): Confusion {
    this.addCells(this.block.cells);
    return this.table;
  }

  /** Closes the open block: its products become logs, and start again at 1. */
  private close(): void {
    const { block } = this;
    this.sums = this.closedSums();
    this.zeros = this.allZeros();
    this.closedImpossible = this.impossible;
    this.closedTies = this.ties;
    block.mantissas.fill(1);
    block.exponents.fill(0);
    block.zeros.fill(0);
    this.weights?.logs.clear();
    this.blockRows = 0;
  }

  /** The sums as they would be with the open block closed. */
  private closedSums(beside = true): bigint[] {
    const { mantissas, exponents } = this.block;
    const sums = [...this.sums];
    const more = beside ? this.beside?.() : undefined;
    for (let i = 0; more && i < sums.length; i++) sums[i] += more[i];
    for (let j = 0; j < mantissas.length; j++) {
      if (mantissas[j] !== 1 || exponents[j] !== 0) sums[this.sumOf(j)] += toFixed(ln(mantissas[j], exponents[j]));
    }
    const logs = this.weights?.logs;
    if (logs) for (let i = 0; i < sums.length; i++) sums[i] += toFixed(logs.get(i) * LN2);
    return sums;
  }

  /** Likewise the zeros. */
  private allZeros(): Float64Array {
    const zeros = this.zeros.slice();
    for (let j = 0; j < this.block.mantissas.length; j++) zeros[this.sumOf(j)] += this.block.zeros[j];
    return zeros;
  }

  /** The sum that product j belongs to: parities come together. */
  private sumOf(j: number): number {
    const { k } = this;
    if (k === 2) return j < 24 ? j : 24 + ((j - 24) >> 1);
    return Math.floor(j / (2 * k)) * k + (j % k);
  }
}

/** What sums of weights may differ by, as a share of them, for want of digits. */
const NEARLY = 1e-9;
/** The logarithm of the least number above 0, without its sign; a little more. */
const LEAST_LOG = 746;

/** Whether another class of a row has as much as the modal one. */
export function isTied(p: Float64Array, row: number, k: number, modal: number): boolean {
  for (let i = 0; i < k; i++) if (i !== modal && p[row + i] === p[row + modal]) return true;
  return false;
}

/** A sum of one number and what rounding took off it. */
function carried([sum, lost]: readonly number[]): CarriedSums {
  const sums = new CarriedSums(1);
  sums.sums[0] = sum;
  sums.lost[0] = lost;
  return sums;
}

/** Sums together, exactly; −∞ where a zero was left out of one. */
function logSum(indices: number[], sums: bigint[], zeros: Float64Array): number {
  return indices.some((i) => zeros[i] > 0) ? -Infinity : fromFixed(indices.reduce((sum, i) => sum + sums[i], 0n));
}

/** Which sums hold class i's factor for a side and label: that of two columns, and that of one, where both factors are the same. */
function binarySums(side: number, label: number, i: number): number[] {
  return [pairSlot(side, label, i), BINARY_SUMS - 12 + columnSlot(side, label) - columnSlot(0, 0)];
}

/** Reads a tally's JSON far enough to make one like it. */
export function tallyHeader(written: unknown): { classes: readonly string[]; options: TreatmentOptions } {
  const found = written as Partial<TallyJSON> | null;
  if (typeof found !== 'object' || found === null || !Object.hasOwn(found, 'format') || found.format !== TALLY_FORMAT)
    throw new FairbitsError('tally', `this is no tally: expected an object with "format": "${TALLY_FORMAT}"`, { found: found?.format, expected: TALLY_FORMAT });
  const json = new CheckedJson(found);
  const version = json.field('version').count();
  if (version !== TALLY_VERSION && version !== WEIGHTED_VERSION)
    throw new FairbitsError('tally', `this tally has version ${version}; this build reads versions ${TALLY_VERSION} and ${WEIGHTED_VERSION}`, {
      found: version,
      expected: `${TALLY_VERSION} or ${WEIGHTED_VERSION}`,
    });
  const classes = json
    .field('classes')
    .list()
    .map((name) => name.text());
  const options: TreatmentOptions = classes.length === 2 && !json.field('positive').missing ? { positive: json.field('positive').count(1) } : {};
  const cutoff = json.field('cutoff').field('name').text();
  if (cutoff !== 'none') options.cutoff = cutoff as Cutoff;
  if (!json.field('tolerance').missing) options.tolerance = json.field('tolerance').number(0);
  if (!json.field('renormalize').missing) options.renormalize = json.field('renormalize').flag();
  return { classes, options };
}
