import { FairbitsError } from '../../base/errors.js';
import type { Engine } from '../../core/engine.js';
import { RewardStatistics } from '../../core/statistics/rewardStatistics.js';
import { STATISTICS_FORMAT, type StatisticsJSON } from '../../core/statistics/statisticsJson.js';
import type { Tally, TallyJSON } from '../../core/tally.js';

/** Estimates that are saved for Kononenko & Bratko's information; where more are kept, as few as will do. */
const MOST_SAVED = 2 ** 12;

/** How files were saved before statistics had second moments: a tally among other things. */
const OLD_FORMAT = 'fairbits-score';

/** The statistics of a test set, as parts scored elsewhere can be merged from. */
export function savedScore({ statistics }: { statistics: RewardStatistics }): string {
  if (statistics.kept > MOST_SAVED) statistics.narrow();
  return `${JSON.stringify(statistics)}\n`;
}

/** Reads saved statistics; of a file saved by an older version, or of a bare tally, only a tally. */
export function readSaved(engine: Engine, text: string, file: string): RewardStatistics | Tally {
  const expected = 'what fairbits score --save wrote';
  let json: { format?: string; tally?: TallyJSON };
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new FairbitsError('tally', `${file} is no saved score: ${(error as Error).message}`, { file, expected });
  }
  try {
    const known = [STATISTICS_FORMAT, OLD_FORMAT, 'fairbits-tally'];
    if (!known.includes(json?.format ?? ''))
      throw new FairbitsError(
        'tally',
        `this is nothing that was saved: expected "format": "${STATISTICS_FORMAT}". Try fairbits score PREDICTIONS.csv --save ${file}`,
      );
    if (json?.format === STATISTICS_FORMAT) return engine.statisticsFrom(json as StatisticsJSON, text);
    return engine.tallyFrom((json?.format === OLD_FORMAT ? json.tally : json) as TallyJSON);
  } catch (error) {
    throw new FairbitsError('tally', `${file}: ${(error as Error).message}`, { file, expected });
  }
}

export function tallyOf(saved: RewardStatistics | Tally): Tally {
  return saved instanceof RewardStatistics ? saved.tally : saved;
}

/** Two parts together: statistics, unless one of them is only a tally. */
export function mergeSaved(first: RewardStatistics | Tally, second: RewardStatistics | Tally): RewardStatistics | Tally {
  return first instanceof RewardStatistics && second instanceof RewardStatistics ? first.merge(second) : tallyOf(first).merge(tallyOf(second));
}
