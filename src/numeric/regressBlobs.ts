import { noFiles, openBlobs } from '../score/openBlobs.js';
import { type RegressFileOptions, type RegressOfFile, regressOf } from './regressOf.js';

/** Numeric predictions of Files or Blobs, as one test set: the bits that the same bytes give on disk. */
export async function regressFiles(files: readonly Blob[], options: RegressFileOptions): Promise<RegressOfFile> {
  if (files.length === 0) throw noFiles();
  options.signal?.throwIfAborted();
  const inputs = await openBlobs(options.signal)(files);
  try {
    return await regressOf(
      inputs,
      inputs.files.map(({ name }) => name),
      options,
    );
  } finally {
    inputs.close();
  }
}
