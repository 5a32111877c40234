import { type KlReport, klOf, type TrueProbsOptions } from './klOf.js';
import { noFiles, openBlobs } from './openBlobs.js';

/** The divergence of estimates from true probabilities, of Files or Blobs of any format with named columns. */
export async function klOfFiles(files: readonly Blob[], options: TrueProbsOptions): Promise<KlReport> {
  if (files.length === 0) throw noFiles();
  options.signal?.throwIfAborted();
  const inputs = await openBlobs(options.signal)(files);
  try {
    return await klOf(inputs, options);
  } finally {
    inputs.close();
  }
}
