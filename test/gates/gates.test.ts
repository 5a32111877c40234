import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { gateVerdict, judge, parseRequirement } from '../../dist/gates/requirement.js';
import { fairbits, folder, json, write } from '../score/cli.js';
import { csvOf, madeRows } from '../slices/rows.js';

const rows = madeRows(2000, 5, 0);
/** The same rows, with estimates nearer to equal ones: worse; only where the region is east if that is asked for. */
const blurred = (share: number, only?: string) =>
  rows.map((row) => (only && row.region !== only ? row : { ...row, p: row.p.map((p) => Number((p * (1 - share) + share / 3).toFixed(7))) }));
const good = write('good.csv', csvOf(rows));
const bad = write('bad.csv', csvOf(blurred(0.8)));

describe('requirements', () => {
  it('are read, and judged by intervals', () => {
    const of = parseRequirement('share>=50%');
    expect(of).toEqual({ text: 'share>=50%', quantity: 'share', operator: '>=', limit: 0.5 });
    expect(judge(of, { value: 0.6, interval: [0.55, 0.65] }).verdict).toBe('pass');
    expect(judge(of, { value: 0.6, interval: [0.45, 0.75] }).verdict).toBe('undecided');
    expect(judge(of, { value: 0.3, interval: [0.2, 0.4] }).verdict).toBe('fail');
    expect(judge(of, { value: 0.5 }).verdict).toBe('pass');
    expect(judge(parseRequirement('ece < 0.02'), { value: 0.02 }).verdict).toBe('fail');
    expect(judge(of, { value: -Infinity })).toEqual({ requirement: 'share>=50%', value: '-Infinity', interval: null, verdict: 'fail' });
    expect(gateVerdict([{ verdict: 'undecided' }, { verdict: 'fail' }])).toBe('fail');
    expect(gateVerdict([{ verdict: 'undecided' }, { verdict: 'pass' }])).toBe('undecided');
  });

  it('decide how score ends', () => {
    const ends = (...texts: string[]) => fairbits(['score', good, ...texts.flatMap((text) => ['--require', text])]);
    expect(ends('bayesianReward >= 0', 'ece <= 0.5', 'share > 1 %', 'rows >= 2000').status).toBe(0);
    expect(ends('accuracy >= 0.99').status).toBe(3);
    const { mean } = json(['score', good]).measures.bayesianReward;
    const { status, stdout } = ends(`bayesianReward >= ${mean}`, 'auc >= 0.5');
    expect(status).toBe(4);
    expect(stdout).toMatch(/\nundecided +bayesianReward >= [\d.]+: 0\.\d+, interval/);
    expect(stdout).toMatch(/\npass +auc >= 0\.5: /);
    expect(ends('worseSlices <= 0').stderr).toMatch(/worseSlices is not known: rows are not sliced\. Try --by/);
    expect(ends('nothing <= 0').stderr).toMatch(/--require 'nothing <= 0': expected one of bayesianReward/);
    expect(ends('share').stderr).toMatch(/--require 'share': expected a figure, >=/);
    expect(fairbits(['score', good, '--by', 'region', '--require', 'worseSlices <= 0', '--no-ranking']).status).toBe(0);
  });
});

describe('a gate', () => {
  it('lets pass what is better, refuses what is worse, and says where rows do not tell', () => {
    expect(fairbits(['gate', good, '--baseline', bad]).status).toBe(0);
    expect(fairbits(['gate', bad, '--baseline', good]).status).toBe(3);
    expect(fairbits(['gate', bad, '--baseline', good, '--margin', '2']).status).toBe(0);
    const almost = write('almost.csv', csvOf(rows.map((row, i) => (i % 2 ? row : { ...row, p: [row.p[1], row.p[0], row.p[2]], label: row.label }))));
    const first = json(['gate', good, '--baseline', bad, '--by', 'region,age:40']);
    expect(first.paired).toBe(true);
    expect(first.slices).toHaveLength(7);
    expect(fairbits(['gate', almost, '--baseline', good]).status).toBe(3);
    const other = write('other.csv', csvOf(madeRows(2000, 6, 0)));
    const saved = join(folder, 'saved.json');
    expect(fairbits(['score', other, '--save', saved]).status).toBe(0);
    expect(fairbits(['gate', good, '--baseline', saved]).status).toBe(4);
    expect(fairbits(['gate', good, '--baseline', saved, '--margin', '0.2']).status).toBe(0);
  });

  it('looks at slices', () => {
    const east = write('east.csv', csvOf(blurred(0.95, 'east')));
    const junit = join(folder, 'junit.xml');
    const args = ['gate', east, '--baseline', good, '--margin', '0.1', '--by', 'region'];
    const { status, stdout } = fairbits([...args, '--junit', junit]);
    expect(status).toBe(3);
    expect(stdout).toMatch(/FAIL +no slice worse than -0\.1 bits, adjusted p < 0\.05: 1 \(5 slices tested; worse: region = east\)/);
    expect(stdout).toMatch(/pass +difference >= -0\.1/);
    expect(readFileSync(junit, 'utf8')).toMatch(/<testsuites tests="2" failures="1">[\s\S]*<failure type="fail" message="FAIL/);
    expect(fairbits([...args, '--markdown']).stdout).toMatch(/^\*\*Fail: 1 of 2 requirements met\.\*\*\n\n\| {2}\| requirement/);
  });

  it('needs the same rows', () => {
    const { status, stderr } = fairbits(['gate', good, '--baseline', write('fewer.csv', csvOf(rows.slice(1)))]);
    expect(status).toBe(2);
    expect(stderr).toMatch(/fewer\.csv/);
    // Rows that are bad in one file are left out of both (test/compare/skipped.test.ts), but lengths must be the same with them.
    const fewer = fairbits(['gate', good, '--baseline', join(folder, 'fewer.csv'), '--on-error', 'skip']);
    expect([fewer.status, fewer.stderr]).toEqual([2, expect.stringMatching(/2000 rows and .*fewer\.csv has 1999/)]);
    expect(fairbits(['gate', good, '--baseline', good, '--by', 'nothing']).stderr).toMatch(/there is no column "nothing" to slice by \(--by\)/);
  });
});
