import { delongTest } from '../columns/ranking/pairedDelong.js';
import { normalQuantile } from '../math/normalQuantile.js';
import { degenerateNotes, differenceSentence, type Effect, settings, short, showP, type TestOptions, type TestResult } from '../significance/result.js';

export interface AreasResult extends TestResult {
  /** The class whose estimates rank the rows, above all others. */
  positive: string;
  aucs: [number, number] | null;
  standardError: number | null;
}

/** Estimates of one class by two learners, and which rows are of it. */
interface PairedEstimates {
  positive: string;
  scores: readonly [Float64Array, Float64Array];
  labels: ArrayLike<number>;
}

/** DeLong's test of the areas under two ROC curves from the same rows: z, and the interval that holds every difference it would not reject. */
export function areasBetween({ positive, scores: [a, b], labels }: PairedEstimates, options: Omit<TestOptions, 'alternative'>): AreasResult {
  const { confidence, names } = settings(options);
  const { aucs, difference, standardError, z, p, reason } = delongTest(a, b, labels);
  const degenerate = standardError !== 0 ? undefined : difference === 0 ? ('no-difference' as const) : ('constant-difference' as const);
  const margin = standardError === null ? null : normalQuantile((1 + confidence) / 2) * standardError;
  const effect: Effect = {
    what: `difference of the areas under the ROC curve of "${positive}"`,
    value: difference,
    interval: difference === null || margin === null ? null : [difference - margin, difference + margin],
    confidence,
    ...(margin === null && reason ? { reason } : {}),
  };
  const statistic = degenerate === 'constant-difference' ? ((difference as number) > 0 ? 'Infinity' : '-Infinity') : z;
  return {
    name: 'delong',
    statistic,
    df: null,
    p,
    n: labels.length,
    positive,
    aucs,
    standardError,
    effect,
    ...(reason ? { reason } : {}),
    ...(degenerate ? { degenerate } : {}),
    assumptions: [
      'one test set, on which both were tested; its instances are independent',
      'enough instances of the class, and of the others, for means over them to be normal',
      'the verdict is about how these two classifiers rank, not about the learners that made them',
    ],
    notes: degenerateNotes(degenerate),
    sentence:
      aucs && p !== null
        ? `The AUC of ${names[0]} is ${short(aucs[0])}, that of ${names[1]} ${short(aucs[1])}. ${differenceSentence(effect, names, degenerate, `z = ${short(z ?? 0)}, ${showP(p)}`)}`
        : `The areas of ${names[0]} and ${names[1]} cannot be told apart: ${reason}.`,
  };
}
