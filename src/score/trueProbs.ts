import { type KlReport, klOf, type TrueProbsOptions } from './klOf.js';
import { openPaths } from './openPaths.js';

export type { KlReport, TrueProbsOptions } from './klOf.js';

/** The divergence of estimates from true probabilities, of files of any format with named columns (also .gz), or globs. */
export async function klOfFiles(files: readonly string[], options: TrueProbsOptions): Promise<KlReport> {
  const inputs = await openPaths(files);
  try {
    return await klOf(inputs, options);
  } finally {
    inputs.close();
  }
}
