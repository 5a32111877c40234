interface RankedDifferences {
  /** From 1 for the smallest; equal values share the mean of their ranks. */
  ranks: Float64Array;
  /** Σ (t³ − t) over groups of t equal values, which is what corrections for ties are made of. */
  ties: number;
  /** How many values are equal to another. */
  tied: number;
}

/** Midranks. Values no further than `rounding` from their lower neighbour count as equal to it. */
export function midranks(values: ArrayLike<number>, rounding = 0): RankedDifferences {
  const n = values.length;
  // Sorting numbers and then looking each up is quicker than sorting row numbers by a comparison.
  const sorted = new Float64Array(values).sort();
  const places = new Float64Array(n);
  let ties = 0;
  let tied = 0;
  for (let from = 0; from < n; ) {
    let to = from + 1;
    while (to < n && (sorted[to] === sorted[to - 1] || sorted[to] - sorted[to - 1] <= rounding)) to++;
    places.fill((from + 1 + to) / 2, from, to);
    const t = to - from;
    if (t > 1) {
      ties += t * t * t - t;
      tied += t;
    }
    from = to;
  }
  const ranks = new Float64Array(n);
  for (let i = 0; i < n; i++) ranks[i] = places[firstAt(sorted, values[i])];
  return { ranks, ties, tied };
}

/** Where a value first is among sorted ones. */
function firstAt(sorted: Float64Array, value: number): number {
  let low = 0;
  let high = sorted.length - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
