import { openPaths } from '../score/openPaths.js';
import { type RulesOfFile, type RulesOptions, rulesOf } from './rulesOf.js';

export type { RulesOfFile, RulesOptions } from './rulesOf.js';

/** What the set-valued predictions of files come to, as one test set: files of any format (also .gz), globs, or - for standard input. */
export async function rulesOfFiles(files: readonly string[], options: RulesOptions): Promise<RulesOfFile> {
  const inputs = await openPaths(files);
  try {
    return await rulesOf(inputs, [...files], options, openPaths);
  } finally {
    inputs.close();
  }
}

/** The same for one file. */
export function rulesOfFile(file: string, options: RulesOptions): Promise<RulesOfFile> {
  return rulesOfFiles([file], options);
}
