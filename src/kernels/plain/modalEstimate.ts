/** The twin of the loops of the same names in assembly/columns.ts. */
export function modalEstimate(p: Float64Array, labels: Uint16Array, modal: Uint16Array, rows: number, k: number, out: Float64Array): void {
  for (let r = 0; r < rows; r++) out[r] = modal[r] === labels[r] ? p[r * k + modal[r]] : -p[r * k + modal[r]];
}

export function modalEstimateOfColumn(p: Float64Array, labels: Uint16Array, modal: Uint16Array, rows: number, positive: number, out: Float64Array): void {
  for (let r = 0; r < rows; r++) {
    const estimate = modal[r] === positive ? p[r] : 1 - p[r];
    out[r] = modal[r] === labels[r] ? estimate : -estimate;
  }
}
