import type { DetailOptions } from '../../columns/calibration/details.js';
import { detailsOf } from '../../columns/calibration/detailsOf.js';
import { ClassDrawer } from '../../columns/ranking/laterCurves.js';
import { ClassRanker, type RankedClass, type RankInput } from '../../columns/ranking/ranks.js';
import type { RankPart } from '../../columns/ranking/rowColumns.js';
import type { Kernels } from '../../kernels/kernels.js';

/** What is ranked: each class is a part. It can be posted. */
export interface RankJob {
  input: RankInput<DetailOptions>;
}

/** A class, and its estimates, for a thread that does not share the rows. */
export interface PostedClass {
  of: number;
  rows: RankPart;
}

/** This thread's ranker: its memory serves for one class after the other. */
let last: { job: RankJob; ranker?: ClassRanker; kernels?: Promise<Kernels> } | undefined;

/** Ranks one class of rows that threads share, or whose estimates were posted. */
export async function rankClass(job: RankJob, part: number | PostedClass): Promise<RankedClass> {
  if (last?.job !== job) last = { job };
  const mine = last;
  const rankerOf = (parts: RankPart[]): ClassRanker => {
    const { details, curvesAlone } = job.input;
    return new (curvesAlone ? ClassDrawer : ClassRanker)({ ...job.input, parts, details: details && detailsOf(details) });
  };
  mine.ranker = typeof part === 'number' ? (mine.ranker ?? rankerOf(job.input.parts)) : rankerOf([part.rows]);
  const { ranker } = mine;
  mine.kernels ??= ranker.makeKernels();
  return ranker.rank(await mine.kernels, typeof part === 'number' ? part : part.of);
}

/** Gives back what the last job was about. */
export function forgetRanker(): void {
  last = undefined;
}
