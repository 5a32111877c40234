import type { Kernels } from '../kernels/kernels.js';
import { FIXED, fromFixed, toFixed } from '../math/exactSum.js';

/** Rows to a block of rewards. Blocks are cut by row number, so the sums do not depend on how the rows arrive. */
export const MOMENT_ROWS = 4096;

/** Mean, total and standard error of a column of rewards that comes in blocks. */
export interface Summary {
  rows: number;
  /** What the rows weigh: their number, unless they came with weights. Totals, means and standard errors are of so many. */
  weight: number;
  /** −∞ or ∞ where any row's value is. */
  total: number;
  mean: number;
  /** Of the mean; NaN with a weight of 1 or less (one row) or an infinite value. */
  standardError: number;
  /** Where estimates are known by their bins only: how far off the mean may be. */
  error?: number;
  /** How many values are infinite. */
  infinite: number;
  /** The first few rows with an infinite value. */
  infiniteRows: number[];
}

export const FIRST_FEW = 5;
/** Division by MOMENT_ROWS, of integers. */
const MOMENT_SHIFT = 12n;
const THEMSELVES = { offset: 0, scale: 1 };

/** What moments are made of; it can be posted to another thread, and added up in any order of blocks. */
export interface MomentsState {
  rows: number;
  /** What they weigh, as a multiple of 2^-256. */
  weight: bigint;
  infinite: number;
  sign: number;
  infiniteRows: number[];
  sum: bigint;
  within: bigint;
  between: bigint;
}

/** What the kernel finds in a block: the sum of the finite values, their squares about their mean, how many are infinite. */
export interface BlockMoments {
  sum: number;
  squares: number;
  infinite: number;
}

/**
 * Within a block the kernel takes two passes: the sum S, and the squares M about the block's own mean. Between blocks
 * Σ S²/n − (Σ S)²/Σ n is taken in integers, where nothing cancels.
 */
export class Moments {
  private readonly state: MomentsState = { rows: 0, weight: 0n, infinite: 0, sign: 0, infiniteRows: [], sum: 0n, within: 0n, between: 0n };

  constructor(private readonly kernels: Kernels) {}

  /**
   * Adds one block; all but the last must have MOMENT_ROWS rows. `block` is what the kernel finds in them, where that is
   * known. What is added are the values on a line over them: a mean moves with it, and a spread with its slope.
   */
  add(values: Float64Array, length: number, block: BlockMoments = this.kernels.moments(values, length), { offset, scale } = THEMSELVES): void {
    const { infinite } = block;
    const finite = length - infinite;
    if (infinite > 0) this.note(values, length, infinite, scale);
    if (finite > 0) {
      const sum = finite * offset + scale * block.sum;
      const squares = scale * scale * block.squares;
      const [fixed, fixedSquares] = Number.isFinite(squares) ? [toFixed(sum), toFixed(squares)] : huge(values, length, finite, offset, scale);
      this.state.sum += fixed;
      this.state.within += fixedSquares;
      this.state.between += finite === MOMENT_ROWS ? (fixed * fixed) >> MOMENT_SHIFT : (fixed * fixed) / BigInt(finite);
    }
    this.state.rows += length;
    this.state.weight += BigInt(length) << FIXED;
  }

  /** Adds one block of rows that have weights: W of them, S = Σ w·x, M = Σ w·(x − S/W)². Rows of weight 0 are no rows, whatever they hold. */
  addWeighted(values: Float64Array, weights: Float64Array, length: number, { offset, scale } = THEMSELVES): void {
    const { state } = this;
    let all = 0;
    let weight = 0;
    let sum = 0;
    for (let r = 0; r < length; r++) {
      const w = weights[r];
      if (w === 0) continue;
      all += w;
      const value = offset + scale * values[r];
      if (Math.abs(value) === Infinity) {
        state.infinite++;
        state.sign = Math.sign(value);
        if (state.infiniteRows.length < FIRST_FEW) state.infiniteRows.push(state.rows + r);
        continue;
      }
      weight += w;
      sum += w * value;
    }
    state.rows += length;
    state.weight += toFixed(all);
    if (weight === 0) return;
    const mean = sum / weight;
    let squares = 0;
    for (let r = 0; r < length; r++) {
      const off = offset + scale * values[r] - mean;
      if (weights[r] > 0 && Math.abs(off) < Infinity) squares += weights[r] * off * off;
    }
    const [fixed, fixedSquares] = Number.isFinite(squares) ? [toFixed(sum), toFixed(squares)] : huge(values, length, weight, offset, scale, weights);
    state.sum += fixed;
    state.within += fixedSquares;
    state.between += ((fixed * fixed) << FIXED) / toFixed(weight);
  }

  /** The state, to be added to another's by `merge`. */
  get parts(): MomentsState {
    return this.state;
  }

  /** Adds the moments of rows that follow these. */
  merge(other: MomentsState): void {
    const { state } = this;
    for (const row of other.infiniteRows) if (state.infiniteRows.length < FIRST_FEW) state.infiniteRows.push(state.rows + row);
    state.sign ||= other.sign;
    state.rows += other.rows;
    state.weight += other.weight;
    state.infinite += other.infinite;
    state.sum += other.sum;
    state.within += other.within;
    state.between += other.between;
  }

  private note(values: Float64Array, length: number, infinite: number, scale: number): void {
    const { state } = this;
    state.infinite += infinite;
    for (let r = 0; r < length; r++) {
      if (Math.abs(values[r]) < Infinity) continue;
      state.sign = Math.sign(values[r] * scale);
      if (state.infiniteRows.length >= FIRST_FEW) return;
      state.infiniteRows.push(state.rows + r);
    }
  }

  summary(): Summary {
    const { rows, weight: fixed, infinite, infiniteRows, sign, sum, within, between: blocks } = this.state;
    const weight = fromFixed(fixed);
    const total = infinite > 0 ? sign * Infinity : fromFixed(sum);
    let standardError = NaN;
    if (infinite === 0 && weight > 1) {
      const between = (blocks - ((sum * sum) << FIXED) / fixed) >> FIXED;
      const squares = fromFixed(within) + fromFixed(between);
      standardError = Number.isFinite(squares)
        ? Math.sqrt(Math.max(0, squares) / (weight - 1) / weight)
        : Math.sqrt(fromFixed((within + between) >> 1040n) / (weight - 1) / weight) * 2 ** 520;
    }
    return { rows, weight, total, mean: total / weight, standardError, infinite, infiniteRows: [...infiniteRows] };
  }
}

/** A block whose squares overflow, as the generalized reward's do under a prior of 1e-300: the sum in integers, the squares of values scaled down. */
function huge(values: Float64Array, length: number, weight: number, offset: number, scale: number, weights?: Float64Array): [sum: bigint, squares: bigint] {
  const often = (r: number): number => (Math.abs(values[r]) < Infinity ? (weights?.[r] ?? 1) : 0);
  let sum = 0n;
  for (let r = 0; r < length; r++) if (often(r) > 0) sum += toFixed(often(r) * (offset + scale * values[r]));
  const mean = fromFixed((sum << FIXED) / toFixed(weight));
  let squares = 0;
  for (let r = 0; r < length; r++) {
    if (often(r) === 0) continue;
    const off = (offset + scale * values[r]) * 2 ** -520 - mean * 2 ** -520;
    squares += often(r) * off * off;
  }
  return [sum, toFixed(squares) << 1040n];
}
