/** 003 footnote 5: "each cell was guaranteed to contain at least 10 sample points". */
const CELL = 10;

export interface Miscalibration {
  /** Null where it has no value, beside the reason. */
  miscalibration: number | null;
  /** Its parts: from cells whose estimates are on average above, and below, the frequency of truth. */
  overconfident: number | null;
  underconfident: number | null;
  cells: number;
  /** Said where the rows were too many to keep. */
  approximate?: string;
  reason?: string;
}

/**
 * 003 eq. 3: √ Σ_cells Σ_j (f − p_j)²/(n − 1), over the estimates of the modal classes, sorted and cut into cells of at
 * least 10 and as few as possible above that; equal estimates are never split, and a remainder of fewer than 10 joins
 * the last cell. f is the cell's frequency of truth. Values are sorted by size, and negative where the modal class was not
 * the true one.
 */
export function miscalibration(sorted: Float64Array): Miscalibration {
  const cells = new Cells(sorted.length);
  cells.take(sorted);
  return cells.finish();
}

/** The same of estimates that come in order, some at a time. */
export class Cells {
  static readonly LEAST = CELL;
  private over = 0;
  private under = 0;
  private cells = 0;

  /** Estimates that are still to be taken. */
  private rows: number;

  constructor(private readonly allRows: number) {
    this.rows = allRows;
  }

  /** Takes the cells that are known to end here, and says where the next one begins; what follows that must come again, with more. */
  take(sorted: Float64Array): number {
    const { length } = sorted;
    let from = 0;
    while (from < length) {
      let to = from + CELL;
      while (to < length && Math.abs(sorted[to]) === Math.abs(sorted[to - 1])) to++;
      const last = this.rows - (to - from) < CELL;
      if (last) to = from + this.rows;
      // Whether an equal one follows cannot be seen.
      if (to > length || (to === length && !last)) break;
      const part = cell(sorted, from, to);
      if (part < 0) this.over -= part;
      else this.under += part;
      this.cells++;
      this.rows -= to - from;
      from = to;
    }
    return from;
  }

  finish(): Miscalibration {
    const { over, under, cells } = this;
    if (this.allRows < 2) return { miscalibration: null, overconfident: null, underconfident: null, cells, reason: 'a cell needs two rows' };
    return { miscalibration: Math.sqrt(over + under), overconfident: Math.sqrt(over), underconfident: Math.sqrt(under), cells };
  }
}

/** Σ_j (f − p_j)²/(n − 1) of the cell [from, to); negative where its estimates are on average above its frequency of truth. */
function cell(sorted: Float64Array, from: number, to: number): number {
  const n = to - from;
  let hits = 0;
  let sum = 0;
  for (let j = from; j < to; j++) {
    sum += Math.abs(sorted[j]);
    // Without a branch, which nobody could predict.
    hits += Number(sorted[j] > 0);
  }
  const f = hits / n;
  let squares = 0;
  for (let j = from; j < to; j++) {
    const off = f - Math.abs(sorted[j]);
    squares += off * off;
  }
  const part = squares / (n - 1);
  return sum / n > f ? -part : part;
}
