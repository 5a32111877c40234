import type { Failed, Range, RangeCount, RangeResult, Ranges, ReadingJob, ScorePlan, Spanned } from './plan.js';
import type { Runner } from './runner.js';

/** A range, and what lies before it. */
export type KnownRange = Range & Required<Pick<Range, 'known'>>;

/**
 * Does a job over ranges of text; `done` hears of each result in their order. A range is read from its first newline on, which may be
 * inside quotes: so its rows count only if they begin where those before them ended. Else it is done again from there, and what was
 * wrong with it before says nothing.
 */
export async function inChain<T extends RangeCount | RangeResult>(
  runner: Runner,
  { files }: Pick<ScorePlan, 'files'>,
  ranges: Ranges,
  job: ReadingJob,
  done: (result: Spanned<T>, range: KnownRange) => void | Promise<void>,
): Promise<void> {
  let file = -1;
  /** Where the next row starts, and how many lines end before the next range. */
  let start = 0;
  let linesBefore = 0;
  await runner.run<Spanned<T> | Failed>(ranges, job, async (result, _, range) => {
    if (range.file !== file) {
      file = range.file;
      ({ rowsAt: start, linesBefore } = files[file]);
    }
    const known = { ...range, known: { start, linesBefore } };
    const right = isRight(result, range, start) ? result : await runner.again<Spanned<T>>(known, job);
    start = Math.max(start, right.span.end);
    linesBefore += right.span.lines;
    await done(right, known);
  });
}

/** Whether a range was read from where its first row starts; or none starts in it, and none was read. */
function isRight<T>(result: Spanned<T> | Failed, { to }: Range, start: number): result is Spanned<T> {
  if ('failed' in result) return false;
  return result.span.start === start || (result.span.start >= to && start >= to);
}
