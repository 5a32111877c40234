import { LN2, ln, log2 } from './log.js';

/** Up to here a product is taken, above it Stirling's series, whose next term is then below 1e-19. */
const MAX_PRODUCT_N = 170;

/** log2 of n over j, to full precision however lopsided: logs of factorials would cancel. */
export function log2Choose(n: number, j: number): number {
  const few = Math.min(j, n - j);
  if (few <= MAX_PRODUCT_N) {
    let bits = 0;
    for (let i = 1; i <= few; i++) bits += log2((n - few + i) / i);
    return bits;
  }
  const many = n - few;
  const entropy = -few * ln(few / n) - many * ln(many / n);
  return (entropy - ln((2 * Math.PI * few * many) / n) / 2 + rest(n) - rest(few) - rest(many)) / LN2;
}

/** What ln n! has over Stirling's formula. */
function rest(n: number): number {
  const x = 1 / (n * n);
  return (1 / 12 - x * (1 / 360 - x / 1260)) / n;
}
