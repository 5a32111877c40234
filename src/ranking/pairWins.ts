/** Twice how often, of all pairs, one of `a` is above one of `b`, ties counting one half. Both are sorted; the count is exact. */
export function pairWins(a: Float64Array, b: Float64Array): number {
  return below(a, b, false) + below(a, b, true);
}

/** How many of b are below, or no higher than, each of a, summed up. Without branches on the numbers, which nobody could predict. */
function below(a: Float64Array, b: Float64Array, orEqual: boolean): number {
  let sum = 0;
  let i = 0;
  let j = 0;
  if (orEqual)
    while (i < a.length && j < b.length) {
      const less = Number(b[j] <= a[i]);
      sum += (1 - less) * j;
      j += less;
      i += 1 - less;
    }
  else
    while (i < a.length && j < b.length) {
      const less = Number(b[j] < a[i]);
      sum += (1 - less) * j;
      j += less;
      i += 1 - less;
    }
  return sum + (a.length - i) * j;
}
