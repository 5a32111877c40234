import { isPrediction, lonesByName, truthsByName } from './names.js';
import type { Peek } from './peek.js';

/** Columns that are tried as ids and as classes, at most. */
const MOST_TRIED_LONG = 24;
/** Instances that must be whole. */
const WHOLE_INSTANCES = 2;
const NEAR_WHOLE = 0.03;

/** The columns of a table that has one row to an instance and class, by what its first rows hold: those of ids, of classes, of estimates, and of true classes. */
export function looksLong(columns: readonly string[], peek: Peek): { id: number; label: number; estimate: number; truth: number | undefined } | undefined {
  const few = [...columns.keys()].slice(0, MOST_TRIED_LONG);
  const named = lonesByName(columns);
  const estimates = few.filter((i) => peek.isShare(i) && peek.isFractional(i)).sort((a, b) => Number(named.includes(b)) - Number(named.includes(a)));
  const truths = truthsByName(columns);
  for (const estimate of estimates)
    for (const id of few) {
      if (id === estimate || truths.includes(id) || peek.isFractional(id)) continue;
      const groups = groupsOf(peek, id, estimate);
      if (!groups) continue;
      const labels = few.filter((i) => i !== id && i !== estimate && !isPrediction(columns[i]) && tellsClasses(peek, i, groups));
      // What changes with the class and is called as the truth is may be either.
      const label = labels.find((i) => !truths.includes(i)) ?? labels[0];
      if (label === undefined) continue;
      const truth =
        truths.find((i) => i !== label && i !== id) ??
        few.find((i) => ![id, label, estimate].includes(i) && !isPrediction(columns[i]) && peek.texts(i).length > 0);
      return { id, label, estimate, truth };
    }
  return undefined;
}

/** The rows of each instance but the last, where all have as many and sum to 1. */
function groupsOf(peek: Peek, id: number, estimate: number): number[][] | undefined {
  const ids = peek.column(id).map(String);
  const groups: number[][] = [];
  ids.forEach((text, r) => {
    if (r > 0 && text === ids[r - 1]) groups[groups.length - 1].push(r);
    else groups.push([r]);
  });
  if (groups.length > WHOLE_INSTANCES) groups.pop();
  const [{ length } = { length: 0 }] = groups;
  if (length < 2 || groups.length < WHOLE_INSTANCES) return undefined;
  const numbers = peek.numbersOf(estimate);
  const isWhole = (rows: readonly number[]): boolean =>
    rows.length === length && Math.abs(rows.reduce((sum, r) => sum + (numbers[r] ?? NaN), 0) - 1) <= NEAR_WHOLE;
  return groups.every(isWhole) ? groups : undefined;
}

/** Whether a column names another class in each row of an instance, and the same ones in all. */
function tellsClasses(peek: Peek, column: number, groups: readonly (readonly number[])[]): boolean {
  const texts = peek.column(column).map(String);
  const all = new Set(groups.flat().map((r) => texts[r]));
  return all.size === groups[0].length && groups.every((rows) => new Set(rows.map((r) => texts[r])).size === rows.length);
}
