import { type Reported, reported } from '../base/reported.js';
import { tTail } from '../math/distributions.js';
import { benjaminiHochberg } from '../significance/benjaminiHochberg.js';

/** Fewer rows are not tested. */
const LEAST = 10;

/** How much better the new learner is on the rows of one value. */
export interface SliceDifference {
  column: string;
  value: string;
  rows: number;
  difference: Reported;
  standardError: Reported;
  /** That it is worse by more than the margin: of a one-sided t test, and adjusted over all slices that were tested. */
  p: number | null;
  adjustedP: number | null;
}

/** Differences of rows, by slices; the worst first. */
export function sliceDifferences(
  columns: readonly { name: string; values: readonly string[] }[],
  differences: Float64Array,
  margin: number,
): SliceDifference[] {
  const found = columns.flatMap(({ name, values }) => {
    const groups = new Map<string, number[]>();
    values.forEach((value, r) => {
      const group = groups.get(value);
      if (group) group.push(differences[r]);
      else groups.set(value, [differences[r]]);
    });
    return [...groups].map(([value, own]) => differenceOf(name, value, own, margin));
  });
  const tested = found.filter(({ p }) => p !== null);
  const adjusted = benjaminiHochberg(tested.map(({ p }) => p as number));
  tested.forEach((slice, i) => {
    slice.adjustedP = adjusted[i];
  });
  return found.sort((a, b) => (a.p ?? 2) - (b.p ?? 2) || (a.column < b.column ? -1 : 1));
}

function differenceOf(column: string, value: string, own: readonly number[], margin: number): SliceDifference {
  const n = own.length;
  const mean = own.reduce((sum, d) => sum + d, 0) / n;
  const squares = own.reduce((sum, d) => sum + (d - mean) ** 2, 0);
  const error = Math.sqrt(squares / (n - 1) / n);
  // Whoever calls impossible what happens is worse beyond any margin; the other way round, better.
  const infinite = mean === -Infinity ? 0 : mean === Infinity ? 1 : null;
  const p = n < LEAST || !Number.isFinite(mean) ? infinite : error === 0 ? Number(mean >= -margin) : tTail(-(mean + margin) / error, n - 1);
  return { column, value, rows: n, difference: reported(mean), standardError: reported(error), p, adjustedP: null };
}
