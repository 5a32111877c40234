import type { AliasTable } from './alias.js';

/**
 * The twin of assembly/random.ts: xoshiro256++ in halves of 32 bits, seeded by (seed, replicate, place). See there.
 * `Random` in src/resampling/random.ts is what others should use.
 */

/** 64 bits of a seed. */
export interface Seed {
  low: number;
  high: number;
}

// 0x9e3779b97f4a7c15, SplitMix64's step.
const GOLDEN_HIGH = 0x9e3779b9 | 0;
const GOLDEN_LOW = 0x7f4a7c15;

/** What the last function of 64 bits gave. */
let high = 0;
let low = 0;

function mulHigh(a: number, b: number): number {
  const a0 = a & 0xffff;
  const a1 = a >>> 16;
  const b0 = b & 0xffff;
  const b1 = b >>> 16;
  const p01 = a0 * b1;
  const p10 = a1 * b0;
  const middle = ((a0 * b0) >>> 16) + (p01 & 0xffff) + (p10 & 0xffff);
  return (a1 * b1 + (p01 >>> 16) + (p10 >>> 16) + (middle >>> 16)) | 0;
}

function multiply64(aHigh: number, aLow: number, bHigh: number, bLow: number): void {
  high = (mulHigh(aLow, bLow) + Math.imul(aHigh, bLow) + Math.imul(aLow, bHigh)) | 0;
  low = Math.imul(aLow, bLow);
}

function add64(aHigh: number, aLow: number, bHigh: number, bLow: number): void {
  low = (aLow + bLow) | 0;
  high = (aHigh + bHigh + (low >>> 0 < aLow >>> 0 ? 1 : 0)) | 0;
}

/** SplitMix64's output function of (high, low). */
function mix(): void {
  multiply64(high ^ (high >>> 30), low ^ ((low >>> 30) | (high << 2)), 0xbf58476d | 0, 0x1ce4e5b9);
  multiply64(high ^ (high >>> 27), low ^ ((low >>> 27) | (high << 5)), 0x94d049bb | 0, 0x133111eb);
  const shifted = (low >>> 31) | (high << 1);
  high ^= high >>> 31;
  low ^= shifted;
}

export const REPLICATE = 1;
export const PLACE = 2;

/** The word of the state that belongs to one replicate or one place: high, low. */
export function wordOf(seed: Seed, key: number, index: number): [high: number, low: number] {
  multiply64(0, key, GOLDEN_HIGH, GOLDEN_LOW);
  add64(high, low, seed.high | 0, seed.low | 0);
  mix();
  const [keptHigh, keptLow] = [high, low];
  // index + 1 may need a 33rd bit.
  const after = index + 1;
  multiply64(after > 0xffffffff ? 1 : 0, after | 0, GOLDEN_HIGH, GOLDEN_LOW);
  add64(high, low, keptHigh, keptLow);
  mix();
  return [high, low];
}

/** The state of the stream that was begun last, high and low halves in turn. */
const state = new Int32Array(8);
/** The last word of it. */
export const word = { high: 0, low: 0 };

export function begin(replicate: readonly [number, number], place: readonly [number, number]): void {
  [state[0], state[1]] = replicate;
  [state[2], state[3]] = place;
  add64(replicate[0], replicate[1], place[0], place[1]);
  mix();
  state[4] = high;
  state[5] = low;
  add64(high, low, GOLDEN_HIGH, GOLDEN_LOW);
  mix();
  state[6] = high;
  state[7] = low;
}

/** Saves the stream, or takes it up again. */
export function saveState(to: Int32Array): void {
  to.set(state);
}
export function loadState(from: Int32Array): void {
  state.set(from);
}

const single = new Uint32Array(2);

/** The next 64 bits, to `word`. */
export function next(): void {
  nextWords(single, 1);
  word.low = single[0];
  word.high = single[1];
}

/** So many triples of numbers below `rows`, ten bits each; see assembly/random.ts. */
export function nextTriples(out: Uint32Array, triples: number, rows: number): void {
  const redraw = 2 ** 21 % rows;
  for (let at = 0; at < triples; ) {
    next();
    const a = (word.low & 0x1fffff) * rows;
    const b = (((word.low >>> 21) | (word.high << 11)) & 0x1fffff) * rows;
    const c = (word.high >>> 11) * rows;
    if ((a & 0x1fffff) < redraw || (b & 0x1fffff) < redraw || (c & 0x1fffff) < redraw) continue;
    out[at++] = (a >>> 21) | ((b >>> 21) << 10) | ((c >>> 21) << 20);
  }
}

/** So many triples of numbers below 1,024, by an alias table. */
export function nextAliases(out: Uint32Array, triples: number, { limits, aliases }: AliasTable): void {
  for (let at = 0; at < triples; at++) {
    let packed = 0;
    for (let shift = 0; shift < 30; shift += 10) {
      next();
      const index = word.low & 1023;
      const number = word.high * 2 ** 21 + (word.low >>> 11);
      packed |= (number < limits[index] ? index : aliases[index]) << shift;
    }
    out[at] = packed;
  }
}

/** The next so many words, low halves first. */
export function nextWords(out: Uint32Array, words: number): void {
  let [h0, l0, h1, l1, h2, l2, h3, l3] = state;
  for (let at = 0; at < 2 * words; at += 2) {
    // rotl(s0 + s3, 23) + s0
    const sumLow = (l0 + l3) | 0;
    const sumHigh = (h0 + h3 + (sumLow >>> 0 < l0 >>> 0 ? 1 : 0)) | 0;
    const turnedHigh = (sumHigh << 23) | (sumLow >>> 9);
    const turnedLow = (sumLow << 23) | (sumHigh >>> 9);
    const wordLow = (turnedLow + l0) | 0;
    out[at] = wordLow;
    out[at + 1] = turnedHigh + h0 + (wordLow >>> 0 < l0 >>> 0 ? 1 : 0);
    const tHigh = (h1 << 17) | (l1 >>> 15);
    const tLow = l1 << 17;
    h2 ^= h0;
    l2 ^= l0;
    h3 ^= h1;
    l3 ^= l1;
    h1 ^= h2;
    l1 ^= l2;
    h0 ^= h3;
    l0 ^= l3;
    h2 ^= tHigh;
    l2 ^= tLow;
    const old = h3;
    h3 = (l3 << 13) | (old >>> 19);
    l3 = (old << 13) | (l3 >>> 19);
  }
  state[0] = h0;
  state[1] = l0;
  state[2] = h1;
  state[3] = l1;
  state[4] = h2;
  state[5] = l2;
  state[6] = h3;
  state[7] = l3;
}
