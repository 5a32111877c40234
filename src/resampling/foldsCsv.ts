import { csvCell } from '../base/csvCell.js';
import { FairbitsError } from '../base/errors.js';
import type { FoldMeasure, LearnerEvaluation } from './foldTable.js';

/** A measure of learners on the same splits, fold by fold, as `fairbits learn --folds` writes it and `fairbits test` reads it. */
export function foldsCsv(evaluations: readonly LearnerEvaluation[], measure: FoldMeasure): string {
  const [first] = evaluations;
  const known = Object.keys(first.folds[0].measures);
  if (!known.includes(measure))
    throw new FairbitsError('option', `--measure ${measure}: expected one of ${known.join(', ')}`, { found: measure, expected: known.join(', ') });
  const lines = [['replication', 'fold', ...evaluations.map(({ learner }) => csvCell(learner))].join(',')];
  for (const [i, { repetition, fold }] of first.folds.entries())
    lines.push([repetition, fold, ...evaluations.map(({ folds }) => folds[i].measures[measure])].join(','));
  return `${lines.join('\n')}\n`;
}
