/** The twin of assembly/roundedOnes.ts. */
export function roundedOnes(p: Float64Array, length: number, k: number, from: number, places: Uint32Array, rests: Float64Array): number {
  let found = 0;
  for (let j = from; j < length && found < places.length; j++) {
    if (p[j] !== 1) continue;
    const row = j - (j % k);
    let rest = 0;
    for (let i = row; i < row + k; i++) if (i !== j) rest += p[i];
    if (rest === 0) continue;
    places[found] = j;
    rests[found++] = rest;
  }
  return found;
}
