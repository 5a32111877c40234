import { FairbitsError } from '../base/errors.js';
import { percent } from '../base/figures.js';
import { type Reported, reported } from '../base/reported.js';
import { tQuantile } from '../math/distributions.js';
import { exp } from '../math/exp.js';
import { log2 } from '../math/log.js';
import { EProcess, type Evidence } from './eProcess.js';
import { checkPairs } from './pairs.js';
import { settings, short, showP, type TestOptions, type TestResult } from './result.js';

/** What `bet` can be told: quadratic losses for a test that needs no bound, or a bound on the log ratios that was known beforehand. */
export interface BetOptions extends Omit<TestOptions, 'alternative'> {
  /** Quadratic losses of both, instance by instance: the bounded score that the e-process can always use. */
  quadratic?: readonly [ArrayLike<number>, ArrayLike<number>];
  /** No log ratio is larger than this many bits in size, known before the data are: log2(high/low) of a cutoff. */
  bound?: number;
  alpha?: number;
  /** At most so many points of the wealth curve; 512 by default. */
  points?: number;
}

/** Evidence that the first is better than the second and the other way round; or why there is none. */
export type Sided = { first: Evidence; second: Evidence; bound?: number } | { reason: string };

/** How the bet went: wealth over time, who was ruined where, and the evidence that it gives. */
export interface BetResult extends TestResult {
  /** log2 of the first's wealth over the second's at the end. */
  statistic: Reported;
  /** That per instance: how many times the wealth doubles with each. */
  doublingRate: Reported;
  wealth: {
    /** After which rows (counted from 0), evenly thinned, the last always among them; and log2 of the wealth there. */
    rows: number[];
    bits: Reported[];
    /** Of the whole curve, not only of the points kept. */
    lowest: { row: number; bits: Reported };
    highest: { row: number; bits: Reported };
  };
  /** Instances that each called impossible, and the first of them. */
  ruined: { first: number; firstRow: number | null; second: number; secondRow: number | null };
  evidence: {
    /** That the quoted odds of the other are not the truth: the wealth itself. */
    odds: Sided;
    /** That the expected log score is better on average: needs a bound. */
    log: Sided;
    /** That the expected quadratic loss is lower on average. */
    quadratic: Sided;
  };
}

/** A quadratic loss is at most 1 + s² for estimates that sum to s, and s may be off 1 by 1e-3 (float32). */
const QUADRATIC_BOUND = 1 + 1.001 ** 2;

/**
 * The bet, after the papers' metaphor (Hope & Korb 2002, §2, Hope & Korb 2004, §3: learners as bookmakers and gamblers): on every instance each learner
 * stakes all
 * its wealth on the classes in proportion to its estimates, at the odds the other quotes. The first's wealth relative to the second's
 * is multiplied by p_first(truth)/p_second(truth), so log-wealth is the sum of log2 ratios: the difference of information losses
 * (Kelly 1956; Cover & Thomas, ch. 6). Who calls impossible what happens is ruined: −∞, and the bet is over.
 *
 * Three kinds of evidence, all valid at any stopping time:
 * - odds: the wealth itself is a martingale if the second's estimates are the true conditional probabilities. A high wealth speaks
 *   against *that*, unbounded ratios and all; it does not yet say that the first is better.
 * - quadratic: "the second's expected quadratic loss is no worse on average", by the e-process of eProcess.ts. Always bounded.
 * - log: the same for the log score, only with a bound on the ratios that is stated beforehand, such as a cutoff gives. Without one
 *   no e-process is valid for means of log ratios: a single later ratio may outweigh all that was seen, and no amount of data rules it
 *   out. Clipping the ratios after looking would change the question without saying so.
 *
 * @example
 * ```ts
 * import { bet } from 'fairbits/significance';
 *
 * // Informational losses of two learners on the same four rows, in bits.
 * const { statistic, doublingRate } = bet([0.2, 0.5, 0.1, 0.4], [1, 1, 1, 1]);
 * statistic; // → 2.8
 * doublingRate; // → 0.7
 * ```
 */
