/** Σ of an array, left to right. */
export function sumInOrder(values: ArrayLike<number>, term: (value: number, i: number) => number = (value) => value): number {
  let total = 0;
  for (let i = 0; i < values.length; i++) total += term(values[i], i);
  return total;
}
