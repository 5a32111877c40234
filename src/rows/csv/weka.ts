import { FairbitsError } from '../../base/errors.js';
import { splitRow } from './text.js';

/** Rows that are looked at for the names of classes. */
const WEKA_ROWS = 4096;
/** The columns before the estimates: inst#, actual, predicted, error. */
const BEFORE_ESTIMATES = 4;

/** What makes Weka write estimates of all classes. */
export const WEKA_ADVICE = 'Have Weka write all of them, as CSV: -classifications "weka.classifiers.evaluation.output.prediction.CSV -distribution"';

/** Whether these are the columns of Weka's predictions, and what comes last: the estimate of the predicted class, or the distribution of all. */
export function wekaKind(columns: readonly string[]): 'prediction' | 'distribution' | undefined {
  const names = columns.map((name) => name.trim().toLowerCase());
  if (names[0] !== 'inst#' || names[1] !== 'actual' || names[2] !== 'predicted' || names[3] !== 'error') return undefined;
  const [, , , , last] = names;
  return last === 'prediction' || last === 'distribution' ? last : undefined;
}

/** The columns of Weka's predictions with distributions, each called by its class: which that is, labels such as 2:versicolor tell. Undefined for any other file. */
export function wekaColumns(columns: readonly string[], bytes: Uint8Array, at: number, delimiter: string, whole: boolean): string[] | undefined {
  if (wekaKind(columns) !== 'distribution') return undefined;
  const names = new Map<number, string>();
  let fields = columns.length;
  for (let rows = 0, next = at; rows < WEKA_ROWS && next < bytes.length; rows++) {
    const row = splitRow(bytes, next, delimiter.charCodeAt(0), whole);
    if (!row) break;
    next = row.next;
    // In some versions the header has one name for the distribution, however many classes there are.
    if (rows === 0) fields = Math.max(fields, row.fields.length);
    for (const label of [row.fields[1], row.fields[2]]) {
      const match = /^(\d+):(.+)$/s.exec(label ?? '');
      if (match && Number(match[1]) > 0) names.set(Number(match[1]), match[2]);
    }
  }
  const classes = Array.from({ length: fields - BEFORE_ESTIMATES }, (_, i) => names.get(i + 1) ?? `class ${i + 1}`);
  return [...columns.slice(0, BEFORE_ESTIMATES), ...classes];
}

/** That a line is none of Weka's predictions as plain text, which cannot be told apart by a delimiter. */
export function wekaText(text: string, file: string, line: number): void {
  if (!/^=== Predictions on|^\s*inst#\s+actual\s+predicted/.test(text)) return;
  throw new FairbitsError('format', `${file}:${line}: these are Weka's predictions as plain text: expected CSV. ${WEKA_ADVICE}`, {
    file,
    line,
    found: 'plain text',
    expected: 'CSV',
  });
}
