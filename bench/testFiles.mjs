// Files of made-up predictions, made once, in the temporary folder: the same rows on every machine.
import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { CompressionType, setCompressionCodec, tableFromArrays, tableToIPC } from '@uwdata/flechette';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { random } from './data.mjs';

export const USUAL = 2e6;

const place = (rows, end) => join(tmpdir(), `fairbits-bench-${rows}${end}`);

/** A CSV of so many rows, made if it is not there. A large one is the usual one, over and over. */
export function csvOf(rows) {
  const file = place(rows, '.csv');
  if (existsSync(file)) return file;
  const out = openSync(file, 'w');
  if (rows > USUAL && rows % USUAL === 0) {
    const lines = readFileSync(csvOf(USUAL));
    const header = lines.indexOf('\n') + 1;
    writeSync(out, lines, 0, header);
    for (let r = 0; r < rows; r += USUAL) for (let at = header; at < lines.length; ) at += writeSync(out, lines, at);
  } else {
    writeSync(out, 'id,label,p_a,p_b,p_c\n');
    let lines = [];
    for (const row of predictions(rows)) {
      lines.push(`${row.join(',')}\n`);
      if (lines.length === 50_000 || row[0] + 1 === rows) {
        writeSync(out, lines.join(''));
        lines = [];
      }
    }
  }
  closeSync(out);
  return file;
}

/** The CSV, gzipped. */
export function gzippedOf(rows) {
  const file = place(rows, '.csv.gz');
  if (!existsSync(file)) writeFileSync(file, gzipSync(readFileSync(csvOf(rows))));
  return file;
}

/** The same rows as NDJSON. */
export function ndjsonOf(rows) {
  const file = place(rows, '.ndjson');
  if (existsSync(file)) return file;
  const out = openSync(file, 'w');
  let lines = [];
  for (const [id, label, p_a, p_b, p_c] of predictions(rows)) {
    lines.push(`${JSON.stringify({ id, label, p_a, p_b, p_c })}\n`);
    if (lines.length === 50_000 || id + 1 === rows) {
      writeSync(out, lines.join(''));
      lines = [];
    }
  }
  closeSync(out);
  return file;
}

/** The rows, the same on every call. */
function* predictions(rows) {
  const next = random(11);
  for (let r = 0; r < rows; r++) {
    const x = [next() + 0.01, next() + 0.01, next() + 0.01];
    const sum = x[0] + x[1] + x[2];
    const [a, b] = [x[0] / sum, x[1] / sum];
    const at = next();
    yield [r, at < a ? 'a' : at < a + b ? 'b' : 'c', a, b, 1 - a - b];
  }
}

/** The same rows as Parquet: row groups of 122,880, Snappy. */
export function parquetOf(rows) {
  const file = place(rows, '.parquet');
  if (existsSync(file)) return file;
  const columns = { id: new Int32Array(rows), label: [], p_a: new Float64Array(rows), p_b: new Float64Array(rows), p_c: new Float64Array(rows) };
  for (const [r, label, a, b, c] of predictions(rows)) {
    columns.id[r] = r;
    columns.label.push(label);
    columns.p_a[r] = a;
    columns.p_b[r] = b;
    columns.p_c[r] = c;
  }
  const type = { id: 'INT32', label: 'STRING' };
  const columnData = Object.entries(columns).map(([name, data]) => ({ name, data, type: type[name] ?? 'DOUBLE', nullable: true }));
  writeFileSync(file, new Uint8Array(parquetWriteBuffer({ columnData, rowGroupSize: 122_880 })));
  return file;
}

/** The same rows as DuckDB writes them, snappy or zstd; undefined where it is not installed. */
export function duckdbParquetOf(rows, codec) {
  const file = place(rows, `-${codec}.parquet`);
  if (existsSync(file)) return file;
  const { status } = spawnSync(process.execPath, [fileURLToPath(new URL('rivals/duckdb.mjs', import.meta.url)), csvOf(rows), '2', codec, file]);
  return status === 0 ? file : undefined;
}

/** As Arrow, in record batches of 65,536 rows; `lz4` packs them. */
export function arrowOf(rows, lz4 = false) {
  const file = place(rows, lz4 ? '-lz4.arrow' : '.arrow');
  if (existsSync(file)) return file;
  const columns = { label: [], p_a: new Float64Array(rows), p_b: new Float64Array(rows), p_c: new Float64Array(rows) };
  for (const [r, label, a, b, c] of predictions(rows)) {
    columns.label.push(label);
    columns.p_a[r] = a;
    columns.p_b[r] = b;
    columns.p_c[r] = c;
  }
  if (lz4) setCompressionCodec(CompressionType.LZ4_FRAME, { encode: lz4Frame, decode: (bytes) => bytes });
  const table = tableFromArrays(columns, { maxBatchRows: 65_536 });
  writeFileSync(file, tableToIPC(table, { format: 'file', ...(lz4 ? { codec: CompressionType.LZ4_FRAME } : {}) }));
  return file;
}

/** A frame of LZ4 with blocks of literals alone, which is what random numbers come to. */
function lz4Frame(bytes) {
  const parts = [Buffer.from([0x04, 0x22, 0x4d, 0x18, 0x60, 0x70, 0x73])];
  for (let at = 0; at < bytes.length; at += LZ4_BLOCK) {
    const block = bytes.subarray(at, at + LZ4_BLOCK);
    const length = block.length < 15 ? [block.length << 4] : [0xf0, ...Array(Math.floor((block.length - 15) / 255)).fill(255), (block.length - 15) % 255];
    const size = Buffer.alloc(4);
    size.writeUInt32LE(length.length + block.length);
    parts.push(size, Buffer.from(length), block);
  }
  return Buffer.concat([...parts, Buffer.alloc(4)]);
}
const LZ4_BLOCK = 2 ** 20;

/** And as two arrays of NumPy's: estimates, and labels. */
export function npyOf(rows) {
  const [estimates, labels] = [place(rows, '-p.npy'), place(rows, '-l.npy')];
  if (existsSync(labels)) return [estimates, labels];
  const p = new Float64Array(3 * rows);
  const l = new Uint8Array(rows);
  for (const [r, label, ...row] of predictions(rows)) {
    p.set(row, 3 * r);
    l[r] = 'abc'.indexOf(label);
  }
  writeFileSync(estimates, Buffer.concat([npyHeader('<f8', `(${rows}, 3)`), new Uint8Array(p.buffer)]));
  writeFileSync(labels, Buffer.concat([npyHeader('|u1', `(${rows},)`), l]));
  return [estimates, labels];
}

function npyHeader(type, shape) {
  const text = `{'descr': '${type}', 'fortran_order': False, 'shape': ${shape}, }`;
  const bytes = Buffer.alloc(128, ' ');
  bytes.write('\x93NUMPY\x01\x00', 'latin1');
  bytes.writeUInt16LE(118, 8);
  bytes.write(text, 10, 'latin1');
  bytes.write('\n', 127);
  return bytes;
}
