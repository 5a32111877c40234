// What slices cost: score with five columns against score without, whole processes on the same file.
//   node bench/slices.mjs                     2 million rows, 3 classes, five columns (made once, in the temporary folder), CSV and Parquet
//   node bench/slices.mjs --rows 10000000     more rows; the usual ones, over and over
//   node bench/slices.mjs --only csv --rounds 5 --threads 1
//   node bench/slices.mjs --json FILE         writes the figures, too
// The columns are of the kinds that people slice by: 12 regions, 3 devices with gaps, ages with a decimal, days of two years, 300 stores.
// Commands take turns, --rounds times (3); the fastest run of each counts.
import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { random } from './data.mjs';

const args = process.argv.slice(2);
const option = (name, usual) => (args.includes(name) ? args[args.indexOf(name) + 1] : usual);
const rows = Number(option('--rows', 2e6));
const rounds = Number(option('--rounds', 3));
const only = option('--only', 'csv,parquet').split(',');
const threads = args.includes('--threads') ? ['--threads', option('--threads')] : [];
const cli = fileURLToPath(new URL('../dist/bin/fairbits.js', import.meta.url));
const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env;

const USUAL = 2e6;
const BY = 'region,device,age,day,store';
const place = (count, end) => join(tmpdir(), `fairbits-slices-${count}${end}`);

function csvOf(count) {
  const file = place(count, '.csv');
  if (existsSync(file)) return file;
  const out = openSync(file, 'w');
  if (count > USUAL && count % USUAL === 0) {
    const lines = readFileSync(csvOf(USUAL));
    const header = lines.indexOf('\n') + 1;
    writeSync(out, lines, 0, header);
    for (let r = 0; r < count; r += USUAL) for (let at = header; at < lines.length; ) at += writeSync(out, lines, at);
  } else {
    const next = random(11);
    const regions = ['Andalucía', 'Aragón', 'Asturias', 'Cantabria', 'Cataluña', 'Extremadura', 'Galicia', 'Madrid', 'Murcia', 'Navarra', 'Rioja', 'Valencia'];
    const devices = ['phone', 'desktop', ''];
    writeSync(out, 'id,region,device,age,day,store,label,p_a,p_b,p_c\n');
    let lines = [];
    for (let r = 0; r < count; r++) {
      const x = [next() + 0.01, next() + 0.01, next() + 0.01];
      const sum = x[0] + x[1] + x[2];
      const [a, b] = [x[0] / sum, x[1] / sum];
      const at = next();
      const day = new Date(1.7e12 + Math.floor(next() * 730) * 864e5).toISOString().slice(0, 10);
      const columns = [
        regions[Math.floor(next() ** 2 * 12)],
        devices[Math.floor(next() * 2.1)],
        (18 + 70 * next()).toFixed(1),
        day,
        `S${Math.floor(next() * 300)}`,
      ];
      lines.push(`${r},${columns.join(',')},${at < a ? 'a' : at < a + b ? 'b' : 'c'},${a},${b},${1 - a - b}\n`);
      if (lines.length === 50_000 || r + 1 === count) {
        writeSync(out, lines.join(''));
        lines = [];
      }
    }
  }
  closeSync(out);
  return file;
}

/** The same rows as DuckDB writes them, Snappy; days become dates. */
async function parquetOf(count) {
  const file = place(count, '.parquet');
  if (existsSync(file)) return file;
  const { DuckDBInstance } = await import('@duckdb/node-api');
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  await connection.run(`copy (select * from read_csv('${csvOf(count)}', header = true)) to '${file}' (format parquet, compression snappy)`);
  connection.closeSync();
  return file;
}

function run(parts) {
  const started = performance.now();
  const timed = ['/usr/bin/time', '-f', 'rss %M cpu %U %S', process.execPath, cli, ...parts, '--json', '--quiet', ...threads];
  const command = existsSync(timed[0]) ? timed : timed.slice(3);
  const { status, stderr } = spawnSync(command[0], command.slice(1), { encoding: 'utf8', maxBuffer: 2 ** 28, env });
  const seconds = (performance.now() - started) / 1000;
  if (status !== 0) throw new Error(`${parts.join(' ')} ended with ${status}: ${stderr}`);
  const [, rss, user, system] = /rss (\d+) cpu ([\d.]+) ([\d.]+)/.exec(stderr) ?? [];
  return { seconds, megabytes: Number(rss) * 1.024e-3, processor: Number(user) + Number(system) };
}

const figures = [];
for (const format of only) {
  const file = format === 'csv' ? csvOf(rows) : await parquetOf(rows);
  const commands = {
    score: ['score', file],
    'score, no ranking': ['score', file, '--no-ranking'],
    'score --by': ['score', file, '--by', BY],
    slices: ['slices', file, '--by', BY],
  };
  const best = {};
  for (let round = 0; round < rounds; round++)
    for (const [name, parts] of Object.entries(commands)) {
      const found = run(parts);
      if (!best[name] || found.seconds < best[name].seconds) best[name] = found;
    }
  figures.push({ format, rows, seconds: Object.fromEntries(Object.entries(best).map(([name, { seconds }]) => [name, seconds])) });
  console.log(`${format}, ${rows} rows, ${(statSync(file).size / 1e6).toFixed(0)} MB`);
  console.log(`${'command'.padEnd(20)} ${'s'.padStart(7)} ${'× score'.padStart(8)} ${'CPU s'.padStart(7)} ${'× score'.padStart(8)} ${'MB'.padStart(6)}`);
  for (const [name, { seconds, processor, megabytes }] of Object.entries(best))
    console.log(
      `${name.padEnd(20)} ${seconds.toFixed(2).padStart(7)} ${(seconds / best.score.seconds).toFixed(2).padStart(8)} ${processor.toFixed(2).padStart(7)} ${(processor / best.score.processor).toFixed(2).padStart(8)} ${megabytes.toFixed(0).padStart(6)}`,
    );
}
if (args.includes('--json')) writeFileSync(option('--json'), `${JSON.stringify({ figures }, null, 1)}\n`);
