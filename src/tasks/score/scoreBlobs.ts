import type { WithWorkers } from '../page/otherWorker.js';
import { pageGround } from '../page/pageGround.js';
import type { Scored, ScoreOptions } from './options.js';
import { type OnFigures, scoreRows } from './scoreRows.js';

/** What the command line can say, with Files where it has paths. */
export type BlobOptions = Omit<ScoreOptions<Blob>, 'threads'> & WithWorkers;

/**
 * Scores Files or Blobs of any format, also gzipped, as one test set: the bits that the same bytes give on disk. Runs in
 * pages, in their workers and in Node, in memory that does not grow with the files.
 */
export function scoreFiles(blobs: readonly Blob[], options: BlobOptions = {}): Promise<Scored> {
  return scoreBlobs(blobs, options);
}

/** The same for who waits for the figures: `onFigures` hears what there is but the curves of some classes, before these are drawn. */
export async function scoreBlobs(
  blobs: readonly Blob[],
  options: BlobOptions,
  onFigures?: (scored: Scored, drawnLater: readonly string[]) => void,
): Promise<Scored> {
  const { workers, ...rest } = options;
  const slicing = rest.by && (await import('../slices/slicing.js')).slicing;
  const figures: OnFigures | undefined = onFigures && (({ names: files, ...scored }, drawnLater) => onFigures({ ...scored, files }, drawnLater));
  const { names: files, ...scored } = await scoreRows(pageGround(workers), blobs, rest, slicing, figures);
  return { ...scored, files };
}
