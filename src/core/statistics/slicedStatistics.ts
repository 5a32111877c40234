import type { KeptEstimates } from '../../kernels/kernels.js';
import { clamp, renormalize } from '../../kernels/plain/amend.js';
import type { Engine } from '../engine.js';
import type { Estimates, Labels } from '../input.js';
import { shape } from '../input.js';
import { FIRST_FEW } from '../moments.js';
import { settle } from '../rounded.js';
import { type Notes, noNotes, type Piece, partOf, Staging } from '../staging.js';
import { isTied, TALLY_BLOCK_ROWS } from '../tally.js';
import { type Treatment, treat } from '../treatment.js';
import type { Weights } from '../weights.js';
import { fillColumns } from './fillColumns.js';
import { type Layout, layoutOf, MOST_CROSSED } from './layout.js';
import type { RewardStatistics, StatisticsOptions } from './rewardStatistics.js';
import { SpreadRoom } from './spreadRoom.js';
import { type Band, bandOf, cutsOf, expectedBand, wholeBand } from './turningPoints.js';

/** Of all slices together so many estimates are kept, about, before the band in which they lie is made narrower. */
const MOST_KEPT_OF_SLICES = 2 ** 20;

/** The parts of a block's numbers, one behind the other (layout.ts). */
const SECTIONS = ['rows', 'column', 'bets', 'quadratic', 'turns', 'stakes', 'truths'] as const;
type Sections = Record<(typeof SECTIONS)[number], Float64Array>;

/** Bytes that the sums of so many slices of k classes take in the kernels' memory. */
export function sliceBytes(k: number, slices: number): number {
  return 8 * (slices + 1) * (layoutOf(k).length + 4 * k + 1) + (k <= MOST_CROSSED ? 4 * (slices + 1) * k * k : 0) + 4096;
}

/** What a row has beside its estimates, for who sums up more of it by slices: arrays of the kernels. */
export interface SlicedPiece {
  rows: number;
  /** Their slices, of each way. */
  codes: readonly Uint32Array[];
  labels: Uint16Array;
  weights: Float64Array | undefined;
  /** The estimate of the modal class, negative where that is not the true one. */
  modal: Float64Array;
  /** The mean of the logs of a row's bets. */
  bits: Float64Array;
}

/**
 * Statistics of rows that are told apart in several ways at once, each row in one slice of each way. The logs of a row are taken once. What a slice comes to is
 * what `RewardStatistics` come to that its rows were added to one after another, bit for bit: its blocks are closed by the number of the row in the slice.
 */
export class SlicedStatistics {
  private readonly k: number;
  private readonly layout: Layout;
  private readonly staging: Staging;
  private readonly room: SpreadRoom;
  private readonly ways: SliceWay[];
  /** Of the rows at hand: true and modal classes of their slices, weights, and what is told of each. */
  private readonly own: {
    codes: Uint32Array[];
    labels: Uint16Array;
    modal: Uint16Array;
    weights: Float64Array;
    modalEstimates: Float64Array;
    bits: Float64Array;
  };
  /** The rows of one slice, for tallies that go by rows. */
  private gathered: { p: Float64Array; labels: Uint16Array; modal: Uint16Array } | undefined;
  private cuts: Float64Array;
  /** The same for every slice, one behind the other. */
  private readonly allCuts: Float64Array;
  private readonly turnAt: ArrayLike<number>;
  private readonly counts: Float64Array;
  private weight = 0;
  private weightSquares = 0;
  private mostKept = MOST_KEPT_OF_SLICES;

  /** `slices` are how many there may be in each way; the engine's memory must have room for them. */
  constructor(
    private readonly engine: Engine,
    private readonly classes: readonly string[],
    private readonly options: StatisticsOptions,
    slices: readonly number[],
  ) {
    const { kernels } = engine;
    const k = classes.length;
    this.k = k;
    this.layout = layoutOf(k);
    this.staging = new Staging(kernels);
    this.room = new SpreadRoom(kernels, k);
    this.ways = slices.map((most) => new SliceWay(engine, this.layout, most));
    const { rows } = this.room;
    this.own = {
      codes: slices.map(() => kernels.uint32(rows)),
      labels: kernels.uint16(rows),
      modal: kernels.uint16(rows),
      weights: kernels.float64(rows),
      modalEstimates: kernels.float64(rows),
      bits: kernels.float64(rows),
    };
    this.turnAt = options.turnAt ?? new Float64Array(k).fill(1 / k);
    this.cuts = cutsOf(this.turnAt, options.band ?? wholeBand(k));
    this.allCuts = kernels.float64(4 * k * (Math.max(...slices) + 1));
    this.spreadCuts();
    this.counts = new Float64Array(k);
  }

