import type { Estimates, Labels } from '../../core/input.js';
import type { Treatment } from '../../core/treatment.js';
import type { DealtColumn, Kernels } from '../../kernels/kernels.js';
import { takeAll } from '../../kernels/takeAll.js';
import { type DealtRows, isTreated, type RowsPart, treatRows } from './keptRows.js';

/** Rows that are dealt out at once. */
const DEALT_ROWS = 65536;
/** Buckets of a class, about. */
const BUCKETS = 512;

/** Buckets for each true class, as a power of two, and one more. */
const bucketsLog = (k: number): number => 31 - Math.clz32(BUCKETS / k);
const bucketsOf = (k: number): number => k * (2 ** bucketsLog(k) + 1);

/** Deals out rows that have been scored. Free it when done. */
export class RowDealer {
  private readonly p: Float64Array;
  private readonly labels: Uint16Array;
  private readonly keys: Float64Array;
  private readonly ends: Uint32Array;
  private readonly ofClass: Int32Array;
  private readonly k: number;
  private filled = 0;
  private rows = 0;
  private readonly dealt: DealtRows[] = [];

  /** Where it is `shared`, all threads can look at what is dealt out. */
  constructor(
    private readonly kernels: Kernels,
    private readonly treatment: Treatment,
    private readonly shared: boolean,
  ) {
    const k = treatment.names.length;
    this.k = k;
    const views = takeAll(kernels, (keep) => ({
      p: keep(kernels.float64(DEALT_ROWS * k)),
      labels: keep(kernels.uint16(DEALT_ROWS)),
      keys: keep(kernels.float64(DEALT_ROWS)),
      ends: keep(kernels.uint32(bucketsOf(k))),
    }));
    this.p = views.p;
    this.labels = views.labels;
    this.keys = views.keys;
    this.ends = views.ends;
    this.ofClass = new Int32Array(k);
  }

  /** Of the kernels' memory. */
  static bytes(k: number): number {
    return DEALT_ROWS * (8 * k + 10) + 4 * bucketsOf(k) + 64;
  }

  /** `outside` as in KeptRows. */
  add(p: Estimates, labels: Labels, outside: boolean): void {
    const { k, treatment } = this;
    for (let from = 0; from < labels.length; ) {
      const some = Math.min(labels.length - from, DEALT_ROWS - this.filled);
      const own = this.p.subarray(this.filled * k, (this.filled + some) * k);
      own.set(p.subarray(from * k, (from + some) * k));
      if (isTreated(treatment, outside)) treatRows(own, some, k, treatment, outside);
      this.labels.set(labels.subarray(from, from + some), this.filled);
      this.filled += some;
      from += some;
      if (this.filled === DEALT_ROWS) this.deal();
    }
  }

  private deal(): void {
    const { kernels, k, p, labels, filled: rows, ofClass } = this;
    const buckets = bucketsOf(k);
    const memory = this.memory(8 * k * rows + 4 * k * buckets);
    const keys = new Float64Array(memory, 0, k * rows);
    const ends = new Uint32Array(memory, 8 * k * rows, k * buckets);
    for (let i = 0; i < k; i++) {
      if (kernels.dealRows(p, labels, rows, k, i, bucketsLog(k), this.keys, this.ends) >= 0) throw new Error('a row that was scored cannot be ranked');
      keys.set(this.keys.subarray(0, rows), i * rows);
      ends.set(this.ends, i * buckets);
    }
    const each = buckets / k;
    for (let j = 0; j < k; j++) ofClass[j] += ends[(j + 1) * each - 1] - (j > 0 ? ends[j * each - 1] : 0);
    this.dealt.push({ rows, keys, ends });
    this.rows += rows;
    this.filled = 0;
  }

  private memory(bytes: number): ArrayBuffer {
    return (this.shared ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes)) as ArrayBuffer;
  }

  drain(): RowsPart {
    if (this.filled > 0) this.deal();
    const { rows, dealt, ofClass } = this;
    return { rows, dealt, ofClass };
  }

  free(): void {
    for (const view of [this.p, this.labels, this.keys, this.ends]) this.kernels.free(view);
  }
}

/** The estimates of a class. */
export function dealtColumn({ rows, keys, ends }: DealtRows, k: number, i: number): DealtColumn {
  const buckets = bucketsOf(k);
  return { keys: keys.subarray(i * rows, (i + 1) * rows), ends: ends.subarray(i * buckets, (i + 1) * buckets) };
}

/** Sorts those of a class into the kernels' memory, those of each true class by themselves. */
export function sortOfClass(kernels: Kernels, parts: readonly Pick<RowsPart, 'dealt'>[], rows: number, k: number, i: number): Float64Array {
  const columns = parts.flatMap(({ dealt = [] }) => dealt.map((each) => dealtColumn(each, k, i)));
  const sorted = kernels.float64(rows);
  kernels.sortDealt(columns, k, bucketsLog(k), sorted);
  return sorted;
}

/** Sorts all of a class together, negative where it is not the true one. */
export function sortSignedOfClass(kernels: Kernels, parts: readonly Pick<RowsPart, 'dealt' | 'ofClass'>[], rows: number, k: number, i: number): Float64Array {
  const runs = sortOfClass(kernels, parts, rows, k, i);
  const below = (until: number): number => parts.reduce((sum, { ofClass }) => sum + (ofClass as Int32Array).subarray(0, until).reduce((a, b) => a + b, 0), 0);
  const [from, to] = [below(i), below(i + 1)];
  for (let r = 0; r < rows; r++) if (r < from || r >= to) runs[r] = -runs[r];
  const sorted = kernels.float64(rows);
  kernels.sortRanked(rows, (out, at) => out.set(runs.subarray(at, at + out.length)), sorted);
  kernels.free(runs);
  return sorted;
}

/** Dealt rows as whole ones, where no more is wanted than the estimates of every class by true class: of several rows of one true class nobody knows which estimates belong together. */
export function wholeAgain({ rows, dealt = [], ofClass }: RowsPart, k: number): RowsPart {
  const estimates = new Float64Array(rows * k);
  const labels = new Uint16Array(rows);
  const halves = new Uint32Array(estimates.buffer);
  const each = bucketsOf(k) / k;
  let first = 0;
  for (const part of dealt) {
    for (let i = 0; i < k; i++) {
      const { keys, ends } = dealtColumn(part, k, i);
      const of = new Uint32Array(keys.buffer, keys.byteOffset, 2 * keys.length);
      let label = 0;
      for (let r = 0; r < part.rows; r++) {
        while (r >= ends[(label + 1) * each - 1]) label++;
        labels[first + r] = label;
        const at = 2 * ((first + r) * k + i);
        halves[at] = (of[2 * r] >>> 1) | (of[2 * r + 1] << 31);
        halves[at + 1] = of[2 * r + 1] >>> 1;
      }
    }
    first += part.rows;
  }
  return { rows, estimates, labels, ...(ofClass ? { ofClass } : {}) };
}
