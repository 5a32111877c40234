import type { Kernels } from '../../kernels/kernels.js';
import { takeAll } from '../../kernels/takeAll.js';

/** Stacks of numbers of size 0 to 1: those that round to 0, 1, … 256 of 256 parts. */
export const STACKS = 257;

const MAX_ROOM_ROWS = 65536;

/**
 * Numbers dealt out by size to stacks that follow one another: what each thread does with its own, so that sorting them
 * all takes little memory, and that near at hand. Fresh memory costs more to touch than all the sorting.
 */
export interface Dealt {
  values: Float64Array;
  /** Where each stack ends. */
  ends: Float64Array;
}

/** Deals out numbers as they come. Free it when done. */
export class BucketSorter {
  private readonly values: Float64Array;
  /** Where numbers are dealt out to: some of them, or all. */
  private readonly out: Float64Array;
  private readonly ends: Float64Array;
  private filled = 0;
  private done = 0;
  private dealt: Dealt[] = [];
  private freed = false;

  /**
   * `rows`: how many will come, if that is known. What is dealt out lasts, or only until this is freed, and is then left in the kernels' memory if it fits. Where it
   * is shared, all threads can look at it.
   */
  constructor(
    private readonly kernels: Kernels,
    rows = MAX_ROOM_ROWS,
    private readonly lasts = true,
    private readonly shared = false,
  ) {
    const room = Math.min(rows, MAX_ROOM_ROWS);
    // Half of the memory is left to others.
    if (8 * rows > kernels.available / 2) this.lasts = true;
    const views = takeAll(kernels, (keep) => ({
      values: keep(kernels.float64(room)),
      out: keep(kernels.float64(this.lasts ? room : rows)),
      ends: keep(kernels.float64(STACKS)),
    }));
    this.values = views.values;
    this.out = views.out;
    this.ends = views.ends;
  }

  add(values: Float64Array): void {
    for (let from = 0; from < values.length; ) {
      const some = Math.min(values.length - from, this.values.length - this.filled);
      this.values.set(values.subarray(from, from + some), this.filled);
      this.filled += some;
      from += some;
      if (this.filled === this.values.length) this.deal();
    }
  }

  private deal(): void {
    const { filled, done, lasts, ends } = this;
    const out = lasts ? this.out.subarray(0, filled) : this.out.subarray(done, done + filled);
    this.kernels.deal(this.values, filled, out, ends);
    this.dealt.push({ values: lasts ? this.lasting(out) : out, ends: ends.slice() });
    this.done += filled;
    this.filled = 0;
  }

  private lasting(values: Float64Array): Float64Array {
    if (!this.shared) return values.slice();
    const copy = new Float64Array(new SharedArrayBuffer(values.byteLength));
    copy.set(values);
    return copy;
  }

  /** What was dealt out since the last time. */
  drain(): Dealt[] {
    if (this.filled > 0) this.deal();
    const { dealt } = this;
    this.dealt = [];
    return dealt;
  }

  free(): void {
    // Once: the place may be another's by the second time.
    if (this.freed) return;
    this.freed = true;
    for (const view of [this.values, this.out, this.ends]) this.kernels.free(view);
  }
}
