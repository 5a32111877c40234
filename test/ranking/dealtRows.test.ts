import { createEngine, evaluate, rankingCurves } from 'fairbits';
import { scoreFiles } from 'fairbits/node';
import { describe, expect, it } from 'vitest';
import { RowDealer, wholeAgain } from '../../dist/columns/ranking/dealtRows.js';
import { treat } from '../../dist/core/treatment.js';
import { write } from '../score/cli.js';
import { npy } from '../sources/fixtures.js';
import { sameStructure } from '../support/compare.js';
import { distribution, random } from '../support/random.js';

const plainData = (report: unknown): unknown => JSON.parse(JSON.stringify(report));

/** More rows than are sampled, so that it is known how many come; some certain, some tied, some with a number just outside of [0, 1]. */
function rowsOf(k: number, rows: number) {
  const next = random(k);
  const estimates = new Float64Array(rows * k);
  const labels = Uint8Array.from({ length: rows }, () => Math.floor(next() * k));
  for (let r = 0; r < rows; r++) {
    const kind = next();
    const row = kind < 0.1 ? Array.from({ length: k }, (_, i) => Number(i === labels[r])) : kind < 0.2 ? new Array(k).fill(1 / k) : distribution(next, k);
    estimates.set(row, r * k);
    if (kind > 0.99) estimates.set([1, -1e-18], r * k);
    if (kind > 0.99) estimates.fill(0, r * k + 2, (r + 1) * k);
  }
  return { estimates, labels };
}

describe.each([3, 8])('%i classes', (k) => {
  const ROWS = 150_000;
  const { estimates, labels } = rowsOf(k, ROWS);
  const classes = Array.from({ length: k }, (_, i) => `c${i}`);
  const file = write(`dealt-${k}.npy`, npy(estimates, '<f8', [ROWS, k]));
  const truths = [write(`dealt-${k}-labels.npy`, npy(labels, '|u1', [ROWS]))];

  it.each([{}, { cutoff: 'epsilon:0.01' as const }, { renormalize: true }])(
    'rows that are dealt out as they come rank as those that are kept: %o',
    async (options) => {
      const { ranking, calibration } = await evaluate(estimates, labels, { classes, ...options });
      for (const threads of [1, 2]) {
        const { report } = await scoreFiles([file], { labels: truths, classes, threads, ...options });
        sameStructure(plainData(report.ranking), plainData(ranking));
        expect(plainData(report.calibration?.byClass)).toEqual(plainData(calibration?.byClass));
      }
    },
  );

  it.each([8, 12, 16])('a core of %i MiB, which may have no room to deal rows out, ranks the same', async (mebibytes) => {
    const [wanted, found] = await Promise.all(
      [undefined, mebibytes * 2 ** 20].map((memory) => scoreFiles([file], { labels: truths, classes, threads: 2, ...(memory ? { memory } : {}) })),
    );
    sameStructure(plainData(found.report), plainData(wanted.report));
  });

  it('their curves are those of rows that are kept', async () => {
    const { curves = {} } = await scoreFiles([file], { labels: truths, classes, threads: 2, curves: { classes: ['c1'], points: 200 } });
    const { ranking: _, ...points } = curves.c1;
    sameStructure(points, await rankingCurves(estimates, labels, { classes, positive: 'c1', points: 200 }));
  });
});

it('dealt rows have, class by class, the estimates of every true class', async () => {
  const { kernels } = await createEngine({ memory: 2 ** 24 });
  const [k, rows] = [3, 70_001];
  const { estimates, labels } = rowsOf(k, rows);
  const dealer = new RowDealer(kernels, treat(['a', 'b', 'c'], estimates, {}), false);
  for (let from = 0; from < rows; from += 10_922)
    dealer.add(estimates.subarray(from * k, (from + 10_922) * k), Uint16Array.from(labels.subarray(from, from + 10_922)), true);
  const whole = wholeAgain(dealer.drain(), k);
  dealer.free();
  const column = (p: Float64Array, of: ArrayLike<number>, i: number, j: number): number[] =>
    Array.from({ length: rows }, (_, r) => (of[r] === j ? [Math.min(1, Math.max(0, p[r * k + i])) + 0] : []))
      .flat()
      .sort((a, b) => a - b);
  for (let i = 0; i < k; i++)
    for (let j = 0; j < k; j++) expect(column(whole.estimates as Float64Array, whole.labels as Uint16Array, i, j)).toEqual(column(estimates, labels, i, j));
});

it('rows that turn out to be too many are put into bins, as those that were known to be', async () => {
  const k = 3;
  const rows = 60_000;
  const { estimates, labels } = rowsOf(k, rows);
  // The first rows are long: fewer are expected than come.
  const line = (r: number): string =>
    `${r < 9000 ? 'x'.repeat(60) : ''},c${labels[r]},${[0, 1, 2].map((i) => Math.min(1, Math.max(0, estimates[r * k + i]))).join(',')}\n`;
  const text = `note,label,p_c0,p_c1,p_c2\n${Array.from({ length: rows }, (_, r) => line(r)).join('')}`;
  const file = write('longer-first.csv', text);
  const keptBytes = 16 * (1 + k) * 50_000;
  const [one, two] = await Promise.all([1, 2].map((threads) => scoreFiles([file], { threads, keptBytes, rangeBytes: 2 ** 19 })));
  sameStructure(plainData(one.report), plainData(two.report));
  expect(one.report.ranking?.approximate).toContain('60000 rows');
  const known = await scoreFiles([file], { threads: 1, keptBytes: 1, rangeBytes: 2 ** 19 });
  expect(plainData(one.report.ranking)).toEqual(plainData(known.report.ranking));
});
