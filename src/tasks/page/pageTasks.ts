import { type DecideOptions, decideRows } from '../decideRows.js';
import { divergenceRows, type KlReport, type TrueProbsOptions } from '../divergence.js';
import { type Looked, lookAt } from '../look.js';
import { namesIn } from '../namesIn.js';
import { placeRows, type RowPlace } from '../placeRows.js';
import { type RegressFileOptions, type RegressOfFile, regressRows } from '../regressRows.js';
import { type RulesOfFile, type RulesOptions, rulesRows } from '../rulesRows.js';
import type { WithWorkers } from './otherWorker.js';
import { pageGround } from './pageGround.js';

/** The tasks that read files, for Files and Blobs of any format, also gzipped: the bits that the same bytes give on disk. */

function named<T extends { names: string[] }>({ names, ...report }: T): { file: string; files: string[] } & Omit<T, 'names'> {
  return { file: names.join(', '), files: names, ...report };
}

/** What the set-valued predictions of files come to, as one test set. */
export async function rulesOfFiles(files: readonly Blob[], { workers, ...options }: RulesOptions<Blob> & WithWorkers): Promise<RulesOfFile> {
  return named(await rulesRows(pageGround(workers), files, options));
}

/** Numeric predictions of files, as one test set. */
export async function regressFiles(files: readonly Blob[], { workers, ...options }: RegressFileOptions & WithWorkers): Promise<RegressOfFile> {
  return named(await regressRows(pageGround(workers), files, options)) as RegressOfFile;
}

/** The divergence of estimates from true probabilities. */
export function klOfFiles(files: readonly Blob[], { workers, ...options }: TrueProbsOptions & WithWorkers): Promise<KlReport> {
  return divergenceRows(pageGround(workers), files, options);
}

/** What predictions are worth where errors cost differently. */
export function decideFiles(files: readonly Blob[], { workers, ...options }: DecideOptions<Blob> & WithWorkers = {}): ReturnType<typeof decideRows> {
  return decideRows(pageGround(workers), files, options);
}

/**
 * What a file looks like before it is scored.
 *
 * @example
 * ```ts
 * import { lookAtFile } from 'fairbits/files';
 *
 * const looked = await lookAtFile(new File(['truth,p_a,p_b\na,0.7,0.3\nb,0.4,0.6\n'], 'two.csv'));
 * looked.columns; // → [ 'truth', 'p_a', 'p_b' ]
 * ```
 */
export function lookAtFile(file: Blob): Promise<Looked> {
  return lookAt(pageGround(), file);
}

/**
 * Where rows are in their files, by their numbers among all rows from 0 on.
 *
 * @example
 * ```ts
 * import { placesOf } from 'fairbits/files';
 *
 * const file = new File(['truth,p_a,p_b\na,0.7,0.3\nb,0.4,0.6\n'], 'two.csv');
 * await placesOf([file], undefined, [1], false); // → [ { file: 'two.csv', line: 3, text: 'b,0.4,0.6' } ]
 * ```
 */
export function placesOf(files: readonly Blob[], labels: readonly Blob[] | undefined, rows: readonly number[], skipped: boolean): Promise<RowPlace[]> {
  return placeRows(pageGround(), files, labels, rows, skipped);
}

/**
 * The classes that occur in a file of sets, as truths or in sets.
 *
 * @example
 * ```ts
 * import { classesIn } from 'fairbits/files';
 *
 * await classesIn(new File(['truth,predicted\na,a|c\nb,\n'], 'sets.csv'), 'truth', 'predicted'); // → [ 'a', 'b', 'c' ]
 * ```
 */
export function classesIn(file: Blob, truth: string | undefined, predicted: string): Promise<string[]> {
  return namesIn(pageGround(), file, truth, predicted);
}