export function bet(first: ArrayLike<number>, second: ArrayLike<number>, options: BetOptions = {}): BetResult {
  const { confidence, names } = settings(options);
  const { bound, alpha = 0.05, points = 512, quadratic } = options;
  const n = first.length;
  checkPairs(first, second, 'the bet', 1);
  if (!(Number.isInteger(points) && points >= 2))
    throw new FairbitsError('option', `points is ${points}: expected a whole number, 2 or more`, { found: points, expected: '2 or more' });
  const course = courseOf(first, second, points);
  const { total, ruined, sumOfSquares } = course;
  const rate = total / n;
  const log = bound === undefined ? { reason: NO_BOUND } : logEvidence(first, second, bound, alpha);
  const brier = quadratic === undefined ? { reason: 'the quadratic losses were not given' } : quadraticEvidence(quadratic, n, alpha);
  // Which of the two it is must not depend on what they say: the log score if a bound was stated, even if it then did not hold.
  const chosen: Sided = bound === undefined ? brier : log;
  const sided = 'first' in chosen ? chosen : undefined;
  const p = sided ? Math.min(1, 2 * Math.min(sided.first.p, sided.second.p)) : null;
  const finite = Number.isFinite(total) && n > 1;
  const margin = finite ? tQuantile(1 - confidence, n - 1) * Math.sqrt(Math.max(0, sumOfSquares) / (n - 1) / n) : 0;
  return {
    name: 'bet',
    statistic: reported(total),
    df: null,
    p,
    ...('reason' in chosen ? { reason: bound === undefined ? 'neither a bound of the log ratios nor quadratic losses were given' : chosen.reason } : {}),
    n,
    doublingRate: reported(rate),
    wealth: course.wealth,
    ruined,
    evidence: { odds: oddsEvidence(course, alpha), log, quadratic: brier },
    effect: {
      what: 'doubling rate, bits per instance',
      value: reported(rate),
      interval: finite ? [rate - margin, rate + margin] : null,
      confidence,
      ...(finite ? {} : { reason: n > 1 ? 'an infinite value has no standard error' : 'a standard error needs two rows' }),
    },
    assumptions: [
      'the order of the instances was not chosen after looking, and each estimate was made before its truth was seen',
      'the p and the evidence hold at any stopping time; the interval of the doubling rate only for a number of independent instances fixed beforehand',
      'odds: estimates sum to 1 (held to a cutoff they may sum to slightly more)',
    ],
    notes: ruinNotes(course, names),
    sentence: betSentence(course, n, names, sided, confidence),
  };
}

const NO_BOUND =
  'log ratios have no bound unless one is stated beforehand, such as a cutoff gives (log2 of its high over its low); without it no test of their mean is valid at any time';

interface Course {
  total: number;
  /** About the mean, of the log ratios. */
  sumOfSquares: number;
  wealth: BetResult['wealth'];
  ruined: BetResult['ruined'];
  most: [first: number, second: number];
  /** The row after which a side's wealth first was so high. */
  crossing(side: 0 | 1, bits: number): number | null;
  both: boolean;
}

function courseOf(first: ArrayLike<number>, second: ArrayLike<number>, points: number): Course {
  const n = first.length;
  const every = Math.max(1, Math.ceil(n / points));
  const rows: number[] = [];
  const curve: Reported[] = [];
  const ruined: BetResult['ruined'] = { first: 0, firstRow: null, second: 0, secondRow: null };
  let total = 0;
  let both = false;
  let lowest = Infinity;
  let lowestRow = 0;
  let highest = -Infinity;
  let highestRow = 0;
  let mean = 0;
  let sumOfSquares = 0;
  for (let i = 0; i < n; i++) {
    const a = first[i];
    const b = second[i];
    // NaN and −∞ are no information losses; what is below 0 can only come of an estimate above 1.
    if (!(a >= 0 && b >= 0))
      throw new FairbitsError('value', `the bet: row ${i + 1} has losses of ${a} and ${b} bits: expected information losses, 0 or more`, {
        row: i,
        found: `${a}, ${b}`,
        expected: '0 or more',
      });
    if (a === Infinity) {
      ruined.first++;
      ruined.firstRow ??= i;
    }
    if (b === Infinity) {
      ruined.second++;
      ruined.secondRow ??= i;
    }
    // The first ruin ends the bet: 0 wealth stays 0 whatever the odds. Both at once leave no ratio.
    if (Number.isFinite(total) && !both) {
      if (a === Infinity && b === Infinity) {
        both = true;
        total = NaN;
      } else {
        const ratio = b - a;
        total += ratio;
        const off = ratio - mean;
        mean += off / (i + 1);
        sumOfSquares += off * (ratio - mean);
        if (total < lowest) [lowest, lowestRow] = [total, i];
        if (total > highest) [highest, highestRow] = [total, i];
      }
    }
    if ((i + 1) % every === 0 || i === n - 1) {
      rows.push(i);
      curve.push(reported(total));
    }
  }
  const started = lowest !== Infinity || highest !== -Infinity;
  const crossing = (side: 0 | 1, bits: number): number | null => {
    if ((side === 0 ? highest : -lowest) < bits) return null;
    let wealth = 0;
    for (let i = 0; i < n; i++) {
      wealth += side === 0 ? second[i] - first[i] : first[i] - second[i];
      if (wealth >= bits) return i;
    }
    return null;
  };
  return {
    total,
    sumOfSquares,
    wealth: {
      rows,
      bits: curve,
      lowest: { row: lowestRow, bits: started ? reported(lowest) : null },
      highest: { row: highestRow, bits: started ? reported(highest) : null },
    },
    ruined,
    most: [Math.max(0, highest), Math.max(0, -lowest)],
    crossing,
    both,
  };
}

