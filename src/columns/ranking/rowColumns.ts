import { copyLabels, type Estimates, type Labels } from '../../core/input.js';
import type { Kernels } from '../../kernels/kernels.js';
import { takeAll } from '../../kernels/takeAll.js';
import type { RowsPart } from './keptRows.js';

/** Rows to rank: kept ones, or whole rows where they lie. */
export interface RankPart extends Omit<RowsPart, 'estimates' | 'labels' | 'weights'> {
  estimates?: Estimates;
  labels?: Labels;
}

/** Rows that stay near at hand while several columns are taken out of them, by their numbers. */
const NEAR_ROWS = 16384;

/**
 * Columns of wide rows in the kernels' memory, a few at a time: to take one alone, all of the memory that the rows lie in has to be gone through. Classes
 * come in order, or those that were taken with the first serve nobody.
 */
export class RowColumns {
  readonly labels: Uint16Array;
  private readonly columns: Float64Array[];
  private first = -Infinity;

  constructor(
    kernels: Kernels,
    private readonly parts: readonly RankPart[],
    private readonly k: number,
    rows: number,
    atOnce: number,
  ) {
    const views = takeAll(kernels, (keep) => ({
      columns: Array.from({ length: Math.min(atOnce, k) }, () => keep(kernels.float64(rows))),
      labels: keep(kernels.uint16(rows)),
    }));
    this.columns = views.columns;
    this.labels = views.labels;
    let at = 0;
    for (const part of parts) {
      copyLabels(part.labels as Labels, this.labels, at);
      at += part.rows;
    }
  }

  /** Of the kernels' memory. */
  static bytes(rows: number, atOnce: number): number {
    return (8 * atOnce + 2) * rows;
  }

  of(i: number): Float64Array {
    if (i < this.first || i >= this.first + this.columns.length) this.take(i);
    return this.columns[i - this.first];
  }

  free(kernels: Kernels): void {
    for (const view of [...this.columns, this.labels]) kernels.free(view);
  }

  private take(first: number): void {
    const { k } = this;
    this.first = first;
    const wanted = this.columns.slice(0, k - first);
    const near = Math.ceil(NEAR_ROWS / k);
    let at = 0;
    for (const { rows, estimates } of this.parts)
      for (let from = 0; from < rows; from += near) {
        const to = Math.min(from + near, rows);
        wanted.forEach((column, i) => {
          takeOut(estimates as Estimates, k, first + i, from, to, column, at);
        });
        at += to - from;
      }
  }
}

/** The estimates of one class as a part of their own, with all labels; it can be moved to another thread. */
export function columnPart(parts: readonly RankPart[], k: number, i: number): { rows: RankPart; moved: ArrayBuffer[] } {
  const all = parts.reduce((sum, { rows }) => sum + rows, 0);
  const estimates = new Float64Array(all);
  const labels = new Uint16Array(all);
  let at = 0;
  for (const part of parts) {
    takeOut(part.estimates as Estimates, k, i, 0, part.rows, estimates, at);
    copyLabels(part.labels as Labels, labels, at);
    at += part.rows;
  }
  return { rows: { rows: all, estimates, labels }, moved: [estimates.buffer, labels.buffer] };
}

function takeOut(estimates: Estimates, k: number, i: number, from: number, to: number, out: Float64Array, at: number): void {
  for (let r = from, place = from * k + i; r < to; r++, place += k) out[at++] = estimates[place];
}
