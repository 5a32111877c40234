import { type MeasureId, measures } from '../core/measures/registry.js';
import type { Report } from '../evaluate/report.js';
import type { IntervalKind } from '../intervals/bootstrapInterval.js';
import type { Kernels } from '../kernels/kernels.js';
import type { BetResult } from '../significance/bet.js';
import { holm } from '../significance/holm.js';
import type { McNemarResult } from '../significance/mcnemar.js';
import { betBetween } from './bets.js';
import type { Judged } from './judged.js';
import { type Difference, pairDifferences, type ReplicateMeans } from './pair.js';
import { DECIDING, type Verdict, verdictOf } from './verdict.js';

/** Learners on one test set, and whether they differ by more than chance. */
export interface Comparison {
  rows: number;
  /** Where bad rows may be skipped: how many instances are left out, since they are bad in one file or more. */
  skipped?: number;
  classes: readonly string[];
  prior: Report['prior'];
  cutoff: Report['cutoff'];
  confidence: number;
  alignedBy: string;
  bootstrap: { replicates: number; seed: number; interval: IntervalKind };
  multiplicity: string;
  learners: ComparedLearner[];
  pairs: { first: string; second: string; differences: Record<string, Difference>; mcnemar: McNemarResult; bet: BetResult; verdict: Verdict }[];
  /** What decides the verdict on each pair. */
  decidedBy: { measure: MeasureId; test: Difference['test']; level: number };
  /** For each measure and learner: who is significantly worse. */
  worse: Record<string, Record<string, string[]>>;
  guesses: string[];
}

/** What a comparison has of each learner. */
export interface ComparedLearner extends Pick<Report, 'measures' | 'calibration' | 'warnings' | 'ranking' | 'withCutoff'> {
  name: string;
  file: string;
  /** Where bad rows may be skipped: how many there are in this file. */
  skipped?: number;
}

export const DEFAULT_REPLICATES = 2000;

interface ComparisonSettings {
  replicates: number;
  seed: number;
  interval: IntervalKind;
  confidence: number;
  alignedBy: string;
  skipped?: number | undefined;
}

/** Every pair of learners whose rows are in the same order. `means` are each learner's replicates, drawn with one seed. */
export function comparison(kernels: Kernels, learners: readonly Judged[], means: readonly ReplicateMeans[], settings: ComparisonSettings): Comparison {
  const { replicates, seed, interval, confidence, alignedBy, skipped } = settings;
  const names = learners.map(({ name }) => name);
  const tested = pairsOf(learners.length).map(([i, j]) => {
    const both: [Judged, Judged] = [learners[i], learners[j]];
    const found = pairDifferences(kernels, both, [means[i], means[j]], { confidence, interval, seed });
    return { first: both[0].name, second: both[1].name, ...found, bet: betBetween(both, confidence) };
  });
  adjust(
    tested.map(({ differences }) => differences),
    confidence,
  );
  const pairs = tested.map((pair) => ({ ...pair, verdict: verdictOf(pair, tested.length, confidence) }));
  const [{ report, guesses }] = learners;
  return {
    rows: report.rows,
    ...(skipped === undefined ? {} : { skipped }),
    classes: report.classes,
    prior: report.prior,
    cutoff: report.cutoff,
    confidence,
    alignedBy,
    bootstrap: { replicates, seed, interval },
    multiplicity: pairs.length === 1 ? 'one pair, nothing to adjust' : `Holm's adjustment over the ${pairs.length} pairs, measure by measure`,
    learners: learners.map(({ name, file, report, skipped: own }) => ({
      name,
      file,
      ...(own === undefined ? {} : { skipped: own }),
      measures: report.measures,
      calibration: report.calibration,
      ...(report.ranking ? { ranking: report.ranking } : {}),
      ...(report.withCutoff ? { withCutoff: report.withCutoff } : {}),
      warnings: report.warnings,
    })),
    pairs,
    decidedBy: { measure: DECIDING, test: pairs[0].differences[DECIDING].test, level: Number((1 - confidence).toPrecision(12)) },
    worse: Object.fromEntries(measures.map(({ id }) => [id, worseBy(names, pairs, id)])),
    guesses,
  };
}

function pairsOf(learners: number): [number, number][] {
  return Array.from({ length: learners }, (_, i) => Array.from({ length: learners - i - 1 }, (_, j): [number, number] => [i, i + 1 + j])).flat();
}

/** Holm's adjustment within each measure, over the pairs that have a p. */
function adjust(pairs: readonly Record<string, Difference>[], confidence: number): void {
  for (const { id } of measures) {
    const tested = pairs.map((differences) => differences[id]).filter(({ p }) => p !== null);
    const adjusted = holm(tested.map(({ p }) => p as number));
    tested.forEach((difference, i) => {
      difference.pAdjusted = adjusted[i];
      difference.significant = difference.better !== null && adjusted[i] <= 1 - confidence;
    });
  }
}

function worseBy(names: readonly string[], pairs: Comparison['pairs'], id: string): Record<string, string[]> {
  return Object.fromEntries(
    names.map((name) => [
      name,
      pairs.flatMap(({ first, second, differences }) => {
        const { better, significant } = differences[id];
        return significant && better === name ? [first === name ? second : first] : [];
      }),
    ]),
  );
}
