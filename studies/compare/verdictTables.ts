import type { Finding, StudyReversal, StudyTable } from '../study.js';
import { counted, shown, shownP } from './figures.js';
import { countWins, type PairResult } from './pairs.js';
import type { PaperVerdicts } from './paperTable.js';

/** Who is significantly ahead of whom on how many data sets, by accuracy and by reward. */
export function winsTable(
  learners: readonly string[],
  accuracy: readonly PairResult[],
  reward: readonly PairResult[],
  names: { accuracy: string; reward: string },
): StudyTable {
  const [byAccuracy, byReward] = [countWins(accuracy, learners), countWins(reward, learners)];
  const sum = (row: readonly number[]) => row.reduce((total, count) => total + count, 0);
  return {
    part: 'verdicts',
    title: 'Who beats whom: the number of data sets on which the learner of the row is significantly ahead of that of the column',
    about: `First by ${names.accuracy}, then by ${names.reward}; both at the 5 % level.`,
    columns: ['ahead', ...learners.map((name) => `of ${name}`), 'in all'],
    rows: learners.map((name, i) => [
      name,
      ...learners.map((_, j) => (i === j ? '' : `${byAccuracy[i][j]} → ${byReward[i][j]}`)),
      `${sum(byAccuracy[i])} → ${sum(byReward[i])}`,
    ]),
  };
}

/** A paper’s table of verdicts beside ours: in each cell who is beaten by the learner of the column. */
export function verdictTable(
  title: string,
  sets: readonly string[],
  learners: readonly string[],
  paper: PaperVerdicts,
  ours: readonly PairResult[],
): StudyTable {
  return {
    title,
    about: 'Cells name the learners that are significantly behind that of the column.',
    groups: learners.map((name) => ({ name, columns: 2 })),
    columns: ['data', ...learners.flatMap(() => ['paper', 'ours'])],
    rows: sets.map((set) => [
      set,
      ...learners.flatMap((learner) => [
        (paper.get(set) ?? [])
          .filter(([winner]) => winner === learner)
          .map(([, loser]) => loser)
          .join(' '),
        ours
          .filter((result) => result.set === set && result.winner === learner)
          .map(({ loser }) => loser)
          .join(' '),
      ]),
    ]),
  };
}

export interface VerdictAgreement {
  paper: number;
  ours: number;
  /** Significant in both, and the same way. */
  same: number;
  /** Not significant here, the means the same way or the other way. */
  sameOrder: number;
  otherOrder: number;
  /** Significant in both, and opposed. */
  opposed: number;
}

/** How a paper’s verdicts fare here, on the data sets and learners that are there. */
export function verdictAgreement(sets: readonly string[], paper: PaperVerdicts, ours: readonly PairResult[]): VerdictAgreement {
  const result: VerdictAgreement = {
    paper: 0,
    ours: ours.filter(({ winner }) => winner !== undefined).length,
    same: 0,
    sameOrder: 0,
    otherOrder: 0,
    opposed: 0,
  };
  for (const set of sets)
    for (const [winner, loser] of paper.get(set) ?? []) {
      const found = ours.find((one) => one.set === set && [one.first, one.second].includes(winner) && [one.first, one.second].includes(loser));
      if (!found) continue;
      result.paper++;
      if (found.winner === winner) result.same++;
      else if (found.winner === loser) result.opposed++;
      else if ((found.first === winner ? found.lead : -found.lead) > 0) result.sameOrder++;
      else result.otherOrder++;
    }
  return result;
}

export function verdictAgreementTable(rows: readonly (readonly [name: string, found: VerdictAgreement])[]): StudyTable {
  return {
    part: 'verdicts',
    title: 'What became of the paper’s verdicts',
    about:
      'The paper’s significant differences between two learners on a data set, where both were run here: significant here in the same way, not significant with means in the same or the other order, significant the other way. By the paper’s own t test, whose numerator is the difference in the first of ten folds alone, and by Alpaydın’s F (1999), which has all ten.',
    columns: ['measure', 'paper', 'same', 'same order', 'other order', 'opposed', 'ours in all'],
    rows: rows.map(([name, { paper, same, sameOrder, otherOrder, opposed, ours }]) => [name, paper, same, sameOrder, otherOrder, opposed, ours]),
  };
}

/** Verdicts that turn round, one to a row. */
export function reversalTable(reversals: readonly StudyReversal[], names: { accuracy: string; reward: string }): StudyTable {
  return {
    part: 'verdicts',
    title: 'Verdicts that turn round',
    about: `Where a learner is significantly ahead by ${names.accuracy} or by ${names.reward}, and behind by the other. Both: behind significantly as well.`,
    columns: ['data', `ahead by ${names.accuracy}`, 'by', 'p', `ahead by ${names.reward}`, 'by', 'p', 'significant'],
    rows: reversals
      .filter(({ significant }) => significant !== 'neither')
      .map(({ set, byAccuracy, byReward, accuracy, reward, significant }) => [
        set,
        byAccuracy,
        accuracy.lead,
        accuracy.p,
        byReward,
        reward.lead,
        reward.p,
        significant === 'both' ? 'both' : significant === 'accuracy' ? names.accuracy : names.reward,
      ]),
    digits: 3,
  };
}

/** How often verdicts turn round, in a sentence. */
export function reversalWords(reversals: readonly StudyReversal[], pairs: number, names: { accuracy: string; reward: string }): string {
  const count = (kind: StudyReversal['significant']) => reversals.filter(({ significant }) => significant === kind).length;
  return `Of ${pairs} pairs of learners on a data set, ${reversals.length} change places between ${names.accuracy} and ${names.reward}: ${count('both')} with both verdicts significant, ${count('accuracy')} with that by ${names.accuracy} alone, ${count('reward')} with that by ${names.reward} alone.`;
}

/** Whether learners are significantly ahead of others on a data set, pair by pair. */
export function aheadFinding(
  whose: Finding['whose'],
  sentence: string,
  results: readonly PairResult[],
  set: string,
  pairs: readonly (readonly [winner: string, loser: string])[],
): Finding {
  const found = pairs.flatMap(([winner, loser]) => {
    const one = results.find((each) => each.set === set && [each.first, each.second].includes(winner) && [each.first, each.second].includes(loser));
    return one ? [{ winner, loser, one, lead: one.first === winner ? one.lead : -one.lead }] : [];
  });
  if (found.length < pairs.length) return { whose, sentence, holds: null, because: `${set} was not run, or not with all of these learners` };
  return {
    whose,
    sentence,
    holds: found.every(({ one, winner }) => one.winner === winner),
    because: found
      .map(({ winner, loser, one, lead }) => `${winner} ${lead < 0 ? 'is behind' : 'leads'} ${loser} by ${shown(Math.abs(lead))} (${shownP(one.p)})`)
      .join('; '),
  };
}

/** What became of a paper’s verdicts, in words. */
export const verdictCount = ({ same, paper, opposed }: VerdictAgreement): string =>
  `${same} of the paper’s ${counted(paper, 'verdict')} are significant here, too, and ${opposed === 0 ? 'none' : opposed} the other way`;
