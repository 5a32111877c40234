/** The one seam between the library and its hot loops. Both backends keep to it, and give the same bits. */

import type { CsvPlan, CsvResult, SetsResult } from './csvPlan.js';
import type { Kind } from './numberKinds.js';
import type { ObjectPlan } from './objectPlan.js';
import type { AliasTable } from './plain/alias.js';
import type { Seed } from './plain/random.js';
import type { Entries } from './plain/read/packedNumbers.js';

/** What the loops run on: `wasm` (WebAssembly with SIMD) or `plain` (TypeScript). Both give the same bits. */
export type Backend = 'wasm' | 'plain';

/** A `WebAssembly.Module`, also for whoever has not the types of a browser: those of Node do not name it. */
export type CompiledCore = typeof globalThis extends { WebAssembly: { Module: new (...args: never[]) => infer Module } } ? Module : object;

/** The products of a tally's open block; see assembly/product.ts. */
export interface Products {
  mantissas: Float64Array;
  exponents: Int32Array;
  /** Factors that were exactly 0, one count for each product; then rows called impossible, then ties (two classes). */
  zeros: Int32Array;
  /** More than two classes, but not very many: rows of the block by true and modal class; else empty. */
  cells: Int32Array;
}

/** Both of the same number of classes. */
export function copyProducts(from: Products, to: Products): void {
  to.mantissas.set(from.mantissas);
  to.exponents.set(from.exponents);
  to.zeros.set(from.zeros);
  to.cells.set(from.cells);
}

/** What a prior turns into, once, before the rows are scored. Views come from the kernels' own memory. */
export interface PriorTables {
  prior: Float64Array;
  /** Four numbers for each class: log2 q, 1/(2^64 · it), log2(1 − q), 1/(2^64 · it); see assembly/bets.ts. */
  logs: Float64Array;
  /** What divides the generalized reward of each class: the number of classes but for rounding. */
  certain: Float64Array;
  /** What the prior stakes on each class: q_c · Π (1 − q_i); 0 where that is not a safe number, and then as mantissa · 2^exponent. */
  stakes: Float64Array;
  mantissas: Float64Array;
  exponents: Float64Array;
}

/** Columns that are resampled together. */
export type ResampleWidth = 1 | 4 | 9;

/** What was found when rows were looked at. */
export interface Inspected {
  /** The first row that cannot be taken, or −1. */
  bad: number;
  ties: number;
  /** Whether an estimate is exactly 1; of one column that is not asked. */
  ones: boolean;
}

/** What `bets` makes, one value a row. */
export interface BetColumns {
  bayesian: Float64Array;
  generalized: Float64Array;
  /** log2 of what was left over for the truth, 1 − p_c, and of the modal bet. */
  restBits: Float64Array;
  modalBetBits: Float64Array;
}

/** Estimates of true classes that `spreadSides` keeps; as long as there are rows. */
export interface KeptEstimates {
  values: Float64Array;
  classes: Uint16Array;
  weights: Float64Array;
}

/** What `spreadSingles` adds: the truth's estimate, its log2, that of what it leaves over, the log of the modal bet, and the quadratic loss. */
export type SingleColumns = Record<'truth' | 'truthBits' | 'restBits' | 'betBits' | 'losses', Float64Array>;

/** Where it adds them to. */
export type SingleGroups = Record<'turns' | 'bets' | 'quadratic', Float64Array>;

/** Writes numbers from a place on. */
export type FillNumbers = (out: Float64Array, from: number) => void;

/** The estimates of a class as keys (assembly/rank.ts), dealt out by true class and size, and where each bucket ends. */
export interface DealtColumn {
  keys: Float64Array;
  ends: Uint32Array;
}

/** Rows to be sorted by one of their estimates. They are copied a piece at a time from wherever they lie. */
export interface RankedRows {
  rows: number;
  /** Estimates to a row, and which of them it is. */
  width: number;
  at: number;
  /** Labels are below this. */
  k: number;
  /** Copies rows from a place on, as many as there is room for. */
  copy(p: Float64Array, labels: Uint16Array, from: number): void;
}

