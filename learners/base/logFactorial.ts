/** ln n! for n up to the largest that was asked for. */
export class LogFactorials {
  private readonly table: Float64Array;

  constructor(most: number) {
    this.table = new Float64Array(most + 1);
    for (let n = 2; n <= most; n++) this.table[n] = this.table[n - 1] + Math.log(n);
  }

  at(n: number): number {
    return this.table[n];
  }
}

/** ln Γ(x) for x > 0: upwards to 15 by its recurrence, from there by Stirling's series. */
export function logGamma(x: number): number {
  let shift = 0;
  let z = x;
  if (z < 15) {
    let product = 1;
    for (; z < 15; z++) product *= z;
    shift = Math.log(product);
  }
  const inverse = 1 / z;
  const square = inverse * inverse;
  const series = inverse * (1 / 12 - square * (1 / 360 - square * (1 / 1260 - square * (1 / 1680 - square / 1188))));
  return (z - 0.5) * Math.log(z) - z + 0.5 * Math.log(2 * Math.PI) + series - shift;
}
