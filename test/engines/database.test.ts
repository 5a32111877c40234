import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DuckDBInstance } from '@duckdb/node-api';
import { scoreDatabase } from 'fairbits/engines';
import { scoreFiles } from 'fairbits/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { predictions } from './predictions.js';
import { RUNNERS, type Runner, type TestTable, tableStatements } from './runners.js';

const bin = fileURLToPath(new URL('../../dist/bin/fairbits.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'fairbits-database-'));
const path = join(folder, 'test.db');
const { p, labels, classes } = predictions(3, 300, 9);
const rows = Array.from(labels, (label, r) => [r, classes[label], ...p.subarray(3 * r, 3 * r + 3)]);
const COLUMNS: TestTable['columns'] = [['case', 'integer'], ['label', 'text'], ...classes.map((each) => [`p_${each}`, 'double'] as const)] as never;

const fairbits = (args: string[], env: Record<string, string> = {}) =>
  spawnSync(process.execPath, [bin, ...args], { cwd: folder, encoding: 'utf8', env: { ...process.env, ...env } });

beforeAll(async () => {
  const instance = await DuckDBInstance.create(path);
  const connection = await instance.connect();
  const tables: TestTable[] = [
    { name: 'predictions', columns: COLUMNS, rows },
    { name: 'first', columns: COLUMNS, rows: rows.slice(0, 120) },
    { name: 'second', columns: COLUMNS, rows: rows.slice(120) },
    { name: 'odd.na"me', columns: COLUMNS, rows },
    { name: 'bad', columns: COLUMNS, rows: [...rows, [1001, 'a', 0.5, 0.6, 0.7], [1002, 'zebra', 0.2, 0.3, 0.5], [1003, null, 0.2, 0.3, 0.5]] },
    { name: 'empty', columns: COLUMNS, rows: [] },
    { name: 'percent', columns: COLUMNS, rows: rows.map(([id, label, ...each]) => [id, label, ...each.map((x) => 100 * (x as number))] as never) },
    {
      name: 'one',
      columns: [
        ['y', 'boolean'],
        ['p', 'float'],
      ],
      rows: rows.map(([, label, x]) => [label === 'a', x] as never),
    },
    { name: 'many', columns: [['y', 'text'], ...Array.from({ length: 20 }, (_, i) => [`p_c${i}`, 'double'] as const)], rows: manyRows() },
  ];
  for (const table of tables) for (const sql of tableStatements('duckdb', table)) await connection.run(sql);
  await connection.run(`COPY predictions TO '${folder}/a.parquet'`);
  await connection.run(`COPY first TO '${folder}/lake-1.parquet'`);
  await connection.run(`COPY second TO '${folder}/lake-2.parquet'`);
  await connection.run(`COPY many TO '${folder}/many.parquet'`);
  connection.closeSync();
  instance.closeSync();
  writeFileSync(join(folder, 'rows.csv'), ['case,label,p_a,p_b,p_c', ...rows.map((row) => row.join())].join('\n'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function manyRows(): TestTable['rows'] {
  const many = predictions(20, 50, 4);
  return Array.from(many.labels, (label, r) => [`c${label}`, ...many.p.subarray(20 * r, 20 * r + 20)]);
}

function near(found: number, expected: number, what: string): void {
  expect(Math.abs(found - expected), `${what}: ${found}, expected ${expected}`).toBeLessThanOrEqual(1e-12 * Math.max(1, Math.abs(expected)));
}

type Figures = Record<string, { mean: number; standardError: number; reason?: string }>;

function agree(found: object, expected: object): void {
  for (const [id, { mean, standardError }] of Object.entries(expected as Figures)) {
    near((found as Figures)[id].mean, mean, id);
    near((found as Figures)[id].standardError, standardError, `${id}, standard error`);
  }
}

describe('scoreDatabase', () => {
  it.each([undefined, 'uniform', { a: 0.2, b: 0.3, c: 0.5 }] as const)('agrees with scoreFiles in every measure, prior %j', async (prior) => {
    const options = prior === undefined ? {} : { prior };
    const expected = await scoreFiles([join(folder, 'rows.csv')], options);
    for (const urls of [
      [`duckdb:${path}?table=predictions`],
      [`duckdb:${path}?table=first`, `duckdb:?parquet=${folder}/lake-2.parquet`],
      [`duckdb:?parquet=${encodeURIComponent(`${folder}/lake-*.parquet`)}`],
      [`duckdb:${path}?table=${encodeURIComponent('"odd.na""me"')}`],
    ]) {
      const { report, guesses } = await scoreDatabase(urls, options);
      expect(report.confusion).toEqual(expected.report.confusion);
      agree(report.measures, expected.report.measures);
      expect(guesses).toEqual(expected.guesses);
    }
  });

  it('agrees for more than 16 classes, the generalized reward and its standard error too', async () => {
    const { report } = await scoreDatabase([`duckdb:${path}?table=many`]);
    agree(report.measures, (await scoreFiles([join(folder, 'many.parquet')])).report.measures);
  });

  it('gives the same bits for any shards', async () => {
    const whole = await scoreDatabase([`duckdb:${path}?table=predictions`]);
    const shards = await scoreDatabase([`duckdb:${path}?table=second`, `duckdb:${path}?table=first`]);
    expect(JSON.stringify(shards.statistics)).toBe(JSON.stringify(whole.statistics));
    expect(JSON.stringify(shards.report)).toBe(JSON.stringify(whole.report));
  });

  it('guesses as of files: percentages, one column, single precision', async () => {
    const percent = await scoreDatabase([`duckdb:${path}?table=percent`]);
    expect(percent.guesses).toContain('the estimates sum to 100 and are taken as percentages');
    const one = await scoreDatabase([`duckdb:${path}?table=one`]);
    expect(one.report.classes).toEqual(['false', 'true']);
    expect(one.guesses.join()).toContain('is taken as the probability of "true"');
    expect(one.report.lemma1).toBeDefined();
  });

  it('takes a condition, weights and a cutoff', async () => {
    const found = await scoreDatabase([`duckdb:${path}?table=predictions`], { where: "label <> 'c' -- no more", cutoff: 'mml:50', weights: 'case' });
    const kept = rows.filter(([, label]) => label !== 'c');
    writeFileSync(join(folder, 'kept.csv'), ['case,label,p_a,p_b,p_c', ...kept.map((row) => row.join())].join('\n'));
    const expected = await scoreFiles([join(folder, 'kept.csv')], { cutoff: 'mml:50', weights: 'case' });
    agree(found.report.measures, expected.report.measures);
    expect(found.report.cutoff.changed).toBe(expected.report.cutoff.changed);
    expect(found.report.weights).toEqual(expected.report.weights);
  });

  it('counts bad rows by kind and names the first, or passes them over', async () => {
    await expect(scoreDatabase([`duckdb:${path}?table=bad`])).rejects.toThrow(
      /3 rows cannot be scored: (?=.*1 with no true class)(?=.*1 with an unknown class)(?=.*1 with estimates that do not sum to 1).*the first: case 1001: estimates that do not sum to 1 \(label a, estimates 0.5 0.6 0.7\)/,
    );
    const skipped = await scoreDatabase([`duckdb:${path}?table=bad`], { skipBad: true });
    const good = await scoreDatabase([`duckdb:${path}?table=predictions`]);
    expect(skipped.skipped).toBe(3);
    expect(skipped.report.measures).toEqual(good.report.measures);
  });

  it.each([
    ['numbers written in other ways', ['p_0', 'p_1'], ['+1', '1e0', '-0.0', '01', '0', '1'], {}],
    ['classes with their number', ['p_no', 'p_yes'], ['1:no', '2:yes', 'yes', 'no'], {}],
    ['dates', ['p_2026-01-31', 'p_2025-12-01'], ['2026-01-31', '2025-12-01', '2025-12-01'], { type: 'date' }],
    ['bad weights', ['p_a', 'p_b', 'w'], ['a', 'b', 'b', 'a'], { weights: 'w', skipBad: true }],
  ] as const)('takes labels as files do: %s', async (what, columns, labels, { type = 'text', ...options }: Record<string, unknown> & { type?: string }) => {
    const found = labels.map((label, r) => [label, 0.25 + r / 16, 0.75 - r / 16, ...('weights' in options ? [[2, 1, -1, 0.5][r]] : [])]);
    const runner = await RUNNERS.duckdb();
    await runner.create({ name: 't', columns: [['label', type], ...columns.map((column) => [column, 'double'])] as never, rows: found as never });
    const file = join(folder, `${what}.csv`);
    writeFileSync(file, [['label', ...columns].join(), ...found.map((row) => row.join())].join('\n'));
    const expected = await scoreFiles([file], options);
    const { report, skipped } = await scoreDatabase(['duckdb:?table=t'], { ...options, query: (sql) => runner.query(sql) });
    await runner.close();
    expect(report.classes).toEqual(expected.report.classes);
    expect(report.confusion).toEqual(expected.report.confusion);
    expect(skipped).toBe(expected.skipped ?? 0);
    agree(report.measures, expected.report.measures);
  });

  it('refuses weights that are all 0, as of files', async () => {
    await expect(scoreDatabase([`duckdb:${path}?table=predictions`], { weights: 'case', where: '"case" = 0' })).rejects.toThrow('have the weight 0');
  });

  it('takes an empty shard by a query of one’s own, which tells no columns', async () => {
    const runner = await RUNNERS.duckdb();
    for (const [name, some] of [
      ['t', rows],
      ['none', []],
    ] as const)
      await runner.create({ name, columns: COLUMNS, rows: some });
    const query = (sql: string) => runner.query(sql);
    const both = await scoreDatabase(['duckdb:?table=none', 'duckdb:?table=t'], { query });
    expect(both.report.rows).toBe(300);
    await expect(scoreDatabase(['duckdb:?table=none'], { query })).rejects.toThrow('there is no row to score');
    await runner.close();
  });

  it('says that a table is empty, is not there, or has no such column', async () => {
    await expect(scoreDatabase([`duckdb:${path}?table=empty`])).rejects.toThrow('there is no row to score');
    await expect(scoreDatabase([`duckdb:${path}?table=absent`])).rejects.toThrow(/duckdb:.*table=absent: .*absent.*Nothing was scored/s);
    await expect(scoreDatabase([`duckdb:${path}?table=predictions`], { truth: 'no' })).rejects.toThrow('there is no column "no"');
    await expect(scoreDatabase([`duckdb:${path}`])).rejects.toThrow('names no table');
    await expect(scoreDatabase([`duckdb:${path}?table=t`, 'rows.csv'])).rejects.toThrow('rows.csv is no database');
  });

  it('cannot write', async () => {
    await expect(scoreDatabase([`duckdb:${path}?table=predictions`], { where: '1=1); DROP TABLE predictions; SELECT * FROM (SELECT 1' })).rejects.toThrow();
    expect((await scoreDatabase([`duckdb:${path}?table=predictions`])).report.rows).toBe(300);
  });

  it('ends a query that takes too long, or that is aborted', async () => {
    const slow = {
      where: 'label IN (SELECT a.label FROM predictions a, predictions b, predictions c, predictions d WHERE a.p_a + b.p_a + c.p_a + d.p_a > 99)',
    };
    await expect(scoreDatabase([`duckdb:${path}?table=predictions`], { ...slow, timeout: 0.3 })).rejects.toThrow('took longer than 0.3 seconds');
    const controller = new AbortController();
    setTimeout(() => controller.abort(new Error('enough')), 300);
    await expect(scoreDatabase([`duckdb:${path}?table=predictions`], { ...slow, signal: controller.signal })).rejects.toThrow('enough');
  });

  describe('with a query of one’s own', () => {
    let runner: Runner;
    beforeAll(async () => {
      runner = await RUNNERS.postgres();
      await runner.create({ name: 'predictions', columns: COLUMNS, rows });
    });
    afterAll(() => runner.close());

    it('agrees in PostgreSQL, and a shard that dies is named', async () => {
      const query = (sql: string, url: string) =>
        url.includes('@dead') ? Promise.reject(new Error('connection lost, password was hunter2')) : runner.query(sql);
      const found = await scoreDatabase(['postgres://host/db?table=predictions'], { query });
      agree(found.report.measures, (await scoreFiles([join(folder, 'rows.csv')])).report.measures);
      const failed = scoreDatabase(['postgres://host/db?table=predictions', 'postgres://me:hunter2@dead/db?table=predictions'], { query });
      await expect(failed).rejects.toThrow('postgres://me@dead/db?table=predictions: connection lost, password was ***. Nothing was scored.');
    });
  });
});

describe('fairbits score URL', () => {
  it('prints the report, saves it, and says what was guessed', () => {
    const { stdout, stderr, status } = fairbits(['score', 'duckdb:test.db?table=predictions', '--save', 'saved.json', '--html', 'report.html']);
    expect(stderr).toBe('');
    expect(status).toBe(0);
    expect(stdout).toContain('300 rows, 3 classes; read duckdb:test.db?table=predictions');
    expect(stdout).toContain('the estimates are taken from the 3 columns p_*');
    const merged = JSON.parse(fairbits(['merge', 'saved.json', '--json']).stdout);
    const scored = JSON.parse(fairbits(['score', 'duckdb:test.db?table=predictions', '--json']).stdout);
    expect(merged.measures).toEqual(scored.measures);
  });

  it('refuses what needs rows, and options of databases for files', () => {
    for (const [args, message] of [
      [['duckdb:test.db?table=predictions', '--bootstrap', '100'], '--bootstrap draws rows'],
      [['duckdb:test.db?table=predictions', '--rewards', 'out.csv'], '--rewards writes a line'],
      [['rows.csv', '--where', 'x'], '--where is for tables in databases'],
    ] as const) {
      const { stderr, status } = fairbits(['score', ...args]);
      expect(stderr).toContain(message);
      expect(status).toBe(2);
    }
  });

  it('never shows a password', async () => {
    const heard: string[] = [];
    const server = createServer((request, response) => {
      heard.push(`${request.url} ${request.headers['x-clickhouse-user']} ${request.headers['x-clickhouse-key']}`);
      response.writeHead(516).end('Code: 516. DB::Exception: hunter2: Authentication failed');
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as AddressInfo;
    const { spawn } = await import('node:child_process');
    const child = spawn(process.execPath, [bin, 'score', `clickhouse://me:hunter2@127.0.0.1:${port}/db?table=t`, '--on-error', 'skip'], { cwd: folder });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text));
    const status = await new Promise((done) => child.on('close', done));
    server.close();
    expect(status).toBe(2);
    expect(heard[0]).toContain('me hunter2');
    expect(heard[0].split(' ')[0]).not.toContain('hunter2');
    expect(said).toContain(`clickhouse://me@127.0.0.1:${port}/db?table=t: Code: 516. DB::Exception: ***`);
    expect(said).not.toContain('hunter2');
  });

  it.each(['calibrate', 'merge', 'watch', 'test', 'compare'])('does not show one either where %s cannot take the URL', (command) => {
    const { stderr } = fairbits([command, 'mysql://me:hunter2@host/db?table=t', 'mysql://me:hunter2@host/db?table=u']);
    expect(stderr).not.toBe('');
    expect(stderr).not.toContain('hunter2');
  });

  it.each(['a/b:hunter2', 'x?hunter2', '12/hunter2', 'hunter2@home', '%68unter2', '1234'])('does not show the password %s', (password) => {
    const { stderr, status } = fairbits(['score', `clickhouse://me:${password}@127.0.0.1:1/db?table=t`]);
    expect(status).toBe(2);
    expect(stderr).toContain('clickhouse://me@127.0.0.1:1/db');
    expect(stderr).not.toContain('unter2');
    expect(stderr).not.toContain('1234');
  });

  it('says which package is missing, or that nobody answers', () => {
    const { stderr } = fairbits(['score', 'mysql://127.0.0.1:1/db?table=t']);
    expect(stderr).toMatch(/npm install mysql2|ECONNREFUSED/);
    const dead = fairbits(['score', 'clickhouse://127.0.0.1:1/db?table=t']);
    expect(dead.stderr).toContain('clickhouse://127.0.0.1:1/db?table=t: ');
    expect(dead.status).toBe(2);
  });
});
