import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { accelerationOfMean, bootstrapInterval, createEngine, type IntervalKind, measures } from 'fairbits';
import { scoreFiles } from 'fairbits/node';
import { describe, expect, it } from 'vitest';
import { ended } from '../support/ended.js';
import { ranAlready } from '../support/ranAlready.js';
import { random } from '../support/random.js';
import { fairbits, figures, folder, json, write } from './cli.js';

const example = 'examples/forecasters/calibrated.csv';

/** 30,000 rows, some of them impossible if asked for. */
function makeRows(rows: number, impossible = 0): string {
  const next = random(rows);
  const lines = ['label,p_a,p_b,p_c'];
  for (let r = 0; r < rows; r++) {
    const a = Math.round(8000 * next() + 500) / 10_000;
    const b = Math.round((1 - a) * 5000 * next() + 100) / 10_000;
    lines.push(r < impossible ? 'a,0,0.5,0.5' : `${'abc'[next() < a ? 0 : next() < 0.5 ? 1 : 2]},${a},${b},${(1 - a - b).toFixed(4)}`);
  }
  return `${lines.join('\n')}\n`;
}

describe('fairbits score --bootstrap', () => {
  it.each(['normal', 'percentile', 'basic', 'bca'] as const)('puts %s intervals on every measure', async (kind) => {
    const rewards = join(folder, `${kind}.csv`);
    const report = json(['score', example, '--bootstrap', '500', '--seed', '7', '--interval', kind, '--rewards', rewards]);
    expect(report.bootstrap).toEqual({ replicates: 500, seed: 7, interval: kind });
    // What the library says of the same rewards.
    const rows = readFileSync(rewards, 'utf8').trim().split('\n').slice(1);
    const columns = measures.map((_, i) => Float64Array.from(rows, (row) => Number(row.split(',')[i + 1])));
    const engine = await createEngine();
    const means = engine.bootstrapMeans(columns, { replicates: 500, seed: 7 });
    for (const [i, { id }] of measures.entries()) {
      const { interval } = bootstrapInterval(kind as IntervalKind, report.measures[id].mean, means[i], { acceleration: accelerationOfMean(columns[i]) });
      expect(report.measures[id].interval[0], id).toBeCloseTo((interval as number[])[0], 12);
      expect(report.measures[id].interval[1], id).toBeCloseTo((interval as number[])[1], 12);
      expect(report.measures[id].interval[0]).toBeLessThan(report.measures[id].mean);
      expect(report.measures[id].interval[1]).toBeGreaterThan(report.measures[id].mean);
    }
    // Nothing else in the report changes.
    const { bootstrap: _, ...without } = report;
    const usual = json(['score', example]);
    for (const { id } of measures) without.measures[id].interval = usual.measures[id].interval;
    expect(without).toEqual(usual);
  });

  it('says so in the report', () => {
    const { stdout } = fairbits(['score', example, '--bootstrap', '1000', '--interval', 'bca', '--confidence', '0.9']);
    expect(stdout).toContain('intervals at 90 %: BCa bootstrap, 1,000 replicates, seed 1');
  });

  it('the same bits for any number of threads, backend, cut of the file and format', () => {
    const text = makeRows(30_000);
    const csv = write('rows.csv', text);
    const [names, ...rows] = text
      .trim()
      .split('\n')
      .map((line) => line.split(','));
    const ndjson = write(
      'rows.ndjson',
      rows.map((row) => JSON.stringify(Object.fromEntries(row.map((field, i) => [names[i], i === 0 ? field : Number(field)])))).join('\n'),
    );
    const args = ['--bootstrap', '60', '--interval', 'percentile', '--quiet'];
    const one = figures(json(['score', csv, ...args, '--threads', '1']));
    expect(figures(json(['score', csv, ...args, '--threads', '3']))).toEqual(one);
    expect(figures(json(['score', csv, ...args, '--threads', '2', '--backend', 'plain']))).toEqual(one);
    const other = figures(json(['score', ndjson, ...args]));
    expect((other.measures as Record<string, { interval: unknown }>).bayesianReward.interval).toEqual(
      (one.measures as Record<string, { interval: unknown }>).bayesianReward.interval,
    );
    const halves = [
      write('a.csv', `${text.split('\n').slice(0, 10_001).join('\n')}\n`),
      write('b.csv', [names.join(','), ...text.split('\n').slice(10_001)].join('\n')),
    ];
    expect((figures(json(['score', ...halves, ...args])).measures as Record<string, { interval: unknown }>).accuracy.interval).toEqual(
      (one.measures as Record<string, { interval: unknown }>).accuracy.interval,
    );
  });

  it('another range size draws the same rows', async () => {
    const csv = write('ranges.csv', makeRows(5000));
    const bootstrap = { replicates: 50 };
    const [one, other] = await Promise.all([2 ** 22, 10_000].map((rangeBytes) => scoreFiles([csv], { bootstrap, rangeBytes, threads: 1 })));
    expect(other.report.measures.bayesianReward.interval).toEqual(one.report.measures.bayesianReward.interval);
  });

  it('quoted newlines, which have the file read twice, give no row twice', () => {
    const text = makeRows(2000)
      .replace('label,', 'note,label,')
      .replace(/\n(?=[abc],)/g, '\nx,');
    const plainText = write('plain.csv', text);
    const quoted = write('quoted.csv', text.replace(/\nx,/g, '\n"x\ny",'));
    const args = ['--bootstrap', '50', '--quiet'];
    expect(json(['score', quoted, ...args]).measures).toEqual(json(['score', plainText, ...args]).measures);
  });

  it('infinite rewards: percentile ends are −∞ where a replicate holds one, other kinds say why not', () => {
    const csv = write('impossible.csv', makeRows(3000, 1));
    const report = json(['score', csv, '--bootstrap', '400']);
    expect(report.measures.bayesianReward.mean).toBe('-Infinity');
    expect(report.measures.bayesianReward.interval[0]).toBe('-Infinity');
    // A replicate misses the one row with probability 1/e, so the upper end is finite.
    expect(report.measures.bayesianReward.interval[1]).toBeTypeOf('number');
    expect(report.measures.informationLoss.interval[1]).toBe('Infinity');
    const bca = json(['score', csv, '--bootstrap', '400', '--interval', 'bca']);
    expect(bca.measures.bayesianReward.interval).toBeNull();
    expect(bca.measures.bayesianReward.reason).toMatch(/infinite value has no BCa interval/);
    expect(bca.measures.accuracy.interval[0]).toBeTypeOf('number');
  });

  it('one row', () => {
    const csv = write('one.csv', 'label,p_a,p_b\na,0.7,0.3\n');
    const report = json(['score', csv, '--bootstrap', '100']);
    expect(report.measures.informationLoss.interval).toEqual([report.measures.informationLoss.mean, report.measures.informationLoss.mean]);
  });

  // Options are looked at before anything is read.
  it.skipIf(ranAlready).each([
    [['--bootstrap', '20'], /20 replicates are too few for a percentile interval at 95 %: expected at least 39/],
    [['--bootstrap', '1'], /--bootstrap 1: expected a whole number from 2 to 1000000/],
    [['--bootstrap', 'many'], /--bootstrap many/],
    [['--bootstrap', '100', '--interval', 'student'], /--interval student: expected normal, percentile, basic, bca/],
    [['--bootstrap', '100', '--seed', '-1'], /--seed -1/],
    [['--bootstrap', '1e11'], /expected a whole number from 2 to 1000000/],
    [['--seed', '3'], /--seed is for --bootstrap/],
    [['--interval', 'bca'], /--interval is for --bootstrap/],
  ])('%j ends with 2 and says why', (args, message) => {
    const { status, stderr, stdout } = fairbits(['score', example, ...args]);
    expect(stderr).toMatch(message);
    expect(status).toBe(2);
    expect(stdout).toBe('');
  });

  // The plain backend takes ten seconds to say that it resamples; what Ctrl-C ends is the same.
  it.skipIf(ranAlready)('Ctrl-C ends it while it resamples, and leaves nothing behind', async () => {
    const csv = write('long.csv', makeRows(30_000));
    const temporary = join(folder, 'tmp');
    mkdirSync(temporary);
    const child = spawn(process.execPath, ['dist/bin/fairbits.js', 'score', csv, '--bootstrap', '1000000', '--threads', '2'], {
      env: { ...process.env, TMPDIR: temporary },
    });
    let stderr = '';
    child.stderr.on('data', (text) => {
      stderr += text;
      if (stderr.includes('resampling')) child.kill('SIGINT');
    });
    const status = await ended(child);
    expect(stderr).toContain('fairbits: resampling 1,000,000 times');
    expect(status).toBe(130);
    expect(readdirSync(temporary)).toEqual([]);
  });
});
