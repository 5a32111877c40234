const CELL = 10;

/**
 * Miscalibration (Korb, Hope & Hughes 2001, eq. 3) with cells of ten predictions that cut through ties, which stay in the order of the rows. The
 * paper’s figures come about so; the library’s measure never splits ties, and does not depend on the order of rows. What is left over joins the last cell. Null with
 * fewer than two rows.
 */
export function miscalibrationOfTens(
  estimates: Float64Array,
  labels: ArrayLike<number>,
  k: number,
  range: readonly [low: number, high: number],
): number | null {
  const rows = labels.length;
  if (rows < 2) return null;
  const p = new Float64Array(rows);
  const right = new Uint8Array(rows);
  for (let i = 0; i < rows; i++) {
    let best = 0;
    for (let c = 1; c < k; c++) if (estimates[i * k + c] > estimates[i * k + best]) best = c;
    p[i] = Math.min(range[1], Math.max(range[0], estimates[i * k + best]));
    right[i] = best === labels[i] ? 1 : 0;
  }
  const order = Uint32Array.from(p, (_, i) => i).sort((a, b) => p[a] - p[b] || a - b);
  const cells = Math.max(1, Math.floor(rows / CELL));
  let sum = 0;
  for (let cell = 0; cell < cells; cell++) {
    const members = order.subarray(cell * CELL, cell === cells - 1 ? rows : (cell + 1) * CELL);
    const share = members.reduce((count, i) => count + right[i], 0) / members.length;
    sum += members.reduce((squares, i) => squares + (share - p[i]) ** 2, 0) / (members.length - 1);
  }
  return Math.sqrt(sum);
}
