import { describe, expect, it } from 'vitest';
import { measures } from '../../dist/core/measures/registry.js';
import { SlicedStatistics } from '../../dist/core/statistics/slicedStatistics.js';
import { createEngine } from '../../dist/index.js';
import { random } from './rows.js';

interface Case {
  k: number;
  column?: boolean;
  weighted?: boolean;
  rows: number;
  options?: object;
  /** Some estimates are 0, 1 beside others, alike, or a little outside. */
  odd?: boolean;
}

function made({ k, column, weighted, rows, odd }: Case) {
  const next = random(k + rows);
  const width = column ? 1 : k;
  const estimates = new Float64Array(rows * width);
  for (let r = 0; r < rows; r++) {
    const parts = Array.from({ length: k }, () => -Math.log(next() + 1e-12));
    if (odd && r % 5 === 0) parts[r % k] = 0;
    if (odd && r % 7 === 0) parts[(r + 1) % k] = parts[(r + 2) % k] = 1;
    const sum = parts.reduce((a, b) => a + b);
    const row = parts.map((part) => part / sum);
    if (odd && r % 11 === 0) row.fill(0).splice(r % k, 1, 1);
    if (odd && r % 13 === 0 && k > 1) row.fill(1e-9).splice(r % k, 1, 1);
    estimates.set(column ? [row[1]] : row, r * width);
  }
  return {
    estimates,
    labels: Uint16Array.from({ length: rows }, () => Math.floor(next() * k)),
    weights: weighted ? Float64Array.from({ length: rows }, () => Math.floor(next() * 4) / 2) : undefined,
    // The first slice has most rows, the last code is for rows in no slice.
    ways: [6, 40].map((slices) => Uint32Array.from({ length: rows }, () => Math.floor(next() ** 3 * (slices + 1)))),
  };
}

const cases: [string, Case][] = [
  ['two classes', { k: 2, rows: 3000, odd: true }],
  ['one column', { k: 2, column: true, rows: 3000, odd: true }],
  ['two classes, more rows than a block has', { k: 2, rows: 130_000 }],
  ['one column, more rows than a block has', { k: 2, column: true, rows: 130_000 }],
  ['three classes', { k: 3, rows: 4000, odd: true }],
  ['three classes, more rows than a block has', { k: 3, rows: 140_000 }],
  ['three classes and weights', { k: 3, rows: 3000, weighted: true, odd: true }],
  ['two classes and weights', { k: 2, rows: 3000, weighted: true, odd: true }],
  ['five classes', { k: 5, rows: 3000, odd: true }],
  ['five classes and weights', { k: 5, rows: 2000, weighted: true, odd: true }],
  ['sixteen classes', { k: 16, rows: 1500, odd: true }],
  ['twenty classes', { k: 20, rows: 1500, odd: true }],
  ['twenty classes and weights', { k: 20, rows: 800, weighted: true }],
  ['a cutoff', { k: 3, rows: 2000, odd: true, options: { cutoff: 'epsilon:0.01' } }],
  ['two classes and a cutoff', { k: 2, rows: 2000, odd: true, options: { cutoff: 'epsilon:0.01' } }],
  ['renormalized', { k: 4, rows: 2000, options: { renormalize: true } }],
];

describe.each(['wasm', 'plain'] as const)('slices added up together, %s', (backend) => {
  it.each(cases)('come to what their rows come to alone, bit for bit: %s', async (_, example) => {
    const { k, rows, options = {} } = example;
    const engine = await createEngine({ backend });
    const classes = Array.from({ length: k }, (__, i) => `c${i}`);
    const { estimates, labels, weights, ways } = made(example);
    if ('renormalize' in options) for (let i = 0; i < estimates.length; i++) estimates[i] *= 1 + (Math.floor(i / k) % 3);
    const slices = [6, 40];
    const together = new SlicedStatistics(engine, classes, options, slices);
    const width = estimates.length / rows;
    // In chunks that fit nothing.
    for (let from = 0; from < rows; from += 47_111) {
      const to = Math.min(rows, from + 47_111);
      const codes = ways.map((way) => way.slice(from, to));
      together.add(estimates.subarray(from * width, to * width), labels.subarray(from, to), weights?.subarray(from, to), { codes, slices }, () => {});
    }
    const prior = Float64Array.from({ length: k }, (__, i) => (i + 1) / ((k * (k + 1)) / 2));
    for (const [w, found] of together.finish().entries())
      for (const [code, statistics] of found.entries()) {
        const mine = [...ways[w].keys()].filter((r) => ways[w][r] === code);
        const alone = engine.statistics(classes, options);
        alone.add(
          Float64Array.from({ length: mine.length * width }, (__, i) => estimates[mine[Math.floor(i / width)] * width + (i % width)]),
          Uint16Array.from(mine, (r) => labels[r]),
          weights && Float64Array.from(mine, (r) => weights[r]),
        );
        for (const { id } of measures) {
          const told = alone.untold(id, prior);
          expect([id, statistics.untold(id, prior)]).toEqual([id, told]);
          if (told === undefined) expect([id, statistics.summary(id, prior)]).toEqual([id, alone.summary(id, prior)]);
        }
        const counts = ({ rows: n, weight, clamped, renormalized, roundedOnes, roundedOutside, certain, ties, impossible, weightless }: typeof alone.tally) =>
          [n, weight, clamped, renormalized, roundedOnes, roundedOutside, certain, ties, impossible, weightless] as const;
        expect(counts(statistics.tally)).toEqual(counts(alone.tally));
        expect(statistics.tally.confusion.table()).toEqual(alone.tally.confusion.table());
        expect(statistics.tally.statistics()).toEqual(alone.tally.statistics());
      }
  });
});
