import { openPaths } from '../score/openPaths.js';
import { type RegressFileOptions, type RegressOfFile, regressOf } from './regressOf.js';

export type { RegressFileOptions, RegressOfFile } from './regressOf.js';

/** Numeric predictions of files, as one test set: files of any format with named columns (also .gz), globs, or - for standard input. */
export async function regressFiles(files: readonly string[], options: RegressFileOptions): Promise<RegressOfFile> {
  const inputs = await openPaths(files);
  try {
    return await regressOf(inputs, [...files], options);
  } finally {
    inputs.close();
  }
}

/** The same for one file. */
export function regressFile(file: string, options: RegressFileOptions): Promise<RegressOfFile> {
  return regressFiles([file], options);
}
