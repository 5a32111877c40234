/**
 * Benjamini & Hochberg's (1995) step-up adjustment: rejecting what is below α keeps the expected share of false rejections among all
 * rejections below α, where the tests are independent or depend positively. Where no hypothesis is false, that share is the chance of any rejection.
 */
export function benjaminiHochberg(ps: readonly number[]): number[] {
  const order = ps.map((_, i) => i).sort((i, j) => ps[j] - ps[i]);
  const adjusted = new Array<number>(ps.length);
  let smallest = 1;
  order.forEach((index, behind) => {
    smallest = Math.min(smallest, (ps.length / (ps.length - behind)) * ps[index]);
    adjusted[index] = smallest;
  });
  return adjusted;
}
