/** Wilson's interval for a share: s successes in n trials, z from the confidence (Witten & Frank, §5.2). */
export function wilson(successes: number, trials: number, z: number): [low: number, high: number] {
  const f = successes / trials;
  const zz = z * z;
  const centre = f + zz / (2 * trials);
  const spread = z * Math.sqrt(f / trials - (f * f) / trials + zz / (4 * trials * trials));
  const [low, high] = [centre - spread, centre + spread].map((end) => end / (1 + zz / trials));
  // At the ends the formula gives 0 and 1 but for its rounding.
  return [successes === 0 ? 0 : Math.max(0, low), successes === trials ? 1 : Math.min(1, high)];
}
