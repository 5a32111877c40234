// How many of a replicate's draws fall to the left: a binomial number, drawn with whole-number arithmetic alone.
//
// Each draw compares the binary digits of a uniform number with those of p = part/whole, and is decided at the first
// that differs. Of K undecided draws the number with a 1 is Binomial(K, ½); so p's digits are walked through, and K is
// halved at each. The digits of part/whole come by long division, which floating point does exactly here: doubling is
// exact, and so is 2r − whole where it is taken (Sterbenz). src/kernels/plain/binomial.ts is the twin.

import { begin, next, PLACE, REPLICATE, wordOf } from "./random";

// Binomial(4096, ½), (1024, ½) and (256, ½) by Walker's alias method; places of the tables that the caller hands over
// (see src/kernels/plain/binomialTables.ts), in entries.
const OF_4096: usize = 0;
const OF_1024: usize = 1024;
const OF_256: usize = 1024 + 512;

// @ts-ignore: decorator
@inline
function drawn(limits: usize, aliases: usize, table: usize, entries: u32, least: u32): u32 {
  const word = next();
  const index = <u32>word & (entries - 1);
  const at = table + <usize>index;
  // The 53 bits above the index's are a number to compare.
  const entry = <f64>(word >> 11) < load<f64>(limits + (at << 3)) ? index : <u32>load<u16>(aliases + (at << 1));
  return least + entry;
}

/** Binomial(count, ½): sums of binomials with known tables, and for what is left random bits are counted. */
function half(count: u32, limits: usize, aliases: usize): u32 {
  let sum: u32 = 0;
  for (; count >= 4096; count -= 4096) sum += drawn(limits, aliases, OF_4096, 1024, 2048 - 512);
  for (; count >= 1024; count -= 1024) sum += drawn(limits, aliases, OF_1024, 512, 512 - 256);
  for (; count >= 256; count -= 256) sum += drawn(limits, aliases, OF_256, 256, 0);
  for (; count >= 64; count -= 64) sum += <u32>popcnt<u64>(next());
  if (count > 0) sum += <u32>popcnt<u64>(next() >> <u64>(64 - count));
  return sum;
}

/**
 * For each replicate, how many of its `counts` draws from `whole` rows fall into the first `part` of them. They go to
 * `left`; the others stay in `counts`.
 */
export function splitCounts(
  counts: usize, left: usize, replicates: i32, first: u32, seedLow: u32, seedHigh: u32, place: u32, part: f64, whole: f64, limits: usize, aliases: usize,
): void {
  const here = wordOf(seedLow, seedHigh, PLACE, place);
  for (let r: usize = 0; r < <usize>replicates; r++) {
    begin(wordOf(seedLow, seedHigh, REPLICATE, first + <u32>r), here);
    const all = load<u32>(counts + (r << 2));
    let undecided = all;
    let fallen: u32 = 0;
    for (let rest = part; undecided > 0 && rest > 0; ) {
      const ones = half(undecided, limits, aliases);
      rest += rest;
      if (rest >= whole) {
        rest -= whole;
        fallen += undecided - ones;
        undecided = ones;
      } else undecided -= ones;
    }
    store<u32>(left + (r << 2), fallen);
    store<u32>(counts + (r << 2), all - fallen);
  }
}
