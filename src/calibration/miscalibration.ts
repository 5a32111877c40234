/** 003 footnote 5: "each cell was guaranteed to contain at least 10 sample points". */
const CELL = 10;

export interface Miscalibration {
  /** Null where it has no value, beside the reason. */
  miscalibration: number | null;
  /** Its parts: from cells whose estimates are on average above, and below, the frequency of truth. */
  overconfident: number | null;
  underconfident: number | null;
  cells: number;
  reason?: string;
}

/**
 * 003 eq. 3: √ Σ_cells Σ_j (f − p_j)²/(n − 1), over the estimates of the modal classes, sorted and cut into cells of at
 * least 10 and as few as possible above that; equal estimates are never split, and a remainder of fewer than 10 joins
 * the last cell. f is the cell's frequency of truth. Values are sorted by size, and negative where the modal class was not
 * the true one.
 */
export function miscalibration(sorted: Float64Array): Miscalibration {
  if (sorted.length < 2) return { miscalibration: null, overconfident: null, underconfident: null, cells: sorted.length, reason: 'a cell needs two rows' };
  const starts = cellStarts(sorted);
  let over = 0;
  let under = 0;
  for (let c = 0; c < starts.length; c++) {
    const from = starts[c];
    const to = starts[c + 1] ?? sorted.length;
    const n = to - from;
    let hits = 0;
    let sum = 0;
    for (let j = from; j < to; j++) {
      sum += Math.abs(sorted[j]);
      if (sorted[j] > 0) hits++;
    }
    const f = hits / n;
    let squares = 0;
    for (let j = from; j < to; j++) {
      const off = f - Math.abs(sorted[j]);
      squares += off * off;
    }
    if (sum / n > f) over += squares / (n - 1);
    else under += squares / (n - 1);
  }
  return { miscalibration: Math.sqrt(over + under), overconfident: Math.sqrt(over), underconfident: Math.sqrt(under), cells: starts.length };
}

/** Where the cells begin. */
function cellStarts(sorted: Float64Array): number[] {
  const starts = [0];
  let from = 0;
  for (let j = 1; j < sorted.length; j++) {
    if (j - from < CELL || Math.abs(sorted[j]) === Math.abs(sorted[j - 1])) continue;
    if (sorted.length - j < CELL) break;
    starts.push(j);
    from = j;
  }
  return starts;
}
