import { csvPlan, SKIPPED, TRUTH } from '../kernels/csvPlan.js';
import type { Kernels } from '../kernels/kernels.js';
import type { ScorePlan } from './plan.js';

/** What a file begins with, and whether that is all of it. */
export interface FileHead {
  bytes: Uint8Array;
  whole: boolean;
}

/** What the first rows tell of all: how many there are of each class, and about how many there will be in all, if that can be known. */
export interface RowSample {
  counts: Float64Array;
  expectedRows: number | undefined;
}

/**
 * Counts the classes of the first rows, so that it is known about where the frequencies of all will be; undefined where these are
 * all rows. No others are looked at, so that a stream has the bits of a file. Rows that cannot be read are for the scoring to say.
 */
export function sampleRows({ files, classes }: ScorePlan, { bytes, whole }: FileHead, kernels: Kernels): RowSample | undefined {
  if (whole && files.length === 1) return undefined;
  const [{ rowsAt, delimiter, comment, columns }] = files;
  const head = kernels.uint8(bytes.length);
  const names = classes.map((name) => new TextEncoder().encode(name));
  const kinds = columns.map((kind) => (kind === TRUTH ? TRUTH : SKIPPED));
  const plan = csvPlan(kernels, { delimiter, quote: 34, comment, columns: kinds, width: 1, names });
  const found = kernels.float64(classes.length).fill(0);
  try {
    head.set(bytes);
    const { next } = kernels.countTruth(head, rowsAt, bytes.length, false, plan, found);
    const counts = found.slice();
    const rows = counts.reduce((sum, count) => sum + count, 0);
    if (rows <= classes.length) return undefined;
    const all = files.reduce((sum, file) => sum + file.size - file.rowsAt, 0);
    return { counts, expectedRows: all < Infinity ? (rows * all) / (next - rowsAt) : undefined };
  } finally {
    for (const view of [head, plan.block, found]) kernels.free(view);
  }
}
