import { type AliasTable, fillAlias } from './alias.js';

/** Tables of Binomial(n, ½) for the n that larger numbers are put together from. */

/** Trials and entries, in the order of assembly/binomial.ts. 16 standard deviations either way; what is beyond has a probability below 1e-50. */
const SIZES = [
  [4096, 1024],
  [1024, 512],
  [256, 256],
] as const;

let made: AliasTable | undefined;

/** Made once, with + − × ÷ alone, so that they are the same everywhere. */
export function binomialTables(): AliasTable {
  if (made) return made;
  const entries = SIZES.reduce((sum, [, size]) => sum + size, 0);
  made = { limits: new Float64Array(entries), aliases: new Uint16Array(entries) };
  let from = 0;
  for (const [trials, size] of SIZES) {
    fillAlias(made, from, probabilities(trials, size));
    from += size;
  }
  return made;
}

/** Of n/2 − size/2 and the following numbers of successes, by the ratio of neighbours, from the middle outwards. */
function probabilities(n: number, size: number): Float64Array {
  const least = (n - size) / 2;
  const p = new Float64Array(size);
  const middle = size / 2;
  p[middle] = 1;
  for (let i = middle; i + 1 < size; i++) p[i + 1] = (p[i] * (n - (least + i))) / (least + i + 1);
  for (let i = middle; i > 0; i--) p[i - 1] = (p[i] * (least + i)) / (n - (least + i) + 1);
  const sum = p.reduce((a, b) => a + b);
  return p.map((x) => x / sum);
}
