import { csvCell, csvColumn } from '../base/csvCell.js';

/** What a learner said of the test rows of one split. */
export interface PredictedFold {
  repetition: number;
  fold: number;
  /** Rows of the data. */
  rows: Uint32Array;
  /** n × k. */
  estimates: Float64Array;
  /** n × k zeros and ones, of learners that claim classes. */
  claims?: Uint8Array;
  /** Training rows of each class. */
  trainCounts: Float64Array;
}

/** Predictions as `fairbits learn --out` writes them: row, replication, fold, label, p_CLASS…, train_CLASS… and, of learners that claim classes, claimed. */
export function predictionsCsv(classes: readonly string[], labels: ArrayLike<number>, predictions: readonly PredictedFold[], raw = false): string {
  const names = classes.map((name) => csvCell(name, raw));
  // Where a learner claims classes on some splits alone, as boosting does that was given up on others, there are none to read.
  const isClaiming = predictions.length > 0 && predictions.every((fold) => fold.claims);
  const columns = [
    ...classes.map((name) => csvColumn('p_', name, raw)),
    ...classes.map((name) => csvColumn('train_', name, raw)),
    ...(isClaiming ? ['claimed'] : []),
  ];
  const k = names.length;
  const lines = [['row', 'replication', 'fold', 'label', ...columns].join(',')];
  for (const { repetition, fold, rows, estimates, claims: sets, trainCounts } of predictions) {
    for (let i = 0; i < rows.length; i++) {
      const cells = [rows[i], repetition, fold, names[labels[rows[i]]], ...estimates.subarray(i * k, (i + 1) * k), ...trainCounts];
      if (isClaiming && sets) cells.push(csvCell(classes.filter((_, c) => sets[i * k + c] === 1).join('|'), raw));
      lines.push(cells.join(','));
    }
  }
  return `${lines.join('\n')}\n`;
}
