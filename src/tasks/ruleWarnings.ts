import { list } from '../base/classes.js';
import type { RuleReport } from '../core/rules/ruleTally.js';

/** What someone who looks at the figures alone would miss. */
export function ruleWarnings({ rows, classes, unclassified, meanSetSize }: RuleReport, counts: Float64Array): string[] {
  const found: string[] = [];
  if (unclassified === rows) found.push('every set is empty: nothing is predicted, so nothing can be saved');
  if (meanSetSize === classes.length) found.push('every set holds all classes: nothing is ruled out, so nothing can be saved');
  if (rows === 1) found.push('there is one row: what coding learns shows in the rows that follow, and there are none');
  const unseen = classes.filter((_, i) => counts[i] === 0);
  if (unseen.length > 0) found.push(`no row has the class ${list(unseen)}`);
  return found;
}
