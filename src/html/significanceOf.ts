import type { SignificanceData } from '../charts/significanceChart.js';
import { significanceCurve } from '../rules/significanceCurve.js';
import type { RulesOfFile } from '../tasks/rulesRows.js';

/** The curve is theory for two classes and one predicted; of other sets it would say nothing. */
export function significanceOf({ rows, classes, mostFrequent, unclassified, multiplyClassified, percentCorrect, significance }: RulesOfFile): SignificanceData {
  if (classes.length !== 2) return { curve: null, reason: `the curve is for two classes, and there are ${classes.length}` };
  if (unclassified > 0 || multiplyClassified > 0)
    return { curve: null, reason: `the curve is for one class predicted per row, and ${unclassified + multiplyClassified} sets have none or several` };
  return { curve: significanceCurve(rows, mostFrequent.rows), ...(percentCorrect === null ? {} : { point: { percentCorrect, significance } }) };
}
