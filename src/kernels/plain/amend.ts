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

export function settle(p: Float64Array, length: number, tolerance: number): number {
  let changed = 0;
  for (let j = 0; j < length; j++) {
    const x = settled(p[j], tolerance);
    if (x === p[j] || Number.isNaN(x)) continue;
    p[j] = x;
    changed++;
  }
  return changed;
}

/** An estimate outside [0, 1] by no more than the tolerance, taken as 0 or 1. */
export function settled(x: number, tolerance: number): number {
  if (x < 0 && -x <= tolerance) return 0;
  return x > 1 && x - 1 <= tolerance ? 1 : x;
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
