import { libraryEntry } from '../../base/libraryWords.js';
import { decideFiles as decideFilesOf, klOfFiles as klOfFilesOf, regressFiles as regressFilesOf, rulesOfFiles as rulesOfFilesOf } from '../page/pageTasks.js';
import { scoreFiles as scoreFilesOf } from '../score/scoreBlobs.js';
import { scoreTables as scoreTablesOf } from '../score/scoreTables.js';
import { DECIDE_OPTIONS, REGRESS_OPTIONS, RULES_OPTIONS, SCORE_OPTIONS, TRUE_PROBS_OPTIONS } from './optionNames.js';

/** What `fairbits/files` has of the tasks: options that do not exist are refused, and errors, guesses and reasons name options as code does. */

const WORKERS = { workers: true } as const;
const { threads: _, ...SCORED } = SCORE_OPTIONS;
const { labels: __, classes: ___, rangeBytes: ____, by: _____, ...TABLES } = SCORED;

/**
 * Scores Files or Blobs of any format, also gzipped, as one test set: the bits that the same bytes give on disk. Memory does not grow with them.
 *
 * @example
 * ```ts
 * import { scoreFiles, scoreJson } from 'fairbits/files';
 *
 * const file = new File(['label,p_a,p_b\na,0.7,0.3\nb,0.4,0.6\n'], 'two.csv');
 * const scored = await scoreFiles([file], { prior: 'uniform' });
 * scored.report.measures.bayesianReward.mean; // → 0.3742
 * scoreJson(scored).rows; // → 2
 * ```
 */
export const scoreFiles = libraryEntry('scoreFiles', { ...SCORED, ...WORKERS }, scoreFilesOf);

/**
 * Scores tables as one test set, tables of one’s own among them.
 *
 * @example
 * ```ts
 * import { scoreTables, type TableSource } from 'fairbits/files';
 *
 * const source: TableSource = {
 *   name: 'mine',
 *   size: 0,
 *   columns: ['label', 'p_a', 'p_b'],
 *   inspect: () => ({ float32: false }),
 *   async *batches() {
 *     const values = Float64Array.of(0.7, 0.3, 0.4, 0.6);
 *     const numbers = [0, 1].map((from) => ({ values, from, stride: 2 }));
 *     yield { rows: 2, numbers, truth: { codes: [0, 1], names: ['a', 'b'] }, bad: new Map(), position: 0 };
 *   },
 *   close() {},
 * };
 * const { report } = await scoreTables([source], { prior: 'uniform' });
 * report.measures.bayesianReward.mean; // → 0.3742
 * ```
 */
export const scoreTables = libraryEntry('scoreTables', TABLES, scoreTablesOf);

/**
 * What predictions in Files are worth where errors cost differently.
 *
 * @example
 * ```ts
 * import { decideFiles } from 'fairbits/files';
 *
 * const file = new File(['label,p_no,p_yes\nyes,0.7,0.3\nno,0.9,0.1\n'], 'two.csv');
 * const { modal, leastCost } = await decideFiles([file], { costs: [[0, 1], [5, 0]] });
 * [modal.total, leastCost.total]; // → [ 5, 0 ]
 * ```
 */
export const decideFiles = libraryEntry('decideFiles', { ...DECIDE_OPTIONS, ...WORKERS }, decideFilesOf);

/**
 * What set-valued predictions in Files are worth, in bits.
 *
 * @example
 * ```ts
 * import { rulesOfFiles } from 'fairbits/files';
 *
 * const file = new File(['truth,predicted\na,a|c\nb,\nc,c\n'], 'sets.csv');
 * const { percentCorrect, multiplyClassified } = await rulesOfFiles([file], { truth: 'truth', predicted: 'predicted', classes: ['a', 'b', 'c'] });
 * percentCorrect; // → 33.33
 * multiplyClassified; // → 1
 * ```
 */
export const rulesOfFiles = libraryEntry('rulesOfFiles', { ...RULES_OPTIONS, ...WORKERS }, rulesOfFilesOf);

/**
 * Every measure of the numeric predictions in Files.
 *
 * @example
 * ```ts
 * import { regressFiles } from 'fairbits/files';
 *
 * const file = new File(['price,estimate\n1,1\n2,3\n4,4\n'], 'prices.csv');
 * const { meanAbsoluteError } = await regressFiles([file], { actual: 'price', predicted: 'estimate', replicates: 0 });
 * meanAbsoluteError; // → 0.3333
 * ```
 */
export const regressFiles = libraryEntry('regressFiles', { ...REGRESS_OPTIONS, ...WORKERS }, regressFilesOf);

/**
 * The divergence of estimates in Files from true probabilities.
 *
 * @example
 * ```ts
 * import { klOfFiles } from 'fairbits/files';
 *
 * const file = new File(['label,p_a,p_b,t_a,t_b\na,0.25,0.75,0.5,0.5\n'], 'known.csv');
 * const { mean } = await klOfFiles([file], { probs: 'p_*', trueProbs: 't_*' });
 * mean; // → 0.2075
 * ```
 */
export const klOfFiles = libraryEntry('klOfFiles', { ...TRUE_PROBS_OPTIONS, ...WORKERS }, klOfFilesOf);
