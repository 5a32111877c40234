import { correctedResampledT, fiveByTwoF, fiveByTwoT } from 'fairbits/significance';
import type { StudyReversal } from '../study.js';
import { mean } from './figures.js';

/** Values of each fold, by learner. */
export type FoldValues = ReadonlyMap<string, readonly number[]>;

/** Two learners on one data set by one measure. */
export interface PairResult {
  set: string;
  first: string;
  second: string;
  /** First minus second, the mean over folds. */
  lead: number;
  p: number;
  /** Who is significantly ahead, at the 5 % level. */
  winner?: string;
  loser?: string;
}

/** How two learners are compared: over five times two folds by Dietterich’s t or by Alpaydın’s F, or by the corrected resampled t with this many test rows to a training row. */
export type PairTest = '5x2cv t' | '5x2cv F' | number;

const LEVEL = 0.05;

/** Every two learners on one data set. Folds without a value leave a pair out. */
export function comparePairs(set: string, values: FoldValues, test: PairTest): PairResult[] {
  const names = [...values.keys()];
  return names.flatMap((first, i) =>
    names.slice(i + 1).flatMap((second) => {
      const [a, b] = [values.get(first) as readonly number[], values.get(second) as readonly number[]];
      if (a.length !== b.length || [...a, ...b].some((value) => !Number.isFinite(value))) return [];
      const lead = mean(a) - mean(b);
      const { p, sign } =
        typeof test === 'number' ? { p: correctedResampledT(a, b, { testTrainRatio: test }).p ?? 1, sign: lead } : fiveByTwoPair(a, b, test, lead);
      const result: PairResult = { set, first, second, lead, p };
      if (p < LEVEL && sign !== 0) Object.assign(result, sign > 0 ? { winner: first, loser: second } : { winner: second, loser: first });
      return [result];
    }),
  );
}

/** Dietterich’s t has the first difference alone above the line: its sign is the verdict’s. Alpaydın’s F has all ten. */
function fiveByTwoPair(a: readonly number[], b: readonly number[], test: '5x2cv t' | '5x2cv F', lead: number): { p: number; sign: number } {
  const differences = [0, 2, 4, 6, 8].map((i) => [a[i] - b[i], a[i + 1] - b[i + 1]] as [number, number]);
  const scale = Math.max(...a.map(Math.abs), ...b.map(Math.abs));
  if (test === '5x2cv F') return { p: fiveByTwoF(differences, { scale }).p ?? 1, sign: lead };
  return { p: fiveByTwoT(differences, { scale }).p ?? 1, sign: differences[0][0] };
}

/** Pairs whose order turns round between accuracy and reward, those with significant verdicts first. */
export function reversalsOf(accuracy: readonly PairResult[], reward: readonly PairResult[]): StudyReversal[] {
  const found = accuracy.flatMap((one): StudyReversal[] => {
    const other = reward.find(({ set, first, second }) => set === one.set && first === one.first && second === one.second);
    if (!other) return [];
    const [turned, sign] = turns(one, other);
    if (!turned) return [];
    const [byAccuracy, byReward] = sign > 0 ? [one.first, one.second] : [one.second, one.first];
    return [
      {
        set: one.set,
        byAccuracy,
        byReward,
        accuracy: { lead: Math.abs(one.lead), p: one.p },
        reward: { lead: Math.abs(other.lead), p: other.p },
        significant: one.winner && other.winner ? 'both' : one.winner ? 'accuracy' : other.winner ? 'reward' : 'neither',
      },
    ];
  });
  const order = ['both', 'accuracy', 'reward', 'neither'];
  return found.sort((a, b) => order.indexOf(a.significant) - order.indexOf(b.significant));
}

/** Whether two verdicts, or where one is not significant two orders of means, are opposed, and who is ahead by the first. */
function turns(one: PairResult, other: PairResult): [turned: boolean, sign: number] {
  const sign = ({ winner, first, lead }: PairResult): number => (winner === undefined ? Math.sign(lead) : winner === first ? 1 : -1);
  return [sign(one) * sign(other) < 0, sign(one)];
}

/** How often each is significantly ahead of each other one. */
export function countWins(results: readonly PairResult[], names: readonly string[]): number[][] {
  return names.map((winner) => names.map((loser) => results.filter((result) => result.winner === winner && result.loser === loser).length));
}
