/** The twin of assembly/calibration.ts. */
import { log2 } from '../../math/log.js';

const WHOLE = 2 ** 52;

function stack(x: number): number {
  return Math.abs(x) * 256 + WHOLE - WHOLE;
}

export function deal(x: Float64Array, length: number, out: Float64Array, ends: Float64Array): void {
  ends.fill(0);
  for (let i = 0; i < length; i++) ends[stack(x[i])]++;
  let next = 0;
  for (let s = 0; s < ends.length; s++) {
    const count = ends[s];
    ends[s] = next;
    next += count;
  }
  for (let i = 0; i < length; i++) out[ends[stack(x[i])]++] = x[i];
}

export function cells(x: Float64Array, length: number, rows: number, least: number, sums: Float64Array): number {
  let from = 0;
  let left = rows;
  while (from < length) {
    let to = from + least;
    while (to < length && Math.abs(x[to]) === Math.abs(x[to - 1])) to++;
    // A remainder of too few joins the last cell.
    const last = left - (to - from) < least;
    if (last) {
      if (length - from < left) break;
      to = from + left;
    } else if (to >= length) break;
    const size = to - from;
    let sum = 0;
    let hits = 0;
    for (let j = from; j < to; j++) {
      sum += Math.abs(x[j]);
      hits += Number(x[j] > 0);
    }
    const f = hits / size;
    let squares = 0;
    for (let j = from; j < to; j++) {
      const off = f - Math.abs(x[j]);
      squares += off * off;
    }
    sums[sum / size > f ? 0 : 1] += squares / (size - 1);
    sums[2]++;
    left -= size;
    from = to;
  }
  return from;
}

const SMALL_PRODUCT = 1e-150;
const isMiss = (x: number): boolean => x < 0 || Object.is(x, -0);

export function calibrationSums(x: Float64Array, length: number, turned: boolean, sums: Float64Array): void {
  // Two at a time, as in assembly/: the even ones, and the odd ones.
  const halves = [new Float64Array(3), new Float64Array(3)];
  let estimates = sums[0];
  const products = [sums[6], 1];
  let logs = sums[5];
  let hits = 0;
  for (let first = 0; first < length; first += 2) {
    const small = [0, 0];
    for (let r = first; r < Math.min(first + 2, length); r++) {
      const half = halves[r - first];
      const miss = isMiss(x[r]) !== turned;
      const p = Math.abs(x[r]);
      const rest = 1 - p;
      const balance = 1 - 2 * p;
      estimates += p;
      hits += miss ? 0 : 1;
      const off = miss ? -p : rest;
      half[0] += off * off;
      half[1] += off * balance;
      half[2] += balance * balance * p * rest;
      const said = miss ? rest : p;
      if (said >= SMALL_PRODUCT) products[r - first] *= said;
      else small[r - first] = log2(said);
    }
    logs += small[0] + small[1];
    if (products[0] < SMALL_PRODUCT || products[1] < SMALL_PRODUCT) {
      logs += log2(products[0]) + log2(products[1]);
      products.fill(1);
    }
  }
  const [even, odd] = halves;
  const left = products[0] * products[1];
  sums[0] = estimates;
  sums[1] += hits;
  for (const i of [0, 1, 2]) sums[i + 2] += even[i] + odd[i];
  sums[5] = left < SMALL_PRODUCT ? logs + log2(left) : logs;
  sums[6] = left < SMALL_PRODUCT ? 1 : left;
}

export function pool(x: Float64Array, length: number, top: number, stack: Float64Array): number {
  let at = 0;
  while (at < length) {
    let [hits, rows, lastHits, lastRows] = [0, 0, 1, 1];
    while (at < length) {
      const size = Math.abs(x[at]);
      let own = 0;
      let next = at;
      do {
        own += isMiss(x[next]) ? 0 : 1;
        next++;
      } while (next < length && Math.abs(x[next]) === size);
      const count = next - at;
      if (own * lastRows > lastHits * count) break;
      hits += own;
      rows += count;
      lastHits = own;
      lastRows = count;
      at = next;
    }
    top = pushed(stack, top, hits, rows);
  }
  return top;
}

function pushed(stack: Float64Array, top: number, hits: number, rows: number): number {
  let at = 2 * top;
  while (at > 0 && stack[at - 2] * rows >= hits * stack[at - 1]) {
    hits += stack[at - 2];
    rows += stack[at - 1];
    at -= 2;
  }
  stack[at] = hits;
  stack[at + 1] = rows;
  return at / 2 + 1;
}

export function poolPlaces(x: Float64Array, length: number, below: Uint32Array, negatives: number, top: number, stack: Float64Array): number {
  let [hits, rows] = [0, 0];
  for (let at = 0; at <= length; at++) {
    if (at > 0 && at < length && x[at] === x[at - 1]) continue;
    const before = at + (at < length ? below[at] : negatives);
    if (before > rows) top = pushed(stack, top, at - hits, before - rows);
    hits = at;
    rows = before;
  }
  return top;
}
