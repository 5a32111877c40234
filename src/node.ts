/** What only Node has: files of any size, on all cores. */
export { calibrateFiles } from './calibration/calibrateFiles.js';
export type { CurveOptions, DetailOptions } from './calibration/details.js';
export { type Gain, type Recalibrated, type RecalibrateOptions, recalibrateFiles } from './calibration/recalibrateFiles.js';
export { type CompareOptions, type Comparison, compareFiles } from './compare/compareFiles.js';
export type { Difference } from './compare/pair.js';
export { type DecideOptions, decideFiles } from './decisions/decideFiles.js';
export { type RegressFileOptions, type RegressOfFile, regressFile, regressFiles } from './numeric/regressFile.js';
export type { ClassCurves } from './ranking/ranks.js';
export { bootstrapOnThreads, type ThreadsOptions } from './resampling/onThreads.js';
export { type RulesOfFile, type RulesOptions, rulesOfFile, rulesOfFiles } from './rules/rulesFile.js';
export type { BootstrapRequest } from './score/bootstrap.js';
export { type Progress, type Scored, type ScoreOptions, scoreFiles } from './score/scoreFiles.js';
export { type KlReport, klOfFiles, type TrueProbsOptions } from './score/trueProbs.js';
