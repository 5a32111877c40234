// Draws with replacement from one block of rows, for many replicates while the block is in cache, and their sums.
//
// A full block has 1,024 rows: an index is ten random bits, exactly uniform, and a word of 64 holds six of them (three
// in each half, which suits the twin in src/kernels/plain/resample.ts). For the last, shorter block see `nextTriples`,
// for rows with weights `nextAliases`.

import { begin, nextAliases, nextTriples, nextWords, PLACE, REPLICATE, wordOf } from "./random";

const BLOCK_ROWS: u32 = 1024;
const WORDS_AT_ONCE: u32 = 512;
const DRAWS_AT_ONCE: u32 = 6 * WORDS_AT_ONCE;
const WORDS = memory.data(512 * 8, 16);

/** Begins the draws of a replicate, or goes on with them; how many are at hand. */
// @ts-ignore: decorator
@inline
function prepare(left: u32, rows: u32, limits: usize, aliases: usize): u32 {
  const draws = min(left, DRAWS_AT_ONCE);
  if (limits != 0) nextAliases(WORDS, (draws + 2) / 3, limits, aliases);
  else if (rows == BLOCK_ROWS) nextWords(WORDS, (draws + 5) / 6);
  else nextTriples(WORDS, (draws + 2) / 3, rows);
  return draws;
}

// @ts-ignore: decorator
@inline
function value(data: usize, offset: u32): f64 {
  return load<f64>(data + <usize>(offset & 0x1ff8));
}

/** One column: six sums by place in the word, then ((a + b) + (c + d)) + (e + f). */
function gatherOne(data: usize, draws: u32): f64 {
  let a = 0.0;
  let b = 0.0;
  let c = 0.0;
  let d = 0.0;
  let e = 0.0;
  let f = 0.0;
  let at: usize = WORDS;
  for (; draws >= 6; draws -= 6, at += 8) {
    const low = load<u32>(at);
    const high = load<u32>(at, 4);
    a += value(data, low << 3);
    b += value(data, low >> 7);
    c += value(data, low >> 17);
    d += value(data, high << 3);
    e += value(data, high >> 7);
    f += value(data, high >> 17);
  }
  if (draws > 0) {
    const low = load<u32>(at);
    const high = load<u32>(at, 4);
    a += value(data, low << 3);
    if (draws > 1) b += value(data, low >> 7);
    if (draws > 2) c += value(data, low >> 17);
    if (draws > 3) d += value(data, high << 3);
    if (draws > 4) e += value(data, high >> 7);
  }
  return ((a + b) + (c + d)) + (e + f);
}

/** sum += x, and what rounding lost of it to `rest` (Knuth's TwoSum); NaN there once a sum is infinite. */
// @ts-ignore: decorator
@inline
function addTo(sum: usize, rest: usize, x: f64): void {
  const old = load<f64>(sum);
  const all = old + x;
  const back = all - old;
  store<f64>(sum, all);
  store<f64>(rest, load<f64>(rest) + ((old - (all - back)) + (x - back)));
}

// @ts-ignore: decorator
@inline
function addPairTo(sum: usize, rest: usize, x: v128): void {
  const old = v128.load(sum);
  const all = f64x2.add(old, x);
  const back = f64x2.sub(all, old);
  v128.store(sum, all);
  v128.store(rest, f64x2.add(v128.load(rest), f64x2.add(f64x2.sub(old, f64x2.sub(all, back)), f64x2.sub(x, back))));
}

export function resampleOne(
  data: usize, rows: u32, counts: usize, replicates: i32, first: u32, seedLow: u32, seedHigh: u32, place: u32, sums: usize, rests: usize, limits: usize, aliases: usize,
): void {
  const here = wordOf(seedLow, seedHigh, PLACE, place);
  for (let r: usize = 0; r < <usize>replicates; r++) {
    begin(wordOf(seedLow, seedHigh, REPLICATE, first + <u32>r), here);
    for (let left = load<u32>(counts + (r << 2)); left > 0; ) {
      const draws = prepare(left, rows, limits, aliases);
      addTo(sums + (r << 3), rests + (r << 3), gatherOne(data, draws));
      left -= draws;
    }
  }
}

