import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { studies, studyHtml, studyOf } from 'fairbits/studies';
import { describe, expect, it } from 'vitest';
import { fairbits } from '../score/cli.js';

/** Rewards of a few models of one kind, by learner and size: means over models. */
async function means(kind: string, models: number, learners: readonly string[]): Promise<Record<string, number[]>> {
  const study = studyOf('hope-korb-2004-artificial')!;
  const sums: Record<string, number[]> = Object.fromEntries(learners.map((name) => [name, [0, 0, 0]]));
  for (let model = 0; model < models; model++) {
    const { reward } = (await study.run({ kind, model, seed: 1 })) as { reward: Record<string, number[]> };
    for (const name of learners) for (const [i, value] of reward[name].entries()) sums[name][i] += value / models;
  }
  return sums;
}

describe('the artificial study of Hope & Korb 2004, in short', () => {
  it('Naive Bayes models: Naive Bayes leads on 50 rows, and all are alike on 5000', async () => {
    const { NB, TAN, AODE, CaMML } = await means('NB', 4, ['NB', 'TAN', 'AODE', 'CaMML']);
    for (const other of [TAN, AODE, CaMML]) expect(NB[0]).toBeGreaterThan(other[0]);
    for (const other of [TAN, AODE, CaMML]) expect(Math.abs(NB[2] - other[2])).toBeLessThan(0.01);
  });

  it('TAN models: CaMML and TAN lead with data enough, Naive Bayes is last', async () => {
    const { NB, TAN, AODE, CaMML } = await means('TAN', 4, ['NB', 'TAN', 'AODE', 'CaMML']);
    expect(AODE[0]).toBeGreaterThan(NB[0]);
    for (const first of [CaMML, TAN]) for (const last of [AODE, NB]) expect(first[2]).toBeGreaterThan(last[2]);
    expect(AODE[2]).toBeGreaterThan(NB[2]);
  });

  it('AODE models: AODE leads with data enough, Naive Bayes is last', async () => {
    const { NB, TAN, AODE } = await means('AODE', 4, ['NB', 'TAN', 'AODE']);
    expect(AODE[2]).toBeGreaterThan(TAN[2]);
    expect(TAN[2]).toBeGreaterThan(NB[2]);
  });
});

describe('fairbits study', () => {
  it('lists what there is, and refuses what there is not', () => {
    const { stdout } = fairbits(['study', 'list']);
    for (const { id } of studies) expect(stdout).toContain(id);
    const { status, stderr } = fairbits(['study', 'hope-2004']);
    expect(status).toBe(2);
    expect(stderr).toContain('there is no study "hope-2004"; expected list, or one of hope-korb-2004-artificial');
  });

  it('a report is HTML that loads nothing, and escapes what it is given', () => {
    const html = studyHtml({
      study: 's',
      title: 'a < b',
      source: 'x',
      quick: true,
      seed: 1,
      units: 2,
      findings: [{ sentence: 'A & B', holds: true, because: 'p < 0.05' }],
      tables: [
        {
          title: 't',
          columns: ['a', 'b'],
          rows: [
            ['x', 0.25],
            [null, 3],
          ],
        },
      ],
      figures: [{ title: 'f', x: { name: 'rows', values: ['50'] }, y: 'bits', series: [{ name: 'NB', points: [{ mean: 1, low: 0, high: 2 }] }] }],
      notes: ['n'],
    });
    expect(html).toContain('<title>a &lt; b</title>');
    expect(html).toContain('<td>0.2500</td>');
    expect(html).toContain('<td>–</td>');
    expect(html).toContain("default-src 'none'");
    expect(html).not.toMatch(/src=|href=/);
  });

  it('keeps what is done, and takes it up again', async () => {
    const { runStudy } = await import('fairbits/studies');
    const folder = mkdtempSync(join(tmpdir(), 'fairbits-study-'));
    try {
      const study = studyOf('hope-korb-2004-artificial')!;
      const few = { ...study, units: () => study.units({ quick: true, seed: 1 }).slice(0, 2) };
      const options = { quick: true, seed: 1, folder, threads: 2 };
      const first = await runStudy(few, options);
      const files = readdirSync(join(folder, 'units')).map((name) => join(folder, 'units', name));
      expect(files.length).toBe(2);
      const before = files.map((file) => statSync(file).mtimeMs);
      let again = 0;
      expect(await runStudy(few, { ...options, onProgress: () => again++ })).toEqual(first);
      expect(again).toBe(0);
      expect(files.map((file) => statSync(file).mtimeMs)).toEqual(before);
      expect(JSON.parse(readFileSync(files[0], 'utf8')).task.seed).toBe(1);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