/**
 * Estimates are float64, labels uint16. Views must come from the kernels' own memory (`float64` and `uint16` give
 * them; `borrow` those of a tally). Rows that cannot be taken are reported by index; −1 is none.
 */
export interface Kernels {
  readonly backend: Backend;
  /** How many loops have been run: the proof that it was this backend. */
  readonly calls: number;

  /** Bytes that can be taken of the kernels' own memory at once. */
  readonly available: number;
  /** The same kernels with another memory, of which so many bytes can be taken; undefined where there is not so much. */
  another(bytes: number): Kernels | undefined;
  /** Bytes that a kernel may read a little past. */
  uint8(length: number): Uint8Array;
  float64(length: number): Float64Array;
  float32(length: number): Float32Array;
  uint16(length: number): Uint16Array;
  uint32(length: number): Uint32Array;
  free(view: ArrayBufferView): void;
  /** Whether a view lies in the kernels' own memory, so that it need not be copied. */
  owns(view: ArrayBufferView): boolean;

  clamp(p: Float64Array, length: number, low: number, high: number): number;
  renormalize(p: Float64Array, rows: number, k: number): number;
  /** Checks rows, and writes their modal classes where a place for them is given; then ties are counted. */
  inspect(p: Float64Array, labels: Uint16Array, rows: number, k: number, tolerance: number, modal?: Uint16Array): Inspected;
  inspectColumn(p: Float64Array, labels: Uint16Array, rows: number, positive: number, modal: Uint16Array): Omit<Inspected, 'ones'>;

  /** The products of a tally in the kernels' own memory, for the loops to work on; `keep` writes them back. One tally at a time. */
  borrow(block: Products): Products;
  keep(block: Products, borrowed: Products): void;
  tallyColumn(p: Float64Array, labels: Uint16Array, rows: number, odd: number, positive: number, block: Products, counts: Int32Array): number;
  /** `counts` are rows by side and label, and then whether an estimate was exactly 1. */
  tallyPairs(p: Float64Array, labels: Uint16Array, rows: number, tolerance: number, block: Products, counts: Int32Array): number;
  tallyClasses(p: Float64Array, labels: Uint16Array, modal: Uint16Array, rows: number, odd: number, k: number, block: Products): void;

  truth(p: Float64Array, labels: Uint16Array, rows: number, k: number, out: Float64Array): void;
  truthOfColumn(p: Float64Array, labels: Uint16Array, rows: number, positive: number, out: Float64Array): void;
  modalBet(p: Float64Array, labels: Uint16Array, modal: Uint16Array, rows: number, k: number, out: Float64Array): void;
  hits(labels: Uint16Array, modal: Uint16Array, rows: number, out: Float64Array): void;
  modalEstimate(p: Float64Array, labels: Uint16Array, modal: Uint16Array, rows: number, k: number, out: Float64Array): void;
  modalEstimateOfColumn(p: Float64Array, labels: Uint16Array, modal: Uint16Array, rows: number, out: Float64Array): void;
  /** log2 of each number x, or of 1 − x if `rest`; the two columns must not be the same. */
  logColumn(x: Float64Array, out: Float64Array, length: number, rest: boolean): void;
  bayesian(p: Float64Array, labels: Uint16Array, rows: number, k: number, tables: PriorTables, out: Float64Array): void;
  /** `logs` is room for two rows at least; a few hundred numbers make it fast. */
  bets(
    p: Float64Array,
    labels: Uint16Array,
    modal: Uint16Array,
    rows: number,
    k: number,
    tables: PriorTables,
    truthBits: Float64Array,
    logs: Float64Array,
    out: BetColumns,
  ): void;
  betsOfColumn(labels: Uint16Array, rows: number, tables: PriorTables, truthBits: Float64Array, out: Pick<BetColumns, 'bayesian' | 'generalized'>): void;
  modalReward(logs: Float64Array, labels: Uint16Array, modal: Uint16Array, rows: number, tables: PriorTables, out: Float64Array): void;
  kononenkoBratko(
    f: Float64Array,
    truthBits: Float64Array,
    restBits: Float64Array,
    labels: Uint16Array,
    rows: number,
    tables: PriorTables,
    out: Float64Array,
  ): void;
  quadratic(p: Float64Array, labels: Uint16Array, rows: number, k: number, out: Float64Array): void;
  quadraticOfColumn(p: Float64Array, labels: Uint16Array, rows: number, positive: number, out: Float64Array): void;
  moments(x: Float64Array, length: number): { sum: number; squares: number; infinite: number };

