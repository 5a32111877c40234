/** What only Node has: files of any size, on all cores. */
export { type CompareOptions, type Comparison, compareFiles } from './compare/compareFiles.js';
export type { Difference } from './compare/pair.js';
export { type RegressFileOptions, type RegressOfFile, regressFile, regressFiles } from './numeric/regressFile.js';
export { bootstrapOnThreads, type ThreadsOptions } from './resampling/onThreads.js';
export { type RulesOfFile, type RulesOptions, rulesOfFile, rulesOfFiles } from './rules/rulesFile.js';
export type { BootstrapRequest } from './score/bootstrap.js';
export { type Progress, type Scored, type ScoreOptions, scoreFiles } from './score/scoreFiles.js';
export { type KlReport, klOfFiles, type TrueProbsOptions } from './score/trueProbs.js';
