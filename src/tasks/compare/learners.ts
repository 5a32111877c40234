import { nodeGround } from '../nodeGround.js';
import type { ScoreOptions } from '../score/options.js';
import { type CommonRows, checkSkipping, commonRows } from './commonRows.js';
import { readIds, readTexts } from './ids.js';
import { alignLearner, type FileLearner, scoreLearner } from './learner.js';

/** Learners on one test set, their rows in the order of the first. Close them when done. */
export interface ScoredLearners {
  learners: FileLearner[];
  /** Where bad rows are skipped: which are left out of all files. */
  common?: CommonRows;
}

interface LearnersOptions {
  names: readonly string[];
  scoring: ScoreOptions;
  /** The column that tells instances apart; without one rows are in the same order. */
  id?: string | undefined;
  /** What only one of the files is scored with. */
  each?: (file: number) => Partial<ScoreOptions>;
}

/** Scores a file for each learner, and brings the rows of all into the order of the first. With `skipBad` a row that is bad in one file is left out of all of them. */
export async function scoreLearners(files: readonly string[], options: LearnersOptions): Promise<ScoredLearners> {
  const learners: FileLearner[] = [];
  try {
    return await (options.scoring.skipBad ? skipping(files, options, learners) : stopping(files, options, learners));
  } catch (error) {
    for (const learner of learners) learner.close();
    throw error;
  }
}

async function stopping(files: readonly string[], { names, scoring, id, each }: LearnersOptions, learners: FileLearner[]): Promise<ScoredLearners> {
  const ofFirst = id === undefined ? [] : await readIds(nodeGround, files[0], id, scoring);
  for (const [i, file] of files.entries()) {
    learners.push(await scoreLearner(file, names[i], { ...scoring, ...each?.(i) }));
    if (i === 0) continue;
    const ids = id === undefined ? undefined : { column: id, ofFirst, ofOther: await readIds(nodeGround, file, id, scoring) };
    learners[i] = await alignLearner(learners[0], learners[i], ids, scoring);
  }
  return { learners };
}

async function skipping(files: readonly string[], { names, scoring, id, each }: LearnersOptions, learners: FileLearner[]): Promise<ScoredLearners> {
  checkSkipping(files);
  const ids: (string | undefined)[][] = [];
  for (const [i, file] of files.entries()) {
    if (id !== undefined) ids.push((await readTexts(nodeGround, file, id, scoring)).map((text) => (text === '' ? undefined : text)));
    learners.push(await scoreLearner(file, names[i], { ...scoring, ...each?.(i) }));
  }
  const common = commonRows(
    learners.map(({ file, parts }, i) => ({ file, parts, ids: ids[i] })),
    id,
    scoring.long !== undefined,
  );
  const left = (i: number): string[] => (ids[i] ?? []).filter((_, row) => common.stays[i][row] === 1) as string[];
  for (const [i, file] of files.entries()) {
    const leaveOut = common.leaveOut[i];
    // What has all the rows that stay, and no others, is as it should be.
    if (leaveOut.length > 0) {
      learners[i].close();
      learners[i] = await scoreLearner(file, names[i], { ...scoring, ...each?.(i) }, leaveOut);
    }
    if (i > 0)
      learners[i] = await alignLearner(learners[0], learners[i], id === undefined ? undefined : { column: id, ofFirst: left(0), ofOther: left(i) }, scoring);
  }
  return { learners: learners.map((learner, i) => ({ ...learner, skipped: common.skippedOf[i] })), common };
}
