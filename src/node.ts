/** What only Node has: files of any size, on all cores. */

export type { CurveOptions, DetailOptions } from './columns/calibration/details.js';
export type { ClassCurves } from './columns/ranking/ranked.js';
export type { Difference } from './compare/pair.js';
export type { CompareOptions, Comparison } from './tasks/compare/compareFiles.js';
export type { DecideOptions } from './tasks/decideRows.js';
export type { KlReport, TrueProbsOptions } from './tasks/divergence.js';
export {
  calibrateFiles,
  compareFiles,
  decideFiles,
  klOfFiles,
  recalibrateFiles,
  regressFile,
  regressFiles,
  rulesOfFile,
  rulesOfFiles,
  scoreFiles,
} from './tasks/entries/nodeEntries.js';
export type { Gain, Recalibrated, RecalibrateOptions } from './tasks/recalibrateFiles.js';
export type { RegressFileOptions, RegressOfFile } from './tasks/regressRows.js';
export { bootstrapOnThreads, type ThreadsOptions } from './tasks/resample/onThreads.js';
export type { RulesOfFile, RulesOptions } from './tasks/rulesRows.js';
export type { BootstrapRequest } from './tasks/score/bootstrap.js';
export type { Progress, Scored, ScoreOptions } from './tasks/score/scoreFiles.js';