  /** The logs of every row's bets, k to a row, its log2(1 − p) of the true class and the log of its modal bet; see assembly/rowLogs.ts. */
  rowLogs(
    p: Float64Array,
    labels: Uint16Array,
    modal: Uint16Array,
    rows: number,
    k: number,
    truthBits: Float64Array,
    logs: Float64Array,
    restBits: Float64Array,
    modalBetBits: Float64Array,
  ): void;
  /** Sums of rows of k logs, and the products of every two, by class; see assembly/spreadRows.ts. `order` and `room` are room for the rows; without `order` they are taken as they come, and classes may be those of many slices. */
  spreadRows(
    logs: Float64Array,
    labels: Uint16Array,
    weights: Float64Array | undefined,
    rows: number,
    k: number,
    order: Uint32Array | undefined,
    room: Float64Array,
    state: Float64Array,
  ): number;
  /** Classes of rows as those of their slices, which are counted; see assembly/sliceClasses.ts. Stops behind the row with which a slice has `most` rows. */
  sliceClasses(
    codes: Uint32Array,
    labels: Uint16Array,
    modal: Uint16Array,
    rows: number,
    k: number,
    open: Uint32Array,
    most: number,
    cells: Uint32Array | undefined,
    ownLabels: Uint16Array,
    ownModal: Uint16Array,
  ): number;
  /** Modal estimates in bins, by slices; see assembly/sliceBins.ts. */
  sliceBins(
    codes: Uint32Array,
    places: Uint8Array,
    modal: Float64Array,
    weights: Float64Array | undefined,
    rows: number,
    wide: number,
    sums: Float64Array,
  ): void;
  /** Sums and squares by class; see assembly/spreadGroups.ts. Says how many numbers were infinite, and left out. */
  spreadByClass(values: Float64Array, labels: Uint16Array, weights: Float64Array | undefined, rows: number, groups: Float64Array): number;
  /** By the side of the prior that each row's truth is on; says how many estimates are kept since that is not known. */
  spreadSides(
    f: Float64Array,
    truthBits: Float64Array,
    restBits: Float64Array,
    labels: Uint16Array,
    weights: Float64Array | undefined,
    rows: number,
    cuts: Float64Array,
    groups: Float64Array,
    kept: KeptEstimates,
  ): number;
  /** The same, and with it modal bets and losses; `cells` counts rows by true and modal class. Says how many bets were infinite, too. */
  spreadSingles(
    columns: SingleColumns,
    labels: Uint16Array,
    modal: Uint16Array,
    weights: Float64Array | undefined,
    rows: number,
    k: number,
    cuts: Float64Array,
    groups: SingleGroups,
    cells: Uint32Array | undefined,
    kept: KeptEstimates,
  ): { kept: number; lost: number };

