import type { Kernels } from '../../kernels/kernels.js';
import { takeAll } from '../../kernels/takeAll.js';
import { log2 } from '../../math/log.js';
import type { ClassCalibration } from './classCalibration.js';
import { decompositions } from './decomposition.js';
import { type Binning, binOf, type CalibrationError, errorOf, massTarget, reliabilityBin } from './reliability.js';
import { spiegelhalter } from './spiegelhalter.js';

/** Estimates sorted by size, negative (also −0) where they did not come true; or, if `turned`, none of them did. */
interface SortedRun {
  values: Float64Array;
  turned: boolean;
}

/** Rows to a call: short ones, so that V8 gets to optimize the loops, and near at hand. */
const STEP = 8192;
/** The more are pooled at once, the fewer of their places have to be looked at. */
const POOL_STEP = 65536;

/** What rows come to one by one; see assembly/calibration.ts. */
export class RowSums {
  /** Of the kernels' memory. */
  static readonly BYTES = 8 * STEP + 512;
  private readonly piece: Float64Array;
  private readonly sums: Float64Array;

  constructor(private readonly kernels: Kernels) {
    const views = takeAll(kernels, (keep) => ({ piece: keep(kernels.float64(STEP)), sums: keep(kernels.float64(7)) }));
    this.piece = views.piece;
    this.sums = views.sums.fill(0);
    this.sums[6] = 1;
  }

  /** Adds rows [from, to); estimates and hits are then those of these rows alone. */
  add({ values, turned }: SortedRun, from: number, to: number): void {
    const { kernels, piece, sums } = this;
    sums[0] = sums[1] = 0;
    for (let at = from; at < to; at += STEP) {
      const some = values.subarray(at, Math.min(at + STEP, to));
      if (!kernels.owns(some)) piece.set(some);
      kernels.calibrationSums(kernels.owns(some) ? some : piece, some.length, turned, sums);
    }
  }

  get estimates(): number {
    return this.sums[0];
  }
  get hits(): number {
    return this.sums[1];
  }
  get quadratic(): number {
    return this.sums[2];
  }
  /** Spiegelhalter's two. */
  get surplus(): number {
    return this.sums[3];
  }
  get variance(): number {
    return this.sums[4];
  }
  /** Bits. */
  get log(): number {
    return 0 - (this.sums[5] + log2(this.sums[6]));
  }

  free(): void {
    this.kernels.free(this.piece);
    this.kernels.free(this.sums);
  }
}

/** What falls into bins of one kind. */
export class BinSums {
  readonly rows: Float64Array;
  readonly hits: Float64Array;
  readonly estimates: Float64Array;
  readonly from: Float64Array;
  readonly to: Float64Array;

  constructor(readonly count: number) {
    this.rows = new Float64Array(count);
    this.hits = new Float64Array(count);
    this.estimates = new Float64Array(count);
    this.from = new Float64Array(count).fill(Infinity);
    this.to = new Float64Array(count);
  }

  add(bin: number, rows: number, hits: number, estimates: number, from: number, to: number): void {
    this.rows[bin] += rows;
    this.hits[bin] += hits;
    this.estimates[bin] += estimates;
    if (from < this.from[bin]) this.from[bin] = from;
    if (to > this.to[bin]) this.to[bin] = to;
  }

  /** Bins that hold a row. */
  filled(): number[] {
    return [...this.rows.keys()].filter((bin) => this.rows[bin] > 0);
  }

  error(binning: Binning, z: number): CalibrationError {
    const { rows, hits, estimates, from, to } = this;
    const found = this.filled().map((b) => reliabilityBin(rows[b], hits[b], estimates[b], from[b], to[b], z));
    return errorOf(
      binning,
      found,
      rows.reduce((a, b) => a + b, 0),
    );
  }
}

/**
 * The calibration of estimates that come sorted, in pieces of which each is above those before it. Bins are found by their ends and summed up
 * whole, so that a row is looked at without a question. Free it when done.
 */
export class Calibrator {
  private readonly sums: RowSums;
  private readonly width: BinSums;
  private readonly mass: BinSums;
  /** Hits and rows of pooled blocks. Their frequencies differ, of which n whole rows allow fewer than n^⅔. */
  private readonly stack: Float64Array;
  /** Room for as many, which pooling works with. */
  private readonly line: Float64Array;
  private readonly piece: Float64Array;
  private blocks = 0;
  /** The bin of equal mass at hand. */
  private open = 0;
  private done = 0;
  private hits = 0;

  constructor(
    private readonly kernels: Kernels,
    /** How many there will be in all. */
    private readonly rows: number,
    private readonly bins: number,
    private readonly z: number,
  ) {
    this.sums = new RowSums(kernels);
    this.width = new BinSums(bins);
    this.mass = new BinSums(bins);
    const room = 2 * stackRoom(rows);
    const views = takeAll(kernels, (keep) => ({ stack: keep(kernels.float64(room)), line: keep(kernels.float64(room)), piece: keep(kernels.float64(STEP)) }));
    this.stack = views.stack;
    this.line = views.line;
    this.piece = views.piece;
  }

  /** A piece whose sides are mixed. */
  add(values: Float64Array): void {
    this.sum([{ values, turned: false }]);
    this.pool(values);
  }

