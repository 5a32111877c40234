import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { predictions } from './predictions.js';
import { RUNNERS, type Runner } from './runners.js';

const bin = fileURLToPath(new URL('../../dist/bin/fairbits.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'fairbits-engines-'));
const fairbits = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...args], { cwd: folder, encoding: 'utf8' });
  return { status, stdout, stderr };
};
const json = (...args: string[]) => JSON.parse(fairbits(...args, '--json').stdout);

let runner: Runner;
let whole: Record<string, string>[];
let scored: ReturnType<typeof json>;
const { p, labels, classes } = predictions(3, 300, 42);
const rows = Array.from(labels, (label, r) => [classes[label], ...p.subarray(r * 3, r * 3 + 3)]);

beforeAll(async () => {
  runner = await RUNNERS.duckdb();
  const columns = [['label', 'text'], ...classes.map((each) => [`p_${each}`, 'double'])] as never;
  await runner.create({ name: 'predictions', columns, rows });
  await runner.create({ name: 'one', columns, rows: rows.slice(0, 100) });
  await runner.create({ name: 'two', columns, rows: rows.slice(100) });
  writeFileSync(join(folder, 'predictions.csv'), ['label,p_a,p_b,p_c', ...rows.map((row) => row.join())].join('\n'));
  whole = await answer('predictions');
  scored = json('score', 'predictions.csv', '--prior', 'a=0.5,b=0.25,c=0.25');
});
afterAll(async () => {
  await runner.close();
  rmSync(folder, { recursive: true });
});

const SQL = ['sql', '--dialect', 'duckdb', '--truth', 'label', '--probs', 'p_a,p_b,p_c', '--prior', 'a=0.5,b=0.25,c=0.25'];

async function answer(table: string, ...more: string[]): Promise<Record<string, string>[]> {
  const { stdout, stderr } = fairbits(...SQL, '--table', table, ...more);
  expect(stderr).toBe('');
  return (await runner.query(stdout)) as Record<string, string>[];
}

const written = (found: Record<string, string>[], delimiter: string, quote = ''): string =>
  [Object.keys(found[0]), ...found.map((row) => Object.values(row))].map((cells) => cells.map((cell) => quote + cell + quote).join(delimiter)).join('\n');

const FORMS: Record<string, (found: Record<string, string>[]) => string> = {
  'result.csv': (found) => written(found, ','),
  'quoted.csv': (found) => `\uFEFF${written(found, ',', '"').replaceAll('\n', '\r\n')}\r\n`,
  'capitals.csv': (found) =>
    written(
      found.map((row) => Object.fromEntries(Object.entries(row).map(([name, cell]) => [name.toUpperCase(), cell]))),
      ',',
    ),
  'result.tsv': (found) => written(found, '\t'),
  'headless.tsv': (found) => written(found, '\t').split('\n').slice(1).join('\n'),
  'nulls.tsv': (found) =>
    written(
      found.map((row) => Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, cell === '' ? 'NULL' : cell]))),
      '\t',
    ).replaceAll('NULL\tNULL', '\\N\tNULL'),
  'bars.txt': (found) => `${written(found, ' | ').replace('\n', '\n-----+-----\n')}\n(7 rows)\n`,
  'framed.txt': (found) =>
    written(found, ' | ')
      .split('\n')
      .map((line) => `| ${line} |`)
      .join('\n')
      .replace('\n', '\n|-----+-----|\n'),
  'result.json': (found) => JSON.stringify(found),
  'clickhouse.json': (found) => JSON.stringify({ meta: [], data: found, rows: found.length }),
  'result.ndjson': (found) => found.map((row) => JSON.stringify(row)).join('\n'),
};