  /**
   * Parses the whole lines in bytes [from, to) of a CSV, `maxRows` rows at most: estimates to `p`, classes to `labels`.
   * A line ends with \n or \r\n; the last one may do without if the input ends at `to`, which `final` tells.
   * Bytes from `result.next` on are for the next call. Where no line is whole, nothing is taken: more bytes are needed.
   * The bytes must come from `uint8`.
   */
  parseRows(bytes: Uint8Array, from: number, to: number, final: boolean, plan: CsvPlan, p: Float64Array, labels: Uint16Array, maxRows: number): CsvResult;
  /**
   * Adds the classes in the truth column of whole lines to `counts`. The other fields are not looked at, nor are they
   * counted where there are enough to reach that column.
   */
  countTruth(bytes: Uint8Array, from: number, to: number, final: boolean, plan: CsvPlan, counts: Float64Array): CsvResult;
  /**
   * Parses true classes and, from column `predicted`, sets of classes, written a|c or left empty; as parseRows, as many
   * rows as the arrays have room for. All is read when no row is.
   */
  parseSets(
    bytes: Uint8Array,
    from: number,
    to: number,
    final: boolean,
    plan: CsvPlan,
    predicted: number,
    labels: Uint16Array,
    members: Uint16Array,
    sizes: Uint16Array,
  ): SetsResult;
  /**
   * Parses whole lines of JSON objects that have the plan's keys in their order, `maxRows` rows at most; empty lines are passed over. Where
   * a line is written in another way, or is wrong, it stops: `next` is then where that line starts. As parseRows otherwise.
   */
  parseObjects(
    bytes: Uint8Array,
    from: number,
    to: number,
    final: boolean,
    plan: ObjectPlan,
    p: Float64Array,
    weights: Float64Array | undefined,
    labels: Uint16Array,
    maxRows: number,
  ): { rows: number; next: number };
  /** How many newlines lie in bytes [from, to): the way from the place of an error to its line. */
  countLines(bytes: Uint8Array, from: number, to: number): number;
  /** The number in bytes [from, to), as parseRows reads it: infinite where it is too large, NaN where it is none. */
  parseNumber(bytes: Uint8Array, from: number, to: number, plan: CsvPlan): number;

  /** Columns of tables. Bytes come from `uint8`. Numbers of a kind, `stride` apart, to place `place` of rows that have `width`. */
  toRows(values: Uint8Array, kind: Kind, stride: number, rows: number, out: Float64Array, place: number, width: number): void;
  /** Turns the bytes of each number of 2, 4 or 8 of them round. */
  swapBytes(bytes: Uint8Array, size: number, count: number): void;
  /** Which number from `from` on is the first that is infinite or none, and which bit the first that is 0; `to` where no one is. */
  firstNotFinite(x: Float64Array, from: number, to: number): number;
  /** Makes estimates of logits where they lie: of the first columns of rows that have `stride` numbers. */
  sigmoid(p: Float64Array, rows: number, stride: number, columns: number): void;
  softmax(p: Float64Array, rows: number, stride: number, columns: number): void;
  firstClear(bits: Uint8Array, from: number, to: number): number;
  /**
   * Classes of rows. All stop at the first row whose class is not known, and say which it is; `rows` where there is none. Codes are
   * whole numbers, whose classes from `least` on a table has, with NO_CLASS where there is none; or bits from a place on.
   */
  labelsOfCodes(values: Uint8Array, kind: Kind, rows: number, least: number, table: Uint16Array, out: Uint16Array): number;
  labelsOfBits(bits: Uint8Array, from: number, rows: number, table: Uint16Array, out: Uint16Array): number;
  /** Texts are the names of the plan's classes: one after another from `base` on, with offsets of 8 bytes if `wide`, else of 4; or in views. */
  labelsOfTexts(offsets: Uint8Array, wide: boolean, base: number, text: Uint8Array, rows: number, plan: CsvPlan, out: Uint16Array): number;
  labelsOfViews(views: Uint8Array, rows: number, plan: CsvPlan, out: Uint16Array): number;

  /** Codes of texts by a table of those that are known; see assembly/textCodes.ts. Stops at the first text that is not, and says which row it is of. `step` is in numbers. */
  textCodes(
    bytes: Uint8Array,
    places: Uint32Array,
    step: number,
    rows: number,
    factor: number,
    table: Uint32Array,
    keys: Uint8Array,
    codes: Uint32Array,
  ): number;

