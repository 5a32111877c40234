// Whole files, whole processes: fairbits score --json against what people use today.
//   node bench/files.mjs                     2 million rows, 3 classes, 17 digits (made once, in the temporary folder)
//   node bench/files.mjs --only fairbits,DuckDB
//   node bench/files.mjs --sizes 100000,1000000,10000000,50000000,72000000   fairbits alone, up to about 5 GB
//   node bench/files.mjs --parquet           the same rows as Parquet (row groups of 122,880, Snappy), against DuckDB on one thread and on two
//   node bench/files.mjs --ratios            every format against CSV and against DuckDB, and a second core; --rows 10000000 for more rows
//   node bench/files.mjs --peaks             memory at most, of a CSV of 5 GB, a Parquet file of 2 GB and an NPY of 3 GB, which are made and deleted
//   node bench/files.mjs --json FILE         what was measured goes into FILE, beside what is there already
// Every rival's sums are checked before its time counts, but for --ratios, which runs those of the first table again. They take turns, --rounds times (3); the fastest run of each counts.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { python } from './python.mjs';
import { measurePeaks, measureRatios } from './ratios.mjs';
import { csvOf, parquetOf, USUAL } from './testFiles.mjs';

const args = process.argv.slice(2);
const option = (name, usual) => (args.includes(name) ? args[args.indexOf(name) + 1] : usual);
const rounds = Number(option('--rounds', 3));
const only = option('--only', '').split(',');
const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** Without more certificates than Node's own: it would read them before anything else, for 60 ms, though nobody asks for the network. */
const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env;

/** Runs a command: seconds, peak memory in MB, what it printed. */
function run(command, parts) {
  const started = performance.now();
  const timed = existsSync('/usr/bin/time') ? ['/usr/bin/time', '-f', 'rss %M', command, ...parts] : [command, ...parts];
  const { status, stdout, stderr } = spawnSync(timed[0], timed.slice(1), { encoding: 'utf8', maxBuffer: 2 ** 28, env });
  const seconds = (performance.now() - started) / 1000;
  const rss = /rss (\d+)/.exec(stderr)?.[1];
  return {
    ok: status === 0,
    seconds,
    // It counts in KiB.
    megabytes: rss ? Number(rss) * 1.024e-3 : NaN,
    stdout,
  };
}

const cli = here('../dist/bin/fairbits.js');
const score = (file, ...more) => [cli, 'score', file, '--json', '--quiet', ...more];
/** The same of standard input. */
const shell = (file, from = '') =>
  `node ${score('-', '--no-ranking')
    .map((each) => `'${each}'`)
    .join(' ')} ${from.replace('"$0"', `'${file}'`)}`;
const rivals = (file) => [
  ['fairbits', 'node', score(file)],
  ['fairbits, without ranking', 'node', score(file, '--no-ranking')],
  ['fairbits, without ranking, prior uniform', 'node', score(file, '--no-ranking', '--prior', 'uniform')],
  ['fairbits, without ranking, from < file', 'sh', ['-c', shell(file, '< "$0"')]],
  ['fairbits, without ranking, from a pipe', 'sh', ['-c', `cat "$0" | ${shell(file)}`, file]],
  ['fairbits, 1 thread', 'node', score(file, '--threads', '1')],
  ['fairbits, without ranking, 1 thread', 'node', score(file, '--no-ranking', '--threads', '1')],
  ['its parser, nothing else', 'node', [here('parsing.mjs'), file]],
  ['DuckDB, 2 threads', 'node', [here('rivals/duckdb.mjs'), file, '2']],
  ['uDSV', 'node', [here('rivals/udsv.mjs'), file]],
  ['csv-parse', 'node', [here('rivals/csv-parse.mjs'), file]],
  ['PapaParse', 'node', [here('rivals/papaparse.mjs'), file]],
  ['pandas + scikit-learn', python, [here('rivals/pandas_sklearn.py'), file]],
];

