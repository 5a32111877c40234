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
const { bootstrap: _, rewards: __, pairing: ___, labels: ____, ...COMPARED } = SCORE;
const { rows: $, ranking: $$, curves: $$$, cells: $$$$, ...CALIBRATED } = SCORE;
const { prior: $$$$$, ...RECALIBRATED } = CALIBRATED;

/**
 * Scores files of predictions as one test set, on all cores: what `fairbits score` does.
 *
 * @example
 * ```ts
 * import { scoreFiles } from 'fairbits/node';
 *
 * const { report } = await scoreFiles(['examples/forecasters/calibrated.csv'], { prior: 'test' });
 * report.rows; // → 2000
 * report.measures.bayesianReward.mean; // → 0.0806
 * report.measures.bayesianReward.interval; // → [ 0.06486, 0.09634 ]
 * ```
 */
export const scoreFiles = libraryEntry('scoreFiles', SCORE, scoreFilesOf);

/**
 * Compares learners on one test set, a file for each: what `fairbits compare` does.
 *
 * @example
 * ```ts
 * import { compareFiles } from 'fairbits/node';
 *
 * const { learners, pairs } = await compareFiles(['examples/forecasters/calibrated.csv', 'examples/forecasters/timid.csv'], { replicates: 200 });
 * learners.map(({ name, measures }) => [name, measures.bayesianReward.mean]); // → [ [ 'calibrated', 0.0806 ], [ 'timid', 0.04129 ] ]
 * pairs[0].verdict; // → { is: 'better', ahead: 'calibrated', notes: [] }
 * ```
 */
export const compareFiles = libraryEntry('compareFiles', { ...COMPARED, id: true, names: true, replicates: true, seed: true, interval: true }, compareFilesOf);

/**
 * Everything about the calibration of the estimates in files: what `fairbits calibrate` does.
 *
 * @example
 * ```ts
 * import { calibrateFiles } from 'fairbits/node';
 *
 * const { modal } = await calibrateFiles(['examples/forecasters/overconfident.csv']);
 * modal.equalMass.expected; // → 0.2962
 * modal.equalMass.bias; // → 0.2962
 * ```
 */
export const calibrateFiles = libraryEntry('calibrateFiles', CALIBRATED, calibrateFilesOf);

/**
 * Learns from the first file how to correct a learner’s estimates, corrects the second, and says what that gains there: what `fairbits recalibrate`
 * does.
 *
 * @example
 * ```ts
 * import { recalibrateFiles } from 'fairbits/node';
 *
 * // Here the gain is measured on the rows that were learned from, which flatters; have another file for the second.
 * const file = 'examples/forecasters/overconfident.csv';
 * const { gains } = await recalibrateFiles(file, file, { method: 'temperature' });
 * gains[0].measure; // → 'bayesianReward'
 * gains[0].difference; // → 0.7256
 * ```
 */
export const recalibrateFiles = libraryEntry('recalibrateFiles', { ...RECALIBRATED, method: true, out: true }, recalibrateFilesOf, 2);

/**
 * What predictions in files are worth where errors cost differently: what `fairbits decide` does.
 *
 * @example
 * ```ts
 * import { decideFiles } from 'fairbits/node';
 *
 * const { saved, always } = await decideFiles(['examples/forecasters/calibrated.csv'], { costs: '0,1,1;1,0,1;5,5,0' });
 * always.class; // → 'away'
 * saved.share; // → 0.4109
 * ```
 */
export const decideFiles = libraryEntry('decideFiles', DECIDE_OPTIONS, decideFilesOf);

/**
 * What set-valued predictions in files are worth, in bits, as one test set: what `fairbits rules` does.
 *
 * @example
 * ```ts
 * import { rulesOfFiles } from 'fairbits/node';
 *
 * const { significance, meanSetSize } = await rulesOfFiles(['examples/forecasters/calibrated.csv'], { predictSet: { above: 0.3 } });
 * significance; // → 106.7
 * meanSetSize; // → 1.372
 * ```
 */
export const rulesOfFiles = libraryEntry('rulesOfFiles', RULES_OPTIONS, rulesOfFilesOf);
/**
 * What set-valued predictions in one file are worth, in bits.
 *
 * @example
 * ```ts
 * import { rulesOfFile } from 'fairbits/node';
 *
 * const { coverage } = await rulesOfFile('examples/forecasters/calibrated.csv', { predictSet: { top: 2 } });
 * coverage; // → 0.8335
 * ```
 */
export const rulesOfFile = libraryEntry('rulesOfFile', RULES_OPTIONS, rulesOfFileOf);

/**
 * Every measure of the numeric predictions in files, with intervals, as one test set: what `fairbits regress` does.
 *
 * @example
 * ```ts
 * import { regressFiles } from 'fairbits/node';
 *
 * // How well does the estimate of one class tell that of another?
 * const { correlation } = await regressFiles(['examples/forecasters/calibrated.csv'], { actual: 'p_home', predicted: 'p_away', replicates: 0 });
 * correlation; // → -0.9914
 * ```
 */
export const regressFiles = libraryEntry('regressFiles', REGRESS_OPTIONS, regressFilesOf);
/**
 * Every measure of the numeric predictions in one file, with intervals.
 *
 * @example
 * ```ts
 * import { regressFile } from 'fairbits/node';
 *
 * const { rows, meanAbsoluteError } = await regressFile('examples/forecasters/calibrated.csv', { actual: 'p_home', predicted: 'p_away', replicates: 0 });
 * rows; // → 2000
 * meanAbsoluteError; // → 0.3968
 * ```
 */
export const regressFile = libraryEntry('regressFile', REGRESS_OPTIONS, regressFileOf);

/**
 * The divergence of estimates in files from true probabilities, where these are known: `fairbits score --true-probs`.
 *
 * @example
 * ```ts
 * import { mkdtempSync, writeFileSync } from 'node:fs';
 * import { tmpdir } from 'node:os';
 * import { join } from 'node:path';
 * import { klOfFiles } from 'fairbits/node';
 *
 * const file = join(mkdtempSync(join(tmpdir(), 'known-')), 'known.csv');
 * writeFileSync(file, 'label,p_a,p_b,t_a,t_b\na,0.25,0.75,0.5,0.5\n');
 * const { mean } = await klOfFiles([file], { probs: 'p_*', trueProbs: 't_*' });
 * mean; // → 0.2075
 * ```
 */
export const klOfFiles = libraryEntry('klOfFiles', TRUE_PROBS_OPTIONS, klOfFilesOf);
