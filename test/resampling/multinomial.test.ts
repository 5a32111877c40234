import { createEngine } from 'fairbits';
import { describe, expect, it } from 'vitest';
import { begin, nextTriples, nextWords, PLACE, REPLICATE, wordOf } from '../../dist/kernels/plain/random.js';
import { chiSquareZ, countsOf, dispersionZ, pairZ, totalsZ } from '../support/multinomial.js';

/**
 * That the draws are multinomial: totals, spread and pairs of counts, with cells that lie across the borders of blocks.
 * Every figure is a z score under the hypothesis of independent uniform draws, from a fixed seed; |z| < 4.5 is asked for
 * (once in 150,000 if all is well). Each test says what it would find; the last ones show that wrong draws are found.
 */
const engine = await createEngine();
const LIMIT = 4.5;

/** Rows 0 to n − 1 in cells, some of them across the borders at 1,024 and 2,048, one a single row. */
function cellsOf(rows: number): Uint8Array {
  const borders = [1, 300, 700, 1000, 1023, 1024, 1060, 1500, 2000, 2047, 2048, 2100, 2500, rows].filter((to) => to <= rows);
  return Uint8Array.from({ length: rows }, (_, r) => borders.findIndex((to) => r < to));
}

const cases = [
  ['a short block alone', 40, 20_000],
  ['one full block', 1024, 8000],
  ['a full block and one row', 1025, 8000],
  ['two full blocks and a short one', 3000, 8000],
  ['eleven blocks', 11_000, 3000],
] as const;

describe.each(cases)('%s', (_, rows, replicates) => {
  const cells = rows === 40 ? Uint8Array.from({ length: 40 }, (_, r) => r) : cellsOf(rows);
  const { counts, p } = countsOf(engine, cells, replicates, 12345);

  it('every replicate has as many draws as there are rows', () => {
    for (let r = 0; r < replicates; r++) expect(counts.reduce((sum, column) => sum + column[r], 0)).toBe(rows);
  });

  it('totals: a tenth of the rows drawn 1 % too often would be found (3 % in the short block)', () => {
    expect(Math.abs(totalsZ(counts, p, rows))).toBeLessThan(LIMIT);
  });

  it('spread: counts whose variance is off by 6 % would be found', () => {
    expect(Math.abs(dispersionZ(counts, p, rows))).toBeLessThan(LIMIT);
  });

  it('pairs of cells, and neighbouring replicates: a correlation of 0.14 would be found', () => {
    const { cells: worst, replicates: neighbours } = pairZ(counts, p, rows);
    // The largest of about a hundred.
    expect(worst).toBeLessThan(LIMIT + 1);
    expect(neighbours).toBeLessThan(LIMIT);
  });
});

it('the count of one row is binomial, first and last of a block as well', () => {
  const rows = 3000;
  const replicates = 20_000;
  const places = [0, 1023, 1024, 2047, 2048, 2999];
  const counts = engine.bootstrapMeans(
    places.map((place) => Float64Array.from({ length: rows }, (_, r) => (r === place ? rows : 0))),
    { replicates, seed: 99 },
  );
  // Binomial(3000, 1/3000).
  const pmf = [(1 - 1 / rows) ** rows];
  for (let k = 1; k < 5; k++) pmf.push((pmf[k - 1] * (rows - k + 1)) / k / (rows - 1));
  pmf.push(1 - pmf.reduce((a, b) => a + b));
  for (const column of counts) {
    const seen = new Array(6).fill(0);
    for (const count of column) seen[Math.min(5, Math.round(count))]++;
    expect(Math.abs(chiSquareZ(seen, pmf))).toBeLessThan(LIMIT);
  }
});

describe('binomial numbers', () => {
  const { kernels } = engine;
  const replicates = 100_000;
  it.each([
    [10, 1, 2],
    [63, 1, 2],
    [64, 1, 2],
    [256, 1, 2],
    [1024, 1, 2],
    [4096, 1, 2],
    [5555, 1, 2],
    [50, 1, 3],
    [3000, 1024, 2976],
    [9000, 8192, 9000],
    [100_000, 65_536, 99_999],
  ])('%d draws, %d of %d to the left', (n, part, whole) => {
    const counts = kernels.uint32(replicates).fill(n);
    const left = kernels.uint32(replicates);
    kernels.splitCounts(counts, left, replicates, 0, { low: 17, high: 0 }, 1, part, whole);
    const p = part / whole;
    // The pmf in logs, from the middle out, in cells of at least 50 expected.
    const logs = new Float64Array(n + 1);
    for (let k = 1; k <= n; k++) logs[k] = logs[k - 1] + Math.log((n - k + 1) / k) + Math.log(p / (1 - p));
    const top = logs.reduce((a, b) => Math.max(a, b));
    const pmf = logs.map((x) => Math.exp(x - top));
    const sum = pmf.reduce((a, b) => a + b);
    const seen = new Array(n + 1).fill(0);
    for (const x of left) seen[x]++;
    const cells: number[] = [0];
    const expected: number[] = [0];
    for (let k = 0; k <= n; k++) {
      cells[cells.length - 1] += seen[k];
      expected[cells.length - 1] += pmf[k] / sum;
      if (expected[cells.length - 1] * replicates > 50 && k < n) {
        cells.push(0);
        expected.push(0);
      }
    }
    expect(cells.length).toBeGreaterThan(5);
    expect(Math.abs(chiSquareZ(cells, expected))).toBeLessThan(LIMIT);
    kernels.free(counts);
    kernels.free(left);
  });
});

