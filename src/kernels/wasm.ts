import { instantiate, instantiateSync } from '@assemblyscript/loader';
import { FairbitsError } from '../base/errors.js';
import { Arena } from './arena.js';
import { type CsvPlan, type CsvResult, checkCounts, csvResult, roomFor, type SetsResult } from './csvPlan.js';
import {
  type BetColumns,
  copyProducts,
  type DealtColumn,
  type FillNumbers,
  type KeptEstimates,
  type Kernels,
  type PriorTables,
  type Products,
  type RankedRows,
  type ResampleWidth,
  type SingleColumns,
  type SingleGroups,
} from './kernels.js';
import { mergeSteps } from './mergeSteps.js';
import { KINDS, type Kind } from './numberKinds.js';
import type { ObjectPlan } from './objectPlan.js';
import type { AliasTable } from './plain/alias.js';
import { binomialTables } from './plain/binomialTables.js';
import { exactNumber } from './plain/number.js';
import type { Seed } from './plain/random.js';
import { RANK_PIECE } from './plain/rank.js';
import type { Entries } from './plain/read/packedNumbers.js';
import { takeAll } from './takeAll.js';
import { wasmBytes } from './wasmBytes.js';

/** Static data of the module lies below this; the arena starts here. */
const ARENA_FROM = 65536;
const WASM_PAGE_BYTES = 65536;
/** Sorting: numbers to a call of a short step; numbers that are sorted at once, whose places are counted in 16 bits; and (as powers of two) to a bucket, and buckets at most. */
const SORT_PIECE = 16384;
const SORT_AT_ONCE = 2 ** 16 - 1;
const BUCKET_LOG = 9;
const MOST_BUCKETS_LOG = 12;
/** Of estimates, which their values spread evenly; more would each be written to a page of its own. */
const RANK_BUCKETS_LOG = 9;
/** And those of a bucket, dealt out once more. */
const MOST_SLOTS_LOG = 14;
/** Levels of slots, where what is in a full one is dealt out again. */
const SLOT_LEVELS = 5;
/** Counts of digits of 9 bits, or of slots. */
const SORT_TABLES = 2 ** 15;
/** Behind bytes of text the core reads on, and puts a newline of its own. */
const TEXT_SLACK = 128;
const RESAMPLE = { 1: 'resampleOne', 4: 'resampleFour', 9: 'resampleNine' };

type Exports = Record<string, (...args: number[]) => number>;

let compiled: Promise<WebAssembly.Module> | undefined;
let supported: boolean | undefined;

/** Compiled once; every engine is an instance of the same module. */
export function wasmModule(): Promise<WebAssembly.Module> {
  compiled ??= WebAssembly.compile(wasmBytes());
  return compiled;
}

/** A function of vectors, the youngest part of WebAssembly that the core needs: to validate all of that takes ten milliseconds. */
// biome-ignore format: a section to a line
const PROBE = [
  0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0, // \0asm, version 1
  1, 5, 1, 0x60, 0, 1, 0x7b, // a type: () → v128
  3, 2, 1, 0, // a function of that type
  10, 10, 1, 8, 0, 0x41, 0, 0xfd, 0x0f, 0xfd, 0x4d, 0x0b, // i32.const 0, i8x16.splat, v128.not
];

/** Whether this machine runs the core. */
export function wasmSupported(): boolean {
  supported ??= typeof WebAssembly === 'object' && WebAssembly.validate(Uint8Array.from(PROBE));
  return supported;
}

/** Kernels over a memory of fixed size, so that no view into it ever detaches. */
export async function wasmKernels(bytes: number, module: WebAssembly.Module | Promise<WebAssembly.Module> = wasmModule()): Promise<Kernels> {
  const pages = Math.ceil(bytes / WASM_PAGE_BYTES);
  if (!(pages >= 2 && pages <= 65536)) {
    throw new FairbitsError('option', `memory must lie between 128 KiB and 4 GiB; found ${bytes} bytes`, { found: bytes, expected: '128 KiB to 4 GiB' });
  }
  const { memory, imports } = surroundings(pages);
  const compiled = await module;
  // A page may not instantiate at once; in Node the other way asks for Response, and loading that takes longer than all this.
  const { instance } = 'process' in globalThis ? instantiateSync(compiled, imports) : await instantiate(compiled, imports);
  // The functions themselves: the loader's take their arguments as an array.
  return new WasmKernels(memory, instance.exports as unknown as Exports, compiled);
}

/** A memory of so many pages, and what the core asks for. */
function surroundings(pages: number) {
  const memory = new WebAssembly.Memory({ initial: pages, maximum: pages });
  const abort = (): never => {
    throw new Error('the core stopped');
  };
  const text = new Uint8Array(memory.buffer);
  const host = { exactNumber: (from: number, to: number): number => exactNumber(text, from >>> 0, to >>> 0) };
  return { memory, imports: { env: { memory, abort }, host } };
}

/** Runs a step over numbers, some at a time. */
function inPieces(from: number, length: number, run: (at: number, n: number) => void): void {
  for (let at = 0; at < length; at += SORT_PIECE) run(from + at * 8, Math.min(SORT_PIECE, length - at));
}

