import type { AliasTable } from './alias.js';
import { begin, nextAliases, nextTriples, nextWords, PLACE, REPLICATE, type Seed, wordOf } from './random.js';

/** The twin of assembly/resample.ts; see there for the method. */

const DRAWN_BLOCK_ROWS = 1024;
const WORDS_AT_ONCE = 512;
const DRAWS_AT_ONCE = 6 * WORDS_AT_ONCE;
const randomWords = new Uint32Array(2 * WORDS_AT_ONCE);

function prepare(left: number, rows: number, table: AliasTable | undefined): number {
  const draws = Math.min(left, DRAWS_AT_ONCE);
  if (table) nextAliases(randomWords, Math.ceil(draws / 3), table);
  else if (rows === DRAWN_BLOCK_ROWS) nextWords(randomWords, Math.ceil(draws / 6));
  else nextTriples(randomWords, Math.ceil(draws / 3), rows);
  return draws;
}

function gatherOne(data: Float64Array, draws: number): number {
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  let e = 0;
  let f = 0;
  let at = 0;
  let left = draws;
  for (; left >= 6; left -= 6, at += 2) {
    const low = randomWords[at];
    const high = randomWords[at + 1];
    a += data[low & 1023];
    b += data[(low >>> 10) & 1023];
    c += data[(low >>> 20) & 1023];
    d += data[high & 1023];
    e += data[(high >>> 10) & 1023];
    f += data[(high >>> 20) & 1023];
  }
  const low = randomWords[at];
  const high = randomWords[at + 1];
  if (left > 0) a += data[low & 1023];
  if (left > 1) b += data[(low >>> 10) & 1023];
  if (left > 2) c += data[(low >>> 20) & 1023];
  if (left > 3) d += data[high & 1023];
  if (left > 4) e += data[(high >>> 10) & 1023];
  return a + b + (c + d) + (e + f);
}

function addTo(sums: Float64Array, rests: Float64Array, at: number, x: number): void {
  const old = sums[at];
  const all = old + x;
  const back = all - old;
  sums[at] = all;
  rests[at] += old - (all - back) + (x - back);
}

const lanes = new Float64Array(12);

/** Four columns in three sums each, nine in one. */
function gather(data: Float64Array, width: 4 | 9, draws: number): void {
  lanes.fill(0);
  const step = width === 4 ? 4 : 0;
  let todo = draws;
  for (let at = 0; todo > 0; at++) {
    const indices = randomWords[at];
    for (let i = 0; i < 3 && todo > 0; i++, todo--) {
      const row = ((indices >>> (10 * i)) & 1023) * width;
      for (let c = 0; c < width; c++) lanes[i * step + c] += data[row + c];
    }
  }
  if (width === 4) for (let c = 0; c < 4; c++) lanes[c] = lanes[c] + lanes[4 + c] + lanes[8 + c];
}

export function resample(
  data: Float64Array,
  width: 1 | 4 | 9,
  rows: number,
  counts: Uint32Array,
  replicates: number,
  first: number,
  seed: Seed,
  place: number,
  sums: Float64Array,
  rests: Float64Array,
  table?: AliasTable,
): void {
  const here = wordOf(seed, PLACE, place);
  for (let r = 0; r < replicates; r++) {
    begin(wordOf(seed, REPLICATE, first + r), here);
    for (let left = counts[r]; left > 0; ) {
      const draws = prepare(left, rows, table);
      if (width === 1) addTo(sums, rests, r, gatherOne(data, draws));
      else {
        gather(data, width, draws);
        for (let c = 0; c < width; c++) addTo(sums, rests, r * width + c, lanes[c]);
      }
      left -= draws;
    }
  }
}

export function flipSigns(
  data: Float64Array,
  count: number,
  replicates: number,
  first: number,
  seed: Seed,
  place: number,
  sums: Float64Array,
  rests: Float64Array,
): void {
  const here = wordOf(seed, PLACE, place);
  for (let r = 0; r < replicates; r++) {
    begin(wordOf(seed, REPLICATE, first + r), here);
    nextWords(randomWords, count);
    let a = 0;
    let b = 0;
    let c = 0;
    let d = 0;
    for (let x = 0, at = 1; x < 64 * count; at += 2)
      for (let half = 0; half < 2; half++) {
        let bits = randomWords[at - half];
        for (const end = x + 32; x < end; x += 4) {
          a += bits & 0x40000000 ? -data[x] : data[x];
          b += bits & 0x80000000 ? -data[x + 1] : data[x + 1];
          c += bits & 0x10000000 ? -data[x + 2] : data[x + 2];
          d += bits & 0x20000000 ? -data[x + 3] : data[x + 3];
          bits <<= 4;
        }
      }
    addTo(sums, rests, r, a + c + (b + d));
  }
}
