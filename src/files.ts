/** Files of predictions of any format, in pages and in Node. The libraries behind the formats are loaded when first needed. */

export type { CalibrationFigures } from './calibration/calibrationReport.js';
export type { ClassCalibration } from './calibration/classCalibration.js';
export type { CurveOptions, DetailOptions } from './calibration/details.js';
export { regressFiles } from './numeric/regressBlobs.js';
export type { RegressFileOptions, RegressOfFile } from './numeric/regressOf.js';
export type { CurvePoint, Curves } from './ranking/curves.js';
export type { ClassCurves } from './ranking/ranks.js';
export { rulesOfFiles } from './rules/rulesBlobs.js';
export type { RulesOfFile, RulesOptions } from './rules/rulesOf.js';
export { klOfFiles } from './score/klBlobs.js';
export type { KlReport, TrueProbsOptions } from './score/klOf.js';
export type { Progress, Scored, Training } from './score/options.js';
export { type BlobOptions, scoreFiles } from './score/scoreBlobs.js';
export { type ScoreJSON, scoreJson } from './score/scoreJson.js';
export { scoreTables, type TableOptions } from './score/scoreTables.js';
export type { Total } from './score/totals.js';
export { blobAccess, gzippedBlobAccess } from './sources/blobAccess.js';
export type { ByteAccess } from './sources/byteAccess.js';
export { type Format, formatOf, openTable } from './sources/formats.js';
export { type NpyOptions, openNpy } from './sources/npy.js';
export type { BadCell, Batch, NumberColumn, SetColumn, TableSource, TruthColumn } from './sources/tableSource.js';
