import { createRequire } from 'node:module';
import { join } from 'node:path';

// From the folder that FAIRBITS_RIVALS names, or from where this one is.
const { FAIRBITS_RIVALS: folder } = process.env;
const { DuckDBInstance } = createRequire(folder ? join(folder, 'rivals.js') : import.meta.url)('@duckdb/node-api');

const [file, threads = '2', ...copies] = process.argv.slice(2);
const connection = await (await DuckDBInstance.create(':memory:')).connect();
await connection.run(`set threads = ${threads}`);
const columns = "{'id': 'BIGINT', 'label': 'VARCHAR', 'p_a': 'DOUBLE', 'p_b': 'DOUBLE', 'p_c': 'DOUBLE'}";
const source = file.endsWith('.parquet')
  ? `read_parquet('${file}')`
  : file.endsWith('.ndjson')
    ? `read_ndjson('${file}', columns = ${columns})`
    : `read_csv('${file}', header = true, columns = ${columns})`;
if (copies.length > 0) {
  // Writes the same rows as Parquet: a codec and a path.
  const [codec, path] = copies;
  await connection.run(`copy (select * from ${source}) to '${path}' (format parquet, compression ${codec})`);
} else {
  const of = (name) => [`sum(case when label = '${name}' then ln(p_${name}) end)`, `sum(case when label <> '${name}' then ln(1 - p_${name}) end)`];
  const [a, b, c] = ['a', 'b', 'c'].map(of);
  const result = await connection.runAndReadAll(`select ${[a[0], b[0], c[0], a[1], b[1], c[1]].join(', ')} from ${source}`);
  console.log(JSON.stringify(result.getRows()[0]));
}