/** Four columns, row by row: three sums each, by place among three draws, then (first + second) + third. */
export function resampleFour(
  data: usize, rows: u32, counts: usize, replicates: i32, first: u32, seedLow: u32, seedHigh: u32, place: u32, sums: usize, rests: usize, limits: usize, aliases: usize,
): void {
  const here = wordOf(seedLow, seedHigh, PLACE, place);
  for (let r: usize = 0; r < <usize>replicates; r++, sums += 32, rests += 32) {
    begin(wordOf(seedLow, seedHigh, REPLICATE, first + <u32>r), here);
    for (let left = load<u32>(counts + (r << 2)); left > 0; ) {
      const draws = prepare(left, rows, limits, aliases);
      let a = f64x2.splat(0);
      let b = f64x2.splat(0);
      let c = f64x2.splat(0);
      let d = f64x2.splat(0);
      let e = f64x2.splat(0);
      let f = f64x2.splat(0);
      let todo = draws;
      let at: usize = WORDS;
      for (; todo >= 3; todo -= 3, at += 4) {
        const indices = load<u32>(at);
        let row = data + <usize>((indices << 5) & 0x7fe0);
        a = f64x2.add(a, v128.load(row));
        b = f64x2.add(b, v128.load(row, 16));
        row = data + <usize>((indices >> 5) & 0x7fe0);
        c = f64x2.add(c, v128.load(row));
        d = f64x2.add(d, v128.load(row, 16));
        row = data + <usize>((indices >> 15) & 0x7fe0);
        e = f64x2.add(e, v128.load(row));
        f = f64x2.add(f, v128.load(row, 16));
      }
      if (todo > 0) {
        const indices = load<u32>(at);
        let row = data + <usize>((indices << 5) & 0x7fe0);
        a = f64x2.add(a, v128.load(row));
        b = f64x2.add(b, v128.load(row, 16));
        if (todo > 1) {
          row = data + <usize>((indices >> 5) & 0x7fe0);
          c = f64x2.add(c, v128.load(row));
          d = f64x2.add(d, v128.load(row, 16));
        }
      }
      a = f64x2.add(f64x2.add(a, c), e);
      b = f64x2.add(f64x2.add(b, d), f);
      addPairTo(sums, rests, a);
      addPairTo(sums + 16, rests + 16, b);
      left -= draws;
    }
  }
}

/** Nine columns, which is how many measures there are: one sum each, in the order of the draws. More would not fit the registers. */
export function resampleNine(
  data: usize, rows: u32, counts: usize, replicates: i32, first: u32, seedLow: u32, seedHigh: u32, place: u32, sums: usize, rests: usize, limits: usize, aliases: usize,
): void {
  const here = wordOf(seedLow, seedHigh, PLACE, place);
  for (let r: usize = 0; r < <usize>replicates; r++, sums += 72, rests += 72) {
    begin(wordOf(seedLow, seedHigh, REPLICATE, first + <u32>r), here);
    for (let left = load<u32>(counts + (r << 2)); left > 0; ) {
      const draws = prepare(left, rows, limits, aliases);
      let a = f64x2.splat(0);
      let b = f64x2.splat(0);
      let c = f64x2.splat(0);
      let d = f64x2.splat(0);
      let e = 0.0;
      let todo = draws;
      for (let at: usize = WORDS; todo > 0; at += 4) {
        const indices = load<u32>(at);
        let row = data + <usize>((indices & 1023) * 72);
        a = f64x2.add(a, v128.load(row));
        b = f64x2.add(b, v128.load(row, 16));
        c = f64x2.add(c, v128.load(row, 32));
        d = f64x2.add(d, v128.load(row, 48));
        e += load<f64>(row, 64);
        if (todo == 1) break;
        row = data + <usize>(((indices >> 10) & 1023) * 72);
        a = f64x2.add(a, v128.load(row));
        b = f64x2.add(b, v128.load(row, 16));
        c = f64x2.add(c, v128.load(row, 32));
        d = f64x2.add(d, v128.load(row, 48));
        e += load<f64>(row, 64);
        if (todo == 2) break;
        row = data + <usize>(((indices >> 20) & 1023) * 72);
        a = f64x2.add(a, v128.load(row));
        b = f64x2.add(b, v128.load(row, 16));
        c = f64x2.add(c, v128.load(row, 32));
        d = f64x2.add(d, v128.load(row, 48));
        e += load<f64>(row, 64);
        todo -= 3;
      }
      addPairTo(sums, rests, a);
      addPairTo(sums + 16, rests + 16, b);
      addPairTo(sums + 32, rests + 32, c);
      addPairTo(sums + 48, rests + 48, d);
      addTo(sums + 64, rests + 64, e);
      left -= draws;
    }
  }
}

/** The sign bit of both lanes; kept in memory, see constants.ts. */
const SIGNS = memory.data<u64>([0x8000000000000000, 0x8000000000000000], 16);

/**
 * Sums of a block with a random sign before each value. 64 values to a word; of word w, value 2k takes bit 62 − 2k and
 * value 2k + 1 bit 63 − 2k. The values are padded with zeros to whole words.
 */
export function flipSigns(
  data: usize, words: u32, replicates: i32, first: u32, seedLow: u32, seedHigh: u32, place: u32, sums: usize, rests: usize,
): void {
  const here = wordOf(seedLow, seedHigh, PLACE, place);
  const sign = v128.load(SIGNS);
  for (let r: usize = 0; r < <usize>replicates; r++) {
    begin(wordOf(seedLow, seedHigh, REPLICATE, first + <u32>r), here);
    nextWords(WORDS, words);
    let a = f64x2.splat(0);
    let b = f64x2.splat(0);
    let x = data;
    for (let w: usize = 0; w < <usize>words; w++) {
      const word = load<u64>(WORDS + (w << 3));
      let bits = i64x2.replace_lane(i64x2.splat(word), 0, word << 1);
      for (const end = x + 512; x < end; x += 32) {
        a = f64x2.add(a, v128.xor(v128.load(x), v128.and(bits, sign)));
        b = f64x2.add(b, v128.xor(v128.load(x, 16), v128.and(i64x2.shl(bits, 2), sign)));
        bits = i64x2.shl(bits, 4);
      }
    }
    const both = f64x2.add(a, b);
    addTo(sums + (r << 3), rests + (r << 3), f64x2.extract_lane(both, 0) + f64x2.extract_lane(both, 1));
  }
}
