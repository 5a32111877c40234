import { FairbitsError } from '../../base/errors.js';
import { copyLabels, type Estimates, type Labels } from '../../core/input.js';
import { settle } from '../../core/rounded.js';
import type { Kernels, RankedRows } from '../../kernels/kernels.js';
import { sortOfClass, sortSignedOfClass } from './dealtRows.js';
import { type RankPart, RowColumns } from './rowColumns.js';

interface SortedColumnsOptions {
  /** How far outside of [0, 1] rounding may have put an estimate; 0 where all have been settled. */
  rounding?: number | undefined;
  /** Columns that are taken out of rows at once; none where rows are narrow, and sorted from where they lie. */
  atOnce?: number;
  /** Whether the same will be sorted again. */
  again?: boolean;
}

/** The estimates of one class after the other, sorted into the kernels' memory from the parts that hold them. */
export class SortedColumns {
  /** Whether each class has estimates of its own, and not only what another leaves over. */
  readonly whole: boolean;
  private readonly rows: number;
  private readonly dealt: boolean;
  /** Estimates to a row; 0 where sides are kept, or rows that were dealt out. */
  private readonly width: number;
  private readonly rounding: number;
  private readonly atOnce: number;
  private readonly again: boolean;
  private columns: RowColumns | undefined;
  /** Whether estimates outside of [0, 1] are taken as 0 or 1: when one was found there. */
  private settling = false;

  constructor(
    private readonly parts: readonly RankPart[],
    private readonly k: number,
    /** Of two classes, whose estimates a single column holds. */
    private readonly positive: number,
    { rounding = 0, atOnce = 0, again = false }: SortedColumnsOptions = {},
  ) {
    const [{ estimates, others, dealt, rows }] = parts;
    this.rows = parts.reduce((sum, { rows }) => sum + rows, 0);
    this.width = (estimates?.length ?? 0) / rows;
    this.dealt = dealt !== undefined;
    this.whole = others !== undefined || this.dealt || this.width > 1;
    this.rounding = rounding;
    this.atOnce = atOnce;
    this.again = again;
  }

  /** Those of class i, negative (also −0) where that is not the true one. `places` are those of `sortRows`. */
  signed(kernels: Kernels, i: number, places?: Float64Array): Float64Array {
    if (this.dealt) return sortSignedOfClass(kernels, this.parts, this.rows, this.k, i);
    return this.width === 0 ? this.sortedSide(kernels, i === this.positive ? 'signed' : 'others') : this.sorted(kernels, i, i, places);
  }

  /** Those of class i, sorted for each true class, one class after the other. */
  byClass(kernels: Kernels, i: number): Float64Array {
    return this.dealt ? sortOfClass(kernels, this.parts, this.rows, this.k, i) : this.sorted(kernels, i, undefined);
  }

  free(kernels: Kernels): void {
    this.columns?.free(kernels);
  }

  private sortedSide(kernels: Kernels, of: 'signed' | 'others'): Float64Array {
    const values = this.parts.map((part) => part[of] as Float64Array);
    // What was kept is given back as soon as it is sorted, unless it will be once more.
    if (!this.again) for (const part of this.parts) delete part[of];
    return sortParts(kernels, values);
  }

  private sorted(kernels: Kernels, i: number, positive: number | undefined, places?: Float64Array): Float64Array {
    const source = this.source(kernels, i);
    const sorted = kernels.float64(this.rows);
    try {
      let bad = kernels.sortRows(source, positive, sorted, places);
      if (bad >= 0) {
        this.settling = true;
        bad = kernels.sortRows(source, positive, sorted, places);
      }
      if (bad >= 0) throw this.badRow(bad, i);
      return sorted;
    } catch (error) {
      kernels.free(sorted);
      throw error;
    }
  }

  private source(kernels: Kernels, i: number): RankedRows {
    const { rows, k, width } = this;
    if (this.atOnce === 0) return { rows, width, at: width === 1 ? 0 : i, k, copy: (p, labels, from) => this.copyRows(p, labels, from) };
    this.columns ??= new RowColumns(kernels, this.parts, k, rows, this.atOnce);
    const { labels: all } = this.columns;
    const column = this.columns.of(i);
    const copy: RankedRows['copy'] = (p, labels, from) => {
      p.set(column.subarray(from, from + p.length));
      labels.set(all.subarray(from, from + p.length));
      if (this.settling) settle(p, this.rounding);
    };
    return { rows, width: 1, at: 0, k, copy };
  }

  /** Rows may begin in one part and end in another. */
  private copyRows(p: Float64Array, labels: Uint16Array, from: number): void {
    const { width } = this;
    for (let done = 0; done < labels.length; ) {
      const { part, row } = this.find(from + done);
      const to = Math.min(row + labels.length - done, part.rows);
      p.set((part.estimates as Estimates).subarray(row * width, to * width), done * width);
      copyLabels((part.labels as Labels).subarray(row, to), labels, done);
      done += to - row;
    }
    if (this.settling) settle(p, this.rounding);
  }

  private find(row: number): { part: RankPart; row: number } {
    let i = 0;
    for (; row >= this.parts[i].rows; i++) row -= this.parts[i].rows;
    return { part: this.parts[i], row };
  }

  private badRow(number: number, i: number): FairbitsError {
    const { part, row } = this.find(number);
    return unrankableRow((part.estimates as Estimates)[row * this.width + (this.width === 1 ? 0 : i)], (part.labels as Labels)[row], number, this.k);
  }
}

/** Numbers from several arrays, sorted by size into the kernels' memory. */
function sortParts(kernels: Kernels, parts: readonly Float64Array[]): Float64Array {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const sorted = kernels.float64(length);
  let part = 0;
  let start = 0;
  const fill = (out: Float64Array, from: number): void => {
    if (from === 0) part = start = 0;
    for (let filled = 0; filled < out.length; ) {
      while (from + filled >= start + parts[part].length) start += parts[part++].length;
      const at = from + filled - start;
      const piece = parts[part].subarray(at, at + out.length - filled);
      out.set(piece, filled);
      filled += piece.length;
    }
  };
  kernels.sortRanked(length, fill, sorted);
  return sorted;
}

function unrankableRow(x: number, label: number, row: number, k: number): FairbitsError {
  if (x >= 0 && x <= 1)
    return new FairbitsError('label-out-of-range', `row ${row}: the label is ${label}; expected a class from 0 to ${k - 1}`, {
      row,
      found: label,
      expected: `0 to ${k - 1}`,
    });
  const code = Number.isFinite(x) ? (x < 0 ? 'estimate-negative' : 'estimate-above-one') : 'estimate-not-finite';
  return new FairbitsError(
    code,
    `row ${row}: the estimate is ${x}; expected a number from 0 to 1. Scores of another kind can be ranked once squeezed there in order.`,
    {
      row,
      found: x,
      expected: 'a number from 0 to 1',
    },
  );
}
