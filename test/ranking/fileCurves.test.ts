import { readFileSync } from 'node:fs';
import { ranking, rankingCurves } from 'fairbits';
import { scoreFiles as scoreBlobs } from 'fairbits/files';
import { scoreFiles } from 'fairbits/node';
import { describe, expect, it } from 'vitest';
import { write } from '../score/cli.js';
import { sameStructure } from '../support/compare.js';
import { rejected } from '../support/error.js';
import { random, testSet } from '../support/random.js';

describe.each([2, 3, 10])('the curves of files of %i classes', (k) => {
  const { estimates, labels } = testSet(random(k), 2000, k);
  const head = `label,${Array.from({ length: k }, (_, i) => `p_${i}`).join(',')}`;
  const path = write(
    `curves-${k}.csv`,
    `${[head, ...Array.from(labels, (label, r) => `${label},${estimates.subarray(r * k, (r + 1) * k).join(',')}`)].join('\n')}\n`,
  );
  const wanted = k === 2 ? ['1'] : Array.from({ length: k }, (_, i) => String(i));

  it('are those of arrays, and come with the report from one pass', async () => {
    const plain = await scoreFiles([path], { rangeBytes: 9000 });
    expect(plain.curves).toBeUndefined();
    const { curves = {}, report } = await scoreFiles([path], { curves: { points: 100 }, threads: 2, rangeBytes: 9000 });
    sameStructure(report, plain.report);
    expect(Object.keys(curves)).toEqual(wanted);
    for (const name of wanted) {
      const { ranking: own, ...points } = curves[name];
      const i = Number(name);
      sameStructure(points, await rankingCurves(estimates, labels, { classes: k, positive: i, points: 100 }));
      const column = Float64Array.from(labels, (_, r) => estimates[r * k + i]);
      const sides = Uint8Array.from(labels, (label) => Number(label === i));
      sameStructure(own, { ...(await ranking(column, sides, { classes: ['rest', name] })) });
    }
    const fromPage = await scoreBlobs([new File([readFileSync(path)], 'a.csv')], { curves: { points: 100 } });
    sameStructure(fromPage.curves, curves);
  });

  it('of one class, and of one that is not there', async () => {
    expect(Object.keys((await scoreFiles([path], { curves: { classes: ['0'] } })).curves ?? {})).toEqual(['0']);
    await rejected('option', scoreFiles([path], { curves: { classes: ['x'] } }));
  });

  it('of more rows than are kept: fewer points, all of them on the curve', async () => {
    const exact = (await scoreFiles([path], { curves: { points: 1e6 } })).curves ?? {};
    const { curves = {} } = await scoreFiles([path], { curves: { points: 1e6 }, keptBytes: 1000 });
    expect(Object.keys(curves)).toEqual(wanted);
    for (const name of wanted) {
      expect(curves[name].approximate).toMatch(/points are those between bins/);
      const column = Float64Array.from(labels, (_, r) => estimates[r * k + Number(name)]);
      for (const { threshold, truePositives, falsePositives } of curves[name].points) {
        const selected = [...column.keys()].filter((r) => threshold !== null && column[r] >= threshold);
        expect(truePositives).toBe(selected.filter((r) => labels[r] === Number(name)).length);
        expect(falsePositives).toBe(selected.length - truePositives);
      }
      const error = curves[name].ranking.error as { auc: number };
      expect(Math.abs((curves[name].ranking.auc as number) - (exact[name].ranking.auc as number))).toBeLessThanOrEqual(error.auc + 1e-15);
    }
  });
});
