import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { measures } from 'fairbits';
import { scoreFiles } from 'fairbits/node';
import { describe, expect, it } from 'vitest';
import { ranAlready } from '../support/ranAlready.js';
import { fairbits, figures, folder, json, write } from './cli.js';

const example = 'examples/forecasters/overconfident.csv';
const text = readFileSync(example, 'utf8');

// Here and below backends are named.
describe.skipIf(ranAlready)('the same bits', () => {
  it.each(['uniform', 'test'] as const)('for any number of threads and on either backend, prior %s', async (prior) => {
    const score = async (threads: number, backend: 'wasm' | 'plain') =>
      figures((await scoreFiles([example], { prior, threads, backend, rangeBytes: 7001 })).report as never);
    const one = await score(1, 'wasm');
    for (const [threads, backend] of [
      [2, 'wasm'],
      [7, 'wasm'],
      [1, 'plain'],
      [3, 'plain'],
    ] as const) {
      expect(JSON.stringify(await score(threads, backend))).toBe(JSON.stringify(one));
    }
  });
});

describe.skipIf(ranAlready)('where a file is cut', () => {
  const small = `${text.split('\n').slice(0, 12).join('\n')}\n`;
  it.each([
    ['newlines', small],
    ['CRLF', small.replaceAll('\n', '\r\n')],
    ['no last newline', small.trimEnd()],
    ['quotes around newlines', small.replaceAll(/\n(\d+),/g, '\n"$1\n,",')],
  ])('changes nothing, at any byte: %s', async (name, content) => {
    const path = write(`${name}.csv`, content);
    const options = { backend: 'wasm', threads: 1 } as const;
    const whole = (await scoreFiles([path], options)).report;
    expect(whole.rows).toBe(11);
    for (let rangeBytes = 1; rangeBytes <= content.length; rangeBytes += rangeBytes < 80 ? 1 : 37) {
      const { report } = await scoreFiles([path], { ...options, rangeBytes });
      expect(report.rows).toBe(11);
      expect(report.confusion).toEqual(whole.confusion);
      expect(report.measures.bayesianReward.total).toBeCloseTo(whole.measures.bayesianReward.total as number, 11);
      expect(report.measures.quadraticLoss.standardError).toBeCloseTo(whole.measures.quadraticLoss.standardError as number, 12);
    }
  });
});

describe('parts and the whole', () => {
  const lines = text.trim().split('\n');
  const [head, ...body] = lines;
  const parts = [body.slice(0, 700), body.slice(700, 701), body.slice(701)].map((part, i) => write(`part${i}.csv`, `${[head, ...part].join('\n')}\n`));

  it('merge to the same figures, in any order, under any prior', () => {
    const saved = parts.map((part, i) => {
      const path = join(folder, `part${i}.json`);
      json(['score', part, '--save', path]);
      return path;
    });
    for (const prior of ['test', 'uniform', 'home=0.5,draw=0.2,away=0.3', `train:${example}:label`]) {
      const whole = json(['score', example, '--prior', prior]);
      const merged = json(['merge', ...saved, '--prior', prior]);
      expect(json(['merge', ...saved.toReversed(), '--prior', prior]).measures).toEqual(merged.measures);
      expect(merged.rows).toBe(whole.rows);
      expect(merged.confusion).toEqual(whole.confusion);
      expect(merged.prior).toEqual(whole.prior);
      for (const { id } of measures) {
        expect(merged.measures[id].mean).toBeCloseTo(whole.measures[id].mean, 12);
        expect(merged.measures[id].standardError).toBeCloseTo(whole.measures[id].standardError, 12);
        expect(merged.measures[id].interval[0]).toBeCloseTo(whole.measures[id].interval[0], 12);
      }
      expect(merged.calibration.miscalibration).toBeNull();
    }
  });

  it('refuse to merge with another cutoff, other classes, or what is no tally', () => {
    const plain = join(folder, 'plain.json');
    const cut = join(folder, 'cut.json');
    json(['score', parts[0], '--save', plain]);
    json(['score', parts[2], '--save', cut, '--cutoff', 'mml:100']);
    for (const args of [
      [plain, cut],
      [plain, write('cut-short.json', readFileSync(plain, 'utf8').slice(0, 300))],
      [plain, write('other.json', '{"format":"other"}')],
      [plain, join(folder, 'missing.json')],
    ]) {
      const { status, stderr } = fairbits(['merge', ...args]);
      expect(status).toBe(2);
      expect(stderr).toMatch(/^fairbits: /);
      expect(stderr).not.toContain('    at ');
    }
  });

  it('one line per instance adds up to the report', () => {
    const out = join(folder, 'rewards.csv');
    const report = json(['score', example, '--rewards', out]);
    const [first, ...rows] = readFileSync(out, 'utf8').trim().split('\n');
    expect(rows.length).toBe(2000);
    first.split(',').forEach((id, column) => {
      if (column === 0) return;
      const sum = rows.reduce((total, row) => total + Number(row.split(',')[column]), 0);
      expect(sum).toBeCloseTo(report.measures[id].total, 7);
    });
  });
});

