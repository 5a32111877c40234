/** Loads what reads each format, which is else loaded when a file first needs it: for a page that is to work without a network. */
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
  ]);
}