describe('the words themselves', () => {
  const seed = { low: 3, high: 4 };
  const words = new Uint32Array(2000);

  it('are xoshiro256++, seeded as assembly/random.ts says', () => {
    const mask = 2n ** 64n - 1n;
    const golden = 0x9e3779b97f4a7c15n;
    const mix = (x: bigint): bigint => {
      let z = x & mask;
      z = ((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n) & mask;
      z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & mask;
      return z ^ (z >> 31n);
    };
    const rotl = (x: bigint, k: bigint): bigint => ((x << k) | (x >> (64n - k))) & mask;
    const own = (4n << 32n) | 3n;
    const at = (key: bigint, index: bigint): bigint => mix(mix(own + key * golden) + (index + 1n) * golden);
    for (const [replicate, place] of [
      [0, 0],
      [5, 2 ** 31],
      [2 ** 32 - 1, 2 ** 32 - 1],
    ]) {
      const s = [at(1n, BigInt(replicate)), at(2n, BigInt(place)), 0n, 0n];
      s[2] = mix(s[0] + s[1]);
      s[3] = mix(s[2] + golden);
      begin(wordOf(seed, REPLICATE, replicate), wordOf(seed, PLACE, place));
      nextWords(words, 100);
      for (let i = 0; i < 100; i++) {
        expect(BigInt(words[2 * i]) + (BigInt(words[2 * i + 1]) << 32n)).toBe((rotl((s[0] + s[3]) & mask, 23n) + s[0]) & mask);
        const t = (s[1] << 17n) & mask;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= t;
        s[3] = rotl(s[3], 45n);
      }
    }
  });

  /** Counts of pairs of 5-bit numbers among indices, next to each other or in neighbouring streams. */
  function pairsOf(indices: (stream: number) => number[], across: boolean): number[] {
    const seen = new Array(1024).fill(0);
    let before: number[] | undefined;
    for (let stream = 0; stream < 400; stream++) {
      const own = indices(stream);
      if (!across) for (let i = 1; i < own.length; i += 2) seen[32 * own[i - 1] + own[i]]++;
      else if (before) for (let i = 0; i < own.length; i++) seen[32 * before[i] + own[i]]++;
      before = own;
    }
    return seen;
  }
  const unpack = (count: number, shift: number): number[] =>
    Array.from({ length: 3 * count }, (_, i) => ((words[Math.floor(i / 3)] >>> (10 * (i % 3))) & 1023) >>> shift);
  const even = new Array(1024).fill(1 / 1024);

  it.each([
    ['replicates', (stream: number) => begin(wordOf(seed, REPLICATE, stream), wordOf(seed, PLACE, 8))],
    ['blocks', (stream: number) => begin(wordOf(seed, REPLICATE, 3), wordOf(seed, PLACE, 4 * stream))],
  ])('neighbouring indices, and those of neighbouring %s, are independent', (_, start) => {
    const full = (stream: number) => {
      start(stream);
      nextWords(words, 400);
      return unpack(800, 5);
    };
    for (const across of [false, true]) expect(Math.abs(chiSquareZ(pairsOf(full, across), even))).toBeLessThan(LIMIT);
  });

  it.each([1, 2, 3, 7, 513, 1000, 1023])('indices below %d are uniform', (rows) => {
    const seen = new Array(rows).fill(0);
    for (let stream = 0; stream < 100; stream++) {
      begin(wordOf(seed, REPLICATE, stream), wordOf(seed, PLACE, 0));
      nextTriples(words, 1000, rows);
      for (const index of unpack(1000, 0)) seen[index]++;
    }
    if (rows === 1) expect(seen).toEqual([300_000]);
    else expect(Math.abs(chiSquareZ(seen, new Array(rows).fill(1 / rows)))).toBeLessThan(LIMIT);
  });
});

describe('what is not multinomial is found', () => {
  const rows = 3000;
  const cells = cellsOf(rows);

  it('as many draws in each block as it has rows', () => {
    const strata = Float64Array.from({ length: rows }, (_, r) => Math.floor(r / 1024));
    const { counts, p } = countsOf(engine, cells, 8000, 1, { strata });
    expect(Math.abs(dispersionZ(counts, p, rows))).toBeGreaterThan(10);
    expect(pairZ(counts, p, rows).cells).toBeGreaterThan(10);
  });

  it('rows that are drawn 3 % too often', () => {
    const weights = Float64Array.from({ length: rows }, (_, r) => (r < 300 ? 1.03 : 1));
    const { counts, p } = countsOf(engine, cells, 1000, 1, { weights });
    expect(Math.abs(totalsZ(counts, p, rows))).toBeGreaterThan(8);
  });

  it('replicates that come twice', () => {
    const { counts, p } = countsOf(engine, cells, 4000, 1);
    const doubled = counts.map((column) => column.map((_, r) => column[r >> 1]));
    expect(pairZ(doubled, p, rows).replicates).toBeGreaterThan(10);
  });
});
