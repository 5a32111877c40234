import { readFileSync } from 'node:fs';
import { type CalibrationFigures, calibrate, createEngine, evaluate } from 'fairbits';
import { scoreFiles as scoreBlobs } from 'fairbits/files';
import { scoreFiles } from 'fairbits/node';
import { describe, expect, it } from 'vitest';
import { Calibrator } from '../../src/columns/calibration/calibrator.js';
import { groupCalibration } from '../../src/columns/calibration/groupCalibration.js';
import { tieGroups } from '../../src/columns/ranking/rankStatistics.js';
import { sortBySize } from '../../src/kernels/plain/sort.js';
import { json, write } from '../score/cli.js';
import { closeStructure, sameStructure } from '../support/compare.js';
import { ranAlready } from '../support/ranAlready.js';
import { distribution, random } from '../support/random.js';

const KEYS = ['modal', 'byClass', 'classWise', 'decompositions'] as const;
const figures = (from: unknown): CalibrationFigures => {
  const all = from as CalibrationFigures;
  return Object.fromEntries(KEYS.map((key) => [key, all[key]])) as unknown as CalibrationFigures;
};

/** Rows of several kinds: ties, zeros and ones among them. */
function rowsOf(seed: number, rows: number, k: number, digits: number) {
  const next = random(seed);
  const estimates = new Float64Array(rows * k);
  const labels = new Uint16Array(rows);
  for (let r = 0; r < rows; r++) {
    const p = distribution(next, k, 3).map((x) => Math.round(x * 10 ** digits) / 10 ** digits);
    p[k - 1] = Math.max(0, 1 - p.slice(0, -1).reduce((a, b) => a + b, 0));
    if (r % 17 === 0) p.fill(0).fill(1, r % k, (r % k) + 1);
    estimates.set(p, r * k);
    let rest = next();
    while (labels[r] < k - 1 && rest > p[labels[r]]) rest -= p[labels[r]++];
  }
  const head = `label,${Array.from({ length: k }, (_, i) => `p_c${i}`).join(',')}`;
  const lines = Array.from(labels, (label, r) => `c${label},${estimates.subarray(r * k, (r + 1) * k).join(',')}`);
  return { estimates, labels, classes: Array.from({ length: k }, (_, i) => `c${i}`), csv: `${[head, ...lines].join('\n')}\n` };
}

describe.each([
  [2, 9],
  [2, 2],
  [3, 9],
  [3, 1],
  [12, 9],
] as const)('the calibration part of the report, %i classes, %i digits', (k, digits) => {
  const { estimates, labels, classes, csv } = rowsOf(k + digits, 3000, k, digits);
  const path = write(`calibration-${k}-${digits}.csv`, csv);

  it('is what calibrate() gives, from arrays, files and Blobs, for any threads, ranges and backend', async () => {
    const wanted = figures(await calibrate(estimates, labels, { classes, bins: 10 }));
    const strings = JSON.parse(JSON.stringify(wanted, (_, x) => (x === Infinity ? 'Infinity' : x)));
    sameStructure(figures((await evaluate(estimates, labels, { classes })).calibration), strings);
    for (const [threads, backend, rangeBytes] of [
      [1, 'wasm', 1e6],
      [3, 'wasm', 9001],
      [2, 'plain', 20_000],
    ] as const) {
      const { report } = await scoreFiles([path], { threads, backend, rangeBytes });
      sameStructure(figures(report.calibration), strings);
    }
    const { report } = await scoreBlobs([new File([readFileSync(path)], 'a.csv')]);
    sameStructure(figures(report.calibration), strings);
    sameStructure(figures(json(['score', path]).calibration), strings);
  });

  it('of more rows than are kept: sums and bins of equal width are exact, the others within their error', async () => {
    const { byClass, modal, classWise, decompositions } = (await scoreFiles([path])).report.calibration as unknown as Required<CalibrationFigures>;
    const rough = (await scoreFiles([path], { keptBytes: 1000 })).report.calibration as unknown as Required<CalibrationFigures>;
    for (const [exact, got] of [[modal, rough.modal], ...classes.map((name) => [byClass[name], rough.byClass[name]])]) {
      closeStructure(got.equalWidth, exact.equalWidth, 1e-12);
      closeStructure(got.spiegelhalter, exact.spiegelhalter, 1e-9);
      const error = got.equalMass.error as { expected: number; maximum: number };
      for (const key of ['expected', 'maximum'] as const)
        expect(Math.abs(got.equalMass[key] - exact.equalMass[key]), key).toBeLessThanOrEqual(error[key] + 1e-12);
      expect(error.expected).toBeLessThan(digits === 9 ? 0.05 : 1);
      for (const loss of ['quadratic', 'log'] as const) {
        const [one, two] = [exact.decompositions[loss].corp, got.decompositions[loss].corp];
        for (const key of ['miscalibration', 'discrimination'] as const) {
          if (typeof one[key] === 'string') continue;
          expect(two[key], key).toBeLessThanOrEqual(one[key] + 1e-12);
          expect(one[key] - two[key], key).toBeLessThanOrEqual((two.error as number) + 1e-12);
        }
      }
    }
    expect(Math.abs(rough.classWise.equalMass - classWise.equalMass)).toBeLessThanOrEqual((rough.classWise.error?.equalMass as number) + 1e-12);
    closeStructure(rough.classWise.equalWidth, classWise.equalWidth, 1e-12);
    closeStructure(rough.decompositions.quadratic.corp.loss, decompositions.quadratic.corp.loss, 1e-12);
  });

  it('without the ranking is the measure of Korb, Hope & Hughes 2001 alone', async () => {
    expect(Object.keys((await evaluate(estimates, labels, { classes, ranking: false })).calibration)).not.toContain('modal');
  });
});

