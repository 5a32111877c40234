// xoshiro256++ (Blackman & Vigna 2021), a stream of its own for each (seed, replicate, place). What a replicate draws in
// a block of rows depends on these three alone, so threads, chunks and the order of work change nothing.
// src/kernels/plain/random.ts is the twin.

const GOLDEN: u64 = 0x9e3779b97f4a7c15;

/** The state of the stream that was seeded last; it holds nothing between calls. */
const STATE = memory.data(32, 16);

/** SplitMix64's output function (Steele, Lea & Flood 2014): a bijection of 64 bits that leaves no trace of the input. */
// @ts-ignore: decorator
@inline
export function mix(x: u64): u64 {
  let z = x;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

/** The word of the state that belongs to one replicate, or (odd keys) to one place. */
// @ts-ignore: decorator
@inline
export function wordOf(seedLow: u32, seedHigh: u32, key: u64, index: u32): u64 {
  return mix(mix(((<u64>seedHigh) << 32 | <u64>seedLow) + key * GOLDEN) + (<u64>index + 1) * GOLDEN);
}

export const REPLICATE: u64 = 1;
export const PLACE: u64 = 2;

/** Begins a stream. Two words differ wherever replicate or place does, so no two streams begin alike. */
// @ts-ignore: decorator
@inline
export function begin(replicate: u64, place: u64): void {
  const third = mix(replicate + place);
  store<u64>(STATE, replicate);
  store<u64>(STATE, place, 8);
  store<u64>(STATE, third, 16);
  store<u64>(STATE, mix(third + GOLDEN), 24);
}

/** The next 64 bits. */
export function next(): u64 {
  const s0 = load<u64>(STATE);
  let s1 = load<u64>(STATE, 8);
  let s2 = load<u64>(STATE, 16);
  let s3 = load<u64>(STATE, 24);
  const word = rotl<u64>(s0 + s3, 23) + s0;
  const t = s1 << 17;
  s2 ^= s0;
  s3 ^= s1;
  store<u64>(STATE, s0 ^ s3);
  store<u64>(STATE, s1 ^ s2, 8);
  store<u64>(STATE, s2 ^ t, 16);
  store<u64>(STATE, rotl<u64>(s3, 45), 24);
  return word;
}

/** The next so many words, to memory. */
export function nextWords(out: usize, words: u32): void {
  let s0 = load<u64>(STATE);
  let s1 = load<u64>(STATE, 8);
  let s2 = load<u64>(STATE, 16);
  let s3 = load<u64>(STATE, 24);
  for (const end = out + ((<usize>words) << 3); out < end; out += 8) {
    store<u64>(out, rotl<u64>(s0 + s3, 23) + s0);
    const t = s1 << 17;
    s2 ^= s0;
    s3 ^= s1;
    s1 ^= s2;
    s0 ^= s3;
    s2 ^= t;
    s3 = rotl<u64>(s3, 45);
  }
  store<u64>(STATE, s0);
  store<u64>(STATE, s1, 8);
  store<u64>(STATE, s2, 16);
  store<u64>(STATE, s3, 24);
}

/**
 * So many triples of numbers below `rows` (at most 1,023), ten bits each, to memory. Lemire's method (2019): 21 random
 * bits times the rows; what is above bit 21 of the product is uniform, if products whose lower part is below 2^21 mod rows
 * are drawn again. Where one of three is, all three are: the triples that stay are as random as ever.
 */
export function nextTriples(out: usize, triples: u32, rows: u32): void {
  const below: u32 = 0x1fffff;
  const redraw: u32 = (1 << 21) % rows;
  let s0 = load<u64>(STATE);
  let s1 = load<u64>(STATE, 8);
  let s2 = load<u64>(STATE, 16);
  let s3 = load<u64>(STATE, 24);
  for (const end = out + ((<usize>triples) << 2); out < end; ) {
    const word = rotl<u64>(s0 + s3, 23) + s0;
    const t = s1 << 17;
    s2 ^= s0;
    s3 ^= s1;
    s1 ^= s2;
    s0 ^= s3;
    s2 ^= t;
    s3 = rotl<u64>(s3, 45);
    const a = (<u32>word & below) * rows;
    const b = (<u32>(word >> 21) & below) * rows;
    const c = <u32>(word >> 43) * rows;
    if ((a & below) < redraw || (b & below) < redraw || (c & below) < redraw) continue;
    store<u32>(out, (a >> 21) | ((b >> 21) << 10) | ((c >> 21) << 20));
    out += 4;
  }
  store<u64>(STATE, s0);
  store<u64>(STATE, s1, 8);
  store<u64>(STATE, s2, 16);
  store<u64>(STATE, s3, 24);
}

/** So many triples of numbers below 1,024 with unequal probabilities, by an alias table; see src/kernels/plain/alias.ts. */
export function nextAliases(out: usize, triples: u32, limits: usize, aliases: usize): void {
  for (const end = out + ((<usize>triples) << 2); out < end; out += 4) {
    let packed: u32 = 0;
    for (let shift: u32 = 0; shift < 30; shift += 10) {
      const word = next();
      const index = <u32>word & 1023;
      // The 53 bits above are a number to compare. Which way it goes cannot be predicted: both are read.
      const alias = <u32>load<u16>(aliases + ((<usize>index) << 1));
      packed |= select<u32>(index, alias, <f64>(word >> 11) < load<f64>(limits + ((<usize>index) << 3))) << shift;
    }
    store<u32>(out, packed);
  }
}
