import { FairbitsError } from '../base/errors.js';
import { CompensatedSum } from '../math/compensatedSum.js';

/** What `regression` can be told: the mean of the training set, which is then the baseline. */
export interface RegressionOptions {
  /** What the relative errors are relative to predicting: the mean of the training set. By default that of the actual values. */
  trainingMean?: number;
}

/** Measures of numeric prediction (Witten & Frank, §5.8); null where one has no value, and why under `reasons`. */
export interface RegressionReport {
  rows: number;
  /** What the relative errors compare with: always predicting this. */
  baseline: { mean: number; source: 'actual' | 'training' };
  meanSquaredError: number;
  rootMeanSquaredError: number;
  meanAbsoluteError: number;
  relativeSquaredError: number | null;
  rootRelativeSquaredError: number | null;
  relativeAbsoluteError: number | null;
  correlation: number | null;
  reasons: Partial<Record<RegressionMeasure, string>>;
}

/** A measure of numeric predictions, by its name in `RegressionReport`. */
export type RegressionMeasure = (typeof regressionMeasures)[number];

export const regressionMeasures = [
  'meanSquaredError',
  'rootMeanSquaredError',
  'meanAbsoluteError',
  'relativeSquaredError',
  'rootRelativeSquaredError',
  'relativeAbsoluteError',
  'correlation',
] as const;

/** Of some rows: means of what the measures are functions of. Deviations are from the means of all rows, and the baseline. */
interface RegressionMeans {
  /** (p − a)² and |p − a|. */
  squared: number;
  absolute: number;
  /** (a − baseline)² and |a − baseline|. */
  baseSquared: number;
  baseAbsolute: number;
  /** a and p, less their means over all rows, and their squares and product. */
  a: number;
  p: number;
  aa: number;
  pp: number;
  ap: number;
}

/** What a row adds to each of those, in their order: from p − a, a − baseline, and a and p less their means. */
function regressionTerms(off: number, base: number, a: number, p: number): number[] {
  return [off * off, Math.abs(off), base * base, Math.abs(base), a, p, a * a, p * p, a * p];
}

/** The seven measures, from means. NaN where a measure has no value. */
function regressionOf({ squared, absolute, baseSquared, baseAbsolute, a, p, aa, pp, ap }: RegressionMeans): Record<RegressionMeasure, number> {
  const relativeSquaredError = baseSquared > 0 ? squared / baseSquared : NaN;
  const [varianceA, varianceP] = [aa - a * a, pp - p * p];
  const correlation = varianceA > 0 && varianceP > 0 ? (ap - a * p) / (Math.sqrt(varianceA) * Math.sqrt(varianceP)) : NaN;
  return {
    meanSquaredError: squared,
    rootMeanSquaredError: Math.sqrt(squared),
    meanAbsoluteError: absolute,
    relativeSquaredError,
    rootRelativeSquaredError: Math.sqrt(relativeSquaredError),
    relativeAbsoluteError: baseAbsolute > 0 ? absolute / baseAbsolute : NaN,
    // Rounding may carry it an ulp too far.
    correlation: Math.max(-1, Math.min(1, correlation)),
  };
}

/** Sums are taken of numbers so much smaller that 2^32 of the largest do not overflow. */
const SHRINK = 2 ** -32;

/** A column's mean and extent, from rows in any chunks. */
class Extent {
  private readonly sum = new CompensatedSum();
  /** The mean is kept as what it is above the first value: it has digits to spare then, and of equal values it is exactly 0. */
  origin = 0;
  low = Infinity;
  high = -Infinity;
  rows = 0;

  add(values: Float64Array): void {
    if (this.rows === 0 && values.length > 0) this.origin = values[0];
    const origin = this.origin * SHRINK;
    for (const x of values) {
      this.sum.add(x * SHRINK - origin);
      if (x < this.low) this.low = x;
      if (x > this.high) this.high = x;
    }
    this.rows += values.length;
  }

  get constant(): boolean {
    return this.low === this.high;
  }

  /** What the mean is above the first value, scaled. */
  above(scale: number): number {
    return ((this.sum.value / this.rows) * scale) / SHRINK;
  }

  get mean(): number {
    return (this.origin * SHRINK + this.sum.value / this.rows) / SHRINK;
  }
}

/**
 * Numeric prediction in two passes over the rows, each in chunks of any size: deviations are taken from the means
 * themselves, so nothing cancels, and memory does not grow. The bits depend on the order of rows alone.
 *
 * @example
 * ```ts
 * import { RegressionTally } from 'fairbits';
 *
 * const chunks = [[Float64Array.of(1, 2), Float64Array.of(1, 3)], [Float64Array.of(4), Float64Array.of(4)]] as const;
 * const tally = new RegressionTally();
 * for (const [actual, predicted] of chunks) tally.look(actual, predicted);
 * for (const [actual, predicted] of chunks) tally.add(actual, predicted);
 * tally.report().meanAbsoluteError; // → 0.3333
 * ```
 */
export class RegressionTally {
  private readonly actual = new Extent();
  private readonly predicted = new Extent();
  private sums: CompensatedSum[] | undefined;
  private scale = 1;
  private taken = 0;

  constructor(private readonly options: RegressionOptions = {}) {
    const { trainingMean } = options;
    if (trainingMean !== undefined && !Number.isFinite(trainingMean))
      throw new FairbitsError('option', `the training mean is ${trainingMean}: expected a finite number`, {
        found: trainingMean,
        expected: 'a finite number',
      });
  }

  /** The first pass. */
  look(actual: Float64Array, predicted: Float64Array): this {
    checkNumbers(actual, predicted, this.actual.rows);
    this.actual.add(actual);
    this.predicted.add(predicted);
    return this;
  }

