// Whole files, whole processes: fairbits score --json against what people use today.
//   node bench/files.mjs                     2 million rows, 3 classes, 17 digits (made once, in the temporary folder)
//   node bench/files.mjs --rows 70000000     about 5 GB; --only fairbits leaves the rivals out
//   node bench/files.mjs --json FILE
// Up to 5 million rows, the same rows as Parquet (row groups of 122,880, Snappy) are read as well, against DuckDB on one thread.
// Every rival's sums are checked before its time counts. Each is run three times; the fastest counts.
import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { random } from './data.mjs';

const args = process.argv.slice(2);
const option = (name, usual) => (args.includes(name) ? args[args.indexOf(name) + 1] : usual);
const rows = Number(option('--rows', 2e6));
const only = option('--only', '');
const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const file = join(tmpdir(), `fairbits-bench-${rows}.csv`);
const parquet = join(tmpdir(), `fairbits-bench-${rows}.parquet`);

/** The rows, the same on every call. */
function* predictions() {
  const next = random(11);
  for (let r = 0; r < rows; r++) {
    const x = [next() + 0.01, next() + 0.01, next() + 0.01];
    const sum = x[0] + x[1] + x[2];
    const [a, b] = [x[0] / sum, x[1] / sum];
    const at = next();
    yield [r, at < a ? 'a' : at < a + b ? 'b' : 'c', a, b, 1 - a - b];
  }
}

function makeCsv() {
  const out = openSync(file, 'w');
  writeSync(out, 'id,label,p_a,p_b,p_c\n');
  let lines = [];
  for (const row of predictions()) {
    lines.push(`${row.join(',')}\n`);
    if (lines.length === 50_000 || row[0] + 1 === rows) {
      writeSync(out, lines.join(''));
      lines = [];
    }
  }
  closeSync(out);
}

function makeParquet() {
  const columns = { id: new Int32Array(rows), label: [], p_a: new Float64Array(rows), p_b: new Float64Array(rows), p_c: new Float64Array(rows) };
  for (const [r, label, a, b, c] of predictions()) {
    columns.id[r] = r;
    columns.label.push(label);
    columns.p_a[r] = a;
    columns.p_b[r] = b;
    columns.p_c[r] = c;
  }
  const type = { id: 'INT32', label: 'STRING' };
  const columnData = Object.entries(columns).map(([name, data]) => ({ name, data, type: type[name] ?? 'DOUBLE', nullable: true }));
  writeFileSync(parquet, new Uint8Array(parquetWriteBuffer({ columnData, rowGroupSize: 122_880 })));
}

/** Runs a command: seconds, peak memory in MB, what it printed. */
function run(command, parts) {
  const started = performance.now();
  const timed = existsSync('/usr/bin/time') ? ['/usr/bin/time', '-f', 'rss %M', command, ...parts] : [command, ...parts];
  const { status, stdout, stderr } = spawnSync(timed[0], timed.slice(1), { encoding: 'utf8', maxBuffer: 2 ** 28 });
  const seconds = (performance.now() - started) / 1000;
  const rss = /rss (\d+)/.exec(stderr)?.[1];
  return { ok: status === 0, seconds, megabytes: rss ? Number(rss) / 1000 : NaN, stdout };
}

const cli = here('../dist/bin/fairbits.js');
const contestants = [
  ['fairbits', 'node', [cli, 'score', file, '--json', '--quiet']],
  ['fairbits, 1 thread', 'node', [cli, 'score', file, '--json', '--quiet', '--threads', '1']],
  ['DuckDB, 2 threads', 'node', [here('rivals/duckdb.mjs'), file, '2']],
  ['uDSV', 'node', [here('rivals/udsv.mjs'), file]],
  ['csv-parse', 'node', [here('rivals/csv-parse.mjs'), file]],
  ['PapaParse', 'node', [here('rivals/papaparse.mjs'), file]],
  ['pandas + scikit-learn', 'python3', [here('rivals/pandas_sklearn.py'), file]],
  ['pandas + scikit-learn (system)', '/usr/bin/python3', [here('rivals/pandas_sklearn.py'), file]],
].filter(([name]) => name.startsWith(only));
const contestantsOfParquet = [
  ['fairbits', 'node', [cli, 'score', parquet, '--json', '--quiet']],
  ['fairbits, 1 thread', 'node', [cli, 'score', parquet, '--json', '--quiet', '--threads', '1']],
  ['DuckDB, 1 thread', 'node', [here('rivals/duckdb.mjs'), parquet, '1']],
  ['DuckDB, 2 threads', 'node', [here('rivals/duckdb.mjs'), parquet, '2']],
].filter(([name]) => name.startsWith(only));

if (!existsSync(file)) makeCsv();
const size = statSync(file).size;
console.log(`${cpus()[0].model}, ${cpus().length} cores, Node ${process.version}; ${rows.toExponential(0)} rows, ${(size / 1e6).toFixed(0)} MB\n`);

let wanted;
const figures = compete('CSV', contestants, size);
let parquetFigures;
if (rows <= 5e6) {
  if (!existsSync(parquet)) makeParquet();
  console.log(`\nthe same as Parquet, ${(statSync(parquet).size / 1e6).toFixed(0)} MB`);
  parquetFigures = compete('Parquet', contestantsOfParquet, statSync(parquet).size);
}

/** Runs each three times; says and returns the best of each. */
function compete(format, all, size) {
  console.log(`${`whole process, ${format}`.padEnd(32)} seconds     MB/s   peak MB   times fairbits`);
  const figures = [];
  for (const [name, command, parts] of all) {
    const runs = Array.from({ length: 3 }, () => run(command, parts)).filter(({ ok }) => ok);
    if (runs.length === 0) {
      console.log(`${name.padEnd(32)} not installed (bench/rivals/README.md)`);
      continue;
    }
    const best = runs.reduce((a, b) => (a.seconds < b.seconds ? a : b));
    const got = JSON.parse(best.stdout);
    // fairbits gives rewards; with the prior they come from the same sums: here the log loss is enough.
    const loss = Array.isArray(got) ? -(got[0] + got[1] + got[2]) : got.measures.logLoss.total;
    wanted ??= loss;
    if (!(Math.abs(loss - wanted) <= 1e-9 * Math.abs(wanted))) throw new Error(`${name} is wrong: ${loss}, not ${wanted}`);
    figures.push({ name, seconds: best.seconds, megabytesPerSecond: size / 1e6 / best.seconds, peakMegabytes: best.megabytes });
    console.log(
      `${name.padEnd(32)} ${best.seconds.toFixed(2).padStart(7)} ${(size / 1e6 / best.seconds).toFixed(0).padStart(8)} ${best.megabytes.toFixed(0).padStart(9)}   ${(best.seconds / figures[0].seconds).toFixed(2)}`,
    );
  }
  return figures;
}

if (args.includes('--json'))
  writeFileSync(
    option('--json'),
    `${JSON.stringify({ machine: cpus()[0].model, node: process.version, rows, bytes: size, figures, parquet: parquetFigures }, null, 1)}\n`,
  );
