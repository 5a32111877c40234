import { nodeGround } from '../nodeGround.js';
import type { BootstrapRequest } from './bootstrap.js';
import type { Scored, ScoreOptions as SharedOptions } from './options.js';
import { scoreRows } from './scoreRows.js';

export type { Progress, Scored } from './options.js';

/** What `scoreFiles` of `fairbits/node` can be told: what the command’s options say. */
export interface ScoreOptions extends SharedOptions<string> {
  /** Bootstrap intervals on every measure instead of those from the standard errors. */
  bootstrap?: BootstrapRequest;
}

/** Scores files of predictions as one test set. */
export async function scoreFiles(names: readonly string[], options: ScoreOptions = {}): Promise<Scored> {
  const { bootstrap, ...rest } = options;
  if (!bootstrap) return scoreOnce(names, rest);
  const { withBootstrap } = await import('./bootstrap.js');
  return withBootstrap(bootstrap, rest, (columns) => scoreOnce(names, { ...rest, columns }));
}

/** Scores files, handing over the rewards of every row where there is a place for them. */
export async function scoreOnce(files: readonly string[], options: SharedOptions<string>): Promise<Scored> {
  const slicing = options.by && (await import('../slices/slicing.js')).slicing;
  const { names: _, ...scored } = await scoreRows(nodeGround, files, options, slicing);
  return { ...scored, files: [...files] };
}
