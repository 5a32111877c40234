import type { FileMetaData } from 'hyparquet';
import { parquetMetadata } from 'hyparquet/src/metadata.js';
import { bytesAt, type Reading } from '../bytes/reading.js';
import { thriftEnd } from './thriftLength.js';

/** The end of a file that is read first: most footers are shorter. */
const FOOTER_READ_FIRST = 2 ** 16;
const PAR1 = 0x31524150;

/** What the end of a Parquet file says of it: its length stands before the last four bytes. */
export function* readFooter(file: number, size: number): Reading<FileMetaData> {
  const first = Math.min(FOOTER_READ_FIRST, size);
  let bytes = yield* bytesAt(file, size - first, size);
  const view = new DataView(bytes.buffer);
  const length = view.getUint32(first - 8, true) + 8;
  // What is wrong with others the library says.
  if (view.getUint32(first - 4, true) === PAR1 && length <= size) {
    if (length > first) bytes = yield* bytesAt(file, size - length, size);
    if (thriftEnd(bytes.subarray(0, -8), bytes.length - length, statisticsWork()) < 0) throw new Error('it ends early');
  }
  const metadata = parquetMetadata(bytes, { geoparquet: false });
  checkParquetSchema(metadata.schema);
  return metadata;
}

/** How deep in a footer the least and largest values of columns stand; and what it may take to read them, in squares of their lengths. */
const STATISTICS = 7;
const MOST_WORK = 2 ** 33;

/** The library takes any such value for a number, if the schema says so, and reads it byte by byte: twice as long is four times the work. */
function statisticsWork(): (depth: number, length: number) => void {
  let work = 0;
  return (depth, length) => {
    if (depth >= STATISTICS) work += length ** 2;
    if (work > MOST_WORK) throw new Error('values of columns that are too long');
  };
}

/** Columns in columns, at most. */
const MAX_SCHEMA_DEPTH = 64;

/** That all columns inside of others are there, and not too deep: the library takes the word of a schema for both. */
function checkParquetSchema(schema: FileMetaData['schema']): void {
  /** How many are still to come, of each column that the next one is inside of. */
  const open = [1];
  for (const { num_children: children = 0 } of schema) {
    while (open.length > 0 && open[open.length - 1] === 0) open.pop();
    if (open.length === 0) throw new Error('its schema has more columns than it says');
    open[open.length - 1]--;
    if (!(Number.isInteger(children) && children >= 0 && children < schema.length)) throw new Error('its schema has fewer columns than it says');
    if (children > 0) open.push(children);
    if (open.length > MAX_SCHEMA_DEPTH) throw new Error('its schema has columns in columns without end');
  }
  if (open.some((left) => left > 0)) throw new Error('its schema has fewer columns than it says');
}
