import { binomialTables } from './binomialTables.js';
import { begin, next, PLACE, REPLICATE, type Seed, word, wordOf } from './random.js';

/** The twin of assembly/binomial.ts; see there for the method. */

const OF_4096 = 0;
const OF_1024 = 1024;
const OF_256 = 1024 + 512;

function drawnFrom(table: number, entries: number, least: number): number {
  const { limits, aliases } = binomialTables();
  next();
  const index = word.low & (entries - 1);
  const number = word.high * 2 ** 21 + (word.low >>> 11);
  return least + (number < limits[table + index] ? index : aliases[table + index]);
}

function ones(bits: number): number {
  let x = bits - ((bits >>> 1) & 0x55555555);
  x = (x & 0x33333333) + ((x >>> 2) & 0x33333333);
  return Math.imul((x + (x >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Binomial(count, ½), of the stream that was begun last. */
function binomialHalf(count: number): number {
  let sum = 0;
  let left = count;
  for (; left >= 4096; left -= 4096) sum += drawnFrom(OF_4096, 1024, 2048 - 512);
  for (; left >= 1024; left -= 1024) sum += drawnFrom(OF_1024, 512, 512 - 256);
  for (; left >= 256; left -= 256) sum += drawnFrom(OF_256, 256, 0);
  for (; left >= 64; left -= 64) {
    next();
    sum += ones(word.high) + ones(word.low);
  }
  if (left > 0) {
    next();
    // The upper `left` bits.
    sum += left > 32 ? ones(word.high) + ones(word.low >>> (64 - left)) : ones(word.high >>> (32 - left));
  }
  return sum;
}

/** Binomial(count, part/whole), of the stream that was begun last. */
function binomial(count: number, part: number, whole: number): number {
  let undecided = count;
  let fallen = 0;
  for (let rest = part; undecided > 0 && rest > 0; ) {
    const up = binomialHalf(undecided);
    rest += rest;
    if (rest >= whole) {
      rest -= whole;
      fallen += undecided - up;
      undecided = up;
    } else undecided -= up;
  }
  return fallen;
}

export function splitCounts(
  counts: Uint32Array,
  left: Uint32Array,
  replicates: number,
  first: number,
  seed: Seed,
  place: number,
  part: number,
  whole: number,
): void {
  const here = wordOf(seed, PLACE, place);
  for (let r = 0; r < replicates; r++) {
    begin(wordOf(seed, REPLICATE, first + r), here);
    left[r] = binomial(counts[r], part, whole);
    counts[r] -= left[r];
  }
}
