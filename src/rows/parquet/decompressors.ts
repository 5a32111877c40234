import type { Compressors } from 'hyparquet';
import { decompressBrotli } from 'hyparquet-compressors/src/brotli.js';
import { gunzip } from 'hyparquet-compressors/src/gzip.js';
import { decompressLz4 } from 'hyparquet-compressors/src/lz4.js';

/** What the core does not unpack. Brotli's dictionary and gzip's tables take as long to load as all else that reads Parquet. */
export const decompressors: Compressors = {
  GZIP: (input, length) => gunzip(input, new Uint8Array(length)),
  BROTLI: decompressBrotli,
  LZ4: decompressLz4,
};