/** Fills a piece at a time, and runs a step over it, until one says that a row is bad: which one, or −1. */
function inSteps(length: number, most: number, fill: (from: number, n: number) => void, run: (n: number) => number): number {
  for (let from = 0; from < length; from += most) {
    const n = Math.min(most, length - from);
    fill(from, n);
    const bad = run(n);
    if (bad >= 0) return from + bad;
  }
  return -1;
}

/** How many buckets for so many estimates, as a power of two, where there are `groups` of them. */
function rankBucketsLog(length: number, groups = 1): number {
  return Math.max(1, Math.min(RANK_BUCKETS_LOG - Math.floor(Math.log2(groups)), 31 - Math.clz32(length) - BUCKET_LOG));
}

class WasmKernels implements Kernels {
  readonly backend = 'wasm';
  calls = 0;
  private readonly buffer: ArrayBuffer;
  private readonly arena: Arena;
  private readonly small: { numbers: Float64Array; counts: Int32Array };
  private products: Products | undefined;
  private binomials: AliasTable | undefined;

  constructor(
    memory: WebAssembly.Memory,
    private readonly wasm: Exports,
    private readonly module: WebAssembly.Module,
  ) {
    this.buffer = memory.buffer;
    this.arena = new Arena(ARENA_FROM, this.buffer.byteLength);
    this.small = { numbers: this.float64(4), counts: this.int32(16) };
  }

  get available(): number {
    return this.arena.available;
  }
  another(bytes: number): Kernels | undefined {
    try {
      const { memory, imports } = surroundings(Math.ceil((bytes + ARENA_FROM) / WASM_PAGE_BYTES) + 1);
      return new WasmKernels(memory, instantiateSync(this.module, imports).instance.exports as unknown as Exports, this.module);
    } catch {
      return undefined;
    }
  }
  uint8(length: number): Uint8Array {
    return new Uint8Array(this.buffer, this.arena.take(length + TEXT_SLACK), length);
  }
  float64(length: number): Float64Array {
    return new Float64Array(this.buffer, this.arena.take(length * 8), length);
  }
  float32(length: number): Float32Array {
    return new Float32Array(this.buffer, this.arena.take(length * 4), length);
  }
  uint16(length: number): Uint16Array {
    return new Uint16Array(this.buffer, this.arena.take(length * 2), length);
  }
  uint32(length: number): Uint32Array {
    return new Uint32Array(this.buffer, this.arena.take(length * 4), length);
  }
  private int32(length: number): Int32Array {
    return new Int32Array(this.buffer, this.arena.take(length * 4), length);
  }
  free(view: ArrayBufferView): void {
    this.arena.give(view.byteOffset);
  }
  owns(view: ArrayBufferView): boolean {
    return view.buffer === this.buffer;
  }

  /** The functions of the core; each look is a call of one. */
  private get core(): Exports {
    this.calls++;
    return this.wasm;
  }

  /** Room in the core's memory for a tally's products, kept for the next one of the same size. */
  private room(block: Products): Products {
    const length = block.mantissas.length;
    if (this.products?.mantissas.length !== length) {
      const old = this.products;
      this.products = undefined;
      if (old) for (const view of [old.mantissas, old.exponents, old.zeros, old.cells]) this.free(view);
      this.products = takeAll(this, (keep) => ({
        mantissas: keep(this.float64(length)),
        exponents: keep(this.int32(length)),
        zeros: keep(this.int32(block.zeros.length)),
        cells: keep(this.int32(block.cells.length)),
      }));
    }
    return this.products as Products;
  }
  borrow(block: Products): Products {
    const inside = this.room(block);
    copyProducts(block, inside);
    return inside;
  }
  keep(block: Products, borrowed: Products): void {
    copyProducts(borrowed, block);
  }
  private withCounts(counts: Int32Array, run: (at: number) => number): number {
    const inside = this.small.counts.subarray(0, counts.length);
    inside.set(counts);
    const result = run(inside.byteOffset);
    counts.set(inside);
    return result;
  }

  clamp(p: Float64Array, length: number, low: number, high: number): number {
    return this.core.clamp(p.byteOffset, length, low, high);
  }
  renormalize(p: Float64Array, rows: number, k: number): number {
    return this.core.renormalize(p.byteOffset, rows, k);
  }
  inspect(p: Float64Array, labels: Uint16Array, rows: number, k: number, tolerance: number, modal?: Uint16Array) {
    const { counts } = this.small;
    counts[0] = counts[1] = 0;
    const bad = this.core.inspect(p.byteOffset, labels.byteOffset, rows, k, tolerance, modal?.byteOffset ?? 0, counts.byteOffset);
    return { bad, ties: counts[0], ones: counts[1] === 1 };
  }
  inspectColumn(p: Float64Array, labels: Uint16Array, rows: number, positive: number, modal: Uint16Array) {
    const { counts } = this.small;
    counts[0] = 0;
    const bad = this.core.inspectColumn(p.byteOffset, labels.byteOffset, rows, positive, modal.byteOffset, counts.byteOffset);
    return { bad, ties: counts[0] };
  }

