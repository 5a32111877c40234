/**
 * Loads what reads each format and what slices rows, which are else loaded when they are first needed: for a page that is to work without a network.
 *
 * @example
 * ```ts
 * import { loadFormats } from 'fairbits/files';
 *
 * await loadFormats(); // Parquet and Arrow can now be read without a network.
 * ```
 */
export async function loadFormats(): Promise<void> {
  await Promise.all([
    import('../../rows/arrow/arrowTable.js'),
    import('../../rows/long/longTable.js'),
    import('../../rows/ndjson/jsonTable.js'),
    import('../../rows/ndjson/ndjsonTable.js'),
    import('../../rows/npy/npyTable.js'),
    import('../../rows/npz/npzArrays.js'),
    import('../../rows/parquet/decompressors.js'),
    import('../../rows/parquet/parquetTable.js'),
    import('../slices/slicing.js'),
  ]);
}
