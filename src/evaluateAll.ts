import { detailsOf } from './calibration/details.js';
import { type EvaluateOptions, evaluateParts } from './evaluate.js';
import type { Estimates, Labels } from './input.js';
import type { Report } from './report.js';

export interface EvaluateAllOptions extends EvaluateOptions {
  /** Of the reliability tables; 10 by default. */
  bins?: number;
}

/** Evaluates a test set in memory: the report, with reliability tables, calibration errors and decompositions, which the one for plain pages leaves out. */
export async function evaluate(estimates: Estimates, labels: Labels, options: EvaluateAllOptions = {}): Promise<Report> {
  const { bins, confidence, ranking } = options;
  return (await evaluateParts(estimates, labels, options, ranking === false ? undefined : detailsOf({ bins, confidence }))).report;
}
