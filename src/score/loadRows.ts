import { type GatheredRows, gatherRows } from './gatherRows.js';
import { type Scored, type ScoreOptions, scoreFiles } from './scoreFiles.js';

export interface LoadedRows extends GatheredRows {
  scored: Scored;
}

/** Reads files as `scoreFiles` does, with all its checks, and keeps the rows. */
export async function loadRows(files: readonly string[], options: ScoreOptions): Promise<LoadedRows> {
  const scored = await scoreFiles(files, { prior: 'uniform', ...options, keepRows: true });
  return { ...gatherRows(scored, options.positive), scored };
}
