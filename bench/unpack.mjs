// Pages of Parquet, as DuckDB packs them, unpacked on one thread: the kernels beside what is used elsewhere, in megabytes that come out
// a second. Each contender has the packed bytes in an array of its own language; the core's time has the copy into its memory in it.
//   npm install --no-save @duckdb/node-api
//   node bench/unpack.mjs [--rounds 5] [--only zstd,snappy,lz4_raw] [--json FILE]
// They take turns, and of each page the fastest time of each counts. What comes out is compared before its time counts. The first round, in which
// the code is compiled, is told too.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as zlib from 'node:zlib';
import { DuckDBInstance } from '@duckdb/node-api';
import { decompress } from 'fzstd';
import { parquetRead } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { snappyUncompressor } from 'hysnappy';
import { plainKernels } from '../dist/kernels/plain.js';
import { wasmKernels } from '../dist/kernels/wasm.js';

const args = process.argv.slice(2);
const option = (name, usual) => (args.includes(name) ? args[args.indexOf(name) + 1] : usual);
const rounds = Number(option('--rounds', 5));
const codecs = option('--only', 'zstd,snappy,lz4_raw').split(',');

const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);

/** A number from 0 to 1 for each row. */
const draw = (seed) => `(hash(range + ${seed}000000000) / 18446744073709551616.0)`;
const share = (seed) => `((${draw(seed)} + 0.01) / (${draw(1)} + ${draw(2)} + ${draw(3)} + 0.03))`;
/** Estimates of three classes, and lines of text. */
const DATA = {
  'estimates of 6 digits': `select ${[1, 2, 3].map((i) => `round(${share(i)}, 6)::double p_${i}`)} from range(2000000)`,
  'estimates of 17 digits': `select ${[1, 2, 3].map((i) => `${share(i)}::double p_${i}`)} from range(2000000)`,
  'lines of text': `select concat(range, ': class ', chr((97 + 3 * ${draw(1)})::int), ' was called ', chr((97 + 3 * ${draw(2)})::int), ' with ', round(${draw(3)}, 3)) line from range(700000)`,
};

async function parquetOf(name, codec) {
  const file = join(tmpdir(), `fairbits-bench-unpack-${name.replaceAll(' ', '-')}.${codec}.parquet`);
  if (!existsSync(file)) {
    const connection = await (await DuckDBInstance.create(':memory:')).connect();
    await connection.run(`copy (${DATA[name]}) to '${file}' (format parquet, compression ${codec})`);
  }
  const bytes = readFileSync(file);
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
}

/** The packed pages of a file, and what is in them. */
async function pagesOf(file) {
  const pages = [];
  const keeping = Object.entries(compressors).map(([codec, unpack]) => [
    codec,
    (packed, length) => {
      const expected = unpack(packed, length);
      pages.push({ packed: packed.slice(), expected });
      return expected;
    },
  ]);
  await parquetRead({ file, compressors: Object.fromEntries(keeping), onComplete() {} });
  return pages;
}

const wasm = await wasmKernels(64 * 2 ** 20);
const plain = plainKernels();

/** Each takes a page and how long it is, and gives bytes. */
function contenders(codec, longest) {
  const kernel = { zstd: 'unpackZstd', snappy: 'unpackSnappy', lz4_raw: 'unpackLz4' }[codec];
  const room = [wasm.uint8(longest), wasm.uint8(longest)];
  const out = new Uint8Array(longest);
  const ours = {
    'fairbits, wasm': (packed, length) => {
      room[0].set(packed);
      return room[1].subarray(0, wasm[kernel](room[0].subarray(0, packed.length), room[1].subarray(0, length)));
    },
    'fairbits, plain': (packed, length) => out.subarray(0, plain[kernel](packed, out.subarray(0, length))),
  };
  const free = () => {
    for (const view of room) wasm.free(view);
  };
  if (codec === 'zstd')
    return { free, all: { ...ours, fzstd: (packed) => decompress(packed), ...(zlib.zstdDecompressSync && { 'node:zlib': zlib.zstdDecompressSync }) } };
  if (codec === 'snappy') return { free, all: { ...ours, hysnappy: snappyUncompressor() } };
  return { free, all: { ...ours, 'hyparquet-compressors': compressors.LZ4_RAW } };
}

const figures = [];
for (const codec of codecs) {
  for (const name of Object.keys(DATA)) {
    const pages = await pagesOf(await parquetOf(name, codec));
    const size = (key) => sum(pages.map((page) => page[key].length));
    const { all, free } = contenders(codec, Math.max(...pages.flatMap(({ packed, expected }) => [packed.length, expected.length])));
    const first = {};
    const best = Object.fromEntries(Object.keys(all).map((key) => [key, pages.map(() => Infinity)]));
    for (let round = 0; round < rounds; round++) {
      for (const [key, unpack] of Object.entries(all)) {
        for (const [i, { packed, expected }] of pages.entries()) {
          const start = performance.now();
          const bytes = unpack(packed, expected.length);
          best[key][i] = Math.min(best[key][i], performance.now() - start);
          if (round === 0 && Buffer.compare(bytes, expected) !== 0) throw new Error(`${key} is wrong`);
        }
        first[key] ??= sum(best[key]);
      }
    }
    free();
    console.log(`\n${codec}, ${name}: ${pages.length} pages, ${(size('packed') / 1e6).toFixed(1)} MB to ${(size('expected') / 1e6).toFixed(1)} MB`);
    figures.push({ codec, data: name, megabytesPerSecond: Object.fromEntries(Object.keys(all).map((key) => [key, size('expected') / 1e3 / sum(best[key])])) });
    const speed = (time) => (size('expected') / 1e3 / time).toFixed(0).padStart(6);
    for (const key of Object.keys(all)) console.log(`  ${key.padEnd(24)}${speed(sum(best[key]))} MB/s   first round${speed(first[key])}`);
  }
}
const path = option('--json');
if (path) writeFileSync(path, `${JSON.stringify({ rounds, figures }, null, 1)}\n`);
