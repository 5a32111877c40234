/** Wilson's interval for a share: s successes in n trials, z from the confidence (004 §5.2). */
export function wilson(successes: number, trials: number, z: number): [low: number, high: number] {
  const f = successes / trials;
  const zz = z * z;
  const centre = f + zz / (2 * trials);
  const spread = z * Math.sqrt(f / trials - (f * f) / trials + zz / (4 * trials * trials));
  return [(centre - spread) / (1 + zz / trials), (centre + spread) / (1 + zz / trials)];
}