  tallyColumn(p: Float64Array, labels: Uint16Array, rows: number, odd: number, positive: number, block: Products, counts: Int32Array): number {
    const { mantissas, exponents, zeros } = block;
    return this.withCounts(counts, (at) =>
      this.core.tallyColumn(p.byteOffset, labels.byteOffset, rows, odd, positive, mantissas.byteOffset, exponents.byteOffset, zeros.byteOffset, at),
    );
  }
  tallyPairs(p: Float64Array, labels: Uint16Array, rows: number, tolerance: number, block: Products, counts: Int32Array): number {
    const { mantissas, exponents, zeros } = block;
    return this.withCounts(counts, (at) =>
      this.core.tallyPairs(p.byteOffset, labels.byteOffset, rows, tolerance, mantissas.byteOffset, exponents.byteOffset, zeros.byteOffset, at),
    );
  }
  tallyClasses(p: Float64Array, labels: Uint16Array, modal: Uint16Array, rows: number, odd: number, k: number, block: Products): void {
    const { mantissas, exponents, zeros, cells } = block;
    const table = cells.length > 0 ? cells.byteOffset : 0;
    const products = [mantissas.byteOffset, exponents.byteOffset, zeros.byteOffset, table];
    this.core.tallyClasses(p.byteOffset, labels.byteOffset, modal.byteOffset, rows, odd, k, ...products);
  }

