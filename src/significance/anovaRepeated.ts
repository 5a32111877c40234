import { FairbitsError } from '../base/errors.js';
import { placesByName } from '../base/places.js';
import { type Reported, reported } from '../base/reported.js';
import { fTail } from '../math/distributions.js';
import { type AdjustedInterval, bonferroniIntervals } from './bonferroniIntervals.js';
import { type Degenerate, settings, short, showP } from './result.js';

/** One measurement: the subject (a model, a data set), the level of each factor, and the value. */
export interface Measurement {
  subject: string;
  levels: readonly [string, string];
  value: number;
}

/** One effect of an analysis of variance: F, its degrees of freedom and p, also as Greenhouse & Geisser (1959) correct them. */
export interface AnovaEffect {
  F: Reported;
  df: [number, number];
  /** With sphericity taken for granted. */
  p: number;
  /** Greenhouse and Geisser's ε: 1 where sphericity holds, down to 1/df₁. */
  epsilon: number | null;
  dfGreenhouseGeisser: [number, number] | null;
  /** p without sphericity: both degrees of freedom times ε. */
  pGreenhouseGeisser: number;
  sumOfSquares: number;
  errorSumOfSquares: number;
  /** Partial η²: the effect's share of its own and its error's sum of squares. */
  partialEtaSquared: number | null;
  degenerate?: Degenerate;
}

/** What `anovaRepeated` finds: the effects by name, and the means with intervals that hold at once. */
export interface AnovaResult {
  name: 'anova-rm';
  /** Subjects. */
  n: number;
  factors: [string, string];
  levels: [string[], string[]];
  /** By factor, and FIRST:SECOND for how they act together. */
  effects: Record<string, AnovaEffect>;
  /** Mean of every combination of levels; all intervals hold at once (Bonferroni). */
  means: AdjustedInterval[];
  confidence: number;
  assumptions: string[];
  notes: string[];
  sentence: string;
}

/**
 * Two-factor repeated-measures analysis of variance: every subject is measured once under every combination of levels, as Hope & Korb 2004, §5.1
 * does with learners and amounts of training data over models. Each effect is tested against its own interaction with the subjects.
 *
 * An effect is a set of orthonormal contrasts of a subject's measurements. With m their mean over n subjects,
 * F = n|m|² / (Σ|c − m|²/(n − 1)), and ε = (tr S)²/(df · tr S²) of their covariance S (Greenhouse & Geisser 1959).
 *
 * @example
 * ```ts
 * import { anovaRepeated } from 'fairbits/significance';
 *
 * const measurements = ['m1', 'm2', 'm3'].flatMap((subject, s) =>
 *   ['a', 'b'].flatMap((learner, l) => ['few', 'many'].map((amount, n) => ({ subject, levels: [learner, amount] as [string, string], value: l + 2 * n + (s * (l + 1)) / 10 }))),
 * );
 * const { effects } = anovaRepeated(measurements, { factors: ['learner', 'amount'] });
 * effects.learner.df; // → [ 1, 2 ]
 * effects.learner.F; // → 363
 * effects.learner.p; // → 0.002743
 * ```
 */
export function anovaRepeated(
  measurements: readonly Measurement[],
  { factors = ['first', 'second'], confidence: wanted }: { factors?: readonly [string, string]; confidence?: number } = {},
): AnovaResult {
  const { confidence } = settings(wanted === undefined ? {} : { confidence: wanted });
  const { cells, levels } = arrange(measurements, factors);
  const [a, b] = levels.map(({ length }) => length);
  const scale = measurements.reduce((largest, { value }) => Math.max(largest, Math.abs(value)), 0);
  const average = (size: number): number[][] => [new Array<number>(size).fill(1 / Math.sqrt(size))];
  const effects: Record<string, AnovaEffect> = {
    [factors[0]]: effect(cells, helmert(a), average(b), scale),
    [factors[1]]: effect(cells, average(a), helmert(b), scale),
    [`${factors[0]}:${factors[1]}`]: effect(cells, helmert(a), helmert(b), scale),
  };
  const columns = Object.fromEntries(levels[0].flatMap((x, i) => levels[1].map((y, j) => [`${x}, ${y}`, cells.map((cell) => cell[i * b + j])])));
  const parts = Object.entries(effects).map(([name, { F, df, pGreenhouseGeisser, epsilon }]) => {
    const f = typeof F === 'number' ? short(F) : '∞';
    return `${name}: F(${df.join(', ')}) = ${f}, ${showP(pGreenhouseGeisser)}${epsilon === null ? '' : ` (ε = ${short(epsilon)})`}`;
  });
  return {
    name: 'anova-rm',
    n: cells.length,
    factors: [factors[0], factors[1]],
    levels,
    effects,
    means: bonferroniIntervals(columns, { confidence }),
    confidence,
    assumptions: [
      'the subjects are independent of one another, and each is measured once under every combination of levels',
      'values are about normal',
      'for p: differences between levels vary alike (sphericity); pGreenhouseGeisser does without',
    ],
    notes: Object.entries(effects).flatMap(([name, { degenerate }]) =>
      degenerate ? [`${name}: ${degenerate === 'no-difference' ? 'no difference at all, so p is 1' : 'the same difference for every subject, so p is 0'}`] : [],
    ),
    sentence: `${parts.join('; ')}.`,
  };
}