  private spreadCuts(): void {
    for (let at = 0; at < this.allCuts.length; at += this.cuts.length) this.allCuts.set(this.cuts, at);
  }

  /**
   * Adds rows that were looked at already. `codes` has the slice of each row, for each way, and `slices` how many there are by now; rows with the code behind the last
   * that there may be are in none. `each` hears of some rows at a time. `treated` are the options of these rows, which may be of single precision.
   */
  add(
    estimates: Estimates,
    labels: Labels,
    weights: Weights | undefined,
    { codes, slices }: { codes: readonly Uint32Array[]; slices: readonly number[] },
    each: (piece: SlicedPiece) => void,
    treated: StatisticsOptions = this.options,
  ): void {
    const { k } = this;
    const form = shape(estimates, labels, k);
    const treatment = treat(this.classes, estimates, treated);
    const most = Staging.rows(k, form.column);
    for (const [w, way] of this.ways.entries()) way.meet(slices[w], () => this.engine.statistics(this.classes, this.options));
    for (let from = 0; from < form.rows; from += most) {
      const rows = Math.min(most, form.rows - from);
      const notes = noNotes();
      const piece = this.staging.piece(estimates, labels, form, from, rows, treatment, notes, 'modal');
      if (weights) piece.weights = weights.subarray(from, from + rows);
      this.addPiece(piece, form.column, treatment, notes, codes, each);
    }
    if (this.ways.reduce((sum, { kept }) => sum + kept.count, 0) > this.mostKept) this.narrow();
  }

  private addPiece(piece: Piece, column: boolean, treatment: Treatment, notes: Notes, codes: readonly Uint32Array[], each: (piece: SlicedPiece) => void): void {
    const { k, room, layout } = this;
    const width = column ? 1 : k;
    const counting = layout.crossed && k > 2 && !piece.weights;
    for (const [w, way] of this.ways.entries()) {
      const own = codes[w].subarray(piece.from, piece.from + piece.rows);
      if (counting) this.countNotes(way, own, piece, treatment, notes);
      else this.tallyBySlices(way, own, piece, column, treatment, notes);
    }
    for (let from = 0; from < piece.rows; from += room.rows) {
      const rows = Math.min(room.rows, piece.rows - from);
      const part = partOf(piece, from, rows, width);
      this.addPart(part, column, treatment, codes, counting);
      each(this.told(part, column));
    }
  }

  private addPart(part: Piece, column: boolean, treatment: Treatment, codes: readonly Uint32Array[], counting: boolean): void {
    const { engine, k, room, own } = this;
    const { labels, rows, weights: given, from } = part;
    const { counts } = this;
    const { truthBits, betBits } = fillColumns(engine.kernels, room, this.layout, part, column, treatment.positive);
    if (given) own.weights.set(given.subarray(0, rows));
    if (given)
      for (let r = 0; r < rows; r++) {
        counts[labels[r]] += given[r];
        this.weight += given[r];
        this.weightSquares += given[r] * given[r];
      }
    else {
      for (let r = 0; r < rows; r++) counts[labels[r]]++;
      this.weight += rows;
      this.weightSquares += rows;
    }
    const lost = { truths: infiniteRows(truthBits, given, rows), bets: infiniteRows(betBits, given, rows) };
    for (const [w, way] of this.ways.entries()) {
      const { [w]: mine } = own.codes;
      mine.set(codes[w].subarray(from, from + rows));
      way.note(mine, lost);
      if (lost.truths.length > 0 && this.layout.crossed && k > 2) way.addImpossible(mine, part, lost.truths);
      for (let start = 0; start < rows; ) start = this.addToWay(way, mine, part, start, column, counting);
    }
  }

