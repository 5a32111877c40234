import { type Column, columnsOf, isArff } from '../../learners/index.js';
import type { DataKind } from './learnJobs.js';

/** Names of columns that hold predictions. */
const PREDICTED =
  /^(?:p|s|probs?|probas?|score|y_?hat|y_(?:prob|proba|score|pred)|pred(?:icted|iction|ictions)?|probability|confidence|logits?)$|^(?:p|prob|proba|pred|predicted|score|y_proba|y_prob|predict_proba|logit)[_(. ]/i;
const FEWEST_ROWS = 10;
const FEWEST_COLUMNS = 3;
/** Rows whose numbers must sum to one (or to a hundred) to be taken for estimates. */
const SHARE_OF_SUMS = 0.9;

/** What the beginning of a file looks like: whole lines of text. Data have a column that could be the class, and nothing that looks like estimates. */
export function kindOfText(text: string): DataKind {
  if (isArff(text)) return 'arff';
  if (/^\s*[[{]/.test(text) || text.includes('\0')) return 'no';
  let columns: Column[];
  try {
    // No column is the class yet.
    columns = columnsOf(text, { class: '' });
  } catch {
    return 'no';
  }
  const rows = rowsOf(columns[0]);
  if (columns.length < 2 || !columns.some((column) => mayBeClass(column))) return 'no';
  const predicted = columns.some(({ name }) => PREDICTED.test(name.trim())) || sumsToOne(columns, rows);
  return predicted || columns.length < FEWEST_COLUMNS || rows < FEWEST_ROWS ? 'perhaps' : 'data';
}

const rowsOf = (column: Column | undefined): number => (column === undefined ? 0 : column.kind === 'numeric' ? column.values.length : column.codes.length);

/** How many classes a column would be; undefined where it has fractions. */
export function valuesOf(column: Column): number | undefined {
  if (column.kind === 'nominal') return column.categories.length;
  const known = column.values.filter((value) => !Number.isNaN(value));
  return known.every(Number.isInteger) ? new Set(known).size : undefined;
}

function mayBeClass(column: Column): boolean {
  const values = valuesOf(column);
  return values !== undefined && values > 1 && values <= Math.max(2, rowsOf(column) / 2);
}

/** Whether columns of numbers that stand side by side sum to one, or to a hundred, in nearly every row. */
function sumsToOne(columns: readonly Column[], rows: number): boolean {
  let run: Float64Array[] = [];
  const adds = (): boolean => {
    if (run.length < 2) return false;
    let ones = 0;
    for (let row = 0; row < rows; row++) {
      let sum = 0;
      for (const values of run) sum += values[row];
      if (Math.abs(sum - 1) < 0.02 || Math.abs(sum - 100) < 2) ones++;
    }
    return ones >= SHARE_OF_SUMS * rows;
  };
  for (const column of columns) {
    if (column.kind === 'numeric' && column.values.every((value) => value >= 0 && value <= 100)) run.push(column.values);
    else if (adds()) return true;
    else run = [];
  }
  return adds();
}