  truth(p: Float64Array, labels: Uint16Array, rows: number, k: number, out: Float64Array): void {
    this.core.truth(p.byteOffset, labels.byteOffset, rows, k, out.byteOffset);
  }
  truthOfColumn(p: Float64Array, labels: Uint16Array, rows: number, positive: number, out: Float64Array): void {
    this.core.truthOfColumn(p.byteOffset, labels.byteOffset, rows, positive, out.byteOffset);
  }
  modalBet(p: Float64Array, labels: Uint16Array, modal: Uint16Array, rows: number, k: number, out: Float64Array): void {
    this.core.modalBet(p.byteOffset, labels.byteOffset, modal.byteOffset, rows, k, out.byteOffset);
  }
  hits(labels: Uint16Array, modal: Uint16Array, rows: number, out: Float64Array): void {
    this.core.hits(labels.byteOffset, modal.byteOffset, rows, out.byteOffset);
  }
  modalEstimate(p: Float64Array, labels: Uint16Array, modal: Uint16Array, rows: number, k: number, out: Float64Array): void {
    this.core.modalEstimate(p.byteOffset, labels.byteOffset, modal.byteOffset, rows, k, out.byteOffset);
  }
  modalEstimateOfColumn(p: Float64Array, labels: Uint16Array, modal: Uint16Array, rows: number, out: Float64Array): void {
    this.core.modalEstimateOfColumn(p.byteOffset, labels.byteOffset, modal.byteOffset, rows, out.byteOffset);
  }
  logColumn(x: Float64Array, out: Float64Array, length: number, rest: boolean): void {
    this.core.logColumn(x.byteOffset, out.byteOffset, length, Number(rest));
  }
  bayesian(p: Float64Array, labels: Uint16Array, rows: number, k: number, { stakes, mantissas, exponents }: PriorTables, out: Float64Array): void {
    this.core.bayesian(p.byteOffset, labels.byteOffset, rows, k, stakes.byteOffset, mantissas.byteOffset, exponents.byteOffset, out.byteOffset);
  }
  bets(
    p: Float64Array,
    labels: Uint16Array,
    modal: Uint16Array,
    rows: number,
    k: number,
    { logs: prior, certain }: PriorTables,
    truthBits: Float64Array,
    logs: Float64Array,
    { bayesian, generalized, restBits, modalBetBits }: BetColumns,
  ): void {
    this.core.bets(
      p.byteOffset,
      labels.byteOffset,
      modal.byteOffset,
      rows,
      k,
      prior.byteOffset,
      certain.byteOffset,
      truthBits.byteOffset,
      logs.byteOffset,
      logs.length,
      bayesian.byteOffset,
      generalized.byteOffset,
      restBits.byteOffset,
      modalBetBits.byteOffset,
    );
  }
  betsOfColumn(
    labels: Uint16Array,
    rows: number,
    { logs, certain }: PriorTables,
    truthBits: Float64Array,
    { bayesian, generalized }: Pick<BetColumns, 'bayesian' | 'generalized'>,
  ): void {
    this.core.betsOfColumn(labels.byteOffset, rows, logs.byteOffset, certain.byteOffset, truthBits.byteOffset, bayesian.byteOffset, generalized.byteOffset);
  }
  modalReward(logs: Float64Array, labels: Uint16Array, modal: Uint16Array, rows: number, { logs: prior }: PriorTables, out: Float64Array): void {
    this.core.modalReward(logs.byteOffset, labels.byteOffset, modal.byteOffset, rows, prior.byteOffset, out.byteOffset);
  }
  kononenkoBratko(
    f: Float64Array,
    truthBits: Float64Array,
    restBits: Float64Array,
    labels: Uint16Array,
    rows: number,
    { prior, logs }: PriorTables,
    out: Float64Array,
  ): void {
    const [bits, rest] = [truthBits.byteOffset, restBits.byteOffset];
    this.core.kononenkoBratko(f.byteOffset, bits, rest, labels.byteOffset, rows, prior.byteOffset, logs.byteOffset, out.byteOffset);
  }
  quadratic(p: Float64Array, labels: Uint16Array, rows: number, k: number, out: Float64Array): void {
    this.core.quadratic(p.byteOffset, labels.byteOffset, rows, k, out.byteOffset);
  }
  quadraticOfColumn(p: Float64Array, labels: Uint16Array, rows: number, positive: number, out: Float64Array): void {
    this.core.quadraticOfColumn(p.byteOffset, labels.byteOffset, rows, positive, out.byteOffset);
  }
  moments(x: Float64Array, length: number) {
    const { numbers } = this.small;
    this.core.moments(x.byteOffset, length, numbers.byteOffset);
    return { sum: numbers[0], squares: numbers[1], infinite: numbers[2] };
  }
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
  ): void {
    const out = [truthBits, logs, restBits, modalBetBits].map(({ byteOffset }) => byteOffset);
    this.core.rowLogs(p.byteOffset, labels.byteOffset, modal.byteOffset, rows, k, ...out);
  }
  spreadRows(
    logs: Float64Array,
    labels: Uint16Array,
    weights: Float64Array | undefined,
    rows: number,
    k: number,
    order: Uint32Array | undefined,
    room: Float64Array,
    state: Float64Array,
  ): number {
    const at = weights?.byteOffset ?? 0;
    return this.core.spreadRows(logs.byteOffset, labels.byteOffset, at, rows, k, order?.byteOffset ?? 0, room.byteOffset, state.byteOffset);
  }
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
  ): number {
    const from = [codes.byteOffset, labels.byteOffset, modal.byteOffset] as const;
    return this.core.sliceClasses(...from, rows, k, open.byteOffset, most, cells?.byteOffset ?? 0, ownLabels.byteOffset, ownModal.byteOffset);
  }
  sliceBins(
    codes: Uint32Array,
    places: Uint8Array,
    modal: Float64Array,
    weights: Float64Array | undefined,
    rows: number,
    wide: number,
    sums: Float64Array,
  ): void {
    this.core.sliceBins(codes.byteOffset, places.byteOffset, modal.byteOffset, weights?.byteOffset ?? 0, rows, wide, sums.byteOffset);
  }
  spreadByClass(values: Float64Array, labels: Uint16Array, weights: Float64Array | undefined, rows: number, groups: Float64Array): number {
    return this.core.spreadByClass(values.byteOffset, labels.byteOffset, weights?.byteOffset ?? 0, rows, groups.byteOffset);
  }
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
  ): number {
    return this.core.spreadSides(
      f.byteOffset,
      truthBits.byteOffset,
      restBits.byteOffset,
      labels.byteOffset,
      weights?.byteOffset ?? 0,
      rows,
      cuts.byteOffset,
      groups.byteOffset,
      kept.values.byteOffset,
      kept.classes.byteOffset,
      kept.weights.byteOffset,
    );
  }
  spreadSingles(
    { truth, truthBits, restBits, betBits, losses }: SingleColumns,
    labels: Uint16Array,
    modal: Uint16Array,
    weights: Float64Array | undefined,
    rows: number,
    k: number,
    cuts: Float64Array,
    { turns, bets, quadratic }: SingleGroups,
    cells: Uint32Array | undefined,
    kept: KeptEstimates,
  ): { kept: number; lost: number } {
    const { counts } = this.small;
    const count = this.core.spreadSingles(
      truth.byteOffset,
      truthBits.byteOffset,
      restBits.byteOffset,
      betBits.byteOffset,
      losses.byteOffset,
      labels.byteOffset,
      modal.byteOffset,
      weights?.byteOffset ?? 0,
      rows,
      k,
      cuts.byteOffset,
      turns.byteOffset,
      bets.byteOffset,
      quadratic.byteOffset,
      cells?.byteOffset ?? 0,
      kept.values.byteOffset,
      kept.classes.byteOffset,
      kept.weights.byteOffset,
      counts.byteOffset,
    );
    return { kept: count, lost: counts[0] };
  }
  sortBySize(x: Float64Array, length: number, room: Float64Array): void {
    const tables = this.int32(SORT_TABLES);
    inPieces(x.byteOffset, length, (at, n) => this.core.sortKeys(at, n));
    this.sortKeysAt(x.byteOffset, length, room.byteOffset, tables.byteOffset, x.byteOffset);
    this.free(tables);
  }
  /** Sorts keys, with room for as many more, and leaves them as numbers at `out`, which is one of the two. */
  private sortKeysAt(keys: number, length: number, room: number, tables: number, out: number): void {
    if (length <= SORT_AT_ONCE) {
      if (length > 0) this.core.sortBucket(keys, length, room, tables, out);
      return;
    }
    const log = Math.min(MOST_BUCKETS_LOG, 31 - Math.clz32(length) - BUCKET_LOG);
    const bounds = this.float64(2);
    const [least, most] = [0, 1].map((i) => new BigUint64Array(this.buffer, bounds.byteOffset + 8 * i, 1));
    least[0] = 2n ** 64n - 1n;
    most[0] = 0n;
    inPieces(keys, length, (at, n) => this.core.sortBounds(at, n, bounds.byteOffset));
    const places = this.int32(1 << log).fill(0);
    inPieces(keys, length, (at, n) => this.core.sortCount(at, n, bounds.byteOffset, log, places.byteOffset));
    let end = 0;
    const starts = places.map((count) => {
      end += count * 8;
      return end - count * 8;
    });
    places.set(starts);
    inPieces(keys, length, (at, n) => this.core.sortDeal(at, n, bounds.byteOffset, log, places.byteOffset, room));
    // Each place has moved on to where its bucket ends.
    starts.forEach((start, bucket) => {
      const n = (places[bucket] - start) / 8;
      // Keys that are all the same need no second look.
      if (most[0] === least[0]) inPieces(room + start, n, (at, some) => this.core.sortBucket(at, some, keys, tables, out + at - room));
      else this.sortKeysAt(room + start, n, keys + start, tables, out + start);
    });
    this.free(places);
    this.free(bounds);
  }
  deal(x: Float64Array, length: number, out: Float64Array, ends: Float64Array): void {
    this.core.deal(x.byteOffset, length, out.byteOffset, ends.byteOffset);
  }
  cells(x: Float64Array, length: number, rows: number, least: number, sums: Float64Array): number {
    return this.core.cells(x.byteOffset, length, rows, least, sums.byteOffset);
  }
  calibrationSums(x: Float64Array, length: number, turned: boolean, sums: Float64Array): void {
    this.core.calibrationSums(x.byteOffset, length, Number(turned), sums.byteOffset);
  }
  pool(x: Float64Array, length: number, top: number, stack: Float64Array, line: Float64Array): number {
    return this.core.pool(x.byteOffset, length, top, stack.byteOffset, line.byteOffset);
  }
  poolPlaces(x: Float64Array, length: number, below: Uint32Array, negatives: number, top: number, stack: Float64Array, line: Float64Array): number {
    return this.core.poolPlaces(x.byteOffset, length, below.byteOffset, negatives, top, stack.byteOffset, line.byteOffset);
  }
  pairWins(a: Float64Array, b: Float64Array, below?: Uint32Array): number {
    // A step near the beginning goes with one from the middle on.
    const wanted = Math.ceil((a.length + b.length) / (2 * SORT_PIECE));
    const cuts = mergeSteps(a, b, Math.ceil((a.length + b.length) / (2 * wanted)));
    const half = cuts.length >> 1;
    const ranges = (step: number): number[] => {
      const [from, to] = [cuts[step], cuts[Math.min(step + 1, cuts.length - 1)]];
      return [from.i, to.i, from.j, to.j];
    };
    let wins = 0;
    for (let step = 0; step < half; step++)
      wins += this.core.pairWins(a.byteOffset, b.byteOffset, ...ranges(step), ...ranges(half + step), below?.byteOffset ?? 0);
    return wins;
  }
  countByClass(labels: Uint16Array, length: number, counts: Uint32Array): void {
    this.core.countByClass(labels.byteOffset, length, counts.byteOffset);
  }
  dealByClass(x: Float64Array, labels: Uint16Array, length: number, places: Uint32Array, out: Float64Array): void {
    this.core.dealByClass(x.byteOffset, labels.byteOffset, length, places.byteOffset, out.byteOffset);
  }
  signedColumn(p: Float64Array, labels: Uint16Array, rows: number, k: number, i: number, out: Float64Array): void {
    this.core.signedColumn(p.byteOffset, labels.byteOffset, rows, k, i, out.byteOffset);
  }
  binPlaces(x: Float64Array, length: number, even: number, shift: number, places: Uint32Array): void {
    this.core.binPlaces(x.byteOffset, length, even, shift, places.byteOffset);
  }
  binByClass(places: Uint32Array, labels: Uint16Array, length: number, stride: number, counts: Uint32Array): void {
    this.core.binByClass(places.byteOffset, labels.byteOffset, length, stride, counts.byteOffset);
  }
  binBySide(x: Float64Array, places: Uint32Array, length: number, stride: number, counts: Uint32Array): void {
    this.core.binBySide(x.byteOffset, places.byteOffset, length, stride, counts.byteOffset);
  }
  binRecords(x: Float64Array, places: Uint32Array, length: number, shift: number, records: Float64Array, marks: Uint8Array, marked: Uint32Array): number {
    return this.core.binRecords(x.byteOffset, places.byteOffset, length, shift, records.byteOffset, marks.byteOffset, marked.byteOffset);
  }
  binCells(x: Float64Array, places: Uint32Array, length: number, bins: Float64Array): void {
    this.core.binCells(x.byteOffset, places.byteOffset, length, bins.byteOffset);
  }
  rules(members: Uint16Array, sizes: Uint16Array, labels: Uint16Array, rows: number, k: number, numbers: Float64Array, counts: Uint32Array): number {
    return this.core.rules(members.byteOffset, sizes.byteOffset, labels.byteOffset, rows, k, numbers.byteOffset, counts.byteOffset);
  }
  largest(x: Uint16Array, length: number): number {
    return this.core.largest(x.byteOffset, length);
  }
  total(x: Uint16Array, length: number): number {
    return this.core.total(x.byteOffset, length);
  }
  sortRanked(length: number, fill: FillNumbers, out: Float64Array): number {
    const piece = this.float64(RANK_PIECE);
    const { byteOffset: at } = piece;
    const each = (run: (n: number) => number): number => inSteps(length, RANK_PIECE, (from, n) => fill(piece.subarray(0, n), from), run);
    try {
      return this.sortBuckets(
        out,
        1,
        rankBucketsLog(length),
        (shift, counts) => each((n) => this.core.rankCount(at, n, shift, counts)),
        (shift, places) => void each((n) => this.core.rankDeal(at, n, shift, places, out.byteOffset)),
      );
    } finally {
      this.free(piece);
    }
  }
  sortRows({ rows, width, at, k, copy }: RankedRows, positive: number | undefined, out: Float64Array, places?: Float64Array): number {
    const most = Math.max(1, Math.floor(RANK_PIECE / width));
    const { p, labels, beside } = takeAll(this, (keep) => ({
      p: keep(this.float64(most * width)),
      labels: keep(this.uint16(most)),
      beside: places && keep(this.uint16(rows)),
    }));
    const groups = positive === undefined ? k : 1;
    const log = rankBucketsLog(rows / groups, groups);
    const stride = positive === undefined ? 2 ** log + 1 : 0;
    const given = [p.byteOffset + 8 * at, labels.byteOffset] as const;
    const to = [out.byteOffset, beside?.byteOffset ?? 0] as const;
    const each = (run: (n: number) => number): number => inSteps(rows, most, (from, n) => copy(p.subarray(0, n * width), labels.subarray(0, n), from), run);
    try {
      const bad = this.sortBuckets(
        out,
        groups,
        log,
        (shift, counts) => each((n) => this.core.rankCountRows(...given, n, width, k, stride, shift, counts)),
        (shift, placed) => void each((n) => this.core.rankDealRows(...given, n, width, positive ?? 0, stride, shift, placed, ...to)),
        beside,
      );
      if (bad < 0 && places && beside) this.countPlaces(out, beside, places);
      if (places && positive !== undefined) places[positive] = 0;
      return bad;
    } finally {
      for (const view of [p, labels, beside]) if (view) this.free(view);
    }
  }
  dealRows(p: Float64Array, labels: Uint16Array, rows: number, k: number, i: number, log: number, keys: Float64Array, ends: Uint32Array): number {
    return this.core.dealRows(p.byteOffset + 8 * i, labels.byteOffset, rows, k, log, keys.byteOffset, ends.byteOffset);
  }
  sortDealt(columns: readonly DealtColumn[], k: number, log: number, out: Float64Array): void {
    const inside = (at: number): Int32Array => new Int32Array(this.buffer, at, k * (2 ** log + 1));
    const count = (_: number, at: number): number => {
      const counts = inside(at);
      for (const { ends } of columns) for (let b = 0, start = 0; b < ends.length; start = ends[b++]) counts[b] += ends[b] - start;
      return -1;
    };
    const deal = (_: number, at: number): void => {
      const places = inside(at);
      for (const { keys, ends } of columns)
        for (let b = 0, start = 0; b < ends.length; start = ends[b++]) {
          if (ends[b] === start) continue;
          out.set(keys.subarray(start, ends[b]), places[b] / 8);
          places[b] += 8 * (ends[b] - start);
        }
    };
    this.sortBuckets(out, k, log, count, deal);
  }
  /** Turns sorted keys into numbers, and counts the positive ones below. */
  private countPlaces(keys: Float64Array, labels: Uint16Array, places: Float64Array): void {
    const sums = this.float64(places.length + 3).fill(0);
    const state = sums.byteOffset + 8 * places.length;
    inPieces(0, labels.length, (at, n) => this.core.rankPlaces(keys.byteOffset + at, labels.byteOffset + at / 4, n, sums.byteOffset, state));
    places.set(Array.from(new BigUint64Array(this.buffer, sums.byteOffset, places.length), Number));
    this.free(sums);
  }
  /**
   * Sorts what is counted by bucket, those of each group after one another, and dealt out to them. Counting says which number is bad; −1 is none. Where there
   * are labels beside the keys, both are sorted, and the keys are left as they are.
   */
  private sortBuckets(
    out: Float64Array,
    groups: number,
    log: number,
    count: (shift: number, counts: number) => number,
    deal: (shift: number, places: number) => void,
    beside?: Uint16Array,
  ): number {
    const buckets = 2 ** log + 1;
    const shift = 51 - log;
    const { places, tables } = takeAll(this, (keep) => ({
      places: keep(this.int32(groups * buckets)).fill(0),
      tables: keep(this.int32(beside ? SLOT_LEVELS * 2 ** MOST_SLOTS_LOG : SORT_TABLES)),
    }));
    const views: ArrayBufferView[] = [places, tables];
    try {
      const bad = count(shift, places.byteOffset);
      if (bad >= 0) return bad;
      const largest = places.reduce((most, count) => Math.max(most, count), 0);
      const room = this.float64(largest);
      views.push(room);
      const roomBeside = beside && this.uint16(largest);
      if (roomBeside) views.push(roomBeside);
      let end = 0;
      const starts = places.map((count) => {
        end += count * 8;
        return end - count * 8;
      });
      places.set(starts);
      deal(shift, places.byteOffset);
      starts.forEach((start, place) => {
        const at = out.byteOffset + start;
        const n = (places[place] - start) / 8;
        if (n === 0) return;
        if (beside && roomBeside) {
          this.core.sortPairs(at, beside.byteOffset + start / 4, n, room.byteOffset, roomBeside.byteOffset, tables.byteOffset);
          return;
        }
        const more = Math.max(3, Math.min(MOST_SLOTS_LOG, 33 - Math.clz32(n)));
        const slots = 2 ** more;
        const first = (place % buckets) * slots;
        // Far more keys than slots would fill one.
        const sorted =
          n <= 2 * slots
            ? this.core.rankBucket(at, n, room.byteOffset, tables.byteOffset, shift - more, first, slots)
            : this.alike(at, n) && this.core.rankAlike(at, n);
        if (!sorted) this.sortKeysAt(at, n, room.byteOffset, tables.byteOffset, at);
      });
      return -1;
    } finally {
      for (const view of views) this.free(view);
    }
  }
  /** Whether some of the keys there are about the same. */
  private alike(at: number, n: number): boolean {
    const high = new Uint32Array(this.buffer, at, 2 * n);
    return [n >> 2, n >> 1, n - 1].every((i) => high[2 * i + 1] === high[1]);
  }
  rankWins(x: Float64Array, length: number, state: Float64Array): void {
    this.inRankPieces(x, length, state, (at, n, inside) => this.core.rankWins(at, n, inside));
  }
  rankSpread(x: Float64Array, length: number, positives: number, negatives: number, area: number, state: Float64Array): void {
    this.inRankPieces(x, length, state, (at, n, inside) => this.core.rankSpread(at, n, positives, negatives, area, inside));
  }
  private inRankPieces(x: Float64Array, length: number, state: Float64Array, run: (at: number, n: number, state: number) => void): void {
    const inside = this.float64(state.length);
    inside.set(state);
    inPieces(x.byteOffset, length, (at, n) => run(at, n, inside.byteOffset));
    state.set(inside);
    this.free(inside);
  }
  sum(x: Float64Array, length: number): number {
    return this.core.sum(x.byteOffset, length);
  }

  splitCounts(counts: Uint32Array, left: Uint32Array, replicates: number, first: number, seed: Seed, place: number, part: number, whole: number): void {
    if (!this.binomials) {
      const { limits, aliases } = binomialTables();
      this.binomials = takeAll(this, (keep) => ({ limits: keep(this.float64(limits.length)), aliases: keep(this.uint16(aliases.length)) }));
      this.binomials.limits.set(limits);
      this.binomials.aliases.set(aliases);
    }
    const { limits, aliases } = this.binomials;
    const tables = [limits.byteOffset, aliases.byteOffset];
    this.core.splitCounts(counts.byteOffset, left.byteOffset, replicates, first, seed.low, seed.high, place, part, whole, ...tables);
  }
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
  ): void {
    const drawn = [rows, counts.byteOffset, replicates, first, seed.low, seed.high, place];
    const tables = [table?.limits.byteOffset ?? 0, table?.aliases.byteOffset ?? 0];
    this.core[RESAMPLE[width]](data.byteOffset, ...drawn, sums.byteOffset, rests.byteOffset, ...tables);
  }
  flipSigns(data: Float64Array, words: number, replicates: number, first: number, seed: Seed, place: number, sums: Float64Array, rests: Float64Array): void {
    this.core.flipSigns(data.byteOffset, words, replicates, first, seed.low, seed.high, place, sums.byteOffset, rests.byteOffset);
  }

  parseRows(bytes: Uint8Array, from: number, to: number, final: boolean, plan: CsvPlan, p: Float64Array, labels: Uint16Array, maxRows: number): CsvResult {
    const at = bytes.byteOffset;
    const out = this.small.counts.byteOffset;
    const most = roomFor(plan, p, labels, maxRows);
    const status = this.core.parseRows(at + from, at + to, Number(final), plan.block.byteOffset, p.byteOffset, labels.byteOffset, most, out);
    const result = this.csvResult(status, at);
    const { texts, textRows = 0 } = plan;
    // The core knows places in memory, not in these bytes.
    if (texts.length > 0) for (let i = 0; i < (texts.length / textRows) * result.rows; i++) texts[i] -= at;
    return result;
  }
  countTruth(bytes: Uint8Array, from: number, to: number, final: boolean, plan: CsvPlan, counts: Float64Array): CsvResult {
    checkCounts(plan, counts);
    const at = bytes.byteOffset;
    const status = this.core.countTruth(at + from, at + to, Number(final), plan.block.byteOffset, counts.byteOffset, this.small.counts.byteOffset);
    return this.csvResult(status, at);
  }
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
  ): SetsResult {
    const at = bytes.byteOffset;
    const k = plan.names.length;
    const text = [at + from, at + to, Number(final), plan.block.byteOffset, predicted, k] as const;
    const room = [labels.byteOffset, members.byteOffset, sizes.byteOffset, labels.length, members.length, this.small.counts.byteOffset] as const;
    const result = this.csvResult(this.core.parseSets(...text, ...room), at);
    return { ...result, members: this.small.counts[6] };
  }
  parseObjects(
    bytes: Uint8Array,
    from: number,
    to: number,
    final: boolean,
    { names, block, width }: ObjectPlan,
    p: Float64Array,
    weights: Float64Array | undefined,
    labels: Uint16Array,
    maxRows: number,
  ): { rows: number; next: number } {
    const at = bytes.byteOffset;
    const text = [at + from, at + to, Number(final), names.block.byteOffset, block.byteOffset] as const;
    this.core.parseObjects(...text, p.byteOffset, width, weights?.byteOffset ?? 0, labels.byteOffset, maxRows, this.small.counts.byteOffset);
    const [rows, next] = this.small.counts;
    return { rows, next: (next >>> 0) - at };
  }
  countLines(bytes: Uint8Array, from: number, to: number): number {
    return this.core.countLines(bytes.byteOffset + from, bytes.byteOffset + to);
  }
  parseNumber(bytes: Uint8Array, from: number, to: number, plan: CsvPlan): number {
    return this.core.parseNumber(bytes.byteOffset + from, bytes.byteOffset + to, plan.block.byteOffset);
  }
  hybrid(bytes: Uint8Array, to: number, width: number, state: Uint32Array, limit: number, out: Uint32Array, count: number): boolean {
    return this.core.hybrid(bytes.byteOffset, to, width, state.byteOffset, limit, out.byteOffset, count) === 1;
  }
  lookUp<T extends Entries>(places: Uint32Array, count: number, entries: T, out: T): void {
    this.core[out.BYTES_PER_ELEMENT === 8 ? 'lookUpEight' : 'lookUpFour'](places.byteOffset, count, entries.byteOffset, out.byteOffset);
  }
  joinBytes(bytes: Uint8Array, from: number, stride: number, count: number, out: Float64Array | Float32Array): void {
    this.core[out.BYTES_PER_ELEMENT === 8 ? 'joinEight' : 'joinFour'](bytes.byteOffset + from, stride, count, out.byteOffset);
  }
  toRows(values: Uint8Array, kind: Kind, stride: number, rows: number, out: Float64Array, place: number, width: number): void {
    this.core.toRows(values.byteOffset, KINDS[kind], stride, rows, out.byteOffset, place, width);
  }
  swapBytes(bytes: Uint8Array, size: number, count: number): void {
    this.core.swapBytes(bytes.byteOffset, size, count);
  }
  sigmoid(p: Float64Array, rows: number, stride: number, columns: number): void {
    this.core.sigmoid(p.byteOffset, rows, stride, columns);
  }

  softmax(p: Float64Array, rows: number, stride: number, columns: number): void {
    this.core.softmax(p.byteOffset, rows, stride, columns);
  }

  firstNotFinite(x: Float64Array, from: number, to: number): number {
    return this.core.firstNotFinite(x.byteOffset, from, to);
  }
  firstClear(bits: Uint8Array, from: number, to: number): number {
    return this.core.firstClear(bits.byteOffset, from, to);
  }
  labelsOfCodes(values: Uint8Array, kind: Kind, rows: number, least: number, table: Uint16Array, out: Uint16Array): number {
    return this.core.labelsOfCodes(values.byteOffset, KINDS[kind], rows, least, table.byteOffset, table.length, out.byteOffset);
  }
  textCodes(
    bytes: Uint8Array,
    places: Uint32Array,
    step: number,
    rows: number,
    factor: number,
    table: Uint32Array,
    keys: Uint8Array,
    codes: Uint32Array,
  ): number {
    const [at, mask] = [table.byteOffset, table.length / 4 - 1];
    return this.core.textCodes(bytes.byteOffset, places.byteOffset, 4 * step, rows, factor, at, mask, keys.byteOffset, codes.byteOffset);
  }
  labelsOfBits(bits: Uint8Array, from: number, rows: number, table: Uint16Array, out: Uint16Array): number {
    return this.core.labelsOfBits(bits.byteOffset, from, rows, table.byteOffset, out.byteOffset);
  }
  labelsOfTexts(offsets: Uint8Array, wide: boolean, base: number, text: Uint8Array, rows: number, plan: CsvPlan, out: Uint16Array): number {
    const places = [offsets.byteOffset, Number(wide), base] as const;
    return this.core.labelsOfTexts(...places, text.byteOffset, text.length, rows, plan.block.byteOffset, out.byteOffset);
  }
  labelsOfViews(views: Uint8Array, rows: number, plan: CsvPlan, out: Uint16Array): number {
    return this.core.labelsOfViews(views.byteOffset, rows, plan.block.byteOffset, out.byteOffset);
  }
  unpackZstd(packed: Uint8Array, out: Uint8Array): number {
    return this.unpack('unpackZstd', packed, out);
  }
  unpackSnappy(packed: Uint8Array, out: Uint8Array): number {
    return this.unpack('unpackSnappy', packed, out);
  }
  unpackLz4(packed: Uint8Array, out: Uint8Array, from = 0): number {
    return this.unpack('unpackLz4', packed, out, from);
  }
  private unpack(name: string, packed: Uint8Array, out: Uint8Array, ...from: number[]): number {
    const written = this.core[name](packed.byteOffset, packed.length, out.byteOffset, out.length, ...from);
    // There may be more of them than an integer with a sign can count.
    return written === -1 ? -1 : written >>> 0;
  }
  /** What the core left behind, with addresses as offsets into the bytes. */
  private csvResult(status: number, at: number): CsvResult {
    const [rows, next, column, from, to, fields] = this.small.counts;
    return csvResult(status, rows, (next >>> 0) - at, column, (from >>> 0) - at, (to >>> 0) - at, fields);
  }
}
