import type { DetailOptions } from '../../columns/calibration/details.js';
import { partsToRank, type RankElsewhere, type RankedClass, type RankInput } from '../../columns/ranking/ranks.js';
import { columnPart } from '../../columns/ranking/rowColumns.js';
import type { Crew } from '../../run/crew.js';
import type { Job } from '../work.js';
import { forgetRanker, type PostedClass, type RankJob } from './rankJob.js';

/** Has classes ranked by all threads of a crew: they share the rows, or else are posted the estimates of those classes that they are given. */
export function rankOnCrew(crew: Crew<Job>, signal?: AbortSignal): RankElsewhere<RankInput<DetailOptions>> {
  return async (input) => {
    const found: RankedClass[] = [];
    const classes = Array.from({ length: partsToRank(input.classes) }, (_, i) => i);
    const posted = {
      job: { rank: { input: { ...input, parts: [] } } satisfies RankJob },
      part(of: number): { part: PostedClass; moved: ArrayBuffer[] } {
        const { rows, moved } = columnPart(input.parts, input.classes.length, of);
        return { part: { of, rows }, moved };
      },
    };
    try {
      await crew.run<number, RankedClass>(classes, { rank: { input } }, (ranked) => void found.push(ranked), { posted, signal });
    } finally {
      forgetRanker();
    }
    return found;
  };
}
