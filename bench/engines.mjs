// Statistics computed by an engine against its own bare six sums of logs, the least that log loss and both sides of every bet take.
//   node bench/engines.mjs [--rows N] [--postgres] [--large]     2 million rows; --large: 100 million that DuckDB makes up as it reads
// Each query is run several times, in turns, and the best counts. Judge ratios, not times.
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { scoreDatabase } from 'fairbits/engines';
import { removed, tempFolder } from '../scripts/engines/machine.mjs';
import { postgres } from '../scripts/engines/postgres.mjs';

const args = process.argv.slice(2);
const rowsAt = args.indexOf('--rows');
const ROWS = rowsAt < 0 ? 2_000_000 : Number(args[rowsAt + 1]);
const TURNS = 3;

/** Three classes, estimates that sum to 1 and labels that follow from the row's number, in the words of either engine. */
const made = (id, real) => `
  SELECT id, CASE WHEN u < a / s THEN 'a' WHEN u < (a + b) / s THEN 'b' ELSE 'c' END AS label, a / s AS p_a, b / s AS p_b, 1 - a / s - b / s AS p_c
  FROM (SELECT ${id} AS id, 0.02${real} + (${id} * 7919 % 10007) / 10007${real} AS a, 0.02${real} + (${id} * 104729 % 10009) / 10009${real} AS b, 0.02${real} + (${id} * 1299709 % 10037) / 10037${real} AS c0,
    0.06${real} + (${id} * 7919 % 10007) / 10007${real} + (${id} * 104729 % 10009) / 10009${real} + (${id} * 1299709 % 10037) / 10037${real} AS s, (${id} * 15485863 % 10039) / 10039${real} AS u`;

const bare = `SELECT ${['a', 'b', 'c'].flatMap((c) => [`SUM(CASE WHEN label = '${c}' THEN ln(p_${c}) END)`, `SUM(CASE WHEN label <> '${c}' THEN ln(1 - p_${c}) END)`]).join(', ')} FROM predictions`;

async function timed(work) {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
}

async function against(name, sums, score) {
  const best = [Infinity, Infinity];
  for (let turn = 0; turn < TURNS; turn++) for (const [i, work] of [sums, score].entries()) best[i] = Math.min(best[i], await timed(work));
  console.log(`${name}: bare sums ${best[0].toFixed(2)} s, score ${best[1].toFixed(2)} s, ${(best[1] / best[0]).toFixed(2)} times`);
}

const folder = mkdtempSync(join(tmpdir(), 'fairbits-bench-'));
const path = join(folder, 'bench.db');
try {
  const instance = await DuckDBInstance.create(path);
  const connection = await instance.connect();
  await connection.run(`CREATE TABLE predictions AS ${made('i', 'e0')} FROM range(${ROWS}) t(i))`);
  await connection.run(`CREATE VIEW large AS ${made('i', 'e0')} FROM range(100000000) t(i))`);
  connection.closeSync();
  instance.closeSync();
  const asked = async (sql) => {
    const own = await DuckDBInstance.create(path, { access_mode: 'READ_ONLY' });
    const other = await own.connect();
    await other.runAndReadAll(sql);
    other.closeSync();
    own.closeSync();
  };
  await against(
    `DuckDB, ${ROWS} rows`,
    () => asked(bare),
    () => scoreDatabase([`duckdb:${path}?table=predictions`]),
  );
  if (args.includes('--large')) {
    const before = process.memoryUsage().rss;
    const seconds = await timed(() => scoreDatabase([`duckdb:${path}?table=large`], { prior: 'uniform' }));
    console.log(
      `DuckDB, 100 million rows made up: ${seconds.toFixed(1)} s, ${Math.round((process.memoryUsage().rss - before) / 1e6)} MB more than before, DuckDB's own included`,
    );
  }
} finally {
  rmSync(folder, { recursive: true });
}

if (args.includes('--postgres')) {
  const place = tempFolder('bench');
  const shards = await postgres.start(place);
  try {
    const [{ sql, url }] = shards;
    sql(`CREATE TABLE predictions AS ${made('i', '::float8')} FROM generate_series(0::bigint, ${ROWS - 1}) t(i)) x; VACUUM ANALYZE predictions`);
    // Installed where this is called: npm install pg.
    const pg = createRequire(join(process.cwd(), 'package.json'))('pg');
    const client = new pg.Client({ connectionString: url('x').split('?')[0] });
    await client.connect();
    await against(
      `PostgreSQL, ${ROWS} rows`,
      () => client.query(bare),
      () => scoreDatabase([url('predictions')]),
    );
    await client.query('SET max_parallel_workers_per_gather = 0');
    await against(
      `PostgreSQL, bare sums by one process`,
      () => client.query(bare),
      () => scoreDatabase([url('predictions')]),
    );
    await client.end();
  } finally {
    for (const { server } of shards) await server.kill();
    removed(place);
  }
}
