import { miscalibration } from './calibration/miscalibration.js';
import { modalEstimate } from './calibration/modalEstimate.js';
import { sortedBySize } from './calibration/sorted.js';
import { type Classes, classNames } from './classes.js';
import { createEngine, type Engine, type EngineOptions } from './engine.js';
import { FairbitsError } from './errors.js';
import { checkArrays, type Estimates, impliedClasses, type Labels } from './input.js';
import { measures } from './measures/registry.js';
import type { Prior } from './priors.js';
import { rankAll } from './ranking/ranking.js';
import { buildReport, type Report } from './report.js';
import { type TreatmentOptions, treat } from './treatment.js';

export interface EvaluateOptions extends TreatmentOptions, EngineOptions {
  /** The number of classes, or their names in the order of the columns. By default as many as the arrays say. */
  classes?: Classes;
  /** `test` by default. */
  prior?: Prior;
  /** Of the intervals; 0.95 by default. */
  confidence?: number;
  /** An engine to use; made if not given. */
  engine?: Engine;
}

/** Every measure of a test set, as plain data that goes into JSON as it is. */
export async function evaluate(estimates: Estimates, labels: Labels, options: EvaluateOptions = {}): Promise<Report> {
  const engine = options.engine ?? (await createEngine(options));
  checkArrays(estimates, labels);
  if (labels.length === 0) throw new FairbitsError('length', 'there are no rows to evaluate', { found: 0, expected: 'at least one row' });
  const names = classNames(options.classes ?? impliedClasses(estimates, labels));
  const tally = engine.tally(names, options).add(estimates, labels);
  const prior = engine.resolve(options.prior, names, labels);
  const estimatesOfModal = new Float64Array(labels.length);
  const scoring = engine.scoring(treat(names, estimates, options), prior.values, [...measures, modalEstimate]);
  try {
    scoring.add(estimates, labels, (measure, values, from) => {
      if (measure === measures.length) estimatesOfModal.set(values, from);
    });
    const summaries = scoring.summaries();
    return buildReport({
      backend: engine.backend,
      tally,
      prior,
      scores: measures.map((measure, i) => ({ measure, summary: summaries[i] })),
      ranking: await rankAll(estimates, labels, names, estimates.length === labels.length, { ...options, backend: engine.backend }, options.confidence ?? 0.95),
      calibration: miscalibration(await sortedBySize([estimatesOfModal], engine.backend)),
      confidence: options.confidence,
    });
  } finally {
    scoring.free();
  }
}