/** The measurements of each subject in one order, each combination exactly once. */
function arrange(measurements: readonly Measurement[], factors: readonly [string, string]): { cells: Float64Array[]; levels: [string[], string[]] } {
  const levels: [string[], string[]] = [[...new Set(measurements.map((m) => m.levels[0]))], [...new Set(measurements.map((m) => m.levels[1]))]];
  const [a, b] = levels.map(({ length }) => length);
  const places = levels.map(placesByName);
  const subjects = new Map<string, Float64Array>();
  measurements.forEach(({ subject, levels: [x, y], value }, row) => {
    if (!Number.isFinite(value))
      throw new FairbitsError('value', `measurement ${row} (counted from 0), subject ${subject}, ${x}, ${y}: the value is ${value}: expected a finite number`, {
        row,
        found: value,
        expected: 'a finite number',
      });
    const cells = subjects.get(subject) ?? new Float64Array(a * b).fill(NaN);
    const at = (places[0].get(x) as number) * b + (places[1].get(y) as number);
    if (!Number.isNaN(cells[at]))
      throw new FairbitsError('value', `subject ${subject} is measured twice with ${factors[0]} ${x} and ${factors[1]} ${y}: expected once`, {
        row,
        found: 'two values',
        expected: 'one value for each subject and combination',
      });
    cells[at] = value;
    subjects.set(subject, cells);
  });
  for (const [subject, cells] of subjects) {
    const missing = cells.findIndex(Number.isNaN);
    if (missing >= 0) {
      const where = `${factors[0]} ${levels[0][Math.floor(missing / b)]} and ${factors[1]} ${levels[1][missing % b]}`;
      throw new FairbitsError('value', `subject ${subject} is not measured with ${where}: expected every subject under every combination`, {
        found: 'no value',
        expected: where,
      });
    }
  }
  if (subjects.size < 2 || a < 2 || b < 2)
    throw new FairbitsError(
      'length',
      `a two-factor analysis needs at least 2 subjects and 2 levels of each factor, found ${subjects.size} subjects, ${a} of ${factors[0]} and ${b} of ${factors[1]}`,
      { found: `${subjects.size}, ${a}, ${b}`, expected: '2 or more of each' },
    );
  return { cells: [...subjects.values()], levels };
}

/** Helmert's contrasts: each level with the mean of those before it; orthonormal. */
function helmert(size: number): number[][] {
  return Array.from({ length: size - 1 }, (_, r) =>
    Array.from({ length: size }, (__, j) => (j <= r ? 1 : j === r + 1 ? -(r + 1) : 0) / Math.sqrt((r + 1) * (r + 2))),
  );
}

function effect(subjects: readonly Float64Array[], rows: number[][], columns: number[][], scale: number): AnovaEffect {
  const n = subjects.length;
  const contrasts = rows.flatMap((x) => columns.map((y) => x.flatMap((xi) => y.map((yj) => xi * yj))));
  const df1 = contrasts.length;
  const df: [number, number] = [df1, df1 * (n - 1)];
  const scores = subjects.map((cells) => contrasts.map((weights) => weights.reduce((sum, weight, j) => sum + weight * cells[j], 0)));
  const means = contrasts.map((_, i) => scores.reduce((sum, c) => sum + c[i], 0) / n);
  const sumOfSquares = n * means.reduce((sum, m) => sum + m * m, 0);
  const covariance = contrasts.map((_, i) => contrasts.map((__, j) => scores.reduce((sum, c) => sum + (c[i] - means[i]) * (c[j] - means[j]), 0)));
  const errorSumOfSquares = covariance.reduce((sum, row, i) => sum + row[i], 0);
  const squares = covariance.flat().reduce((sum, x) => sum + x * x, 0);
  // What the rounding of the values alone can make of sums that are 0.
  const rounding = n * subjects[0].length * (2 ** -50 * scale) ** 2;
  const sizes = { sumOfSquares, errorSumOfSquares };
  if (errorSumOfSquares <= rounding) {
    const none = sumOfSquares <= rounding;
    const p = none ? 1 : 0;
    return {
      F: none ? 0 : reported(Infinity),
      df,
      p,
      epsilon: null,
      dfGreenhouseGeisser: null,
      pGreenhouseGeisser: p,
      ...sizes,
      partialEtaSquared: none ? null : 1,
      degenerate: none ? 'no-difference' : 'constant-difference',
    };
  }
  const F = sumOfSquares / (errorSumOfSquares / (n - 1));
  const epsilon = Math.min(1, Math.max(1 / df1, errorSumOfSquares ** 2 / (df1 * squares)));
  const corrected: [number, number] = [epsilon * df[0], epsilon * df[1]];
  return {
    F,
    df,
    p: fTail(F, ...df),
    epsilon,
    dfGreenhouseGeisser: corrected,
    pGreenhouseGeisser: fTail(F, ...corrected),
    ...sizes,
    partialEtaSquared: sumOfSquares / (sumOfSquares + errorSumOfSquares),
  };
}
