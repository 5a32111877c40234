import type { FileMetaData } from 'hyparquet';
import { parquetMetadata } from 'hyparquet/src/metadata.js';
import { bytesAt, type Reading } from '../bytes/reading.js';
import { thriftEnd } from './thriftLength.js';

/** The end of a file that is read first: most footers are shorter. */
const FIRST = 2 ** 16;
const PAR1 = 0x31524150;

/** What the end of a Parquet file says of it: its length stands before the last four bytes. */
export function* readFooter(file: number, size: number): Reading<FileMetaData> {
  const first = Math.min(FIRST, size);
  let bytes = yield* bytesAt(file, size - first, size);
  const view = new DataView(bytes.buffer);
  const length = view.getUint32(first - 8, true) + 8;
  // What is wrong with others the library says.
  if (view.getUint32(first - 4, true) === PAR1 && length <= size) {
    if (length > first) bytes = yield* bytesAt(file, size - length, size);
    if (thriftEnd(bytes.subarray(0, -8), bytes.length - length) < 0) throw new Error('it ends early');
  }
  return parquetMetadata(bytes, { geoparquet: false });
}
