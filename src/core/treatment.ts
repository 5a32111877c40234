import { classIndex } from '../base/classes.js';
import type { OptionNames } from '../base/options.js';
import { type Cutoff, type CutoffRange, cutoffRange } from './cutoff.js';
import { type Estimates, roundingOf, tolerance } from './input.js';

/** How estimates are treated before they are scored: cutoff, positive class, tolerance, renormalizing. What is changed is counted. */
export interface TreatmentOptions {
  cutoff?: Cutoff;
  /** Two classes: whose probability a single column is. The second, unless said otherwise. */
  positive?: number | string;
  /** How far a row may be from summing to 1; 1e-6, or 1e-3 for float32. */
  tolerance?: number;
  /** Divide rows by their sums; how many changed is counted. */
  renormalize?: boolean;
}

export const TREATMENT_OPTIONS: OptionNames<TreatmentOptions> = { cutoff: true, positive: true, tolerance: true, renormalize: true };

/** How rows are checked and changed before they are scored. */
export interface Treatment {
  names: readonly string[];
  /** The index of the positive class; −1 where there are more than two. */
  positive: number;
  cutoff: CutoffRange;
  tolerance: number;
  /** Estimates outside [0, 1] by no more than this are taken as 0 or 1. */
  rounding: number;
  renormalize: boolean;
}

export function treat(names: readonly string[], estimates: Estimates, options: TreatmentOptions): Treatment {
  const k = names.length;
  return {
    names,
    positive: positiveClass(names, options),
    cutoff: cutoffRange(options.cutoff, k),
    tolerance: tolerance(options.tolerance, estimates, k),
    rounding: roundingOf(options.tolerance, estimates, k),
    renormalize: options.renormalize ?? false,
  };
}

export function positiveClass(names: readonly string[], { positive = 1 }: TreatmentOptions): number {
  return names.length === 2 ? classIndex(names, positive) : -1;
}
