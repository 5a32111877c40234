import type { DetailOptions } from '../../columns/calibration/details.js';
import type { RankElsewhere, RankedClass, RankInput } from '../../columns/ranking/ranks.js';
import type { Crew } from '../../run/crew.js';
import type { Job } from '../work.js';
import { forgetRanker } from './rankJob.js';

/** Has classes ranked by all threads of a crew, which share the rows or have been posted them. */
export function rankOnCrew(crew: Crew<Job>): RankElsewhere<RankInput<DetailOptions>> {
  return async (input) => {
    const found: RankedClass[] = [];
    const classes = Array.from({ length: input.classes.length === 2 ? 1 : input.classes.length }, (_, i) => i);
    try {
      await crew.run<number, RankedClass>(classes, { rank: { input } }, (ranked) => void found.push(ranked));
    } finally {
      forgetRanker();
    }
    return found;
  };
}
