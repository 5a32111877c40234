import { list } from '../../base/classes.js';
import { answerIn, isMissing, labelMatcher, numberIn } from '../classOfLabel.js';
import type { BadCell } from '../tables/batch.js';
import { noteBad, shown } from '../tables/batch.js';
import type { LongColumns } from './longColumns.js';
import type { LongGathered } from './longGather.js';

/** Instances in the order of their first rows, with an estimate for each class. */
export interface LongInstances {
  classes: string[];
  count: number;
  ids: readonly string[];
  estimates: Float64Array;
  /** The true class of each by its number among the names. */
  truth: { codes: Uint32Array; names: readonly string[] };
  weights: Float64Array | undefined;
  /** The row that each is known by, for messages: the first of it, or the one that is wrong. */
  row: Uint32Array;
  bad: Map<number, BadCell>;
  /** Whether the column of true classes says yes or no for each class. */
  flagged: boolean;
}

const NONE = 0xffffffff;

/** Brings the rows of instances together. An instance without an estimate of a class, with two, or with two true classes is bad. */
export function longInstances(found: LongGathered, columns: LongColumns, names: readonly string[], named: readonly string[] | undefined): LongInstances {
  const { ids, rows, id, label, truth, truths, estimate, weight, number } = found;
  const classes = named ? [...named] : sortedClasses(found.classes);
  const k = classes.length;
  const matching = labelMatcher(classes);
  const classOf = Int32Array.from(found.classes, (name) => (isMissing(name) && !classes.includes(name) ? -1 : matching(name)));
  const count = ids.length;
  const flagged = isFlagged(found, count);
  const yes = Uint8Array.from(truths, (text) => (answerIn(text) === 1 ? 1 : 0));
  const estimates = new Float64Array(count * k).fill(NaN);
  const weights = weight && new Float64Array(count);
  const row = new Uint32Array(count).fill(NONE);
  const codes = new Uint32Array(count).fill(NONE);
  const bad = new Map<number, BadCell>();
  /** What is wrong with an instance, where one of its rows shows it. */
  const wrong = (i: number, r: number, cell: BadCell): void => {
    if (bad.has(i)) return;
    noteBad(bad, i, cell);
    row[i] = number[r];
  };
  for (let r = 0; r < rows; r++) {
    const i = id[r];
    const c = classOf[label[r]];
    const isFirst = row[i] === NONE;
    if (isFirst) {
      row[i] = number[r];
      if (weights) weights[i] = (weight as Float64Array)[r];
    }
    if (c < 0) {
      wrong(i, r, { column: names[columns.label], found: shown(found.classes[label[r]]), expected: list(classes) });
      continue;
    }
    const at = i * k + c;
    if (!Number.isNaN(estimates[at]))
      wrong(i, r, { column: names[columns.label], found: `${shown(classes[c])} for the second time`, expected: `each class once for ${shown(ids[i])}` });
    estimates[at] = estimate[r];
    if (weights && weights[i] !== (weight as Float64Array)[r])
      wrong(i, r, {
        column: names[columns.weights as number],
        found: String((weight as Float64Array)[r]),
        expected: `${weights[i]}, as in the other rows of ${shown(ids[i])}`,
      });
    if (!flagged) {
      if (codes[i] !== NONE && codes[i] !== truth[r])
        wrong(i, r, {
          column: names[columns.truth],
          found: shown(truths[truth[r]]),
          expected: `${shown(truths[codes[i]])}, as in the other rows of ${shown(ids[i])}`,
        });
      codes[i] = truth[r];
    } else if (yes[truth[r]]) {
      if (codes[i] !== NONE) wrong(i, r, { column: names[columns.truth], found: `a second ${shown(truths[truth[r]])}`, expected: `one for ${shown(ids[i])}` });
      codes[i] = c;
    }
  }
  for (let i = 0; i < count; i++) {
    for (let c = 0; c < k; c++)
      if (Number.isNaN(estimates[i * k + c]))
        noteBad(bad, i, {
          column: names[columns.label],
          found: `no row of the class ${shown(classes[c])} for ${shown(ids[i])}`,
          expected: 'one of each class',
        });
    if (codes[i] !== NONE) continue;
    noteBad(bad, i, { column: names[columns.truth], found: `no 1 for ${shown(ids[i])}`, expected: 'one, at the true class' });
    codes[i] = 0;
  }
  return { classes, count, ids, estimates, truth: { codes, names: flagged ? classes : truths }, weights, row, bad, flagged };
}

/** Whether the true classes are marked, by 1 at their own row and 0 at the others: then a column of answers differs within most instances. */
function isFlagged({ truths, rows, id, truth }: LongGathered, count: number): boolean {
  if (!truths.every((text) => answerIn(text) !== undefined)) return false;
  const first = new Uint32Array(count).fill(NONE);
  const differs = new Uint8Array(count);
  const isYes = Uint8Array.from(truths, (text) => answerIn(text) as number);
  for (let r = 0; r < rows; r++) {
    const answer = isYes[truth[r]];
    if (first[id[r]] === NONE) first[id[r]] = answer;
    else if (first[id[r]] !== answer) differs[id[r]] = 1;
  }
  let differing = 0;
  for (const each of differs) differing += each;
  return differing * 2 > count;
}

/** The classes that occur, as numbers in their order where they are, else as text. */
function sortedClasses(classes: readonly string[]): string[] {
  return classes.filter((name) => !isMissing(name)).sort((a, b) => (numberIn(a) ?? 0) - (numberIn(b) ?? 0) || (a < b ? -1 : 1));
}
