/** Tables of predictions in formats other than CSV, in Node and in pages. The libraries behind them are loaded when first needed. */
export { scoreTables, type TableOptions } from './score/scoreTables.js';
export type { Total } from './score/totals.js';
export { blobAccess, gzippedBlobAccess } from './sources/blobAccess.js';
export type { ByteAccess } from './sources/byteAccess.js';
export { type Format, formatOf, openTable } from './sources/formats.js';
export { type NpyOptions, openNpy } from './sources/npy.js';
export type { BadCell, Batch, NumberColumn, TableSource, TruthColumn } from './sources/tableSource.js';
