/** Files of predictions of any format, in pages and in Node. The libraries behind the formats are loaded when first needed. */

export type { CalibrationFigures } from './columns/calibration/calibrationReport.js';
export type { ClassCalibration } from './columns/calibration/classCalibration.js';
export type { CurveOptions, DetailOptions } from './columns/calibration/details.js';
export type { CurvePoint, Curves } from './columns/ranking/curves.js';
export type { ClassCurves } from './columns/ranking/ranked.js';
export { blobAccess, gzippedBlobAccess } from './rows/bytes/blobAccess.js';
export type { ByteAccess } from './rows/bytes/byteAccess.js';
export { type Format, formatOf } from './rows/formats.js';
export { type Batch, type NpyOptions, openNpy, openTable, type TableSource } from './rows/tableSource.js';
export type { BadCell, NumberColumn, SetColumn, TruthColumn } from './rows/tables/batch.js';
export type { DecideOptions } from './tasks/decideRows.js';
export type { KlReport, TrueProbsOptions } from './tasks/divergence.js';
export { decideFiles, klOfFiles, regressFiles, rulesOfFiles, scoreFiles, scoreTables } from './tasks/entries/pageEntries.js';
export type { Looked } from './tasks/look.js';
export { loadFormats } from './tasks/page/loadFormats.js';
export { OtherWorker, serveWorker } from './tasks/page/otherWorker.js';
export { classesIn, lookAtFile, placesOf } from './tasks/page/pageTasks.js';
export type { RowPlace } from './tasks/placeRows.js';
export type { RegressFileOptions, RegressOfFile } from './tasks/regressRows.js';
export type { RulesOfFile, RulesOptions } from './tasks/rulesRows.js';
export type { Progress, Scored, Training } from './tasks/score/options.js';
export type { BlobOptions } from './tasks/score/scoreBlobs.js';
export { type ScoreJSON, scoreJson } from './tasks/score/scoreJson.js';
export type { TableOptions } from './tasks/score/scoreTables.js';
export type { Total } from './tasks/score/totals.js';
