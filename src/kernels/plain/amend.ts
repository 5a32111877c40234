/** The twins of assembly/amend.ts. */
export function clamp(p: Float64Array, length: number, low: number, high: number): number {
  let changed = 0;
  for (let j = 0; j < length; j++) {
    const x = p[j];
    if (x < low || x > high) {
      p[j] = x < low ? low : high;
      changed++;
    }
  }
  return changed;
}

export function renormalize(p: Float64Array, rows: number, k: number): number {
  const rounding = k * Number.EPSILON;
  let changed = 0;
  for (let r = 0; r < rows; r++) {
    let sum = 0;
    for (let i = r * k; i < (r + 1) * k; i++) sum += p[i];
    if (Math.abs(sum - 1) <= rounding || !(sum > 0 && sum < Infinity)) continue;
    for (let i = r * k; i < (r + 1) * k; i++) p[i] /= sum;
    changed++;
  }
  return changed;
}
