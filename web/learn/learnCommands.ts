import { shellQuoted } from '../../src/parts.js';
import { writtenOptions } from './learnChoice.js';
import type { ChosenLearner } from './learnJobs.js';
import type { Learned } from './learnRun.js';

/** What one would type to get the same figures. */
export function learnCommands(file: string, { data, learners, plan, cutoff }: Pick<Learned, 'data' | 'learners' | 'plan' | 'cutoff'>): string[] {
  const line = (...args: string[]): string => ['fairbits', ...args].map(shellQuoted).join(' ');
  const splits = ['--class', data.className, '--plan', plan.plan, ...(plan.seed === 1 ? [] : ['--seed', String(plan.seed)])];
  const held = cutoff === undefined ? [] : ['--cutoff', cutoff];
  const set = (learner: ChosenLearner): string[] => writtenOptions(learner).flatMap((text) => ['--set', text]);
  const outs = fileNames(learners);
  const [a, b] = outs;
  const alike = learners.every((learner) => set(learner).length === 0);
  const test = plan.plan === '5x2cv' ? line('test', '5x2cv-f', 'folds.csv') : line('test', 'corrected-t', 'folds.csv', '--test-train-ratio', '1/9');
  const each = learners.map((learner, i) =>
    line(
      'learn',
      learner.kind,
      file,
      ...splits,
      ...set(learner),
      ...(alike ? [] : held),
      '--describe',
      '--out',
      `${outs[i]}.csv`,
      ...(alike ? [] : ['--folds', `${outs[i]}-folds.csv`]),
    ),
  );
  const together = alike
    ? [line('learn', learners.map(({ kind }) => kind).join(','), file, ...splits, ...held, '--folds', 'folds.csv')]
    : [`cut -d, -f3 ${shellQuoted(`${b}-folds.csv`)} | paste -d, ${shellQuoted(`${a}-folds.csv`)} - > folds.csv`];
  // Rows that are there several times are no test set of their own.
  const compare = plan.plan === '10-fold' ? [line('compare', `${a}.csv`, `${b}.csv`)] : [];
  return alike ? [...together, test, ...each, ...compare] : [...each, ...together, test, ...compare];
}

/** Names of files for the predictions of learners. */
export function fileNames(learners: readonly ChosenLearner[]): string[] {
  return learners.map(({ name }) => name.replace(/[^\w.=-]+/g, '-'));
}
