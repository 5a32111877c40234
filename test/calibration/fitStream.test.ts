import { applyRecalibration, fitRecalibration } from 'fairbits';
import { recalibrateFiles } from 'fairbits/node';
import { describe, expect, it } from 'vitest';
import { FitStream } from '../../src/columns/recalibration/fitStream.js';
import { fairbits, json, write } from '../score/cli.js';
import { sameStructure } from '../support/compare.js';
import { ranAlready } from '../support/ranAlready.js';
import { distribution, random } from '../support/random.js';

const METHODS = ['isotonic', 'platt', 'temperature'] as const;

/** Estimates that are too sure. */
function tooSure(seed: number, rows: number, k: number) {
  const next = random(seed);
  const estimates = new Float64Array(rows * k);
  const labels = new Uint16Array(rows);
  for (let r = 0; r < rows; r++) {
    const p = distribution(next, k);
    let rest = next();
    while (labels[r] < k - 1 && rest > p[labels[r]]) rest -= p[labels[r]++];
    const sum = p.reduce((a, x) => a + x ** 3, 0);
    estimates.set(
      p.map((x) => x ** 3 / sum),
      r * k,
    );
  }
  return { estimates, labels, classes: Array.from({ length: k }, (_, i) => `c${i}`) };
}

// No kernel has a part in it.
describe.skipIf(ranAlready).each([2, 4])('fitting to rows in chunks, %i classes', (k) => {
  const { estimates, labels, classes } = tooSure(k, 6000, k);
  const streamed = (method: (typeof METHODS)[number], keptBytes: number, chunk: number) => {
    const stream = new FitStream(method, classes, keptBytes);
    for (let from = 0; from < labels.length; from += chunk)
      stream.add({ estimates: estimates.subarray(from * k, (from + chunk) * k), labels: labels.subarray(from, from + chunk) });
    return stream.finish();
  };

  it.each(METHODS)('%s: what is kept is fitted to as in memory, to the last bit, in chunks of any size', (method) => {
    const wanted = fitRecalibration(method, estimates, labels, classes);
    for (const chunk of [1, 999, 6000]) sameStructure(streamed(method, 1e9, chunk), wanted);
  });

  it.each(METHODS)('%s: chunks change nothing above it, either', (method) => {
    sameStructure(streamed(method, 16 * k * 1000, 1), streamed(method, 16 * k * 1000, 2500));
  });

  it('platt and temperature are then fitted to every 8th row, and say so', () => {
    const some = Float64Array.from({ length: 750 * k }, (_, at) => estimates[8 * k * Math.floor(at / k) + (at % k)]);
    const labelsOfSome = Uint16Array.from({ length: 750 }, (_, r) => labels[8 * r]);
    for (const method of ['platt', 'temperature'] as const)
      sameStructure(streamed(method, 16 * k * 1000, 777), { ...fitRecalibration(method, some, labelsOfSome, classes), of: 6000 });
  });

  it('isotonic knows estimates by their bins: its loss on the rows it learned from is within the error of the exact one’s', () => {
    const exact = fitRecalibration('isotonic', estimates, labels, classes);
    const rough = streamed('isotonic', 1000, 100);
    expect(rough.rows).toBe(6000);
    const { quadratic } = rough.error as { quadratic: number };
    // Of two classes the second's are mapped; of more, blocks of each class hold what it is mapped to.
    const loss = (model: typeof exact, place: number): number => {
      const i = k === 2 ? 1 : place;
      const blocks = model.isotonic?.[place] ?? [];
      let sum = 0;
      for (let r = 0; r < 6000; r++) {
        const p = Math.min(6000.5 / 6001, Math.max(0.5 / 6001, estimates[r * k + i]));
        const { frequency } = blocks.find(({ to }) => p <= to) as { frequency: number };
        sum += (Number(labels[r] === i) - frequency) ** 2;
      }
      return sum / 6000;
    };
    for (let place = 0; place < (k === 2 ? 1 : k); place++) {
      const [a, b] = [loss(exact, place), loss(rough, place)];
      expect(b).toBeGreaterThanOrEqual(a - 1e-12);
      expect(b - a).toBeLessThanOrEqual(quadratic + 1e-12);
    }
    expect(quadratic).toBeLessThan(0.01);
    const { estimates: corrected } = applyRecalibration(rough, estimates);
    for (const p of corrected) expect(p > 0 && p < 1).toBe(true);
  });
});

describe('fairbits recalibrate --memory', () => {
  const { estimates, labels } = tooSure(3, 3000, 3);
  const path = write(
    'sure.csv',
    `label,p_0,p_1,p_2\n${Array.from(labels, (label, r) => `${label},${estimates.subarray(3 * r, 3 * r + 3).join(',')}\n`).join('')}`,
  );
  it('says what was learned from', () => {
    expect(fairbits(['recalibrate', '--fit', path, '--apply', path, '--memory', '10k']).stdout).toMatch(
      /known by their bins,\s+which costs\s+at most\s+0\.\d+/,
    );
    const { stdout } = fairbits(['recalibrate', '--fit', path, '--apply', path, '--memory', '10k', '--method', 'platt']);
    expect(stdout).toMatch(/learned from 188 of 3000 rows/);
    expect(json(['recalibrate', '--fit', path, '--apply', path]).model.error).toBeUndefined();
  });
  it('the same bits for any ranges and threads', async () => {
    const wanted = await recalibrateFiles(path, path, { threads: 1, rangeBytes: 1e6 });
    sameStructure(await recalibrateFiles(path, path, { threads: 3, rangeBytes: 7000 }), wanted);
  });
});
