/** Korb, Hope & Hughes 2001, footnote 5: "each cell was guaranteed to contain at least 10 sample points". */
export const CELL_ROWS = 10;

/** A cell of the measure of Korb, Hope & Hughes 2001. */
export interface Cell {
  rows: number;
  /** Rows whose modal class was the true one. */
  hits: number;
  from: number;
  to: number;
  meanEstimate: number;
  frequency: number;
}

/** The cells that `miscalibration` cuts sorted modal estimates into, one by one. */
export function cellsOf(sorted: Float64Array): Cell[] {
  const found: Cell[] = [];
  for (let from = 0; from < sorted.length; ) {
    let to = Math.min(sorted.length, from + CELL_ROWS);
    while (to < sorted.length && Math.abs(sorted[to]) === Math.abs(sorted[to - 1])) to++;
    if (sorted.length - to < CELL_ROWS) to = sorted.length;
    const values = sorted.subarray(from, to);
    const hits = values.reduce((n, x) => n + Number(x > 0), 0);
    const sum = values.reduce((total, x) => total + Math.abs(x), 0);
    const rows = to - from;
    found.push({ rows, hits, from: Math.abs(values[0]), to: Math.abs(values[rows - 1]), meanEstimate: sum / rows, frequency: hits / rows });
    from = to;
  }
  return found;
}