  /** The second pass, over the same rows. `take` is given the terms of the rows as nine columns, for resampling. */
  add(actual: Float64Array, predicted: Float64Array, take?: (terms: Float64Array[]) => void): this {
    this.sums ??= this.begin();
    const columns = take ? this.sums.map(() => new Float64Array(actual.length)) : [];
    const { sums, scale } = this;
    const { trainingMean } = this.options;
    const [fromA, fromP] = [this.actual.origin * scale, this.predicted.origin * scale];
    const [aboveA, aboveP] = [this.actual.above(scale), this.predicted.above(scale)];
    const baseline = (trainingMean ?? 0) * scale;
    for (let r = 0; r < actual.length; r++) {
      const a = actual[r] * scale;
      const p = predicted[r] * scale;
      const da = a - fromA - aboveA;
      const terms = regressionTerms(p - a, trainingMean === undefined ? da : a - baseline, da, p - fromP - aboveP);
      for (let i = 0; i < terms.length; i++) sums[i].add(terms[i]);
      for (let i = 0; i < columns.length; i++) columns[i][r] = terms[i];
    }
    this.taken += actual.length;
    take?.(columns);
    return this;
  }

  /** Numbers are scaled by a power of two, which is exact, so that no square overflows or vanishes. */
  private begin(): CompensatedSum[] {
    const { actual, predicted, options } = this;
    const size = Math.max(...[actual, predicted].flatMap(({ low, high }) => [Math.abs(low), Math.abs(high)]), Math.abs(options.trainingMean ?? 0));
    const power = size > 0 ? Math.max(-1000, Math.min(1000, -Math.floor(Math.log2(size)))) : 0;
    this.scale = 2 ** power;
    return Array.from({ length: 9 }, () => new CompensatedSum());
  }

  /** The measures of rows whose terms have these means: of all rows, or of a resample of them. NaN where one has no value. */
  measuresOf([squared, absolute, baseSquared, baseAbsolute, a, p, aa, pp, ap]: readonly number[]): Record<RegressionMeasure, number> {
    const { scale } = this;
    const found = regressionOf({ squared, absolute, baseSquared, baseAbsolute, a, p, aa, pp, ap });
    return {
      ...found,
      meanSquaredError: found.meanSquaredError / scale / scale,
      rootMeanSquaredError: found.rootMeanSquaredError / scale,
      meanAbsoluteError: found.meanAbsoluteError / scale,
    };
  }

  report(): RegressionReport {
    const { actual, predicted, taken, options } = this;
    if (actual.rows === 0) throw new FairbitsError('length', 'there are no rows', { found: 0, expected: 'at least one row' });
    if (taken !== actual.rows || this.sums === undefined)
      throw new FairbitsError('length', `${actual.rows} rows in the first pass and ${taken} in the second: expected the same rows`, {
        found: taken,
        expected: `${actual.rows} rows`,
      });
    const found = this.measuresOf(this.sums.map(({ value }) => value / taken));
    const source = options.trainingMean === undefined ? 'actual' : 'training';
    const reasons: RegressionReport['reasons'] = {};
    const valued = (id: RegressionMeasure, reason: string): number | null => {
      if (!Number.isNaN(found[id])) return found[id];
      reasons[id] = reason;
      return null;
    };
    const nothing = `always predicting the mean of the ${source === 'actual' ? 'actual values' : 'training set'} is never wrong: the actual values are all the same`;
    const which = [actual.constant ? 'actual' : '', predicted.constant ? 'predicted' : ''].filter(Boolean).join(' and the ');
    return {
      rows: taken,
      baseline: { mean: options.trainingMean ?? actual.mean, source },
      meanSquaredError: found.meanSquaredError,
      rootMeanSquaredError: found.rootMeanSquaredError,
      meanAbsoluteError: found.meanAbsoluteError,
      relativeSquaredError: valued('relativeSquaredError', nothing),
      rootRelativeSquaredError: valued('rootRelativeSquaredError', nothing),
      relativeAbsoluteError: valued('relativeAbsoluteError', nothing),
      correlation: valued('correlation', `the ${which || 'actual or predicted'} values are all the same: they correlate with nothing`),
      reasons,
    };
  }
}

/**
 * Every measure of numeric predictions, of arrays.
 *
 * @example
 * ```ts
 * import { regression } from 'fairbits';
 *
 * const { rootMeanSquaredError, correlation } = regression(Float64Array.of(1, 2, 4), Float64Array.of(1, 3, 4));
 * rootMeanSquaredError; // → 0.5774
 * correlation; // → 0.9286
 * ```
 */
export function regression(actual: Float64Array, predicted: Float64Array, options: RegressionOptions = {}): RegressionReport {
  return new RegressionTally(options).look(actual, predicted).add(actual, predicted).report();
}

function checkNumbers(actual: Float64Array, predicted: Float64Array, before: number): void {
  if (!(actual instanceof Float64Array && predicted instanceof Float64Array))
    throw new FairbitsError('type', 'actual and predicted values must be Float64Arrays', { expected: 'two Float64Arrays' });
  if (actual.length !== predicted.length)
    throw new FairbitsError('length', `${actual.length} actual and ${predicted.length} predicted values: expected one of each to a row`, {
      found: predicted.length,
      expected: `${actual.length} predicted values`,
    });
  for (const [name, values] of Object.entries({ actual, predicted })) {
    for (let r = 0; r < values.length; r++)
      if (!Number.isFinite(values[r]))
        throw new FairbitsError('value', `row ${before + r}: the ${name} value is ${values[r]}: expected a finite number`, {
          row: before + r,
          found: values[r],
          expected: 'a finite number',
        });
  }
}
