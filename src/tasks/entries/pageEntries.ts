import { libraryEntry } from '../../base/libraryWords.js';
import { decideFiles as decideFilesOf, klOfFiles as klOfFilesOf, regressFiles as regressFilesOf, rulesOfFiles as rulesOfFilesOf } from '../page/pageTasks.js';
import { scoreFiles as scoreFilesOf } from '../score/scoreBlobs.js';
import { scoreTables as scoreTablesOf } from '../score/scoreTables.js';
import { DECIDE_OPTIONS, REGRESS_OPTIONS, RULES_OPTIONS, SCORE_OPTIONS, TRUE_PROBS_OPTIONS } from './optionNames.js';

/** What `fairbits/files` has of the tasks: options that do not exist are refused, and errors, guesses and reasons name options as code does. */

const WORKERS = { workers: true } as const;
const { threads: _, ...SCORED } = SCORE_OPTIONS;
const { labels: __, classes: ___, rangeBytes: ____, ...TABLES } = SCORED;

export const scoreFiles = libraryEntry('scoreFiles', { ...SCORED, ...WORKERS }, scoreFilesOf);

export const scoreTables = libraryEntry('scoreTables', TABLES, scoreTablesOf);

export const decideFiles = libraryEntry('decideFiles', { ...DECIDE_OPTIONS, ...WORKERS }, decideFilesOf);

export const rulesOfFiles = libraryEntry('rulesOfFiles', { ...RULES_OPTIONS, ...WORKERS }, rulesOfFilesOf);

export const regressFiles = libraryEntry('regressFiles', { ...REGRESS_OPTIONS, ...WORKERS }, regressFilesOf);

export const klOfFiles = libraryEntry('klOfFiles', { ...TRUE_PROBS_OPTIONS, ...WORKERS }, klOfFilesOf);
