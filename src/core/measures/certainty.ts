import { fixedProduct, fromFixed, toFixed } from '../../math/exactSum.js';

/** What rows earn together that give their true class 1: each is worth −log of its class's prior, as the exact sums have it. */
export function certainty(counts: ArrayLike<number>, log: (c: number) => bigint): number {
  let sum = 0n;
  for (let c = 0; c < counts.length; c++) sum -= fixedProduct(toFixed(counts[c]), log(c));
  return fromFixed(sum);
}