it('above 100 classes each class by itself is left out', async () => {
  const { estimates, labels, classes } = rowsOf(5, 300, 101, 9);
  const { calibration } = await evaluate(estimates, labels, { classes, tolerance: 1 });
  expect(calibration.byClass).toBeUndefined();
  expect(calibration.classWise?.equalMass).toBeGreaterThan(0);
});

// On both backends, whichever is the default.
describe.skipIf(ranAlready)('runs of each side, mixed, in pieces, and one by one come to the same', () => {
  it.each([
    ['spread', (x: number) => x],
    ['two decimals', (x: number) => Math.round(x * 100) / 100],
    ['three values', (x: number) => Math.round(x * 2) / 2],
    ['near 0', (x: number) => 2 ** (-1100 * x)],
  ] as const)('%s', async (_, shape) => {
    for (const backend of ['wasm', 'plain'] as const) {
      const { kernels } = await createEngine({ backend });
      const next = random(3);
      const signed = Float64Array.from({ length: 20_000 }, () => shape(next())).map((p) => (next() < 0.2 + p / 2 ? p : -p));
      sortBySize(signed, signed.length);
      const wanted = groupCalibration(tieGroups(signed), 7, 1.96);
      const whole = new Calibrator(kernels, signed.length, 7, 1.96);
      whole.add(signed);
      closeStructure(whole.finish(), wanted, 1e-9);
      // Pieces end where an estimate does.
      const pieces = new Calibrator(kernels, signed.length, 7, 1.96);
      let from = 0;
      for (const at of [3, 9000, 9001, 20_000]) {
        let to = at;
        while (to < 20_000 && Math.abs(signed[to]) === Math.abs(signed[to - 1])) to++;
        pieces.add(signed.subarray(from, Math.max(from, to)));
        from = Math.max(from, to);
      }
      closeStructure(pieces.finish(), wanted, 1e-9);
      const side = (values: Float64Array): Float64Array => {
        const run = kernels.float64(values.length);
        run.set(values.map(Math.abs));
        return run;
      };
      const hit = (x: number) => x > 0 || Object.is(x, 0);
      const positives = side(signed.filter(hit));
      const negatives = side(signed.filter((x) => !hit(x)));
      const places = kernels.uint32(positives.length).fill(0);
      const wins = [negatives.subarray(0, 4000), negatives.subarray(4000)].reduce((sum, some) => sum + kernels.pairWins(positives, some, places), 0);
      // Twice the negatives below each positive, and once those equal to it.
      const sorted = negatives.slice().sort();
      let [pairs, below, notAbove] = [0, 0, 0];
      for (const p of positives.slice().sort()) {
        while (sorted[below] < p) below++;
        while (sorted[notAbove] <= p) notAbove++;
        pairs += below + notAbove;
      }
      expect(wins).toBe(pairs);
      const runs = new Calibrator(kernels, signed.length, 7, 1.96);
      runs.sum([
        { values: negatives, turned: true },
        { values: positives, turned: false },
      ]);
      runs.poolPlaces(positives, places, negatives.length);
      closeStructure(runs.finish(), wanted, 1e-9);
    }
  });
});
