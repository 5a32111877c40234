import { createEngine, type EngineOptions } from '../engine.js';
import { FairbitsError } from '../errors.js';
import { checkReplicates, type IntervalKind } from '../intervals/bootstrapInterval.js';
import { measures } from '../measures/registry.js';
import type { Report } from '../report.js';
import { bootstrapRows } from '../resampling/onThreads.js';
import type { ScoreOptions } from '../score/scoreFiles.js';
import type { BetResult } from '../significance/bet.js';
import { holm } from '../significance/holm.js';
import type { McNemarResult } from '../significance/mcnemar.js';
import { betBetween } from './bets.js';
import { readIds } from './ids.js';
import { align, type Learner, learnerNames, scoreLearner } from './learner.js';
import { type Difference, pairDifferences, type Replicates } from './pair.js';

export interface CompareOptions extends Omit<ScoreOptions, 'bootstrap' | 'rewards' | 'skipBad' | 'labels' | 'classes'> {
  /** A column that tells the instances apart; without one rows are taken in order. */
  id?: string;
  names?: readonly string[];
  /** Bootstrap replicates; 2000 by default. */
  replicates?: number;
  seed?: number;
  interval?: IntervalKind;
}

/** Learners on one test set, and whether they differ by more than chance. */
export interface Comparison {
  rows: number;
  classes: readonly string[];
  prior: Report['prior'];
  cutoff: Report['cutoff'];
  confidence: number;
  alignedBy: string;
  bootstrap: { replicates: number; seed: number; interval: IntervalKind };
  multiplicity: string;
  learners: { name: string; file: string; measures: Report['measures']; calibration: Report['calibration']; warnings: string[] }[];
  pairs: { first: string; second: string; differences: Record<string, Difference>; mcnemar: McNemarResult; bet: BetResult }[];
  /** For each measure and learner: who is significantly worse. */
  worse: Record<string, Record<string, string[]>>;
  guesses: string[];
}

const DEFAULT_REPLICATES = 2000;

/** Compares files of predictions of the same instances, one file a learner. */
export async function compareFiles(files: readonly string[], options: CompareOptions = {}): Promise<Comparison> {
  const { id, names, replicates = DEFAULT_REPLICATES, seed = 1, interval = 'percentile', confidence = 0.95, ...scoring } = options;
  checkReplicates(interval, replicates, confidence);
  checkFiles(files, id);
  const called = learnerNames(files, names);
  const learners: Learner[] = [];
  try {
    const ofFirst = id === undefined ? undefined : { column: id, ofFirst: await readIds(files[0], id) };
    for (const [i, file] of files.entries()) {
      const learner = await scoreLearner(file, called[i], { ...scoring, confidence });
      learners.push(learner);
      if (i > 0) learners[i] = await align(learners[0], learner, ofFirst);
    }
    const engineOptions: EngineOptions = { ...(options.backend ? { backend: options.backend } : {}), ...(options.memory ? { memory: options.memory } : {}) };
    const { kernels } = await createEngine(engineOptions);
    const all = learners.length * replicates;
    const means: Replicates[] = [];
    // One seed: every learner is judged on the same draws.
    for (const { rows } of learners)
      means.push(
        await bootstrapRows(
          { ...rows, columns: measures.length },
          {
            ...engineOptions,
            ...(options.threads === undefined ? {} : { threads: options.threads }),
            replicates,
            seed,
            onProgress: (done, draws) =>
              options.onProgress?.({ step: 'resampling', bytes: means.length * draws + done, totalBytes: learners.length * draws, rows: all }),
          },
        ),
      );
    const pairs = pairsOf(learners.length).map(([i, j]) => {
      const both: [Learner, Learner] = [learners[i], learners[j]];
      const found = pairDifferences(kernels, both, [means[i], means[j]], { confidence, interval, seed });
      return { first: both[0].name, second: both[1].name, ...found, bet: betBetween(both, confidence) };
    });
    adjust(
      pairs.map(({ differences }) => differences),
      confidence,
    );
    const [{ report, guesses }] = learners;
    return {
      rows: report.rows,
      classes: report.classes,
      prior: report.prior,
      cutoff: report.cutoff,
      confidence,
      alignedBy: id === undefined ? 'row' : `column ${id}`,
      bootstrap: { replicates, seed, interval },
      multiplicity: pairs.length === 1 ? 'one pair, nothing to adjust' : `Holm's adjustment over the ${pairs.length} pairs, measure by measure`,
      learners: learners.map(({ name, file, report }) => ({
        name,
        file,
        measures: report.measures,
        calibration: report.calibration,
        warnings: report.warnings,
      })),
      pairs,
      worse: Object.fromEntries(measures.map(({ id }) => [id, worseBy(called, pairs, id)])),
      guesses,
    };
  } finally {
    for (const learner of learners) learner.close();
  }
}

function checkFiles(files: readonly string[], id: string | undefined): void {
  if (files.length < 2)
    throw new FairbitsError('option', `${files.length === 1 ? 'one file is' : 'no files are'} given: expected the predictions of two learners or more`, {
      found: files.length,
      expected: 'two files or more',
    });
  if (id !== undefined && files.includes('-'))
    throw new FairbitsError('option', 'standard input can be read only once, and --id needs two readings: expected files', { found: '-', expected: 'files' });
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
