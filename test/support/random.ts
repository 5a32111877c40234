/** A small seeded generator (mulberry32), so that a failure can be run again. */
export type Random = () => number;

export function random(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** k positive numbers that sum to 1; sharper with a larger power. */
export function distribution(next: Random, k: number, power = 2): number[] {
  const raw = Array.from({ length: k }, () => (next() + 1e-3) ** power);
  const sum = raw.reduce((a, b) => a + b, 0);
  return raw.map((x) => x / sum);
}

export interface TestSet {
  k: number;
  /** k to a row, or one column of P(class 1). */
  estimates: Float64Array;
  labels: Uint16Array;
  column: boolean;
}

/** Ordinary rows. */
export function testSet(next: Random, rows: number, k: number, column = false): TestSet {
  const estimates = new Float64Array(rows * (column ? 1 : k));
  const labels = new Uint16Array(rows);
  for (let r = 0; r < rows; r++) {
    labels[r] = Math.floor(next() * k);
    if (column) estimates[r] = next();
    else estimates.set(distribution(next, k, 1 + 4 * next()), r * k);
  }
  return { k, estimates, labels, column };
}

const EXTREMES = [0, -0, 5e-324, 1e-310, 2.2250738585072014e-308, 1e-300, 1e-200, 1e-151, 1e-17, 2 ** -54, 2 ** -53, 0.25, 0.5 - 2 ** -54, 0.5];

/** Rows of the worst kinds among ordinary ones: 0, −0, 1, denormals, exact halves, sums off by less than 1e-6. */
export function extremeSet(next: Random, rows: number, k: number, column = false, share = 0.5): TestSet {
  const set = testSet(next, rows, k, column);
  const width = column ? 1 : k;
  for (let r = 0; r < rows; r++) {
    if (next() >= share) continue;
    const x = EXTREMES[Math.floor(next() * EXTREMES.length)];
    const row = set.estimates.subarray(r * width, (r + 1) * width);
    if (column) row[0] = next() < 0.5 ? x : 1 - x;
    else {
      const i = Math.floor(next() * k);
      const j = (i + 1 + Math.floor(next() * (k - 1))) % k;
      row.fill(0);
      row[i] = x;
      row[j] = 1 - x;
      if (next() < 0.3) row[j] = Math.min(1, Math.max(0, row[j] + (next() - 0.5) * 1.8e-6));
      if (next() < 0.1) row.fill(1 / k);
    }
  }
  return set;
}

/** The rows [from, to) of a set, as views. */
export function slice({ estimates, labels, k, column }: TestSet, from: number, to: number): [Float64Array, Uint16Array] {
  const width = column ? 1 : k;
  return [estimates.subarray(from * width, to * width), labels.subarray(from, to)];
}