  /** Adds rows from one on to their slices, up to the first with which a block is full; the row behind. */
  private addToWay(way: SliceWay, codes: Uint32Array, part: Piece, start: number, column: boolean, counting: boolean): number {
    const { engine, k, room, own, layout } = this;
    const { kernels } = engine;
    const { labels, modal } = own;
    const { open, cells, sums } = way;
    const [most, tableOfCells] = [TALLY_BLOCK_ROWS, counting ? cells : undefined];
    const of = <View extends Float64Array | Uint32Array | Uint16Array>(view: View): View => (start === 0 ? view : (view.subarray(start) as View));
    const rows = kernels.sliceClasses(of(codes), of(part.labels), of(part.modal), part.rows - start, k, open, most, tableOfCells, labels, modal);
    const last = codes[start + rows - 1];
    const { truth, truthBits, restBits, losses, stakes } = room.columns;
    const betBits = column ? truthBits : room.columns.betBits;
    const weights = part.weights ? of(own.weights) : undefined;
    if (column) kernels.spreadByClass(of(truthBits), labels, weights, rows, sums.column);
    else if (layout.crossed)
      kernels.spreadRows(start === 0 ? room.logs : room.logs.subarray(start * k), labels, weights, rows, k, undefined, room.distances, sums.rows);
    else {
      kernels.spreadByClass(of(stakes), labels, weights, rows, sums.stakes);
      kernels.spreadByClass(of(truthBits), labels, weights, rows, sums.truths);
    }
    const columns = { truth: of(truth), truthBits: of(truthBits), restBits: of(restBits), betBits: of(betBits), losses: of(losses) };
    const { kept } = kernels.spreadSingles(columns, labels, modal, weights, rows, k, this.allCuts, sums, undefined, room.kept);
    way.kept.add(kept, room.kept, weights !== undefined);
    if (open[last] === most) way.close(last, this.cuts);
    return start + rows;
  }

  /** What rows have beside: their modal estimates, and the mean of their logs. */
  private told(part: Piece, column: boolean): SlicedPiece {
    const { engine, k, room, own, layout } = this;
    const { p, labels, modal, rows, weights } = part;
    if (column) engine.kernels.modalEstimateOfColumn(p, labels, modal, rows, own.modalEstimates);
    else engine.kernels.modalEstimate(p, labels, modal, rows, k, own.modalEstimates);
    const { bits } = own;
    if (column) bits.set(room.columns.truthBits.subarray(0, rows));
    else if (!layout.crossed) bits.set(room.columns.stakes.subarray(0, rows));
    else
      for (let r = 0, at = 0; r < rows; r++) {
        let sum = 0;
        for (let i = 0; i < k; i++) sum += room.logs[at++];
        bits[r] = sum / k;
      }
    return { rows, codes: own.codes, labels, weights: weights && own.weights, modal: own.modalEstimates, bits };
  }

  /** Counts for each slice what was changed or noticed in its rows, which are seldom any. */
  private countNotes(way: SliceWay, codes: Uint32Array, piece: Piece, treatment: Treatment, notes: Notes): void {
    if (!hasNotes(notes)) return;
    const { k } = this;
    for (let r = 0; r < piece.rows; r++) {
      const to = way.statisticsOf(codes[r])?.notes;
      if (to) addNotes(to, notesOfRow(piece, r, k, k, treatment));
    }
  }

