import { type DecideOptions, decideRows } from './decideRows.js';
import { divergenceRows, type KlReport, type TrueProbsOptions } from './divergence.js';
import { nodeGround } from './nodeGround.js';
import { type RegressFileOptions, type RegressOfFile, regressRows } from './regressRows.js';
import { type RulesOfFile, type RulesOptions, rulesRows } from './rulesRows.js';

/** The tasks that read files, for paths: files of any format (also .gz), globs, or - for standard input. */

/** What a report calls its files: as they were given. */
function named<T extends { names: string[] }>(files: readonly string[], { names: _, ...report }: T): { file: string; files: string[] } & Omit<T, 'names'> {
  return { file: files.join(', '), files: [...files], ...report };
}

/** What the set-valued predictions of files come to, as one test set. */
export async function rulesOfFiles(files: readonly string[], options: RulesOptions): Promise<RulesOfFile> {
  return named(files, await rulesRows(nodeGround, files, options));
}

/** What the set-valued predictions of one file come to. */
export function rulesOfFile(file: string, options: RulesOptions): Promise<RulesOfFile> {
  return rulesOfFiles([file], options);
}

/** Numeric predictions of files, as one test set. */
export async function regressFiles(files: readonly string[], options: RegressFileOptions): Promise<RegressOfFile> {
  return named(files, await regressRows(nodeGround, files, options)) as RegressOfFile;
}

/** Numeric predictions of one file. */
export function regressFile(file: string, options: RegressFileOptions): Promise<RegressOfFile> {
  return regressFiles([file], options);
}

/** The divergence of estimates from true probabilities. */
export function klOfFiles(files: readonly string[], options: TrueProbsOptions): Promise<KlReport> {
  return divergenceRows(nodeGround, files, options);
}

/** What predictions are worth where errors cost differently. */
export async function decideFiles(files: readonly string[], options: DecideOptions = {}): ReturnType<typeof decideRows> {
  return { ...(await decideRows(nodeGround, files, options)), files: [...files] };
}
