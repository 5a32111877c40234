/** The p-quantile of sorted numbers: at place (n + 1)p, between two of them in proportion (Hyndman & Fan's definition 6). */
export function quantile(sorted: Float64Array, p: number): number {
  const place = Math.min(sorted.length, Math.max(1, (sorted.length + 1) * p));
  const below = Math.floor(place);
  const share = place - below;
  const low = sorted[below - 1];
  const high = sorted[Math.min(below, sorted.length - 1)];
  // Between −∞ and a number everything is −∞.
  return share === 0 || low === high ? low : (1 - share) * low + share * high;
}
