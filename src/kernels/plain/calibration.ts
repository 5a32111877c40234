/** The twin of assembly/calibration.ts. */
const WHOLE = 2 ** 52;

function stack(x: number): number {
  return Math.abs(x) * 256 + WHOLE - WHOLE;
}

export function deal(x: Float64Array, length: number, out: Float64Array, ends: Float64Array): void {
  ends.fill(0);
  for (let i = 0; i < length; i++) ends[stack(x[i])]++;
  let next = 0;
  for (let s = 0; s < ends.length; s++) {
    const count = ends[s];
    ends[s] = next;
    next += count;
  }
  for (let i = 0; i < length; i++) out[ends[stack(x[i])]++] = x[i];
}

export function cells(x: Float64Array, length: number, rows: number, least: number, sums: Float64Array): number {
  let from = 0;
  let left = rows;
  while (from < length) {
    let to = from + least;
    while (to < length && Math.abs(x[to]) === Math.abs(x[to - 1])) to++;
    // A remainder of too few joins the last cell.
    const last = left - (to - from) < least;
    if (last) {
      if (length - from < left) break;
      to = from + left;
    } else if (to >= length) break;
    const size = to - from;
    let sum = 0;
    let hits = 0;
    for (let j = from; j < to; j++) {
      sum += Math.abs(x[j]);
      hits += Number(x[j] > 0);
    }
    const f = hits / size;
    let squares = 0;
    for (let j = from; j < to; j++) {
      const off = f - Math.abs(x[j]);
      squares += off * off;
    }
    sums[sum / size > f ? 0 : 1] += squares / (size - 1);
    sums[2]++;
    left -= size;
    from = to;
  }
  return from;
}
