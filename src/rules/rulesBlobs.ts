import { noFiles, openBlobs } from '../score/openBlobs.js';
import { type RulesOfFile, type RulesOptions, rulesOf } from './rulesOf.js';

/** What the set-valued predictions of Files or Blobs come to, as one test set: the bits that the same bytes give on disk. */
export async function rulesOfFiles(files: readonly Blob[], options: RulesOptions<Blob>): Promise<RulesOfFile> {
  if (files.length === 0) throw noFiles();
  options.signal?.throwIfAborted();
  const open = openBlobs(options.signal);
  const inputs = await open(files);
  try {
    return await rulesOf(
      inputs,
      inputs.files.map(({ name }) => name),
      options,
      open,
    );
  } finally {
    inputs.close();
  }
}
