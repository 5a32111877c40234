import { FairbitsError } from '../../base/errors.js';
import type { Engine } from '../../core/engine.js';
import { RewardStatistics } from '../../core/statistics/rewardStatistics.js';
import { STATISTICS_FORMAT, type StatisticsJSON } from '../../core/statistics/statisticsJson.js';
import type { Tally, TallyJSON } from '../../core/tally.js';
import type { SlicedRows } from '../../slices/sliceReport.js';
import { mergeSlices, readSlices, SLICES_FORMAT, savedSlices } from '../slices/savedSlices.js';

/** Estimates that are saved for Kononenko & Bratko's information; where more are kept, as few as will do. */
const MOST_SAVED = 2 ** 12;

/** How files were saved before statistics had second moments: a tally among other things. */
const OLD_FORMAT = 'fairbits-score';

/** The statistics of a test set, as parts scored elsewhere can be merged from. */
export function savedScore({ statistics, slicedRows }: { statistics: RewardStatistics; slicedRows?: SlicedRows }): string {
  if (statistics.kept > MOST_SAVED) statistics.narrow();
  if (slicedRows) return savedSlices(statistics, slicedRows);
  return `${JSON.stringify(statistics)}\n`;
}

/** What was saved: statistics, or of a file saved by an older version, or of a bare tally, only a tally; and slices where there are some. */
export interface Saved {
  whole: RewardStatistics | Tally;
  sliced?: SlicedRows | undefined;
}

/** Reads what was saved. */
export function readSaved(engine: Engine, text: string, file: string): Saved {
  const expected = 'what fairbits score --save wrote';
  let json: { format?: string; tally?: TallyJSON };
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new FairbitsError('tally', `${file} is not a saved score: ${(error as Error).message}`, { file, expected });
  }
  try {
    const known = [STATISTICS_FORMAT, SLICES_FORMAT, OLD_FORMAT, 'fairbits-tally'];
    if (!known.includes(json?.format ?? ''))
      throw new FairbitsError(
        'tally',
        `this is not a saved score: expected "format": "${STATISTICS_FORMAT}". Try fairbits score PREDICTIONS.csv --save ${file}`,
      );
    if (json.format === SLICES_FORMAT) {
      const { statistics, sliced } = readSlices(engine, json);
      return { whole: statistics, sliced };
    }
    if (json?.format === STATISTICS_FORMAT) return { whole: engine.statisticsFrom(json as StatisticsJSON, text) };
    return { whole: engine.tallyFrom((json?.format === OLD_FORMAT ? json.tally : json) as TallyJSON) };
  } catch (error) {
    throw new FairbitsError('tally', `${file}: ${(error as Error).message}`, { file, expected });
  }
}

export function tallyOf(saved: RewardStatistics | Tally): Tally {
  return saved instanceof RewardStatistics ? saved.tally : saved;
}

/** Two parts together: statistics, unless one of them is only a tally; and slices where both have some. */
export function mergeSaved(first: Saved, second: Saved, engine: Engine): Saved {
  const { whole, sliced } = first;
  const merged = sliced && second.sliced ? { sliced: mergeSlices(sliced, second.sliced, engine) } : {};
  if (whole instanceof RewardStatistics && second.whole instanceof RewardStatistics) return { whole: whole.merge(second.whole), ...merged };
  return { whole: tallyOf(whole).merge(tallyOf(second.whole)) };
}
