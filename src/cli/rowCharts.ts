import { FairbitsError } from '../base/errors.js';
import type { PriorCurvesData } from '../charts/index.js';
import type { Tally } from '../core/tally.js';
import { reversals } from '../core/thesis1.js';
import { finiteCurve, NO_CURVE } from '../html/finiteCurve.js';
import { chartsOfScored, learnersCharts, type RowCharts } from '../html/index.js';
import type { LeftOut } from '../rows/table.js';
import type { Comparison } from '../tasks/compare/compareFiles.js';
import { type ScoreOptions, scoreFiles } from '../tasks/score/scoreFiles.js';

/** Points of a curve at most: more are not seen. */
export const CURVES = { points: 300 };

export { chartsOfScored };

/** What charts show of learners, from another reading of their files, and their rewards under every prior. */
export async function learnerCharts(
  comparison: Comparison,
  options: ScoreOptions,
  leaveOut: readonly (readonly LeftOut[] | undefined)[],
): Promise<{ rowCharts: RowCharts; priors: PriorCurvesData }> {
  const scored = [];
  for (const [i, { name, file }] of comparison.learners.entries())
    scored.push({ name, ...(await scoreFiles([file], { ...options, ...(leaveOut[i] ? { pairing: { leaveOut: leaveOut[i] } } : {}), curves: CURVES })) });
  const [{ tally }] = scored;
  const counts = tally.confusion.actual();
  const varied = tally.classes[tally.positive >= 0 ? tally.positive : counts.indexOf(Math.max(...counts))];
  return {
    rowCharts: learnersCharts(scored, varied),
    priors: underEveryPrior(
      comparison,
      scored.map((each) => each.tally),
      varied,
    ),
  };
}

function underEveryPrior({ learners, prior }: Comparison, tallies: readonly Tally[], varied: string): PriorCurvesData {
  const names = learners.map(({ name }) => name);
  const path = { class: varied, base: prior.values };
  try {
    return {
      curve: finiteCurve(tallies, path),
      reason: NO_CURVE,
      names,
      reversals: tallies.flatMap((first, i) =>
        tallies.slice(i + 1).flatMap((second, j) => {
          if (first.impossible + second.impossible > 0) return [];
          const pair = [names[i], names[i + 1 + j]];
          return reversals(first, second, path).map(({ prior, below, above }) => ({ prior, below: pair[below], above: pair[above] }));
        }),
      ),
      current: prior.values[varied],
    };
  } catch (error) {
    if (!(error instanceof FairbitsError)) throw error;
    return { curve: null, names, reversals: [], reason: error.message };
  }
}
