export interface Ranks {
  /** From 1 for the smallest; equal values share the mean of their ranks. */
  ranks: Float64Array;
  /** Σ (t³ − t) over groups of t equal values, which is what corrections for ties are made of. */
  ties: number;
  /** How many values are equal to another. */
  tied: number;
}

/** Midranks. Values no further than `rounding` from their lower neighbour count as equal to it. */
export function midranks(values: ArrayLike<number>, rounding = 0): Ranks {
  const n = values.length;
  const order = Uint32Array.from({ length: n }, (_, i) => i).sort((i, j) => (values[i] < values[j] ? -1 : values[i] > values[j] ? 1 : 0));
  const ranks = new Float64Array(n);
  let ties = 0;
  let tied = 0;
  for (let from = 0; from < n; ) {
    let to = from + 1;
    while (to < n && (values[order[to]] === values[order[to - 1]] || values[order[to]] - values[order[to - 1]] <= rounding)) to++;
    for (let i = from; i < to; i++) ranks[order[i]] = (from + 1 + to) / 2;
    const t = to - from;
    if (t > 1) {
      ties += t * t * t - t;
      tied += t;
    }
    from = to;
  }
  return { ranks, ties, tied };
}
