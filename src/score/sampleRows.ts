import type { ScorePlan } from './plan.js';
import type { Runner } from './runner.js';

/** Places that are looked at, evenly over all files, and bytes at each. */
const SPOTS = 128;
const SPOT_BYTES = 2 ** 14;

/** What some rows tell of all: how many there are of each class, and about how many there will be in all. */
export interface RowSample {
  counts: Float64Array;
  expectedRows: number;
}

/**
 * Counts the classes of some rows here and there, so that it is known about where the frequencies of all will be; undefined
 * of files of one range, which are read as soon. Rows that cannot be read are for the scoring to say.
 */
export async function sampleRows(plan: ScorePlan, runner: Runner): Promise<RowSample | undefined> {
  const sizes = plan.files.map(({ size, rowsAt }) => size - rowsAt);
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  if (bytes <= plan.rangeBytes) return undefined;
  const counts = new Float64Array(plan.classes.length);
  let read = 0;
  for (let spot = 0; spot < SPOTS; spot++) {
    let at = Math.floor((spot * bytes) / SPOTS);
    const file = sizes.findIndex((size) => {
      if (at < size) return true;
      at -= size;
      return false;
    });
    const from = plan.files[file].rowsAt + at;
    const to = Math.min(from + SPOT_BYTES, plan.files[file].size);
    try {
      const { counts: some } = await runner.count({ file, from, to });
      for (let i = 0; i < counts.length; i++) counts[i] += some[i];
      read += to - from;
    } catch {
      // Its rows may be bad, or it may be inside of quotes.
    }
  }
  const rows = counts.reduce((sum, count) => sum + count, 0);
  return rows > 0 ? { counts, expectedRows: (rows * bytes) / read } : undefined;
}
