import type { Engine } from '../core/engine.js';
import type { Estimates, Labels } from '../core/input.js';
import { measures } from '../core/measures/registry.js';
import { type TreatmentOptions, treat } from '../core/treatment.js';

/**
 * What each measure would be if labels had nothing to do with rows: its mean over every label with every prediction, n²
 * pairs (γ̂ of Efron & Tibshirani 1997). Pairs with the same label are scored at once, so it takes as many passes as classes.
 */
export function noInformation(
  engine: Engine,
  estimates: Estimates,
  labels: Labels,
  prior: Float64Array,
  names: readonly string[],
  options: TreatmentOptions,
): number[] {
  const counts = new Float64Array(names.length);
  for (const label of labels) counts[label]++;
  const means = measures.map(() => 0);
  for (const [label, count] of counts.entries()) {
    if (count === 0) continue;
    const scoring = engine.scoring(treat(names, estimates, options), prior, measures);
    try {
      scoring.add(estimates, new Uint16Array(labels.length).fill(label));
      for (const [i, { mean }] of scoring.summaries().entries()) means[i] += (count / labels.length) * mean;
    } finally {
      scoring.free();
    }
  }
  return means;
}
