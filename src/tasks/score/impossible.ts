import { placesText } from '../../evaluate/placesText.js';
import { impossibleWarning, type Report, rowsText, suggestedCutoff, type WithCutoff } from '../../evaluate/report.js';
import type { Ground } from '../ground.js';
import { placeRows, type RowPlace } from '../placeRows.js';
import type { Scored, ScoreOptions } from './options.js';

type ScoredRows = Omit<Scored, 'files'> & { names: string[] };

/** Scores files, as `scoreRows` does. */
type ScoreAgain<F> = (ground: Ground<F>, files: readonly F[], options: ScoreOptions<F>) => Promise<ScoredRows>;

/**
 * Where the headline is −∞: says which rows did it, by their lines where they lie in a text, and what the headline would be under
 * a cutoff. Both take another look at the files, which standard input does not allow.
 */
export async function explainImpossible<F>(
  ground: Ground<F>,
  files: readonly F[],
  options: ScoreOptions<F>,
  scored: ScoredRows,
  score: ScoreAgain<F>,
): Promise<void> {
  const { report, tally, skipped } = scored;
  const { infinite, infiniteRows } = report.measures.bayesianReward;
  if (infinite === 0 || infiniteRows === undefined) return;
  const once = files.some((file) => (file as unknown) === '-');
  const places =
    once || options.long !== undefined
      ? undefined
      : await placeRows(ground, files, options.labels, infiniteRows, skipped > 0 || options.pairing?.leaveOut !== undefined, options.header);
  const where = infiniteRows.map((row, i) => placeText(row, places?.[i], files.length > 1));
  const at = report.warnings.indexOf(impossibleWarning(tally, rowsText(infiniteRows)));
  if (at >= 0) report.warnings[at] = impossibleWarning(tally, placesText(where));
  report.impossible = { rows: infinite, first: infiniteRows.map((row, i) => ({ row, place: where[i] })) };
  if (report.cutoff.name !== 'none') return;
  report.withCutoff = once
    ? { ...suggestedCutoff(report), reason: 'standard input can be read only once' }
    : await filesWithCutoff(ground, files, options, report, score);
}

/** The line of a text; else the row, counted from 1. */
function placeText(row: number, place: RowPlace | undefined, several: boolean): string {
  if (place?.line === undefined) return rowsText([row]);
  return several ? `${place.file}:${place.line}` : `line ${place.line}`;
}

async function filesWithCutoff<F>(ground: Ground<F>, files: readonly F[], options: ScoreOptions<F>, report: Report, score: ScoreAgain<F>): Promise<WithCutoff> {
  const suggested = suggestedCutoff(report);
  const { rewards: _, columns: __, rows: ___, curves: ____, cells: _____, by: ______, pairing, ...rest } = options;
  const prior = report.classes.map((name) => report.prior.values[name]);
  const again = await score(ground, files, {
    ...rest,
    ...(pairing?.leaveOut ? { pairing: { leaveOut: pairing.leaveOut } } : {}),
    ranking: false,
    prior,
    cutoff: suggested.cutoff,
  });
  return { ...suggested, changed: again.report.cutoff.changed, bayesianReward: again.report.measures.bayesianReward };
}
