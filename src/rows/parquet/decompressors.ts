import { decompress as decompressZstd } from 'fzstd';
import type { Compressors } from 'hyparquet';
import { decompressBrotli } from 'hyparquet-compressors/src/brotli.js';
import { gunzip } from 'hyparquet-compressors/src/gzip.js';
import { decompressLz4, decompressLz4Raw } from 'hyparquet-compressors/src/lz4.js';
import { snappyUncompressor } from 'hysnappy';

/**
 * The table of hyparquet-compressors, but for one thing: that one compiles WebAssembly for Snappy when it is loaded, and where there is
 * none, or a page may not compile any, nothing at all could be read.
 */
export const decompressors: Compressors = {
  ...snappy(),
  GZIP: (input, length) => gunzip(input, new Uint8Array(length)),
  BROTLI: decompressBrotli,
  ZSTD: (input) => decompressZstd(input),
  LZ4: decompressLz4,
  LZ4_RAW: decompressLz4Raw,
};

/** Without one, hyparquet takes its own, which is slower. */
function snappy(): Compressors {
  try {
    return { SNAPPY: snappyUncompressor() };
  } catch {
    return {};
  }
}
