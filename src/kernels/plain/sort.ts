/** The twin of assembly/sort.ts; how it sorts is left to the engine, the order is the same: 0 comes before −0, too. */
export function sortBySize(x: Float64Array, length: number): void {
  x.subarray(0, length).sort((a, b) => Math.abs(a) - Math.abs(b) || b - a || 1 / b - 1 / a || 0);
}
