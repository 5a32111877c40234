import { FairbitsError } from '../../base/errors.js';
import { quotedList } from '../../base/quoted.js';
import { type Comparison, comparison, DEFAULT_REPLICATES } from '../../compare/comparison.js';
import type { ReplicateMeans } from '../../compare/pair.js';
import { createEngine, type EngineOptions } from '../../core/engine.js';
import { measures } from '../../core/measures/registry.js';
import { checkReplicates, type IntervalKind } from '../../intervals/bootstrapInterval.js';
import { bootstrapRows } from '../resample/onThreads.js';
import type { ScoreOptions } from '../score/scoreFiles.js';
import { type FileLearner, learnerNames } from './learner.js';
import { scoreLearners } from './learners.js';

export type { Comparison } from '../../compare/comparison.js';

/** What `compareFiles` can be told: the options of `scoreFiles`, the column that tells rows apart, and how differences are resampled. */
export interface CompareOptions extends Omit<ScoreOptions, 'bootstrap' | 'rewards' | 'labels' | 'pairing'> {
  /** A column that tells the instances apart; without one rows are taken in order. */
  id?: string;
  names?: readonly string[];
  /** Bootstrap replicates; 2000 by default. */
  replicates?: number;
  seed?: number;
  interval?: IntervalKind;
}

/** Compares files of predictions of the same instances, one file a learner. */
export async function compareFiles(files: readonly string[], options: CompareOptions = {}): Promise<Comparison> {
  return (await compareWithRows(files, options)).comparison;
}

/** The comparison, and which rows of each file it leaves out, for who reads them again. */
export async function compareWithRows(
  files: readonly string[],
  options: CompareOptions,
): Promise<{ comparison: Comparison; leaveOut: FileLearner['leaveOut'][] }> {
  const { id: asked, names, replicates = DEFAULT_REPLICATES, seed = 1, interval = 'percentile', confidence = 0.95, ...scoring } = options;
  checkReplicates(interval, replicates, confidence);
  // Instances of several rows have an id.
  const id = asked ?? (scoring.long === undefined ? undefined : quotedList(scoring.long)[0].trim());
  checkFiles(files, id);
  const called = learnerNames(files, names);
  const { learners, common } = await scoreLearners(files, { names: called, scoring: { ...scoring, confidence }, id });
  try {
    const engineOptions: EngineOptions = { ...(options.backend ? { backend: options.backend } : {}), ...(options.memory ? { memory: options.memory } : {}) };
    const { kernels } = await createEngine(engineOptions);
    const all = learners.length * replicates;
    const means: ReplicateMeans[] = [];
    // One seed: every learner is judged on the same draws.
    for (const { source } of learners)
      means.push(
        await bootstrapRows(
          { ...source, columns: measures.length },
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
    const alignedBy = id === undefined ? 'row' : `column ${id}`;
    return {
      comparison: comparison(kernels, learners, means, { replicates, seed, interval, confidence, alignedBy, skipped: common?.skipped }),
      leaveOut: learners.map(({ leaveOut }) => leaveOut),
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
