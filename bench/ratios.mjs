// Ratios of times in one run: formats against our own CSV, ours against DuckDB's six log sums, one core against two. See files.mjs.
import { closeSync, ftruncateSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { arrowOf, csvOf, duckdbParquetOf, gzippedOf, ndjsonOf, npyOf, USUAL } from './testFiles.mjs';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const cli = here('../dist/bin/fairbits.js');
const ours = (command, files, ...more) => ['node', [cli, command, ...files, '--json', ...(command === 'score' ? ['--quiet'] : []), ...more]];
const duckdb = (file) => ['node', [here('rivals/duckdb.mjs'), file, '2']];
const DECIDED = 600_000;

/** The same command twice at once: two processes that share nothing get from two cores what there is to get. */
const twice = ([command, parts]) => {
  const line = [command, ...parts].map((part) => `'${part}'`).join(' ');
  return ['sh', ['-c', `${line} > /dev/null & ${line} > /dev/null && wait $!`]];
};

/** What is measured of the usual number of rows alone: to write more as Arrow takes all of the memory. */
function usualOnly(rows, part) {
  const [gzipped, ndjson] = [gzippedOf(rows), ndjsonOf(rows)];
  return {
    arrow: ours('score', [arrowOf(rows)], part),
    arrowLz4: ours('score', [arrowOf(rows, true)], part),
    gzipped: ours('score', [gzipped], part),
    gzippedDuckdb: duckdb(gzipped),
    ndjson: ours('score', [ndjson], part),
    ndjsonDuckdb: duckdb(ndjson),
  };
}

/** Everyone takes turns; the fastest run of each counts, and ratios are between those. */
export function measureRatios(rows, rounds, run) {
  const [csv, [p, labels], snappy, zstd] = [csvOf(rows), npyOf(rows), duckdbParquetOf(rows, 'snappy'), duckdbParquetOf(rows, 'zstd')];
  const npy = [p, '--labels', labels];
  const part = '--no-ranking';
  const one = (files) => ours('score', files, part, '--threads', '1');
  const contestants = {
    csv: ours('score', [csv], part),
    csvFull: ours('score', [csv]),
    csvOne: one([csv]),
    csvTwice: twice(one([csv])),
    npy: ours('score', npy, part),
    npyFull: ours('score', npy),
    npyOne: one(npy),
    npyTwice: twice(one(npy)),
    ...(rows <= USUAL ? usualOnly(rows, part) : {}),
    csvDuckdb: duckdb(csv),
    decide: ours('decide', [csvOf(DECIDED)]),
    ...(snappy ? { snappy: ours('score', [snappy], part), snappyOne: one([snappy]), snappyTwice: twice(one([snappy])), snappyDuckdb: duckdb(snappy) } : {}),
    ...(zstd ? { zstd: ours('score', [zstd], part), zstdFull: ours('score', [zstd]), zstdDuckdb: duckdb(zstd) } : {}),
  };
  const seconds = {};
  for (let round = 0; round < rounds; round++)
    for (const [name, [command, parts]] of Object.entries(contestants)) {
      const { ok, seconds: took } = run(command, parts);
      if (ok) seconds[name] = Math.min(seconds[name] ?? Infinity, took);
      else if (!name.endsWith('Duckdb')) throw new Error(`${name} failed`);
    }
  const wanted = [
    ['NPY / our CSV, without ranking', 'npy', 'csv', '≤ 0.5'],
    ['NPY / our CSV, all of score', 'npyFull', 'csvFull', '≤ 0.6'],
    ['Arrow / our CSV, without ranking', 'arrow', 'csv', '≤ 0.5'],
    ['Arrow with LZ4 / our CSV', 'arrowLz4', 'csv', '≤ 0.5'],
    ['times DuckDB: Parquet, Snappy', 'snappyDuckdb', 'snappy', '≥ 1.3'],
    ['times DuckDB: Parquet, zstd', 'zstdDuckdb', 'zstd', '≥ 1'],
    ['times DuckDB: Parquet, zstd, all of score', 'zstdDuckdb', 'zstdFull', '≥ 0.7'],
    ['times DuckDB: CSV', 'csvDuckdb', 'csv', '≥ 2'],
    ['times DuckDB: CSV, all of score', 'csvDuckdb', 'csvFull', '≥ 1.3'],
    ['a second core: CSV', 'csvOne', 'csv', '≥ 1.6'],
    ['  two processes at once: CSV', 'csvOne', 'csvHalf', 'most'],
    ['a second core: Parquet', 'snappyOne', 'snappy', '≥ 1.6'],
    ['  two processes at once: Parquet', 'snappyOne', 'snappyHalf', 'most'],
    ['a second core: NPY', 'npyOne', 'npy', '≥ 1.6'],
    ['  two processes at once: NPY', 'npyOne', 'npyHalf', 'most'],
  ];
  if (seconds.ndjson) console.log(`NDJSON ${seconds.ndjson.toFixed(2)} s, gzipped CSV ${seconds.gzipped.toFixed(2)} s`);
  console.log(`${rows.toExponential(0)} rows, the fastest of ${rounds} runs each; decide of ${DECIDED} rows: ${seconds.decide.toFixed(2)} s\n`);
  for (const name of ['csv', 'npy', 'snappy']) if (seconds[`${name}Twice`]) seconds[`${name}Half`] = seconds[`${name}Twice`] / 2;
  const ratios = {};
  for (const [name, above, below, aim] of wanted) {
    const [a, b] = [seconds[above], seconds[below]];
    if (a === undefined || b === undefined)
      console.log(`${name.padEnd(44)} not measured: DuckDB is not installed (bench/rivals/README.md), or the rows are too many to write`);
    else {
      ratios[name] = a / b;
      console.log(`${name.padEnd(44)} ${(a / b).toFixed(2).padStart(6)}   ${aim.padEnd(6)}   ${a.toFixed(2)} s / ${b.toFixed(2)} s`);
    }
  }
  return { rounds, seconds, ratios };
}

/** Memory at most, of large files that are made one after another and deleted. */
export function measurePeaks(run) {
  const many = 72_000_000;
  const found = [];
  const measure = (name, made, ...args) => {
    const bytes = made.reduce((sum, file) => sum + statSync(file).size, 0);
    const { ok, seconds, megabytes } = run(...ours('score', args));
    if (!ok) throw new Error(`${name} failed`);
    console.log(`${name.padEnd(10)} ${(bytes / 1e9).toFixed(1)} GB ${seconds.toFixed(1).padStart(7)} s ${megabytes.toFixed(0).padStart(6)} MB at most`);
    found.push({ name, bytes, seconds, peakMegabytes: megabytes });
  };
  const made = [];
  try {
    made.push(csvOf(many));
    measure('CSV', made, made[0]);
    const parquet = duckdbParquetOf(many, 'snappy');
    rmSync(made.pop());
    if (parquet) {
      made.push(parquet);
      measure('Parquet', made, parquet);
      rmSync(made.pop());
    }
    made.push(...largeNpy(125_000_000));
    measure('NPY', made, made[0], '--labels', made[1]);
  } finally {
    for (const file of made) rmSync(file, { force: true });
  }
  return found;
}

/** Rows that are alike, 0.5, 0.25 and 0.25, in two arrays of NumPy's. */
function largeNpy(rows) {
  const header = (type, shape) => {
    const bytes = Buffer.alloc(128, ' ');
    bytes.write('\x93NUMPY\x01\x00', 'latin1');
    bytes.writeUInt16LE(118, 8);
    bytes.write(`{'descr': '${type}', 'fortran_order': False, 'shape': ${shape}, }`, 10, 'latin1');
    bytes.write('\n', 127);
    return bytes;
  };
  const [p, labels] = ['p', 'l'].map((end) => join(tmpdir(), `fairbits-bench-${rows}-${end}.npy`));
  const chunk = new Float64Array(3e6).map((_, i) => (i % 3 === 0 ? 0.5 : 0.25));
  const out = openSync(p, 'w');
  writeSync(out, header('<f8', `(${rows}, 3)`));
  for (let done = 0; done < rows; done += 1e6) writeSync(out, new Uint8Array(chunk.buffer, 0, 24 * Math.min(1e6, rows - done)));
  closeSync(out);
  const other = openSync(labels, 'w');
  writeSync(other, header('|u1', `(${rows},)`));
  ftruncateSync(other, 128 + rows);
  closeSync(other);
  return [p, labels];
}
