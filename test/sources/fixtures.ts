import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { type CompressionType, type DataType, setCompressionCodec, tableFromArrays, tableToIPC } from '@uwdata/flechette';
import type { Report } from 'fairbits';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { closeStructure } from '../support/compare.js';
import { lz4Block, lz4Frame, zstdFrame } from './codecs.js';

/** A table as arrays, in the order of the columns. */
export type Columns = Record<string, readonly unknown[] | Float32Array>;

/** A folder for the files of one test file. */
export class Folder {
  private readonly folder = mkdtempSync(join(tmpdir(), 'fairbits-test-'));

  path(name: string): string {
    return join(this.folder, name);
  }

  write(name: string, content: string | Uint8Array | ArrayBuffer): string {
    const path = this.path(name);
    writeFileSync(path, content instanceof ArrayBuffer ? new Uint8Array(content) : content);
    return path;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export const FORECASTERS = ['calibrated', 'frequencies', 'overconfident', 'timid'].map((name) => `examples/forecasters/${name}.csv`);
export const BINARY = 'test/oracle/binary.csv';

/** A CSV file's columns; all but the label are numbers. */
export function readColumns(csv: string): Record<string, (string | number)[]> {
  const [head, ...rows] = readFileSync(csv, 'utf8')
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(','));
  return Object.fromEntries(head.map((name, i) => [name, rows.map((row) => (name === 'label' ? row[i] : Number(row[i])))]));
}

export function ndjson(columns: Columns): string {
  const names = Object.keys(columns);
  const rows = columns[names[0]].length;
  return Array.from({ length: rows }, (_, r) => `${JSON.stringify(Object.fromEntries(names.map((name) => [name, columns[name][r]])))}\n`).join('');
}

const compress = {
  GZIP: (bytes: Uint8Array) => new Uint8Array(gzipSync(bytes)),
  BROTLI: (bytes: Uint8Array) => new Uint8Array(brotliCompressSync(bytes)),
  ZSTD: zstdFrame,
  LZ4_RAW: (bytes: Uint8Array) => lz4Block(bytes, 0, bytes.length),
};

export type Codec = 'UNCOMPRESSED' | 'SNAPPY' | keyof typeof compress;

export function parquet(
  columns: Columns,
  options: { codec?: Codec; rowGroupSize?: number; nullable?: boolean; types?: Record<string, string>; pageSize?: number } = {},
): ArrayBuffer {
  const { codec = 'UNCOMPRESSED', rowGroupSize = 700, nullable = true, types = {}, pageSize } = options;
  const columnData = Object.entries(columns).map(([name, data]) => {
    const sample = data.find((value) => value !== null);
    const type = types[name] ?? (typeof sample === 'string' ? 'STRING' : typeof sample === 'boolean' ? 'BOOLEAN' : 'DOUBLE');
    return { name, data: data as unknown[], type: type as 'DOUBLE', nullable };
  });
  return parquetWriteBuffer({ columnData, codec, compressors: compress, rowGroupSize, ...(pageSize ? { pageSize } : {}) });
}

export function arrow(
  columns: Columns,
  options: { format?: 'stream' | 'file'; types?: Record<string, DataType>; maxBatchRows?: number; codec?: (typeof CompressionType)['ZSTD' | 'LZ4_FRAME'] } = {},
): Uint8Array {
  const { format = 'file', types = {}, maxBatchRows = 700, codec } = options;
  if (codec !== undefined) {
    const decode = (bytes: Uint8Array) => bytes;
    setCompressionCodec(codec, { encode: codec === 1 ? zstdFrame : lz4Frame, decode });
  }
  const table = tableFromArrays(columns as Record<string, unknown[]>, { types, maxBatchRows } as object);
  const bytes = tableToIPC(table, { format, ...(codec === undefined ? {} : { codec }) }) as Uint8Array;
  // What reads the file must bring its own.
  if (codec !== undefined) setCompressionCodec(codec, undefined as never);
  return bytes;
}

type Numbers = ArrayBufferView & ArrayLike<number | bigint>;

/** An array as NumPy saves it. */
export function npy(values: Numbers, descr: string, shape: number[], fortran = false): Uint8Array {
  const dictionary = `{'descr': '${descr}', 'fortran_order': ${fortran ? 'True' : 'False'}, 'shape': (${shape.join(', ')}${shape.length === 1 ? ',' : ''}), }`;
  const header = `${dictionary.padEnd(117)}\n`;
  const bytes = new Uint8Array(10 + header.length + values.byteLength);
  bytes.set([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, header.length, 0]);
  bytes.set(new TextEncoder().encode(header), 10);
  bytes.set(new Uint8Array(values.buffer, values.byteOffset, values.byteLength), 10 + header.length);
  return bytes;
}

/** Two reports of the same data: every number within 1e-13. */
export function sameReport(actual: Report, wanted: Report, tolerance = 1e-13): void {
  closeStructure(JSON.parse(JSON.stringify(actual)), JSON.parse(JSON.stringify(wanted)), tolerance, 'report');
}
