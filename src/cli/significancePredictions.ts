import { betBetween } from '../compare/bets.js';
import { align, type Learner, learnerNames, scoreLearner } from '../compare/learner.js';
import { rightAlone } from '../compare/pair.js';
import { FairbitsError } from '../errors.js';
import type { BetResult } from '../significance/bet.js';
import { type McNemarResult, mcnemar } from '../significance/mcnemar.js';
import type { TestFlags } from './significanceTables.js';

/** Scores two files of one test set in the same order, and does something with both. */
async function onBoth<T>(files: readonly string[], flags: TestFlags, test: string, run: (both: [Learner, Learner]) => T): Promise<T> {
  if (files.length !== 2)
    throw new FairbitsError(
      'option',
      `${files.length} file${files.length === 1 ? ' is' : 's are'} given: expected two files of predictions${test === 'mcnemar' ? ', or --counts B,C' : ''}`,
      {
        found: files.length,
        expected: 'two files',
      },
    );
  const { truth, probs, positive, cutoff } = flags;
  const given = Object.fromEntries(Object.entries({ truth, probs, positive, cutoff }).filter(([, value]) => value !== undefined));
  const names = learnerNames(files);
  const learners: Learner[] = [];
  try {
    for (const [i, file] of files.entries()) learners.push(await scoreLearner(file, names[i], { prior: 'uniform', ...given }));
    await align(learners[0], learners[1], undefined);
    return run([learners[0], learners[1]]);
  } finally {
    for (const learner of learners) learner.close();
  }
}

export function mcnemarOfFiles(files: readonly string[], flags: TestFlags): Promise<McNemarResult> {
  return onBoth(files, flags, 'mcnemar', ([a, b]) =>
    mcnemar(...rightAlone(a, b), {
      instances: a.rows,
      names: [a.name, b.name],
      ...(flags.confidence === undefined ? {} : { confidence: flags.confidence }),
    }),
  );
}

export function betOnFiles(files: readonly string[], flags: TestFlags): Promise<BetResult> {
  return onBoth(files, flags, 'bet', (both) => betBetween(both, flags.confidence ?? 0.95));
}
