import type { PriorCurvesData } from '../charts/index.js';
import type { Comparison } from '../compare/compareFiles.js';
import { FairbitsError } from '../errors.js';
import { type ChartRows, chartsOfLearners, chartsOfRows, type RowCharts } from '../html/index.js';
import { loadRows } from '../score/loadRows.js';
import type { ScoreOptions } from '../score/scoreFiles.js';
import type { Tally } from '../tally.js';
import { priorCurve, reversals } from '../thesis1.js';

/** What charts need of every row, from a second reading of the files. */
export async function rowCharts(files: readonly string[], options: ScoreOptions): Promise<RowCharts> {
  const { classes, positive, estimates, labels } = await loadRows(files, options);
  return chartsOfRows({ name: 'the test set', classes, positive, estimates, labels }, options);
}

/** The same of learners, one after another, and their rewards under every prior. */
export async function learnerCharts(comparison: Comparison, options: ScoreOptions): Promise<{ rowCharts: RowCharts; priors: PriorCurvesData }> {
  const tallies: Tally[] = [];
  const varied: { class?: string } = {};
  async function* learners(): AsyncGenerator<ChartRows> {
    for (const { name, file } of comparison.learners) {
      const { classes, positive, estimates, labels, scored } = await loadRows([file], options);
      tallies.push(scored.tally);
      if (varied.class === undefined) {
        const counts = scored.tally.confusion.actual();
        varied.class = classes[classes.length === 2 && positive >= 0 ? positive : counts.indexOf(Math.max(...counts))];
      }
      yield { name, classes, positive, estimates, labels };
    }
  }
  const charts = await chartsOfLearners(learners(), options);
  return { rowCharts: charts, priors: underEveryPrior(comparison, tallies, varied.class ?? comparison.classes[0]) };
}

function underEveryPrior({ learners, prior }: Comparison, tallies: readonly Tally[], varied: string): PriorCurvesData {
  const names = learners.map(({ name }) => name);
  const path = { class: varied, base: prior.values };
  try {
    return {
      curve: priorCurve(tallies, path),
      names,
      reversals: tallies.flatMap((first, i) =>
        tallies.slice(i + 1).flatMap((second, j) => {
          const pair = [names[i], names[i + 1 + j]];
          return reversals(first, second, path).map(({ prior, below, above }) => ({ prior, below: pair[below], above: pair[above] }));
        }),
      ),
      current: prior.values[varied],
    };
  } catch (error) {
    // A learner that earns −∞ does so under every prior.
    if (!(error instanceof FairbitsError)) throw error;
    return { curve: null, names, reversals: [], reason: error.message };
  }
}
