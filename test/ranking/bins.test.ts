import { scoreFiles } from 'fairbits/node';
import { describe, expect, it } from 'vitest';
import type { BinErrors } from '../../src/columns/ranking/histogram.js';
import type { MulticlassRanking } from '../../src/columns/ranking/multiclass.js';
import { fairbits, json, write } from '../score/cli.js';
import { ranAlready } from '../support/ranAlready.js';
import { distribution, random } from '../support/random.js';

type Figures = Record<string, number>;

function csv(name: string, rows: number, k: number, estimate: (next: () => number) => number[]): string {
  const next = random(rows + k);
  const lines = [`label,${Array.from({ length: k }, (_, i) => `p_${i}`).join(',')}`];
  for (let r = 0; r < rows; r++) {
    const p = estimate(next);
    let rest = next();
    let label = 0;
    while (label < k - 1 && rest > p[label]) rest -= p[label++];
    lines.push(`${label},${p.join(',')}`);
  }
  return write(`${name}.csv`, `${lines.join('\n')}\n`);
}

const kinds = [
  ['even', 2, (next: () => number) => [next()].flatMap((p) => [p, 1 - p])],
  ['within one bin', 2, (next: () => number) => [0.3 + 1e-9 * next()].flatMap((p) => [p, 1 - p])],
  ['near 0 and 1', 2, (next: () => number) => [2 ** (-60 * next())].flatMap((p) => (next() < 0.5 ? [p, 1 - p] : [1 - p, p]))],
  ['three', 3, (next: () => number) => distribution(next, 3, 3)],
  ['nine', 9, (next: () => number) => distribution(next, 9, 3)],
] as const;

describe.each(kinds)('more rows than are kept: %s', (name, k, estimate) => {
  const path = csv(name, 6000, k, estimate);

  it('the error that is reported holds, and estimates far apart are told apart', async () => {
    const exact = (await scoreFiles([path], { prior: 'uniform' })).report;
    const { ranking, calibration } = (await scoreFiles([path], { prior: 'uniform', keptBytes: 1000 })).report;
    expect(ranking?.approximate).toMatch(/6000 rows are too many to be kept/);
    expect(exact.ranking?.approximate).toBeUndefined();
    const [found, sorted] = [ranking, exact.ranking].map((each) => ({ ...each, ...(each as MulticlassRanking).byClass }) as unknown as Figures);
    const { byClass, ...own } = (ranking?.error ?? {}) as BinErrors & { byClass?: Figures };
    for (const [key, bound] of Object.entries({ ...own, ...byClass } as Figures)) {
      expect(Math.abs(found[key] - sorted[key]), key).toBeLessThanOrEqual(bound + 1e-15);
      // One class against the rest has no others to be averaged with.
      if (name !== 'within one bin') expect(bound).toBeLessThan(k > 3 ? (key in own ? 2e-3 : 3e-3) : 2e-4);
      else expect(bound).toBeGreaterThan(key === 'standardError' ? 0.01 : 0.1);
    }
    expect(Object.keys(own)).toEqual(k === 2 ? ['auc', 'averagePrecision', 'standardError'] : ['aucOneVsOne', 'aucOneVsRest']);
    if (k > 2) expect(Object.keys(byClass ?? {})).toEqual(exact.classes);
    expect(calibration.approximate).toMatch(/whole bins/);
    expect(calibration.miscalibration).not.toBeNull();
    if (name === 'three') expect(calibration.miscalibration).toBeCloseTo(exact.calibration.miscalibration as number, 1);
  });

  it.skipIf(ranAlready)('the same bits for any number of threads and on either backend', async () => {
    for (const keptBytes of [1000, 2 ** 28]) {
      const report = async (threads: number, backend: 'wasm' | 'plain') => {
        const { ranking, calibration } = (await scoreFiles([path], { prior: 'uniform', threads, backend, rangeBytes: 9001, keptBytes })).report;
        return JSON.stringify({ ranking, calibration });
      };
      const one = await report(1, 'wasm');
      expect(await report(3, 'wasm')).toBe(one);
      expect(await report(2, 'plain')).toBe(one);
    }
  });
});

describe('a class without a row, and more rows than are kept', () => {
  it('leaves the areas of the others with their bounds', async () => {
    const lines = Array.from({ length: 300 }, (_, r) => `${r % 2 ? 'a' : 'b'},${0.3 + 1e-7 * ((r * 7) % 300)},0.4,${0.3 - 1e-7 * ((r * 7) % 300)}`);
    const path = write('absent.csv', `label,p_a,p_b,p_c\n${lines.join('\n')}\n`);
    const exact = (await scoreFiles([path], {})).report.ranking as MulticlassRanking;
    const { byClass, error, reason } = (await scoreFiles([path], { keptBytes: 1000 })).report.ranking as MulticlassRanking;
    expect(reason).toMatch(/no row has the class c/);
    expect(error).toMatchObject({ aucOneVsOne: null, aucOneVsRest: null, byClass: { c: null } });
    expect(Math.abs((byClass.a as number) - (exact.byClass.a as number))).toBeLessThanOrEqual(error?.byClass.a as number);
  });
});

describe('--memory', () => {
  const path = csv('memory', 500, 2, (next) => [next()].flatMap((p) => [p, 1 - p]));
  it('is a number of bytes', () => {
    expect(json(['score', path, '--memory', '2k']).ranking.approximate).toMatch(/--memory/);
    expect(json(['score', path, '--memory', '64M']).ranking.approximate).toBeUndefined();
    const { status, stderr } = fairbits(['score', path, '--memory', 'lots']);
    expect(status).toBe(2);
    expect(stderr).toMatch(/--memory lots: expected a number of bytes, such as 512M/);
  });
  it('is said in the report for people', () => {
    const { stdout } = fairbits(['score', path, '--memory', '2k']);
    expect(stdout).toMatch(/AUC of "1" +0\.\d+ ± 0\.\d+/);
  });
});

describe('the cutoff and renormalizing', () => {
  it('are applied before rows are ranked', async () => {
    const held = write('held.csv', 'label,p_a,p_b\na,0.999,0.001\nb,0.998,0.002\nb,0.4,0.6\na,0.7,0.3\n');
    const auc = async (options: object) => ((await scoreFiles([held], { prior: 'uniform', ...options })).report.ranking as unknown as Figures).auc;
    expect(await auc({})).toBe(0.75);
    // Held to 0.01 the first two are tied.
    expect(await auc({ cutoff: 'epsilon:0.01' })).toBe(0.625);
    const scaled = write('scaled.csv', 'label,p_a,p_b\na,999,1\nb,0.998,0.002\nb,4,6\na,0.7,0.3\n');
    expect(((await scoreFiles([scaled], { prior: 'uniform', renormalize: true })).report.ranking as unknown as Figures).auc).toBe(0.75);
  });
});
