import { libraryEntry } from '../../base/libraryWords.js';
import { calibrateFiles as calibrateFilesOf } from '../calibrateFiles.js';
import { compareFiles as compareFilesOf } from '../compare/compareFiles.js';
import {
  decideFiles as decideFilesOf,
  klOfFiles as klOfFilesOf,
  regressFile as regressFileOf,
  regressFiles as regressFilesOf,
  rulesOfFile as rulesOfFileOf,
  rulesOfFiles as rulesOfFilesOf,
} from '../nodeTasks.js';
import { recalibrateFiles as recalibrateFilesOf } from '../recalibrateFiles.js';
import { scoreFiles as scoreFilesOf } from '../score/scoreFiles.js';
import { DECIDE_OPTIONS, REGRESS_OPTIONS, RULES_OPTIONS, SCORE_OPTIONS, TRUE_PROBS_OPTIONS } from './optionNames.js';

/** What `fairbits/node` has of the tasks: options that do not exist are refused, and errors, guesses and reasons name options as code does. */

const SCORE = { ...SCORE_OPTIONS, bootstrap: true } as const;
const { bootstrap: _, rewards: __, skipBad: ___, labels: ____, ...COMPARED } = SCORE;
const { rows: $, ranking: $$, curves: $$$, cells: $$$$, ...CALIBRATED } = SCORE;
const { prior: $$$$$, ...RECALIBRATED } = CALIBRATED;

export const scoreFiles = libraryEntry('scoreFiles', SCORE, scoreFilesOf);

export const compareFiles = libraryEntry('compareFiles', { ...COMPARED, id: true, names: true, replicates: true, seed: true, interval: true }, compareFilesOf);

export const calibrateFiles = libraryEntry('calibrateFiles', CALIBRATED, calibrateFilesOf);

export const recalibrateFiles = libraryEntry('recalibrateFiles', { ...RECALIBRATED, method: true, out: true }, recalibrateFilesOf, 2);

export const decideFiles = libraryEntry('decideFiles', DECIDE_OPTIONS, decideFilesOf);

export const rulesOfFiles = libraryEntry('rulesOfFiles', RULES_OPTIONS, rulesOfFilesOf);
export const rulesOfFile = libraryEntry('rulesOfFile', RULES_OPTIONS, rulesOfFileOf);

export const regressFiles = libraryEntry('regressFiles', REGRESS_OPTIONS, regressFilesOf);
export const regressFile = libraryEntry('regressFile', REGRESS_OPTIONS, regressFileOf);

export const klOfFiles = libraryEntry('klOfFiles', TRUE_PROBS_OPTIONS, klOfFilesOf);