  /** Bins of a piece in one run or several. */
  sum(runs: readonly SortedRun[]): void {
    const { bins, sums, rows: all, done: before } = this;
    for (const { values } of runs) this.done += values.length;
    // The largest estimate of each bin of equal mass that ends here.
    const ends: number[] = [];
    const first = this.open;
    while (this.open < bins && massTarget(all, this.open + 1, bins) <= this.done) ends.push(atRank(runs, massTarget(all, ++this.open, bins) - before));
    for (const run of runs) {
      const { values } = run;
      let m = 0;
      for (let at = 0; at < values.length; ) {
        const place = binOf(values[at], bins);
        let end = firstWhere(values, at, (x) => binOf(x, bins) > place);
        while (m < ends.length && Math.abs(values[at]) > ends[m]) m++;
        if (m < ends.length) end = Math.min(end, firstAbove(values, at, ends[m]));
        sums.add(run, at, end);
        const { hits, estimates } = sums;
        const [from, to] = [Math.abs(values[at]), Math.abs(values[end - 1])];
        this.width.add(place, end - at, hits, estimates, from, to);
        // Rows above all ends are of the bin that goes on.
        this.mass.add(Math.min(first + m, bins - 1), end - at, hits, estimates, from, to);
        this.hits += hits;
        at = end;
      }
    }
  }

  /** Pools sorted estimates, mixed. */
  pool(values: Float64Array): void {
    const { kernels, piece, stack, line } = this;
    const step = kernels.owns(values) ? POOL_STEP : STEP;
    for (let at = 0; at < values.length; ) {
      // Equal estimates stay together, however many they are.
      let to = Math.min(at + step, values.length);
      if (to < values.length && Math.abs(values[to]) === Math.abs(values[to - 1])) {
        const whole = firstWhere(values, at, (x) => Math.abs(x) >= Math.abs(values[to - 1]));
        to = whole > at ? whole : firstAbove(values, at, Math.abs(values[at]));
      }
      const some = values.subarray(at, to);
      if (kernels.owns(some)) this.blocks = kernels.pool(some, some.length, this.blocks, stack, line);
      else if (some.length <= STEP) {
        piece.set(some);
        this.blocks = kernels.pool(piece, some.length, this.blocks, stack, line);
      } else {
        const hits = some.reduce((n, x) => n + (x > 0 || Object.is(x, 0) ? 1 : 0), 0);
        this.poolGroup(hits, some.length);
      }
      at = to;
    }
  }

  /** Pools one group of equal estimates; or of several that do not rise. */
  poolGroup(hits: number, rows: number): void {
    const { stack } = this;
    let at = 2 * this.blocks;
    while (at > 0 && stack[at - 2] * rows >= hits * stack[at - 1]) {
      hits += stack[at - 2];
      rows += stack[at - 1];
      at -= 2;
    }
    stack[at] = hits;
    stack[at + 1] = rows;
    this.blocks = at / 2 + 1;
  }

  /** Pools sorted estimates of what came true, in the kernels' memory, by how many of what did not are below each. */
  poolPlaces(positives: Float64Array, below: Uint32Array, negatives: number): void {
    this.blocks = this.kernels.poolPlaces(positives, positives.length, below, negatives, this.blocks, this.stack, this.line);
  }

  finish(): ClassCalibration {
    const { sums, done: rows, z, stack } = this;
    const equalMass = this.mass.error('equal-mass', z);
    const blocks = Array.from({ length: this.blocks }, (_, b) => ({ rows: stack[2 * b + 1], frequency: stack[2 * b] / stack[2 * b + 1] }));
    const whole = { rows, frequency: this.hits / rows, quadratic: sums.quadratic / rows, log: sums.log / rows };
    return {
      equalWidth: this.width.error('equal-width', z),
      equalMass,
      spiegelhalter: spiegelhalter(sums.surplus, sums.variance),
      decompositions: decompositions(whole, blocks, equalMass.bins),
    };
  }

  free(): void {
    this.sums.free();
    for (const view of [this.stack, this.line, this.piece]) this.kernels.free(view);
  }
}

/** Blocks of so many rows at most: of different fractions h/n with Σ n ≤ rows there are fewer than rows^⅔, and the last is pooled when it is there. */
const stackRoom = (rows: number): number => Math.ceil(Math.cbrt(rows) ** 2) + 8;

/** Bytes that a calibrator takes. */
export const calibratorBytes = (rows: number): number => 32 * stackRoom(rows) + 16 * STEP + 1024;

/** The first place from one on where something holds, that holds from there on. */
function firstWhere(values: Float64Array, from: number, holds: (x: number) => boolean): number {
  let [low, high] = [from, values.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(values[middle])) high = middle;
    else low = middle + 1;
  }
  return low;
}

const firstAbove = (values: Float64Array, from: number, size: number): number => firstWhere(values, from, (x) => Math.abs(x) > size);

/** The size of the number that so many are no larger than, that one included, in several runs. */
function atRank(runs: readonly SortedRun[], rank: number): number {
  if (runs.length === 1) return Math.abs(runs[0].values[rank - 1]);
  const lows = runs.map(() => 0);
  const highs = runs.map(({ values }) => values.length);
  const add = (a: number, b: number): number => a + b;
  for (;;) {
    // The middle of where most is left to look.
    const widest = highs.reduce((best, high, i) => (high - lows[i] > highs[best] - lows[best] ? i : best), 0);
    const size = Math.abs(runs[widest].values[(lows[widest] + highs[widest]) >>> 1]);
    const below = runs.map(({ values }) => firstWhere(values, 0, (x) => Math.abs(x) >= size));
    const upTo = runs.map(({ values }, i) => firstAbove(values, below[i], size));
    if (rank <= below.reduce(add)) for (const i of highs.keys()) highs[i] = Math.min(highs[i], below[i]);
    else if (rank > upTo.reduce(add)) for (const i of lows.keys()) lows[i] = Math.max(lows[i], upTo[i]);
    else return size;
  }
}
