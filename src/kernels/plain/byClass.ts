/** The twins of assembly/byClass.ts. */

export function countByClass(labels: Uint16Array, length: number, counts: Uint32Array): void {
  for (let r = 0; r < length; r++) counts[labels[r]]++;
}

export function dealByClass(x: Float64Array, labels: Uint16Array, length: number, places: Uint32Array, out: Float64Array): void {
  for (let r = 0; r < length; r++) out[places[labels[r]]++] = x[r];
}
