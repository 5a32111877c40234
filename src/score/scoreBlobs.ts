import { formatsOf } from './formatsOf.js';
import { makePlan } from './makePlan.js';
import { onlyNpy } from './onlyNpy.js';
import { noFiles, openBlobs } from './openBlobs.js';
import type { Scored, ScoreOptions } from './options.js';
import { serialRunner } from './runner.js';
import { scoreCsv } from './scoreCsv.js';
import { scoreOtherFiles } from './scoreOtherFiles.js';

/** What the command line can say, with Files where it has paths. A page has this one thread. */
export type BlobOptions = Omit<ScoreOptions<Blob>, 'threads'>;

/**
 * Scores Files or Blobs of any format, also gzipped, as one test set: the bits that the same bytes give on disk. Runs in
 * pages, in their workers and in Node, in memory that does not grow with the files.
 */
export async function scoreFiles(files: readonly Blob[], options: BlobOptions = {}): Promise<Scored> {
  if (files.length === 0) throw noFiles();
  options.signal?.throwIfAborted();
  const open = openBlobs(options.signal);
  const inputs = await open(files);
  try {
    const names = inputs.files.map(({ name }) => name);
    const formats = await formatsOf(inputs);
    if (formats.some((format) => format !== 'csv')) return { ...(await scoreOtherFiles(inputs, formats, options, open)), files: names };
    if (options.labels || options.classes) throw onlyNpy(options.labels ? '--labels' : '--classes');
    const { plan, guesses, head } = await makePlan(inputs, options);
    const runner = await serialRunner(plan, inputs.read);
    const { totals, prior } = await scoreCsv(plan, runner, head, options, open);
    return { ...(await totals.finish(prior, options.confidence)), guesses, files: names };
  } finally {
    inputs.close();
  }
}
