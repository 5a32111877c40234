import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { arrow, ndjson, parquet } from '../sources/fixtures.js';
import { close } from '../support/compare.js';
import { numbers } from '../support/numbers.js';
import { random } from '../support/random.js';
import { fairbits, figures, folder, json, rowsOf, write } from './cli.js';

const [head, ...rows] = rowsOf(readFileSync('examples/forecasters/overconfident.csv', 'utf8'));
const next = random(9);
const weights = rows.map(() => Math.floor(next() * 3));
const as = (table: string[][]) => `${table.map((row) => row.join(',')).join('\n')}\n`;
const weighted = write('weighted.csv', as([[...head, 'n'], ...rows.map((row, r) => [...row, String(weights[r])])]));
const twice = write('twice.csv', as([head, ...rows.flatMap((row, r) => new Array<string[]>(weights[r]).fill(row))]));

function same(a: unknown, b: unknown, tolerance: number): void {
  const [found, hoped] = [numbers(a), numbers(b)];
  expect(found.map(([path]) => path)).toEqual(hoped.map(([path]) => path));
  for (const [i, [path, value]] of found.entries()) close(value, hoped[i][1], tolerance, path);
}

const report = json(['score', weighted, '--weights', 'n']);

describe('--weights', () => {
  it('a row of weight 2 is the row twice, one of 0 is no row: the whole report', () => {
    same(report, json(['score', twice]), 1e-11);
    expect(report.rows).toBe(rows.length);
    expect(report.weights).toEqual({ total: weights.reduce((a, b) => a + b), zero: weights.filter((w) => w === 0).length });
    expect(fairbits(['score', weighted, '--weights', 'n']).stdout.replace(/\s+/g, ' ')).toContain(`${report.weights.zero} rows have the weight 0`);
  });

  it.each([
    ['uniform', 'uniform'],
    ['given', 'home=0.5,draw=0.2,away=0.3'],
    ['train', `train:${twice}:label`],
  ])('under another prior: %s', (_, prior) => {
    same(json(['score', weighted, '--weights', 'n', '--prior', prior]), json(['score', twice, '--prior', prior]), 1e-11);
  });

  it('with a cutoff, renormalized, above what may be kept, and without ranking', () => {
    for (const more of [['--cutoff', 'mml:100'], ['--memory', '1K'], ['--no-ranking']]) {
      const { cutoff: _, ...found } = json(['score', weighted, '--weights', 'n', ...more]);
      const { cutoff: __, ...hoped } = json(['score', twice, ...more]);
      same(found, hoped, 1e-11);
    }
  });

  it('of one column of P(positive)', () => {
    const header = ['y', 'p', 'n'];
    const table = rows.map((row, r) => [row[1] === 'home' ? 'yes' : 'no', row[2], String(weights[r])]);
    const one = write('one.csv', as([header, ...table]));
    const other = write('one-twice.csv', as([header, ...table.flatMap((row, r) => new Array<string[]>(weights[r]).fill(row))]));
    const options = ['--probs', 'p', '--positive', 'yes'];
    same(json(['score', one, ...options, '--weights', 'n']), json(['score', other, ...options]), 1e-11);
  });

  it('the same bits for any number of threads and on both backends', () => {
    const parts = Array.from({ length: 3 }, (_, i) =>
      write(`part-${i}.csv`, as([[...head, 'n'], ...rows.map((row, r) => [...row, String(weights[r] / (3 + i))])])),
    );
    const wanted = figures(json(['score', ...parts, '--weights', 'n', '--threads', '1']));
    for (const more of [
      ['--threads', '2'],
      ['--threads', '7'],
      ['--threads', '3', '--backend', 'plain'],
    ])
      expect(figures(json(['score', ...parts, '--weights', 'n', ...more]))).toEqual(wanted);
  });

  const columns = Object.fromEntries(
    [...head, 'n'].map((name, c) => [name, rows.map((row, r) => (name === 'n' ? weights[r] / 2 : name === 'label' ? row[c] : Number(row[c])))]),
  );
  const halves = json(['score', write('halves.csv', as([[...head, 'n'], ...rows.map((row, r) => [...row, String(weights[r] / 2)])])), '--weights', 'n']);
  it.each([
    ['NDJSON', 'a.ndjson', ndjson(columns)],
    ['NDJSON, gzipped', 'a.ndjson.gz', gzipSync(ndjson(columns))],
    ['Parquet', 'a.parquet', new Uint8Array(parquet(columns))],
    ['Arrow', 'a.arrow', new Uint8Array(arrow(columns))],
  ])('%s', (_, name, content) => {
    same(json(['score', write(name, content), '--weights', 'n']), halves, 1e-12);
  });

  it('Parquet with whole numbers', () => {
    const whole = parquet({ ...columns, n: weights }, { types: { n: 'INT32' } });
    same(json(['score', write('whole.parquet', new Uint8Array(whole)), '--weights', 'n']), report, 1e-12);
  });

  it('the divergence from true probabilities, too', () => {
    const table = (often: (r: number) => number) =>
      as([
        [...head, 't_home', 't_draw', 't_away', 'n'],
        ...rows.flatMap((row, r) => new Array<string[]>(often(r)).fill([...row, '0.5', '0.2', '0.3', String(weights[r])])),
      ]);
    const found = json([
      'score',
      write(
        'known.csv',
        table(() => 1),
      ),
      '--true-probs',
      't_*',
      '--weights',
      'n',
    ]);
    const hoped = json([
      'score',
      write(
        'known-twice.csv',
        table((r) => weights[r]),
      ),
      '--true-probs',
      't_*',
    ]);
    expect(found.measures.klDivergence.mean).toBeGreaterThan(0);
    same(found.measures.klDivergence, hoped.measures.klDivergence, 1e-12);
  });

  it('saved and merged', () => {
    const [a, b] = ['a.json', 'b.json'].map((name) => `${folder}/${name}`);
    fairbits(['score', weighted, '--weights', 'n', '--save', a]);
    fairbits(['score', twice, '--save', b]);
    const merged = json(['merge', a, b]);
    expect(merged.weights.total).toBe(2 * report.weights.total);
    const { mean, standardError, total } = merged.measures.logLoss;
    close(mean, report.measures.logLoss.mean, 1e-12);
    close(total, 2 * report.measures.logLoss.total, 1e-12);
    // Twice the rows: all but the −1 in n − 1 halves the square.
    expect(standardError / report.measures.logLoss.standardError).toBeCloseTo(Math.SQRT1_2, 3);
  });

  it('--rewards has the weight of each row', () => {
    const out = `${folder}/rewards.csv`;
    expect(fairbits(['score', weighted, '--weights', 'n', '--rewards', out]).status).toBe(0);
    const [names, ...lines] = rowsOf(readFileSync(out, 'utf8'));
    expect(names.at(-1)).toBe('weight');
    expect(lines.map((line) => Number(line.at(-1)))).toEqual(weights);
  });

  it('bootstrap intervals are about as wide as those of the rows repeated', () => {
    const width = (file: string, ...more: string[]): number => {
      const [low, high] = json(['score', file, '--bootstrap', '4000', '--interval', 'bca', ...more]).measures.bayesianReward.interval;
      return high - low;
    };
    const wanted = width(twice);
    expect(Math.abs(width(weighted, '--weights', 'n') / wanted - 1)).toBeLessThan(0.1);
  });
});

