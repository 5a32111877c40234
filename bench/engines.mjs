// Statistics computed by an engine against its own bare six sums of logs, the least that log loss and both sides of every bet take.
//   node bench/engines.mjs [--rows N] [--postgres] [--large] [--json FILE]     2 million rows; --large: 100 million that DuckDB makes up as it reads
// Each query is run several times, in turns, and the best counts. Judge ratios, not times. The score that has a limit is that without histograms (--no-ranking); that with them is beside it.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { scoreDatabase } from 'fairbits/engines';
import { removed, tempFolder } from '../scripts/engines/machine.mjs';
import { postgres } from '../scripts/engines/postgres.mjs';

const args = process.argv.slice(2);
const rowsAt = args.indexOf('--rows');
const ROWS = rowsAt < 0 ? 2_000_000 : Number(args[rowsAt + 1]);
const TURNS = 3;
/** --json names a file by where this was called. */
const from = process.cwd();

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

const figures = [];
/** `limit`: how long the score may take, by how long the bare sums take. */
async function against(name, sums, url, limit) {
  const works = [sums, () => scoreDatabase([url], { ranking: false }), () => scoreDatabase([url])];
  const best = works.map(() => Infinity);
  for (let turn = 0; turn < TURNS; turn++) for (const [i, work] of works.entries()) best[i] = Math.min(best[i], await timed(work));
  const [bareSums, score, withHistograms] = best;
  figures.push({ name, bareSums, score, withHistograms });
  const times = (seconds) => `${seconds.toFixed(3)} s (${(seconds / bareSums).toFixed(2)} times)`;
  console.log(
    `${name}: bare sums ${bareSums.toFixed(3)} s, score ${times(score)}, at most ${limit(bareSums).toFixed(3)} s; with histograms ${times(withHistograms)}`,
  );
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
    `duckdb:${path}?table=predictions`,
    (seconds) => 1.3 * seconds + 0.3,
  );
  if (args.includes('--large')) {
    for (const [what, where] of [
      ['1 million', 'id < 1000000'],
      ['100 million', undefined],
    ]) {
      const seconds = await timed(() => scoreDatabase([`duckdb:${path}?table=large`], { prior: 'uniform', ranking: false, ...(where ? { where } : {}) }));
      // What is ours is the heap and its arrays; rss has DuckDB's own, too.
      const { heapUsed, external, rss } = process.memoryUsage();
      console.log(
        `DuckDB, ${what} rows made up as they are read: ${seconds.toFixed(1)} s; ${Math.round((heapUsed + external) / 1e6)} MB of ours, ${Math.round(rss / 1e6)} MB in all with DuckDB's`,
      );
    }
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
    const home = join(place, 'client');
    mkdirSync(home);
    writeFileSync(join(home, 'package.json'), '{"private":true}');
    execFileSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--no-save', ...postgres.needs], { cwd: home, stdio: 'ignore' });
    // Clients are looked for where one is, too.
    process.chdir(home);
    const pg = createRequire(join(home, 'package.json'))('pg');
    const client = new pg.Client({ connectionString: url('x').split('?')[0] });
    await client.connect();
    await against(
      `PostgreSQL, ${ROWS} rows`,
      () => client.query(bare),
      url('predictions'),
      (seconds) => 2 * seconds,
    );
    await client.query('SET max_parallel_workers_per_gather = 0');
    await against(
      `PostgreSQL, bare sums by one process`,
      () => client.query(bare),
      url('predictions'),
      (seconds) => 2 * seconds,
    );
    await client.end();
  } finally {
    for (const { server } of shards) await server.kill();
    removed(place);
  }
}
const jsonAt = args.indexOf('--json');
if (jsonAt >= 0) writeFileSync(resolve(from, args[jsonAt + 1]), `${JSON.stringify({ rows: ROWS, figures }, null, 1)}\n`);