const rivalsOnParquet = (file) => [
  ['fairbits', 'node', score(file)],
  ['fairbits, without ranking', 'node', score(file, '--no-ranking')],
  ['fairbits, without ranking, 1 thread', 'node', score(file, '--no-ranking', '--threads', '1')],
  ['DuckDB, 1 thread', 'node', [here('rivals/duckdb.mjs'), file, '1']],
  ['DuckDB, 2 threads', 'node', [here('rivals/duckdb.mjs'), file, '2']],
];

/** The fastest of some runs. */
const fastest = (runs) => runs.reduce((a, b) => (a.seconds < b.seconds ? a : b));
const line = (name, size, { seconds, megabytes }, last) =>
  console.log(
    `${name.padEnd(40)} ${seconds.toFixed(2).padStart(7)} ${(size / 1e6 / seconds).toFixed(0).padStart(8)} ${megabytes.toFixed(0).padStart(9)}   ${last}`,
  );

/** Everyone on one file. */
function compare(rows, file, all) {
  const size = statSync(file).size;
  const contestants = all.filter(([name]) => only.some((each) => name.startsWith(each)));
  console.log(`${rows.toExponential(0)} rows, ${(size / 1e6).toFixed(0)} MB\n`);
  console.log(`${'whole process'.padEnd(40)} seconds     MB/s   peak MB   times fairbits`);
  const runs = new Map(contestants.map(([name]) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const [name, command, parts] of contestants) {
      // One that is not installed fails once, and is left alone.
      if (round > 0 && runs.get(name).length === 0) continue;
      const result = run(command, parts);
      if (result.ok) runs.get(name).push(result);
    }
  }
  let wanted;
  const figures = [];
  for (const [name, done] of runs) {
    if (done.length === 0) {
      console.log(`${name.padEnd(40)} not installed (bench/rivals/README.md)`);
      continue;
    }
    const best = fastest(done);
    const got = JSON.parse(best.stdout);
    // fairbits gives rewards; with the prior they come from the same sums: here the log loss is enough.
    const loss = Array.isArray(got) ? -(got[0] + got[1] + got[2]) : got.measures?.logLoss.total;
    wanted ??= loss;
    const right = loss === undefined ? got.rows === rows : Math.abs(loss - wanted) <= 1e-9 * Math.abs(wanted);
    if (!right) throw new Error(`${name} is wrong: ${loss ?? got.rows}, not ${loss === undefined ? rows : wanted}`);
    figures.push({ name, seconds: best.seconds, megabytesPerSecond: size / 1e6 / best.seconds, peakMegabytes: best.megabytes });
    line(name, size, best, (best.seconds / figures[0].seconds).toFixed(2));
  }
  return { rows, bytes: size, figures };
}

/** fairbits on files of several sizes: is time linear, does memory stay? */
function grow(sizes) {
  console.log(`${'fairbits, rows'.padEnd(40)} seconds     MB/s   peak MB   ns a row`);
  return sizes.map((rows) => {
    const file = csvOf(rows);
    const bytes = statSync(file).size;
    const best = fastest(Array.from({ length: rounds }, () => run('node', score(file))).filter(({ ok }) => ok));
    line(rows.toLocaleString('en'), bytes, best, ((best.seconds * 1e9) / rows).toFixed(0));
    return { rows, bytes, seconds: best.seconds, peakMegabytes: best.megabytes };
  });
}

console.log(`${cpus()[0].model}, ${cpus().length} cores, Node ${process.version}`);
const sizes = option('--sizes');
const path = option('--json');

/** What was measured before. */
function readBefore() {
  return path && existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
}

const rows = Number(option('--rows', USUAL));
const measured = sizes
  ? { sizes: grow(sizes.split(',').map(Number)) }
  : args.includes('--ratios')
    ? { ratios: { ...readBefore().ratios, [rows]: measureRatios(rows, rounds, run) } }
    : args.includes('--peaks')
      ? { peaks: measurePeaks(run) }
      : args.includes('--parquet')
        ? { parquet: compare(rows, parquetOf(rows), rivalsOnParquet(parquetOf(rows))) }
        : compare(rows, csvOf(rows), rivals(csvOf(rows)));
if (path) {
  writeFileSync(path, `${JSON.stringify({ ...readBefore(), machine: cpus()[0].model, node: process.version, ...measured }, null, 1)}\n`);
}
