/** For each of some sorted numbers how many others are below it, and how many are no higher. */
export interface PlaceCounts {
  below: Uint32Array;
  notAbove: Uint32Array;
}

/**
 * Twice how often, of all pairs, one of `a` is above one of `b`, ties counting one half. Both are sorted; the count is
 * exact. Where there are `counts`, those of b are added to them. One pass: where the two are mixed at random a branch in four or so is mispredicted, which still costs less than
 * doing without branches (8 against 31 ms for two million numbers).
 */
export function pairWins(a: Float64Array, b: Float64Array, counts?: PlaceCounts): number {
  const n = b.length;
  let sum = 0;
  // How many of b are below, and no higher than, the number at hand.
  let below = 0;
  let notAbove = 0;
  for (let i = 0; i < a.length; i++) {
    const x = a[i];
    while (below < n && b[below] < x) below++;
    if (notAbove < below) notAbove = below;
    while (notAbove < n && b[notAbove] === x) notAbove++;
    sum += below + notAbove;
    if (counts) {
      counts.below[i] += below;
      counts.notAbove[i] += notAbove;
    }
  }
  return sum;
}