describe('fairbits sql and fairbits merge', () => {
  it.each(Object.keys(FORMS))('give the figures of score from %s', async (form) => {
    writeFileSync(join(folder, form), FORMS[form](whole));
    const merged = json('merge', form, '--prior', 'a=0.5,b=0.25,c=0.25');
    expect(merged.confusion).toEqual(scored.confusion);
    for (const [id, { mean, standardError, interval }] of Object.entries(scored.measures) as [string, Record<string, number & number[]>][]) {
      expect(merged.measures[id].mean, id).toBeCloseTo(mean, 12);
      expect(merged.measures[id].standardError, id).toBeCloseTo(standardError, 12);
      for (const end of [0, 1]) expect(merged.measures[id].interval[end], id).toBeCloseTo(interval[end], 12);
    }
  });

  it('gives the same bits from shards, in any order', async () => {
    for (const table of ['predictions', 'one', 'two']) writeFileSync(join(folder, `${table}.json`), JSON.stringify(await answer(table)));
    const { files: _, ...all } = json('merge', 'predictions.json');
    for (const files of [
      ['one.json', 'two.json'],
      ['two.json', 'one.json'],
    ]) {
      const { files: __, ...merged } = json('merge', ...files);
      expect(JSON.stringify(merged)).toBe(JSON.stringify(all));
    }
  });

  it('goes together with what score saved', async () => {
    writeFileSync(join(folder, 'first.csv'), readFileSync(join(folder, 'predictions.csv'), 'utf8').split('\n').slice(0, 101).join('\n'));
    fairbits('score', 'first.csv', '--save', 'first.saved.json');
    writeFileSync(join(folder, 'rest.csv'), written(await answer('two'), ','));
    const merged = json('merge', 'first.saved.json', 'rest.csv');
    const { measures } = json('score', 'predictions.csv');
    expect(merged.rows).toBe(300);
    expect(merged.measures.bayesianReward.mean).toBeCloseTo(measures.bayesianReward.mean, 12);
    expect(merged.measures.kononenkoBratko.mean).toBeNull();
    expect(merged.measures.kononenkoBratko.reason).toContain('another look');
  });

  it('says what is wrong with a result', async () => {
    const good = whole;
    const without = (edit: (found: Record<string, string>[]) => unknown): string => {
      const copy = good.map((row) => ({ ...row }));
      writeFileSync(join(folder, 'broken.json'), JSON.stringify(edit(copy)));
      const { status, stderr } = fairbits('merge', 'broken.json');
      expect(status).toBe(2);
      return stderr;
    };
    const group = good.findIndex(({ status }) => status === '0');
    expect(without((found) => found.filter(({ fairbits: text }) => text === ''))).toContain('not a saved score');
    expect(without((found) => [...found, found[group]])).toContain('2 rows are of the same group');
    expect(without((found) => found.map((row, i) => (i === group ? { ...row, n_s0: '-1.5e12' } : row)))).toContain('every digit of it');
    expect(without((found) => found.map((row, i) => (i === group ? { ...row, n_s0: '' } : row)))).toContain('nothing in the column "n_s0"');
    expect(without((found) => found.map((row, i) => (i === group ? { ...row, truth: '7' } : row)))).toContain('a whole number from 0 to 2');
    expect(without((found) => found.map((row, i) => (i === group ? { ...row, n_s0: '9999999999999999' } : row)))).toMatch(/at most 0|go together/);
  });

  it('refuses rows that cannot be scored, or counts them', async () => {
    await runner.create({
      name: 'bad',
      columns: [
        ['label', 'text'],
        ['p_a', 'double'],
        ['p_b', 'double'],
        ['p_c', 'double'],
      ],
      rows: [...rows, ['z', 1, 0, 0], ['a', null, 0.5, 0.5]],
    });
    writeFileSync(join(folder, 'bad.csv'), written(await answer('bad'), ','));
    const { status, stderr } = fairbits('merge', 'bad.csv');
    expect(status).toBe(2);
    expect(stderr).toContain('bad.csv: bad: 2 rows cannot be scored: 1 with an unknown class, 1 with a missing estimate');
    writeFileSync(join(folder, 'skipped.csv'), written(await answer('bad', '--on-error', 'skip'), ','));
    const found = json('merge', 'skipped.csv');
    expect(found.rows).toBe(300);
    expect(found.skipped).toBe(2);
    expect(found.warnings[0]).toContain('2 rows could not be scored and were skipped');
  });

  it.each([
    [['--dialect', 'oracle', '--table', 't', '--truth', 'y', '--probs', 'p_a,p_b'], 'there is no dialect "oracle"'],
    [['--dialect', 'duckdb', '--truth', 'y', '--probs', 'p_a,p_b'], 'expected one of --table and --parquet'],
    [['--dialect', 'duckdb', '--table', 't', '--truth', 'y', '--probs', 'p_*'], 'expected their names'],
    [['--dialect', 'duckdb', '--table', 't', '--truth', 'y', '--probs', 'p'], '--classes NO,YES'],
    [['--dialect', 'duckdb', '--table', 't', '--truth', 'y', '--probs', 'p_a,p_b', '--prior', 'test'], 'before it has run'],
    [['--dialect', 'duckdb', '--table', 't', '--truth', 'y', '--probs', 'p', '--layout', 'long', '--classes', 'a,b'], '--id and --class-column'],
    [['--dialect', 'postgres', '--parquet', 'x/*.parquet', '--truth', 'y', '--probs', 'p_a,p_b'], 'expected a table (--table)'],
    [['--dialect', 'duckdb', '--table', 'a."b', '--truth', 'y', '--probs', 'p_a,p_b'], 'cannot be read'],
  ])('refuses %j', (args, message) => {
    const { status, stderr } = fairbits('sql', ...args);
    expect(stderr).toContain(message);
    expect(status).toBe(2);
  });

  it('quotes the parts of a name', () => {
    const { stdout } = fairbits(...SQL, '--table', 'my."odd.name""s"');
    expect(stdout).toContain('FROM "my"."odd.name""s"');
  });
});