function oddsEvidence({ total, most, crossing }: Course, alpha: number): Sided {
  const bits = -log2(alpha);
  const one = (side: 0 | 1): Evidence => ({
    bits: reported(side === 0 ? total : -total),
    mostBits: reported(most[side]),
    p: Math.min(1, exp(-most[side] * Math.LN2)),
    crossedAt: crossing(side, bits),
  });
  return { first: one(0), second: one(1) };
}

function logEvidence(first: ArrayLike<number>, second: ArrayLike<number>, bound: number, alpha: number): Sided {
  const process = new EProcess({ bound, alpha });
  for (let i = 0; i < first.length; i++) {
    const ratio = second[i] - first[i];
    if (!(Math.abs(ratio) <= bound))
      return {
        reason: `row ${i + 1} has a log ratio of ${short(ratio)} bits, beyond the bound of ${short(bound)} that was stated; a bound chosen after looking is not valid`,
      };
    process.add(ratio);
  }
  return { ...process.evidence(), bound };
}

function quadraticEvidence([a, b]: NonNullable<BetOptions['quadratic']>, n: number, alpha: number): Sided {
  if (a.length !== n || b.length !== n)
    throw new FairbitsError('length', `the bet: ${a.length} and ${b.length} quadratic losses for ${n} instances: expected as many`, {
      found: `${a.length}, ${b.length}`,
      expected: String(n),
    });
  const process = new EProcess({ bound: QUADRATIC_BOUND, alpha });
  for (let i = 0; i < n; i++) {
    const difference = b[i] - a[i];
    if (!(Math.abs(difference) <= QUADRATIC_BOUND))
      return {
        reason: `row ${i + 1} has quadratic losses of ${short(a[i])} and ${short(b[i])}: estimates that sum to 1 cannot differ by more than 2`,
      };
    process.add(difference);
  }
  return { ...process.evidence(), bound: QUADRATIC_BOUND };
}

function ruinNotes({ ruined, both }: Course, [a, b]: readonly [string, string]): string[] {
  const one = (name: string, count: number, row: number | null): string[] =>
    count === 0 ? [] : [`${name} called impossible what then happened in ${count} row${count === 1 ? '' : 's'}, first in row ${Number(row) + 1}`];
  return [
    ...one(a, ruined.first, ruined.firstRow),
    ...one(b, ruined.second, ruined.secondRow),
    ...(both
      ? ['both were ruined in the same row, so their wealth has no ratio']
      : ruined.first > 0 && ruined.second > 0
        ? ['the first ruin ended the bet; what came later could not change it']
        : []),
  ];
}

function betSentence(
  { total, both }: Course,
  n: number,
  [a, b]: readonly [string, string],
  sided: Extract<Sided, { first: Evidence }> | undefined,
  confidence: number,
): string {
  const verdict = both
    ? `${a} and ${b} were ruined in the same row.`
    : total === -Infinity
      ? `${a} is ruined: it called impossible what then happened.`
      : total === Infinity
        ? `${b} is ruined: it called impossible what then happened.`
        : total === 0
          ? `Of two bettors who divide their money by these estimates, neither is ahead after ${n.toLocaleString('en-US')} instances.`
          : `Of two bettors who divide their money by these estimates, ${total > 0 ? a : b}'s holds 2^${short(Math.abs(total))} times as much as ${total > 0 ? b : a}'s after ${n.toLocaleString('en-US')} instances: ${short(Math.abs(total) / n)} bits per instance.`;
  if (!sided) return verdict;
  const { first, second } = sided;
  const best = first.p <= second.p ? first : second;
  const name = best === first ? a : b;
  const other = best === first ? b : a;
  const limit = 1 - confidence;
  const evidence = `${showP(best.p)} whenever one stops (e-value up to 2^${typeof best.mostBits === 'number' ? short(best.mostBits) : '∞'})`;
  if (best.p <= limit) return `${verdict} That ${name} is better than ${other} is more than chance: ${evidence}.`;
  return `${verdict} That ${name} is better than ${other} may be chance: ${evidence}, not below ${percent(Number(limit.toPrecision(4)))}.`;
}