  /** Adds the rows of each slice to its tally, gathered: two classes, whose tallies are products, very many, or weights. */
  private tallyBySlices(way: SliceWay, codes: Uint32Array, piece: Piece, column: boolean, treatment: Treatment, notes: Notes): void {
    const { engine, k } = this;
    const width = column ? 1 : k;
    const { kernels } = engine;
    const { weights } = piece;
    const most = Staging.rows(k, column);
    this.gathered ??= { p: kernels.float64(most * width), labels: kernels.uint16(most), modal: kernels.uint16(most) };
    const { order, starts } = way.inOrder(codes);
    const noted = hasNotes(notes);
    for (let code = 0; code + 1 < starts.length; code++) {
      const [from, to] = [starts[code], starts[code + 1]];
      const own = way.statisticsOf(code);
      if (!own || from === to) continue;
      const { p, labels, modal } = this.gathered;
      const rowNotes = noNotes();
      const weighed = weights && new Float64Array(to - from);
      const rounded: Piece['rounded'] = { rows: [], classes: [], rests: [] };
      for (let i = from; i < to; i++) {
        const row = order[i];
        for (let j = 0; j < width; j++) p[(i - from) * width + j] = piece.p[row * width + j];
        labels[i - from] = piece.labels[row];
        modal[i - from] = piece.modal[row];
        if (weighed && weights) weighed[i - from] = weights[row];
        if (noted) addNotes(rowNotes, notesOfRow(piece, row, k, width, treatment));
      }
      if (piece.rounded.rows.length > 0) {
        const places = new Map(Array.from(order.subarray(from, to), (row, i) => [row, i]));
        piece.rounded.rows.forEach((row, j) => {
          const place = places.get(row);
          if (place === undefined) return;
          rounded.rows.push(place);
          rounded.classes.push(piece.rounded.classes[j]);
          rounded.rests.push(piece.rounded.rests[j]);
        });
      }
      const mine: Piece = { p, labels, modal, rows: to - from, rounded, from: 0, source: p, ...(weighed ? { weights: weighed } : {}) };
      const { tally } = own.statistics;
      if (tally.beside) tally.countPiece(mine, rowNotes);
      else tally.addPiece(mine, column, treatment, rowNotes);
      if (weighed) for (const weight of weighed) own.weightSquares += weight * weight;
    }
  }

  /** Makes the band of kept estimates as narrow as the frequencies of all rows so far allow: those outside of it are summed up on their side. */
  private narrow(): void {
    const { k, room, engine, weight, weightSquares } = this;
    const band: Band = expectedBand(this.counts, (weight * weight) / weightSquares);
    for (let c = 0; c < k; c++) {
      const [low, high] = bandOf(this.cuts, c);
      band.low[c] = Math.max(low, Math.min(high, band.low[c]));
      band.high[c] = Math.max(band.low[c], Math.min(high, band.high[c]));
    }
    this.cuts = cutsOf(this.turnAt, band);
    this.spreadCuts();
    for (const way of this.ways) {
      const { values, classes, weights, count } = way.kept.take();
      const { columns, kept } = room;
      for (let from = 0; from < count; from += room.rows) {
        const rows = Math.min(room.rows, count - from);
        columns.truth.set(values.subarray(from, from + rows));
        // The kernel writes the class of a kept row no sooner than it has read it.
        kept.classes.set(classes.subarray(from, from + rows));
        if (weights) columns.weights.set(weights.subarray(from, from + rows));
        engine.kernels.logColumn(columns.truth, columns.truthBits, rows, false);
        engine.kernels.logColumn(columns.truth, columns.restBits, rows, true);
        const { truth, truthBits, restBits, weights: own } = columns;
        const again = engine.kernels.spreadSides(truth, truthBits, restBits, kept.classes, weights && own, rows, this.allCuts, way.sums.turns, kept);
        way.kept.add(again, kept, weights !== undefined);
      }
    }
    this.mostKept = Math.max(MOST_KEPT_OF_SLICES, 2 * this.ways.reduce((sum, { kept }) => sum + kept.count, 0));
  }

  /** Closes the blocks of all slices, as where another file begins: the rows of several files then come to what those of each come to, merged. */
  closeAll(): void {
    for (const way of this.ways) way.closeAll(this.cuts);
  }

  /** What the slices of each way come to; nothing can be added afterwards. */
  finish(): RewardStatistics[][] {
    return this.ways.map((way) => way.finish(this.cuts));
  }
}

/** One slice: its statistics but for the open block, what was noticed in its rows, and Σ w² where rows have weights. */
interface OpenSlice {
  statistics: RewardStatistics;
  notes: Notes;
  weightSquares: number;
}

/** Slices of one way: the open block of each, section by section, so that a class of a slice is a class to the kernels. */
class SliceWay {
  readonly sums: Sections;
  readonly kept = new KeptOfSlices();
  private readonly slices: OpenSlice[] = [];
  /** Rows of each slice in blocks that are closed, and in its open block. */
  private readonly closedRows: Float64Array;
  readonly open: Uint32Array;
  /** Rows by true and modal class. */
  readonly cells: Uint32Array;
  private readonly lengths: Record<(typeof SECTIONS)[number], number>;

