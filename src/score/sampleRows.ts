import type { ScorePlan } from './plan.js';
import { HEAD_BYTES } from './reading.js';
import type { Runner } from './runner.js';

/** What the first rows tell of all: how many there are of each class, and about how many there will be in all. */
export interface RowSample {
  counts: Float64Array;
  expectedRows: number;
}

/**
 * Counts the classes of the first rows, so that it is known about where the frequencies of all will be; undefined where
 * these are all rows. No others are looked at, so that what can be read once only has the same bits. Rows that cannot be read
 * are for the scoring to say.
 */
export async function sampleRows({ files, classes }: ScorePlan, runner: Runner): Promise<RowSample | undefined> {
  const [{ rowsAt, size }] = files;
  const to = Math.min(size, HEAD_BYTES);
  if (files.length === 1 && to === size) return undefined;
  try {
    const { counts } = await runner.count({ file: 0, from: rowsAt, to });
    const rows = counts.reduce((sum, count) => sum + count, 0);
    const bytes = files.reduce((sum, file) => sum + file.size - file.rowsAt, 0);
    return rows > classes.length ? { counts, expectedRows: (rows * bytes) / (to - rowsAt) } : undefined;
  } catch {
    return undefined;
  }
}