  /**
   * The next so many whole numbers of `width` bits, 32 at most, out of Parquet's runs and packed bits up to byte `to`; see assembly/hybrid.ts.
   * Four numbers keep where it got to, the first of them the byte; all are 0 otherwise. False where one is not below `limit`, or there are
   * too few. The bytes must begin where those that `uint8` gave do.
   */
  hybrid(bytes: Uint8Array, to: number, width: number, state: Uint32Array, limit: number, out: Uint32Array, count: number): boolean;
  /** Entries of a table by their places, which must be in it. */
  lookUp<T extends Entries>(places: Uint32Array, count: number, entries: T, out: T): void;
  /** Numbers whose bytes lie `stride` apart, those of the first from byte `from` on; see assembly/joinBytes.ts. */
  joinBytes(bytes: Uint8Array, from: number, stride: number, count: number, out: Float64Array | Float32Array): void;

  /**
   * Unpacks frames of zstd (RFC 8878), one or several in a row, into `out`. Returns how many bytes were written; −1 where the packed bytes
   * are damaged or cut short, need a dictionary, or come to more than `out` has room for. All of `out` may have been written to then, as
   * may what lies behind the bytes that count. A checksum is not looked at. Both arrays lie in the kernels' memory, each by itself, and
   * nothing outside of them is read or written.
   */
  unpackZstd(packed: Uint8Array, out: Uint8Array): number;
  /** The same for a block of Snappy, which begins with its length, and is not framed. */
  unpackSnappy(packed: Uint8Array, out: Uint8Array): number;
  /** The same for a block of LZ4, not framed. It goes behind the first `from` bytes of `out`, to which it may refer; they are counted, too. */
  unpackLz4(packed: Uint8Array, out: Uint8Array, from?: number): number;

  /**
   * For each of some replicates, numbered from `first`, how many of its `counts` draws among `whole` rows fall into the
   * first `part` of them: to `left`, and taken off `counts`. What is drawn depends on seed, replicate and place alone.
   */
  splitCounts(counts: Uint32Array, left: Uint32Array, replicates: number, first: number, seed: Seed, place: number, part: number, whole: number): void;
  /**
   * Draws rows of a block with replacement, `counts` times for each replicate, and adds them to its sums (one for each
   * column, row-major like the data), with what rounding loses in `rests`. At most 1,024 rows; all are as likely, or as a table of
   * 1,024 entries, of the kernels' own memory, says.
   */
  resample(
    data: Float64Array,
    width: ResampleWidth,
    rows: number,
    counts: Uint32Array,
    replicates: number,
    first: number,
    seed: Seed,
    place: number,
    sums: Float64Array,
    rests: Float64Array,
    table?: AliasTable,
  ): void;
  /** Adds up 64 · words values with random signs, for each replicate. At most 512 words. */
  flipSigns(data: Float64Array, words: number, replicates: number, first: number, seed: Seed, place: number, sums: Float64Array, rests: Float64Array): void;
  /**
   * Adds rows of set-valued predictions to a rule tally (src/rules/state.ts): `sizes` says how many of the next `members`
   * are in the set of each. Members and labels must be below k; a class that is in a set twice makes a row bad. Four
   * members more than there are may be read.
   */
  rules(members: Uint16Array, sizes: Uint16Array, labels: Uint16Array, rows: number, k: number, numbers: Float64Array, counts: Uint32Array): number;
  largest(x: Uint16Array, length: number): number;
  total(x: Uint16Array, length: number): number;

