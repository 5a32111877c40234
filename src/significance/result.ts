import { FairbitsError } from '../base/errors.js';
import { percent } from '../base/figures.js';
import { type Reported, reported } from '../base/reported.js';
import { tQuantile, tTail } from '../math/distributions.js';

/** What a test returns: plain data that goes into JSON as it is. */
export interface TestResult {
  name: string;
  statistic: Reported;
  df: number | [number, number] | null;
  /** null only beside a `reason`. */
  p: number | null;
  reason?: string;
  /** Pairs, folds, subjects or data sets. */
  n: number;
  effect: Effect;
  /** Set where the data leave nothing to test: p is then 1 (no difference) or 0 (a difference that never varies). */
  degenerate?: Degenerate;
  /** What must hold for p to mean what it says. */
  assumptions: string[];
  /** What was done with ties, zeros and the like, with counts. */
  notes: string[];
  sentence: string;
}

/** Why there is nothing to test: no difference at all, or one that never varies. */
export type Degenerate = 'no-difference' | 'constant-difference';

/** How large, not only how sure. */
export interface Effect {
  what: string;
  value: Reported;
  interval: [Reported, Reported] | null;
  confidence: number;
  /** Why there is no interval, where there is none. */
  reason?: string;
}

/** `greater`: the first is better than the second. To be chosen before looking at the data. */
export type Alternative = 'two-sided' | 'greater' | 'less';

/** What every test can be told: confidence of its interval, the learners’ names, and whether it is one-sided. */
export interface TestOptions {
  /** Of the effect's interval; 0.95 by default. */
  confidence?: number;
  /** What the two are called in the sentence. */
  names?: readonly [string, string];
  alternative?: Alternative;
}

export function settings({ confidence = 0.95, names = ['A', 'B'], alternative = 'two-sided' }: TestOptions): Required<TestOptions> {
  if (!(confidence > 0 && confidence < 1))
    throw new FairbitsError('option', `the confidence is ${confidence}: expected a number between 0 and 1, such as 0.95`, {
      found: confidence,
      expected: 'between 0 and 1',
    });
  if (!['two-sided', 'greater', 'less'].includes(alternative))
    throw new FairbitsError('option', `the alternative is ${alternative}: expected two-sided, greater or less`, {
      found: alternative,
      expected: 'two-sided, greater or less',
    });
  return { confidence, names, alternative };
}

interface TParts {
  name: string;
  n: number;
  /** What is divided by the standard error. */
  estimate: number;
  standardError: number;
  df: number;
  what: string;
  degenerate: Degenerate | undefined;
  assumptions: string[];
  notes?: string[];
}

/** A test by Student's t: the statistic, its p, and the interval that holds every difference the test would not reject. */
export function tResult({ name, n, estimate, standardError, df, what, degenerate, assumptions, notes = [] }: TParts, options: TestOptions): TestResult {
  const { confidence, names, alternative } = settings(options);
  const t = degenerate === 'no-difference' ? 0 : degenerate ? Math.sign(estimate) * Infinity : estimate / standardError;
  const p =
    degenerate === 'no-difference' ? 1 : alternative === 'two-sided' ? Math.min(1, 2 * tTail(Math.abs(t), df)) : tTail(alternative === 'greater' ? t : -t, df);
  const margin = degenerate ? 0 : tQuantile(1 - confidence, df) * standardError;
  const effect: Effect = { what, value: estimate, interval: [estimate - margin, estimate + margin], confidence };
  return {
    name,
    statistic: reported(t),
    df,
    p,
    n,
    effect,
    ...(degenerate ? { degenerate } : {}),
    assumptions,
    notes: [...notes, ...degenerateNotes(degenerate)],
    sentence: differenceSentence(effect, names, degenerate, `t = ${short(t)} with ${df} degree${df === 1 ? '' : 's'} of freedom, ${showP(p, alternative)}`),
  };
}

export function degenerateNotes(degenerate: Degenerate | undefined): string[] {
  if (degenerate === 'no-difference') return ['every difference is 0 (or within the rounding of the numbers), so p is 1'];
  if (degenerate) return ['what should vary does not (beyond the rounding of the numbers), so p is 0 and the interval a point'];
  return [];
}

/** "A is ahead of B by …" */
export function differenceSentence(
  { what, value, interval, confidence }: Effect,
  [a, b]: readonly [string, string],
  degenerate: Degenerate | undefined,
  test: string,
): string {
  if (degenerate === 'no-difference') return `${a} and ${b} do not differ anywhere.`;
  const size = typeof value === 'number' ? value : value === 'Infinity' ? Infinity : -Infinity;
  const verdict = size === 0 ? `${a} and ${b} are level` : `${a} is ${size > 0 ? 'above' : 'below'} ${b} by ${short(Math.abs(size))}`;
  const range = interval && !degenerate ? `, ${percent(confidence)} interval ${shownReported(interval[0])} to ${shownReported(interval[1])}` : '';
  return `${verdict} (${what}${range}); ${degenerate ? 'the difference never varies, p = 0' : test}.`;
}

/** A number in a sentence: four significant digits. */
export function short(value: number): string {
  if (Math.abs(value) === Infinity) return value > 0 ? '∞' : '−∞';
  const rounded = Number(value.toPrecision(4));
  const text = rounded !== 0 && Math.abs(rounded) < 1e-4 ? rounded.toExponential() : String(rounded);
  return text.replace('-', '−').replace('e-', 'e−');
}

const shownReported = (value: Reported): string => (typeof value === 'number' ? short(value) : value === 'Infinity' ? '∞' : value === '-Infinity' ? '−∞' : '–');

export function showP(p: number, alternative: Alternative = 'two-sided'): string {
  return `p = ${short(Number(p.toPrecision(3)))}${alternative === 'two-sided' ? '' : ` (one-sided: ${alternative})`}`;
}
