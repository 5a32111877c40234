import { readFileSync } from 'node:fs';
import { OtherWorker, serveWorker } from 'fairbits/files';
import { scoreFiles } from 'fairbits/node';
import { describe, expect, it } from 'vitest';
import { scoreBlobs } from '../../dist/tasks/score/scoreBlobs.js';
import { write } from '../score/cli.js';
import { sameStructure } from '../support/compare.js';
import { random, testSet } from '../support/random.js';

const POINTS = { points: 300 };

/** A page tells the figures before the curves are drawn. More than a worker's share of bytes, of few and of many classes, so that others rank and draw as well. */
describe.each([
  { k: 2, rows: 150_000 },
  { k: 2, rows: 300_000, column: true },
  { k: 3, rows: 150_000 },
  { k: 12, rows: 40_000 },
])('curves that come later: $k classes, $rows rows', ({ k, rows, column = false }) => {
  const { estimates, labels } = testSet(random(k), rows, k);
  const shown = column ? [1] : Array.from({ length: k }, (_, i) => i);
  const lines = Array.from(labels, (label, r) => `${label},${shown.map((i) => estimates[r * k + i]).join(',')}`);
  const path = write(`later-${k}-${shown.length}.csv`, `label,${shown.map((i) => `p_${i}`).join(',')}\n${lines.join('\n')}\n`);
  const options = { curves: POINTS, ...(column ? { positive: '1' } : {}) };

  it.each([0, 2])('are those that come at once, and so are the figures, with %i other workers', async (others) => {
    const wanted = await scoreFiles([path], { ...options, threads: 1 });
    const channels = Array.from({ length: others }, () => new MessageChannel());
    for (const { port2 } of channels) serveWorker(port2);
    const workers = channels.map(({ port1 }) => new OtherWorker(port1));
    try {
      const heard: unknown[] = [];
      const { curves } = await scoreBlobs([new File([readFileSync(path)], 'later.csv')], { ...options, workers }, ({ report, curves }, drawnLater) => {
        heard.push(curves, drawnLater);
        sameStructure(report, wanted.report);
      });
      expect(heard).toEqual([undefined, Object.keys(wanted.curves ?? {})]);
      expect(Object.keys(curves ?? {})).toEqual(heard[1]);
      sameStructure(curves, wanted.curves);
    } finally {
      for (const { port1, port2 } of channels) {
        port1.close();
        port2.close();
      }
    }
  });

  it('come with the figures where the rows are not kept', async () => {
    const file = new File([readFileSync(path)], 'later.csv');
    const wanted = await scoreFiles([path], { ...options, keptBytes: 1000, threads: 1 });
    const { curves } = await scoreBlobs([file], { ...options, keptBytes: 1000 }, (scored, drawnLater) => {
      expect(drawnLater).toEqual([]);
      sameStructure(scored.curves, wanted.curves);
    });
    sameStructure(curves, wanted.curves);
  });

  it('can be stopped between classes, when the figures are told', async () => {
    const control = new AbortController();
    const drawing = scoreBlobs([new File([readFileSync(path)], 'later.csv')], { ...options, signal: control.signal }, () => control.abort());
    await expect(drawing).rejects.toMatchObject({ name: 'AbortError' });
  });
});
