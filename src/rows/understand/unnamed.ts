import type { FoundEstimates } from './estimates.js';
import type { Peek } from './peek.js';

interface Unnamed {
  columns: readonly string[];
  /** The column of true classes, where it is asked for. */
  truths: readonly number[];
  taken: readonly number[];
  peek: Peek | undefined;
}

/** Columns that are tried, at most: all runs of them are. */
const MOST_UNNAMED = 128;

/** Finds the estimates in columns without names by what these hold: the longest run that sums to 1, or the only column of fractions. */
export function findUnnamed(given: Unnamed): FoundEstimates | undefined {
  const { columns, truths, taken, peek } = given;
  if (!peek) return undefined;
  const free = (i: number): boolean => !truths.includes(i) && !taken.includes(i);
  const count = Math.min(columns.length, MOST_UNNAMED);
  for (let length = count; length > 1; length--) {
    for (let from = 0; from + length <= count; from++) {
      const indices = Array.from({ length }, (_, i) => from + i);
      if (!indices.every(free) || !indices.some((i) => peek.isFractional(i)) || peek.total(indices) === undefined) continue;
      const what = `columns ${columns[from]} to ${columns[from + length - 1]}, which sum to ${peek.total(indices)}`;
      return { indices, classes: indices.map((_, i) => String(i)), what, truth: unnamedTruth(indices, given) };
    }
  }
  const fractions = columns.flatMap((_, i) => (i < count && free(i) && peek.isFractional(i) ? [i] : []));
  if (fractions.length !== 1) return undefined;
  return { indices: fractions, classes: [], what: `the column "${columns[fractions[0]]}"`, truth: unnamedTruth(fractions, given) };
}

/** The column of true classes beside some columns of estimates: the only one that may hold labels, or the only one of these that holds text. */
export function unnamedTruth(estimates: readonly number[], { columns, truths, taken, peek }: Unnamed): number | undefined {
  if (truths.length > 0) return truths[0];
  const others = columns.flatMap((_, i) => (estimates.includes(i) || taken.includes(i) || !peek || !holdsLabels(peek, i) ? [] : [i]));
  if (others.length === 1) return others[0];
  const texts = others.filter((i) => !peek?.isNumber(i));
  return texts.length === 1 ? texts[0] : undefined;
}

/** Whether a column may hold labels: it says something, and neither fractions nor the numbers of rows. */
function holdsLabels(peek: Peek, column: number): boolean {
  const numbers = peek.numbers(column);
  const counts = numbers !== undefined && numbers.length > 2 && numbers.every((x, r) => r === 0 || x === numbers[r - 1] + 1);
  return peek.texts(column).length > 0 && !peek.isFractional(column) && !counts;
}