  /** Sorts numbers by size without sign, in place; of two of one size the positive one comes first. `room` is for as many more. */
  sortBySize(x: Float64Array, length: number, room: Float64Array): void;
  /** Deals numbers of size 0 to 1 out to `ends.length` stacks by size; of each, where it ends. See assembly/calibration.ts. */
  deal(x: Float64Array, length: number, out: Float64Array, ends: Float64Array): void;
  /** Adds the cells of sorted estimates that are known to end here to sums of three kinds, and returns where the next begins; see assembly/calibration.ts. */
  cells(x: Float64Array, length: number, rows: number, least: number, sums: Float64Array): number;
  /** Adds what estimates come to one by one to sums of seven kinds; see assembly/calibration.ts. `turned`: the sign says nothing, and none came true. */
  calibrationSums(x: Float64Array, length: number, turned: boolean, sums: Float64Array): void;
  /** Pools sorted estimates into blocks of rising frequency: a stack of hits and rows, and how many are on it; `line` is room for as many. See assembly/pool.ts. */
  pool(x: Float64Array, length: number, top: number, stack: Float64Array, line: Float64Array): number;
  /** The same of those that came true, by how many of those that did not are below each, of so many in all. */
  poolPlaces(x: Float64Array, length: number, below: Uint32Array, negatives: number, top: number, stack: Float64Array, line: Float64Array): number;
  /**
   * Sorts numbers of size 0 to 1 as `sortBySize` does, into `out`. They come a piece at a time, each piece twice, so that they
   * need not lie in the kernels' memory. Says which one is not of such a size; −1 is none.
   */
  sortRanked(length: number, fill: FillNumbers, out: Float64Array): number;
  /**
   * The same of estimates in rows: negative (also −0) where a row is not of the positive class; or, where none is named, without sign, those of each true
   * class sorted apart and after one another. Says which row's estimate is not from 0 to 1, or whose label is none. Where there is a positive class, `places`
   * gets, for each other class, over its rows, how many of the positive ones are below, and how many are no higher.
   */
  sortRows(rows: RankedRows, positive: number | undefined, out: Float64Array, places?: Float64Array): number;
  /** Deals the estimates of class i of whole rows out as a `DealtColumn`: 2^log + 1 buckets for each true class. The first row that cannot be ranked, or −1. */
  dealRows(p: Float64Array, labels: Uint16Array, rows: number, k: number, i: number, log: number, keys: Float64Array, ends: Uint32Array): number;
  /** Sorts what was dealt out from several pieces, wherever these lie: those of each true class by themselves, one class after the other. */
  sortDealt(columns: readonly DealtColumn[], k: number, log: number, out: Float64Array): void;
  /** Two passes over groups of equal numbers in sorted ones, with a state of 8 numbers between calls; see assembly/rank.ts. */
  rankWins(x: Float64Array, length: number, state: Float64Array): void;
  rankSpread(x: Float64Array, length: number, positives: number, negatives: number, area: number, state: Float64Array): void;
  /** Twice how often, of all pairs, one of `a` is above one of `b`, ties counting one half, exactly; both are sorted. Adds to `below`, for each of `a`, how many of `b` are. */
  pairWins(a: Float64Array, b: Float64Array, below?: Uint32Array): number;

  /** Adds how many rows each class has. */
  countByClass(labels: Uint16Array, length: number, counts: Uint32Array): void;
  /** Writes each number to the next place of its class, which moves on. */
  dealByClass(x: Float64Array, labels: Uint16Array, length: number, places: Uint32Array, out: Float64Array): void;

  /** Estimates by bin; see assembly/bins.ts. Estimates of class i of k, negative where that is not the true one. */
  signedColumn(p: Float64Array, labels: Uint16Array, rows: number, k: number, i: number, out: Float64Array): void;
  binPlaces(x: Float64Array, length: number, even: number, shift: number, places: Uint32Array): void;
  binByClass(places: Uint32Array, labels: Uint16Array, length: number, stride: number, counts: Uint32Array): void;
  binBySide(x: Float64Array, places: Uint32Array, length: number, stride: number, counts: Uint32Array): void;
  /** Says how many rows were in bins that are marked, and which. */
  binRecords(x: Float64Array, places: Uint32Array, length: number, shift: number, records: Float64Array, marks: Uint8Array, marked: Uint32Array): number;
  binCells(x: Float64Array, places: Uint32Array, length: number, bins: Float64Array): void;

  /** The floor of every benchmark. */
  sum(x: Float64Array, length: number): number;
}
