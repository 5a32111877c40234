/** What only Node has: files of any size, on all cores. */
export { type Progress, type Scored, type ScoreOptions, scoreFiles } from './score/scoreFiles.js';