describe('priors', () => {
  it('from a training file', () => {
    const train = write('train.csv', 'outcome,x\nhome,1\nhome,2\ndraw,3\naway,4\n');
    const { prior } = json(['score', example, '--prior', `train:${train}:outcome`]);
    expect(prior.source).toBe('train');
    expect(prior.values).toEqual({ home: 2.5 / 5.5, draw: 1.5 / 5.5, away: 1.5 / 5.5 });
  });

  it('show where the verdict turns round', () => {
    const {
      reversals,
      class: name,
      means,
      priors,
    } = json(['priors', 'examples/forecasters/calibrated.csv', 'examples/forecasters/timid.csv', '--class', 'home']);
    expect(name).toBe('home');
    expect(reversals.length).toBe(1);
    const turn = priors.findIndex((q: number) => q > reversals[0].prior);
    expect(means[0][turn - 1] < means[1][turn - 1]).toBe(true);
    expect(means[0][turn] > means[1][turn]).toBe(true);
  });

  it('a saved tally serves as well as the file', () => {
    const a = join(folder, 'a.json');
    const b = join(folder, 'b.json');
    json(['score', 'examples/forecasters/calibrated.csv', '--save', a]);
    json(['score', 'examples/forecasters/timid.csv', '--save', b]);
    const { files: _, differences: without, ...saved } = json(['priors', a, b]);
    const { files: __, differences, ...read } = json(['priors', 'examples/forecasters/calibrated.csv', 'examples/forecasters/timid.csv']);
    expect(saved).toEqual(read);
    // But for what needs the rows themselves.
    expect(without).toEqual({ confidence: 0.95, reason: 'what score --save wrote has no rows' });
    expect(differences.rows).toBe(2000);
    expect(fairbits(['priors', a, 'examples/forecasters/timid.csv']).stdout).toContain('There are no intervals of the difference: what score --save wrote');
  });

  it('on the same rows the difference has an interval under each of them', () => {
    const files = ['examples/forecasters/calibrated.csv', 'examples/forecasters/timid.csv'];
    const {
      differences,
      means,
      priors: values,
      bayesianRewardDifference,
    } = json(['priors', ...files, '--class', 'home', '--confidence', '0.9', '--points', '19']);
    expect(differences.confidence).toBe(0.9);
    expect(differences.generalizedReward.length).toBe(values.length);
    for (const [i, { mean, standardError, interval, moreThanChance }] of differences.generalizedReward.entries()) {
      expect(mean).toBeCloseTo(means[0][i] - means[1][i], 11);
      expect(interval[1] - interval[0]).toBeCloseTo(2 * 1.6448536269514722 * standardError, 11);
      expect(moreThanChance).toBe(interval[0] > 0 || interval[1] < 0);
    }
    expect(differences.bayesianReward.mean).toBeCloseTo(bayesianRewardDifference, 12);
    const { stdout } = fairbits(['priors', ...files, '--class', 'home']);
    const told = (
      json(['priors', ...files, '--class', 'home', '--points', '9']).differences.generalizedReward as { mean: number; moreThanChance: boolean }[]
    ).map(({ mean, moreThanChance }) => (moreThanChance ? (mean > 0 ? 'A' : 'B') : '-'));
    expect(told.join('')).toBe('B-AAAAAAA');
    expect(stdout).toContain('* The lead is more than chance at 0.10 (B) and from 0.30 to 0.90 (A)');
    // The other classes keep their proportions in the test set: 354 draws to 608 away wins, each half a row more.
    const at = values.findIndex((q: number) => Math.abs(q - 0.5) < 1e-9);
    const { measures } = json(['score', files[0], '--prior', `home=0.5,draw=${(0.5 * 354.5) / 963},away=${(0.5 * 608.5) / 963}`]);
    expect(means[0][at]).toBeCloseTo(measures.generalizedReward.mean, 12);
    expect(stdout).toMatch(/A leads by 0\.0393 bits per prediction\s+under any prior \(95 % interval 0\.0264 to 0\.0522/);
    for (const line of stdout.split('\n')) expect([...line].length).toBeLessThanOrEqual(80);
  });

  it('a file against itself three times over: neither is ahead, and rows that are not the same have no interval', () => {
    const [head, ...rows] = readFileSync('test/oracle/three.csv', 'utf8').trimEnd().split('\n');
    const tripled = write('tripled.csv', `${[head, ...rows, ...rows, ...rows].join('\n')}\n`);
    const { reversals, ahead, bayesianRewardDifference, differences } = json(['priors', 'test/oracle/three.csv', tripled]);
    expect([reversals, bayesianRewardDifference, differences.reason]).toEqual([[], 0, 'the files have different numbers of rows']);
    expect(new Set(ahead)).toEqual(new Set([null]));
    expect(fairbits(['priors', 'test/oracle/three.csv', tripled]).stdout).toContain('Both earn the same generalized reward under every prior.');
  });

  it('of very many classes the generalized reward has none, and it is said why', () => {
    const { differences } = json(['priors', 'test/oracle/letters.csv', 'test/oracle/letters.csv']);
    expect(differences.generalizedReward).toBeUndefined();
    expect(differences.reason).toContain('more than 16 classes');
    expect(differences.bayesianReward).toEqual({ mean: 0, standardError: 0, interval: [0, 0], moreThanChance: false });
  });
});

it('a report fits 80 columns, with colour only when asked for by a terminal', () => {
  for (const file of [example, 'test/oracle/binary.csv', 'test/oracle/letters.csv', 'test/oracle/certain.csv']) {
    const { stdout, status } = fairbits(['score', file]);
    expect(status).toBe(0);
    expect(stdout).not.toContain('\x1b');
    for (const line of stdout.split('\n')) expect([...line].length).toBeLessThanOrEqual(80);
  }
});
