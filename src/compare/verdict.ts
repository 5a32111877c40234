import type { MeasureId } from '../core/measures/registry.js';
import type { BetResult } from '../significance/bet.js';
import type { Difference } from './pair.js';

/** The measure whose difference decides which of two learners is better. */
export const DECIDING: MeasureId = 'bayesianReward';

/** Which of two learners is better. One test decides it: that of the difference in fair bits, adjusted for all pairs. */
export interface Verdict {
  /** `chance`: the lead may be chance. `same`: there is none. `untested`: a reward is −∞, which no test can weigh. */
  is: 'better' | 'chance' | 'same' | 'untested';
  /** Who leads; null where nobody does. */
  ahead: string | null;
  /** Where another figure of the pair seems to say something else: why that is. */
  notes: string[];
}

interface Pair {
  first: string;
  second: string;
  differences: Record<string, Difference>;
  bet: BetResult;
}

export function verdictOf({ first, second, differences, bet }: Pair, pairs: number, confidence: number): Verdict {
  const { p, better, significant, interval, difference } = differences[DECIDING];
  const is = p === null ? 'untested' : difference === 0 ? 'same' : significant ? 'better' : 'chance';
  const notes: string[] = [];
  const decided = is === 'better' ? better : null;
  const leavesOut = interval !== null && typeof interval[0] === 'number' && typeof interval[1] === 'number' && (interval[0] > 0 || interval[1] < 0);
  if (is === 'chance' && leavesOut)
    notes.push(
      pairs > 1
        ? `the interval of this pair alone leaves out 0, but of ${pairs} pairs some would do so by chance; p is adjusted for that`
        : 'the interval leaves out 0 by a hair, and p does not agree: both are approximate, and p decides',
    );
  if (is === 'better' && interval !== null && !leavesOut) notes.push('the interval holds 0, and p does not agree: both are approximate, and p decides');
  const { accuracy } = differences;
  if (accuracy.significant && accuracy.better !== decided)
    notes.push(
      `${accuracy.better} is right more often, by more than chance: accuracy counts which class is the most probable, fair bits also how probable it was said to be`,
    );
  const wins = betWinner(bet, [first, second], confidence);
  if (wins !== null && wins !== decided)
    notes.push(`the bet has evidence for ${wins}: it is about ${'reason' in bet.evidence.log ? 'the quadratic loss' : 'the log loss'}, not about fair bits`);
  const others = Object.entries(differences).filter(
    ([id, other]) => id !== DECIDING && id !== 'accuracy' && other.significant && other.better !== decided && is !== 'untested',
  );
  if (others.length > 0)
    notes.push(
      `${others.map(([id, other]) => `${id} prefers ${other.better}`).join(', ')}: these ask something else of the estimates, and do not decide (docs/measures.md says what)`,
    );
  return { is, ahead: better, notes };
}

/** Whom the e-values of the bet speak for at the level of the comparison; null for nobody. */
function betWinner({ evidence }: BetResult, [first, second]: readonly [string, string], confidence: number): string | null {
  const sided = 'reason' in evidence.log ? evidence.quadratic : evidence.log;
  if ('reason' in sided) return null;
  if (Math.min(sided.first.p, sided.second.p) > 1 - confidence) return null;
  return sided.first.p <= sided.second.p ? first : second;
}
