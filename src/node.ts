/** What only Node has: files of any size, on all cores. */
export { type RegressFileOptions, regressFile } from './numeric/regressFile.js';
export { type RulesOfFile, type RulesOptions, rulesOfFile } from './rules/rulesFile.js';
export { type Progress, type Scored, type ScoreOptions, scoreFiles } from './score/scoreFiles.js';
export { klOfFiles, type TrueProbsOptions } from './score/trueProbs.js';
