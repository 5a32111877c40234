import { list } from '../base/classes.js';

/** A share, or null where it is 0 of 0. */
type Share = number | null;

/** Precision, recall, specificity and F1 of one class; null where a figure is 0 of 0. */
export interface ClassFigures {
  class: string;
  rows: number;
  predicted: number;
  correct: number;
  /** Of what was predicted to be of the class, what is. */
  precision: Share;
  /** Of what is of the class, what was predicted to be: also sensitivity, or the true positive rate. */
  recall: Share;
  /** Of what is not of the class, what was not predicted to be. */
  specificity: Share;
  /** Precision and recall together: 2 · correct/(rows + predicted). */
  f1: Share;
  reason?: string;
}

/** What a confusion matrix comes to: figures of each class, their means, Cohen’s kappa and Matthews’ correlation. */
export interface ConfusionFigures {
  rows: number;
  accuracy: Share;
  /** Cohen 1960: the accuracy above that of guessing with the same frequencies, over what it could be above it. */
  kappa: Share;
  /** Matthews 1975, for k classes as Gorodkin 2004 has it. */
  matthews: Share;
  classes: ClassFigures[];
  /** The plain mean over classes; null where one of them has none. */
  macro: { precision: Share; recall: Share; specificity: Share; f1: Share };
  /** Counts summed over classes first. With one prediction a row, all three are the accuracy. */
  micro: { precision: Share; recall: Share; f1: Share };
  /** Why something is null. */
  reasons: string[];
}

const share = (part: number, whole: number): Share => (whole === 0 ? null : part / whole);

/**
 * Precision, recall and the like (Witten & Frank, §5.7), from how many rows of each actual class have each predicted class (columns).
 *
 * @example
 * ```ts
 * import { confusionFigures } from 'fairbits';
 *
 * // Rows are actual classes, columns predicted ones.
 * const { accuracy, kappa, classes } = confusionFigures([[40, 10], [5, 45]], ['no', 'yes']);
 * accuracy; // → 0.85
 * kappa; // → 0.7
 * classes[1].recall; // → 0.9
 * ```
 */
export function confusionFigures(table: readonly (readonly number[])[], classes: readonly string[]): ConfusionFigures {
  const k = classes.length;
  const actual = table.map((row) => row.reduce((a, b) => a + b, 0));
  const predicted = classes.map((_, j) => table.reduce((sum, row) => sum + row[j], 0));
  const rows = actual.reduce((a, b) => a + b, 0);
  const correct = classes.reduce((sum, _, i) => sum + table[i][i], 0);
  const figures = classes.map((name, i): ClassFigures => {
    const hits = table[i][i];
    const missing = [...(actual[i] === 0 ? ['no row has this class'] : []), ...(predicted[i] === 0 ? ['no row is predicted to have it'] : [])];
    return {
      class: name,
      rows: actual[i],
      predicted: predicted[i],
      correct: hits,
      precision: share(hits, predicted[i]),
      recall: share(hits, actual[i]),
      specificity: share(rows - actual[i] - predicted[i] + hits, rows - actual[i]),
      f1: share(2 * hits, actual[i] + predicted[i]),
      ...(missing.length > 0 ? { reason: missing.join(', and ') } : {}),
    };
  });
  const macro = (of: 'precision' | 'recall' | 'specificity' | 'f1'): Share =>
    figures.reduce<Share>((sum, each) => (sum === null || each[of] === null ? null : sum + each[of] / k), 0);
  const agreement = classes.reduce((sum, _, i) => sum + actual[i] * predicted[i], 0);
  const squares = (counts: readonly number[]): number => counts.reduce((sum, n) => sum + n * n, 0);
  const spread = (rows * rows - squares(actual)) * (rows * rows - squares(predicted));
  const kappa = share(rows * correct - agreement, rows * rows - agreement);
  const matthews = spread === 0 ? null : (rows * correct - agreement) / Math.sqrt(spread);
  const reasons: string[] = [];
  const absent = classes.filter((_, i) => actual[i] === 0);
  const never = classes.filter((_, i) => predicted[i] === 0);
  if (absent.length > 0) reasons.push(`no row has the class ${list(absent)}: there is no recall of it`);
  if (never.length > 0) reasons.push(`no row is predicted to have the class ${list(never)}: there is no precision of it`);
  if (kappa === null) reasons.push('all rows have one class and are predicted to: agreement beyond chance has no meaning');
  if (matthews === null) reasons.push('all rows have one class, or are predicted to: they cannot be correlated');
  const all = share(correct, rows);
  return {
    rows,
    accuracy: all,
    kappa,
    matthews,
    classes: figures,
    macro: { precision: macro('precision'), recall: macro('recall'), specificity: macro('specificity'), f1: macro('f1') },
    micro: { precision: all, recall: all, f1: all },
    reasons,
  };
}
