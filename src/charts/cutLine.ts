/** Points of a line down to a lowest value, the crossing put in between: what goes on to −∞ leaves the frame at its edge. */
export function cutBelow(xs: readonly number[], ys: readonly number[], lowest: number): { x: number; y: number }[] {
  const kept: { x: number; y: number }[] = [];
  ys.forEach((y, i) => {
    const before = ys[i - 1];
    if (i > 0 && before >= lowest !== y >= lowest && Number.isFinite(before) && Number.isFinite(y)) {
      const share = (lowest - before) / (y - before);
      kept.push({ x: xs[i - 1] + share * (xs[i] - xs[i - 1]), y: lowest });
    }
    if (y >= lowest) kept.push({ x: xs[i], y });
    // A gap, so that what is below is not bridged.
    else if (kept.length > 0 && !Number.isNaN(kept.at(-1)!.y)) kept.push({ x: xs[i], y: NaN });
  });
  return kept;
}