describe('weights that will not do', () => {
  const bad = (cell: string): string => write('bad.csv', `label,p_a,p_b,w\na,0.5,0.5,1\na,0.5,0.5,${cell}\nb,0.4,0.6,1\n`);
  it.each(['-1', '1e20', 'x', '', 'nan', 'inf'])('%j is an error with its place', (cell) => {
    const { status, stderr } = fairbits(['score', bad(cell), '--weights', 'w']);
    expect(status).toBe(2);
    expect(stderr).toContain('bad.csv:3:');
    expect(stderr).toContain('expected 0, or a number from 1e-15 to 1e15');
  });

  it('can be skipped, before and after rows that are bad for another reason', () => {
    const file = write('skip.csv', 'label,p_a,p_b,w\na,0.5,0.5,1\na,0.9,0.9,1\na,0.5,0.5,-1\na,0.5,0.5,x\nb,2,0.6,1\nb,0.4,0.6,2\n');
    const found = json(['score', file, '--weights', 'w', '--on-error', 'skip']);
    expect([found.rows, found.skipped, found.weights.total]).toEqual([2, 4, 3]);
    for (const line of [3, 4, 5, 6]) expect(found.warnings[0]).toContain(`skip.csv:${line}:`);
  });

  it('in a table, too', () => {
    const file = write('bad.ndjson', '{"label":"a","p_a":0.5,"p_b":0.5,"w":1}\n{"label":"b","p_a":0.5,"p_b":0.5,"w":null}\n');
    const { status, stderr } = fairbits(['score', file, '--weights', 'w']);
    expect(status).toBe(2);
    expect(stderr).toContain('bad.ndjson:2: column "w" holds null: expected 0, or a number');
    const negative = write('negative.ndjson', '{"label":"a","p_a":0.5,"p_b":0.5,"w":1}\n{"label":"b","p_a":0.5,"p_b":0.5,"w":-3}\n');
    expect(fairbits(['score', negative, '--weights', 'w']).stderr).toContain('negative.ndjson:2: column "w": the weight is -3');
  });

  it.each([
    ['no such column', ['--weights', 'q'], 'there is no column "q"'],
    ['the true class', ['--weights', 'label'], 'cannot hold the weights too'],
  ])('%s', (_, more, message) => {
    const { status, stderr } = fairbits(['score', bad('1'), ...more]);
    expect(status).toBe(2);
    expect(stderr).toContain(message);
  });

  it('all 0', () => {
    const { status, stderr } = fairbits(['score', write('zero.csv', 'label,p_a,p_b,w\na,0.5,0.5,0\n'), '--weights', 'w']);
    expect(status).toBe(2);
    expect(stderr).toContain('have the weight 0: expected a row that counts');
  });
});
