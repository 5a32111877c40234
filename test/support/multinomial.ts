import type { BootstrapOptions, Engine } from 'fairbits';

/** How often each cell of rows is drawn in each replicate, and the cells' shares of the rows. */
export function countsOf(engine: Engine, cells: Uint8Array, replicates: number, seed: number, options: BootstrapOptions = {}) {
  const rows = cells.length;
  const k = cells.reduce((most, cell) => Math.max(most, cell), 0) + 1;
  const columns = Array.from({ length: k }, (_, c) => Float64Array.from(cells, (cell) => (cell === c ? 1 : 0)));
  const counts = engine.bootstrapMeans(columns, { replicates, seed, ...options }).map((means) => means.map((mean) => Math.round(mean * rows)));
  return { counts, p: columns.map((column) => column.reduce((a, b) => a + b) / rows) };
}

/** χ² of counts against probabilities, as a z score (Wilson & Hilferty's cube root, good in the tails as well). */
export function chiSquareZ(seen: readonly number[], p: readonly number[]): number {
  const n = seen.reduce((a, b) => a + b);
  const x = seen.reduce((sum, count, i) => sum + (count - n * p[i]) ** 2 / (n * p[i]), 0);
  const df = seen.length - 1;
  return ((x / df) ** (1 / 3) - (1 - 2 / (9 * df))) / Math.sqrt(2 / (9 * df));
}

/** The totals of the cells over all replicates. */
export function totalsZ(counts: readonly Float64Array[], p: readonly number[], rows: number): number {
  const n = rows * counts[0].length;
  const totals = counts.map((column) => column.reduce((a, b) => a + b));
  const rest = n - totals.reduce((a, b) => a + b);
  if (rest !== 0) throw new Error('cells do not cover the rows');
  return chiSquareZ(totals, p);
}

/** Pearson's statistic of every replicate; its mean over them is (cells − 1), with a variance of about 2 (cells − 1) each. */
export function dispersionZ(counts: readonly Float64Array[], p: readonly number[], rows: number): number {
  const replicates = counts[0].length;
  let sum = 0;
  for (let r = 0; r < replicates; r++) for (const [c, column] of counts.entries()) sum += (column[r] - rows * p[c]) ** 2 / (rows * p[c]);
  const df = counts.length - 1;
  // The exact variance (Haldane 1937): 2 df plus a term for small cells.
  const k = counts.length;
  const variance = 2 * df + (p.reduce((s, x) => s + 1 / x, 0) - k * k - 2 * k + 2) / rows;
  return (sum / replicates - df) / Math.sqrt(variance / replicates);
}

/** Correlations: between cells of a replicate, against what the multinomial has, and of cells with themselves a replicate before. The worst z. */
export function pairZ(counts: readonly Float64Array[], p: readonly number[], rows: number): { cells: number; replicates: number } {
  const replicates = counts[0].length;
  const standard = counts.map((column, c) => column.map((count) => (count - rows * p[c]) / Math.sqrt(rows * p[c] * (1 - p[c]))));
  let cells = 0;
  let sum = 0;
  for (let a = 0; a < counts.length; a++) {
    for (let b = 0; b < a; b++) {
      const wanted = -Math.sqrt((p[a] * p[b]) / (1 - p[a]) / (1 - p[b]));
      let products = 0;
      let squares = 0;
      for (let r = 0; r < replicates; r++) {
        const product = standard[a][r] * standard[b][r];
        products += product;
        squares += product * product;
      }
      const mean = products / replicates;
      // A row of its own in a thousand is drawn so rarely that the spread itself must be taken from the data.
      const error = Math.sqrt((squares / replicates - mean * mean) / replicates);
      cells = Math.max(cells, Math.abs(mean - wanted) / error);
    }
    for (let r = 1; r < replicates; r++) sum += standard[a][r] * standard[a][r - 1];
  }
  // Cells of a replicate are dependent: of their k squares, (k − 1) degrees of freedom remain, unequally shared; bounded by k.
  return { cells, replicates: Math.abs(sum) / Math.sqrt(replicates * counts.length) };
}