  constructor(
    engine: Engine,
    private readonly layout: Layout,
    private readonly most: number,
  ) {
    const { k, crossed, stride, length } = layout;
    const ends = [crossed ? k * stride : 0, layout.bets, layout.quadratic, layout.turns, layout.stakes, layout.truths, length];
    this.lengths = Object.fromEntries(SECTIONS.map((name, i) => [name, ends[i] - (i === 0 ? 0 : ends[i - 1])])) as SliceWay['lengths'];
    this.sums = Object.fromEntries(SECTIONS.map((name) => [name, engine.kernels.float64((most + 1) * this.lengths[name]).fill(0)])) as unknown as Sections;
    this.closedRows = new Float64Array(most + 1);
    this.open = engine.kernels.uint32(most + 1).fill(0);
    this.cells = engine.kernels.uint32(crossed && k > 2 ? (most + 1) * k * k : 0).fill(0);
  }

  statisticsOf(code: number): OpenSlice | undefined {
    return this.slices[code];
  }

  private rowsOf(code: number): number {
    return this.closedRows[code] + this.open[code];
  }

  /** Has a place for so many slices. */
  meet(slices: number, make: () => RewardStatistics): void {
    while (this.slices.length < slices) this.slices.push({ statistics: make(), notes: noNotes(), weightSquares: 0 });
  }

  closeAll(cuts: Float64Array): void {
    for (let code = 0; code <= this.most; code++) if (this.open[code] > 0) this.close(code, cuts);
  }

  /** Closes the block of a slice. */
  close(code: number, cuts: Float64Array): void {
    this.closedRows[code] += this.open[code];
    this.open[code] = 0;
    if (code < this.most) this.slices[code].statistics.takeBlock(this.block(code), cuts);
    for (const name of SECTIONS) this.section(name, code).fill(0);
  }

  private section(name: (typeof SECTIONS)[number], code: number): Float64Array {
    const { [name]: length } = this.lengths;
    return this.sums[name].subarray(code * length, (code + 1) * length);
  }

  private block(code: number): Float64Array {
    const numbers = new Float64Array(this.layout.length);
    let at = 0;
    for (const name of SECTIONS) {
      numbers.set(this.section(name, code), at);
      at += this.lengths[name];
    }
    return numbers;
  }

  /** Notes rows that are infinite, by their numbers in their slices. */
  note(codes: Uint32Array, lost: { truths: number[]; bets: number[] }): void {
    for (const name of ['truths', 'bets'] as const)
      for (const row of lost[name]) {
        const to = this.slices[codes[row]]?.statistics.infinite[name];
        if (!to) continue;
        to.count++;
        if (to.rows.length >= FIRST_FEW) continue;
        let before = this.rowsOf(codes[row]);
        for (let r = 0; r < row; r++) if (codes[r] === codes[row]) before++;
        to.rows.push(before);
      }
  }

  addImpossible(codes: Uint32Array, part: Piece, rows: readonly number[]): void {
    for (const row of rows) this.slices[codes[row]]?.statistics.tally.addImpossible(part, row);
  }

  /** Rows in the order of their slices, and where those of each begin. */
  inOrder(codes: Uint32Array): { order: Uint32Array; starts: Uint32Array } {
    const { most } = this;
    const starts = new Uint32Array(this.slices.length + 2);
    const last = this.slices.length;
    const place = (code: number): number => (code < most ? code : last);
    for (let r = 0; r < codes.length; r++) starts[place(codes[r]) + 1]++;
    for (let c = 0; c <= last; c++) starts[c + 1] += starts[c];
    const next = starts.slice();
    const order = new Uint32Array(codes.length);
    for (let r = 0; r < codes.length; r++) order[next[place(codes[r])]++] = r;
    return { order, starts };
  }

  finish(cuts: Float64Array): RewardStatistics[] {
    const { k } = this.layout;
    const kept = this.kept.bySlice(k, this.slices.length);
    return this.slices.map(({ statistics, notes, weightSquares }, code) => {
      const { tally } = statistics;
      const rows = this.rowsOf(code);
      if (tally.beside && tally.weightless === undefined) {
        tally.countPiece({ rows } as Piece, notes);
        tally.addCells(this.cells.subarray(code * k * k, (code + 1) * k * k));
      }
      statistics.takeRest(this.open[code] > 0 ? this.block(code) : undefined, cuts, kept[code], tally.weightless === undefined ? rows : weightSquares);
      return statistics;
    });
  }
}

