import type { DataSet } from '../data/dataSets.js';

/** CaMML takes n³ steps to a stretch of its search, n being the number of variables. Above this many we take this many. */
const MOST_STEPS = 5000;
const QUICK_STEPS = 500;

/** CaMML with fewer steps where its own number would take hours. */
export function cammlEffort({ attributes }: DataSet, quick: boolean): { effort: number } {
  const own = (attributes + 1) ** 3;
  return { effort: Number(Math.min(1, (quick ? QUICK_STEPS : MOST_STEPS) / own).toPrecision(3)) };
}

export const CAMML_NOTE = `CaMML takes n³ steps to a stretch of its search; here it has ${MOST_STEPS} at most, which is fewer above 16 attributes (a tenth of its own with 36), and about twice as many stretches. It is the network that the search found to have the shortest message, not an average over networks.`;
