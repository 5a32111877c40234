/** Predictions that are the same on every machine, some of them extreme. */
export function predictions(k: number, rows: number, seed: number): { p: Float64Array; labels: Uint16Array; classes: string[] } {
  let state = seed >>> 0;
  const random = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state + 0.5) / 2 ** 32;
  };
  const p = new Float64Array(k * rows);
  const labels = new Uint16Array(rows);
  for (let r = 0; r < rows; r++) {
    const weights = Array.from({ length: k }, () => random() ** 3 + 1e-6);
    const sum = weights.reduce((a, b) => a + b);
    weights.forEach((x, i) => {
      p[r * k + i] = x / sum;
    });
    let left = random();
    let c = 0;
    while (c < k - 1 && left > p[r * k + c]) left -= p[r * k + c++];
    labels[r] = c;
  }
  return { p, labels, classes: Array.from({ length: k }, (_, i) => String.fromCharCode(97 + (i % 26)) + (i >= 26 ? Math.floor(i / 26) : '')) };
}