/** Estimates that slices keep, with the classes of their slices. */
class KeptOfSlices {
  private values = new Float64Array(1024);
  private classes = new Uint16Array(1024);
  private weights: Float64Array | undefined;
  count = 0;

  add(count: number, from: KeptEstimates, weighted: boolean): void {
    if (count === 0) return;
    if (weighted) this.weights ??= new Float64Array(this.values.length).fill(1);
    if (this.count + count > this.values.length) {
      const room = 2 * (this.count + count);
      const grown = <View extends Float64Array | Uint16Array>(view: View, larger: View): View => {
        larger.set(view.subarray(0, this.count) as never);
        return larger;
      };
      this.values = grown(this.values, new Float64Array(room));
      this.classes = grown(this.classes, new Uint16Array(room));
      if (this.weights) this.weights = grown(this.weights, new Float64Array(room).fill(1));
    }
    this.values.set(from.values.subarray(0, count), this.count);
    this.classes.set(from.classes.subarray(0, count), this.count);
    if (weighted) this.weights?.set(from.weights.subarray(0, count), this.count);
    this.count += count;
  }

  /** Takes all out, to be cut anew. */
  take(): { values: Float64Array; classes: Uint16Array; weights: Float64Array | undefined; count: number } {
    const { values, classes, weights, count } = this;
    this.values = new Float64Array(1024);
    this.classes = new Uint16Array(1024);
    this.weights = undefined;
    this.count = 0;
    return { values, classes, weights, count };
  }

  bySlice(k: number, slices: number): { values: Float64Array; classes: Uint16Array; weights?: Float64Array }[] {
    const { values, classes, weights, count } = this;
    const sizes = new Uint32Array(slices);
    for (let i = 0; i < count; i++) if (classes[i] < k * slices) sizes[Math.floor(classes[i] / k)]++;
    const made = Array.from(sizes, (size) => ({
      values: new Float64Array(size),
      classes: new Uint16Array(size),
      ...(weights ? { weights: new Float64Array(size) } : {}),
    })) as { values: Float64Array; classes: Uint16Array; weights?: Float64Array }[];
    sizes.fill(0);
    for (let i = 0; i < count; i++) {
      const slice = Math.floor(classes[i] / k);
      if (slice >= slices) continue;
      const to = sizes[slice]++;
      made[slice].values[to] = values[i];
      made[slice].classes[to] = classes[i] - slice * k;
      if (weights) (made[slice].weights as Float64Array)[to] = weights[i];
    }
    return made;
  }
}

/** Rows whose number is −∞, and that count. */
function infiniteRows(bits: Float64Array, weights: Weights | undefined, rows: number): number[] {
  const found: number[] = [];
  for (let r = 0; r < rows; r++) if (bits[r] === -Infinity && weights?.[r] !== 0) found.push(r);
  return found;
}

const NOTE_NAMES = ['clamped', 'renormalized', 'roundedOnes', 'roundedOutside', 'ties'] as const satisfies readonly (keyof Notes)[];

const hasNotes = (notes: Notes): boolean => NOTE_NAMES.some((name) => notes[name] > 0);

function addNotes(to: Notes, more: Notes): void {
  for (const name of NOTE_NAMES) to[name] += more[name];
}

/** What was changed or noticed in one row of a piece: it is treated again, as it came. */
function notesOfRow({ p, source, modal, rounded }: Piece, row: number, k: number, width: number, { cutoff, renormalize: divides, rounding }: Treatment): Notes {
  const at = row * width;
  const own = Float64Array.from(source.subarray(at, at + width));
  return {
    renormalized: divides && width > 1 ? renormalize(own, 1, k) : 0,
    roundedOutside: settle(own, rounding),
    clamped: clamp(own, width, cutoff.low, cutoff.high),
    roundedOnes: Number(rounded.rows.includes(row)),
    ties: Number(width > 1 && isTied(p, at, k, modal[row])),
  };
}
