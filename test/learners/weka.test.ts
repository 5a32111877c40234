import { existsSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CHECKS, checkData, furthest, modelOf, partsOf, textOf, WITHOUT_CHECKS } from './support.js';

/** What Weka's schemes and options are called here. */
const LEARNERS: Record<string, [string, Record<string, unknown>?]> = {
  ZeroR: ['zeror'],
  OneR: ['1r'],
  DecisionStump: ['stump'],
  NaiveBayes: ['naive-bayes'],
  'NaiveBayes-D': ['naive-bayes', { discretise: true }],
  J48: ['j48'],
  'J48-U': ['j48', { pruned: false }],
  'J48-S': ['j48', { raising: false }],
  'J48-A': ['j48', { laplace: true }],
  'AODE-F1': ['aode'],
  'AODE-F30': ['aode', { frequency: 30 }],
  'AdaBoostM1-J48': ['adaboost'],
};

const FILE = /^(.+)\.(all|thirds)\.(.+?)\.csv(\.gz)?$/;
const folder = `${CHECKS}weka/`;
const runs = existsSync(folder)
  ? readdirSync(folder).flatMap((file) => {
      const [, data, mode, scheme] = FILE.exec(file) ?? [];
      return scheme !== undefined && scheme in LEARNERS ? [{ file, data, mode, scheme }] : [];
    })
  : [{ file: '', data: 'none', mode: 'all', scheme: 'ZeroR' }];

describe.skipIf(WITHOUT_CHECKS)('the estimates of Weka 3.6.14, row by row', () => {
  it('are there to compare with', () => {
    expect(runs.length).toBe(144);
  });

  it.each(runs)('$data $mode $scheme', ({ file, data, mode, scheme }) => {
    const [name, options] = LEARNERS[scheme];
    const parts = partsOf(checkData(data), mode);
    const rows = textOf(folder + file)
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split(',').map(Number));
    expect(rows.map(([row]) => row)).toEqual(parts.test);
    const expected = rows.flatMap((row) => row.slice(3));
    const model = modelOf(name, parts, options);
    expect(furthest(model.predict(parts.test), expected)).toBeLessThan(1e-12);
    if (name !== 'j48') return;
    const text = textOf(folder + file.replace(/csv(\.gz)?$/, 'model.txt'));
    const [, leaves, nodes] = /Number of Leaves {2}: \t(\d+)\s+Size of the tree : \t(\d+)/.exec(text) ?? [];
    expect(model.describe()).toContain(`leaves: ${leaves}\nnodes: ${nodes}`);
  });
});
