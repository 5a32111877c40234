import { list } from '../base/classes.js';
import { FairbitsError } from '../base/errors.js';
import { settled } from './rounded.js';

/** Estimates row by row, k to a row; or, for two classes, one column of P(positive). */
export type Estimates = Float64Array | Float32Array;

/** The true classes, as indices. */
export type Labels = Uint8Array | Uint16Array | Uint32Array;

export const TOLERANCE_64 = 1e-6;
export const TOLERANCE_32 = 1e-3;

/** How far a row of k estimates may be from summing to 1: as asked, or by the precision of the array. */
export function tolerance(wanted: number | undefined, estimates: Estimates, k: number): number {
  const given = wanted ?? (estimates instanceof Float32Array ? TOLERANCE_32 : TOLERANCE_64);
  if (!(given >= 0)) throw new FairbitsError('option', `the tolerance is ${given}: expected 0 or more`, { found: given, expected: '0 or more' });
  // Sums are rounded: k additions are off by k ulps at most, and no row should fail for that.
  return given + k * Number.EPSILON;
}

/** How far outside [0, 1] rounding may have put an estimate: as far as a row may be from summing to 1, or, where any sum will do, as by default. */
export function roundingOf(wanted: number | undefined, estimates: Estimates, k: number): number {
  return tolerance(wanted === Infinity ? undefined : wanted, estimates, k);
}

/** The tolerance as it was asked for: what was added for rounding is nothing to read. */
export const withinOne = (tolerance: number): string => `1 within ${Number(tolerance.toPrecision(6))}`;

export interface Shape {
  rows: number;
  /** One column of P(positive) rather than k to a row. */
  column: boolean;
}

/** Arrays of the right kinds, whose memory is still there. */
export function checkArrays(estimates: Estimates, labels: Labels): void {
  if (!(estimates instanceof Float64Array || estimates instanceof Float32Array)) {
    throw new FairbitsError('type', `estimates must be a Float64Array or Float32Array, or an array of numbers or of rows; found ${describeValue(estimates)}`, {
      found: describeValue(estimates),
      expected: 'Float64Array or Float32Array',
    });
  }
  if (!(labels instanceof Uint8Array || labels instanceof Uint16Array || labels instanceof Uint32Array)) {
    throw new FairbitsError(
      'type',
      `labels must be a Uint8Array, Uint16Array or Uint32Array of class indices, or an array of indices or names; found ${describeValue(labels)}`,
      {
        found: describeValue(labels),
        expected: 'Uint8Array, Uint16Array or Uint32Array',
      },
    );
  }
  for (const [name, view] of [
    ['estimates', estimates],
    ['labels', labels],
  ] as const) {
    // A detached view has length 0; so has an empty one, whose buffer is still of use.
    if (view.length === 0 && isDetached(view.buffer))
      throw new FairbitsError('detached', `the buffer of the ${name} is detached (it was transferred to a worker, or its memory has grown)`, {
        found: 'a detached buffer',
        expected: 'a buffer in use',
      });
  }
}

/** How the arrays fit together. */
export function shape(estimates: Estimates, labels: Labels, k: number): Shape {
  checkArrays(estimates, labels);
  const rows = labels.length;
  if (estimates.length === rows * k) return { rows, column: false };
  if (k === 2 && estimates.length === rows) return { rows, column: true };
  const expected = k === 2 ? `${rows * 2} estimates (two to a row) or ${rows} (P of the positive class)` : `${rows * k} estimates (${k} to a row)`;
  throw new FairbitsError('length', `${estimates.length} estimates do not fit ${rows} labels and ${k} classes: expected ${expected}`, {
    found: estimates.length,
    expected,
  });
}

/** As many classes as the lengths say: two from one column, else the estimates to a row. */
export function impliedClasses(estimates: Estimates, labels: Labels): number {
  checkArrays(estimates, labels);
  const k = labels.length > 0 ? estimates.length / labels.length : NaN;
  if (k === 1) return 2;
  if (Number.isInteger(k)) return k;
  throw new FairbitsError(
    'length',
    `${estimates.length} estimates and ${labels.length} labels do not say how many classes there are; give the option classes`,
    { found: estimates.length, expected: 'the same number of estimates for each label' },
  );
}

/** Labels as the kernels take them, from a place on: what does not fit into 16 bits becomes 65,535, which is no class. */
export function copyLabels(labels: Labels, out: Uint16Array, at = 0): void {
  if (!(labels instanceof Uint32Array)) out.set(labels, at);
  else for (let r = 0; r < labels.length; r++) out[at + r] = Math.min(labels[r], 0xffff);
}

/** Rows of each class; labels that are no class are none. */
export function rowsOfClasses(labels: Labels, k: number): Int32Array {
  const rows = new Int32Array(k);
  for (let r = 0; r < labels.length; r++) rows[labels[r]]++;
  return rows;
}

function isDetached(buffer: ArrayBufferLike): boolean {
  if (buffer.byteLength > 0) return false;
  try {
    new Uint8Array(buffer);
    return false;
  } catch {
    return true;
  }
}

function describeValue(value: unknown): string {
  return value === null || typeof value !== 'object' ? String(value) : (value.constructor?.name ?? 'an object');
}

/**
 * The error for a row that the kernels would not take, found by looking again. Estimates outside [0, 1] by no more than `rounding` are not what is
 * wrong with it; where they were divided by their sum, that is `divisor`.
 */
export function badRow(
  estimates: ArrayLike<number>,
  from: number,
  label: number,
  row: number,
  k: number,
  column: boolean,
  tolerance: number,
  names: readonly string[],
  rounding: number,
  divisor = 1,
): FairbitsError {
  let sum = 0;
  for (let i = 0; i < (column ? 1 : k); i++) {
    const found = estimates[from + i];
    const where = column ? { row } : { row, class: names[i] };
    const what = column ? `row ${row}: P(positive)` : `row ${row}: the estimate of class "${names[i]}"`;
    const expected = 'a number from 0 to 1';
    if (!Number.isFinite(found)) return new FairbitsError('estimate-not-finite', `${what} is ${found}; expected ${expected}`, { ...where, found, expected });
    const x = settled(found / divisor, rounding);
    if (x < 0) return new FairbitsError('estimate-negative', `${what} is ${found}; expected ${expected}`, { ...where, found, expected });
    if (x > 1)
      return new FairbitsError('estimate-above-one', `${what} is ${found}; expected ${expected}. Percentages must be divided by 100.`, {
        ...where,
        found,
        expected,
      });
    sum += x;
  }
  if (!column && !(Math.abs(sum - 1) <= tolerance)) {
    return new FairbitsError(
      'estimates-sum',
      `row ${row}: the estimates sum to ${sum}; expected ${withinOne(tolerance)}. Set a larger tolerance, or have rows divided by their sums, and counted.`,
      { row, found: sum, expected: withinOne(tolerance) },
    );
  }
  return new FairbitsError('label-out-of-range', `row ${row}: the label is ${label}; expected a class from 0 to ${k - 1} (${list(names)})`, {
    row,
    found: label,
    expected: `0 to ${k - 1}`,
  });
}
