import { answerIn, labelMatcher } from '../classOfLabel.js';
import { type Family, familiesIn, isNumbering, isPrediction, listPlace, listsIn, lonesByName, mayBeTruth, withoutCommon } from './names.js';
import type { Peek } from './peek.js';

/** Columns of estimates that were found, and why these. */
export interface FoundEstimates {
  indices: number[];
  /** Their classes, by what the columns are called; of a single column undefined, or whose it is. */
  classes: string[];
  /** "the 3 columns p_*", for what is said of it. */
  what: string;
  truth: number | undefined;
}

interface Given {
  columns: readonly string[];
  /** Columns that may hold the true classes, the likeliest first; all others where none is called so. */
  truths: readonly number[];
  /** Columns that are something else. */
  taken: readonly number[];
  peek: Peek | undefined;
}

/** Fewer rows do not tell that a column is another than its name says. */
const TOO_FEW_ROWS = 3;

/** Columns that may hold the true classes though they are not called so: the first of many are tried. */
const MOST_TRIED = 64;

/** Finds the columns of estimates of a table by what they are called and by what they hold. */
export function findEstimates(given: Given): FoundEstimates | undefined {
  const families = familiesIn(given.columns).map((family) => withoutStrangers(family, given));
  return bestFamily(families, given) ?? byLists(given) ?? byClasses(given) ?? bySums(given) ?? alone(families, given);
}

/** The column of true classes whose labels are those classes: of those that are called so, or else of all others. */
export function truthFor(classes: readonly string[], estimates: readonly number[], { columns, truths, taken, peek }: Given): number | undefined {
  const free = truths.filter((i) => !estimates.includes(i) && !taken.includes(i));
  const matching = labelMatcher(classes);
  const named = free.find((i) => peek?.names(i, matching));
  if (named !== undefined || free.length > 0) return named ?? free[0];
  const isEstimate = new Set(estimates);
  const others = columns.flatMap((name, i) => (isEstimate.has(i) || taken.includes(i) || !mayBeTruth(name) || isNumbering(name) ? [] : [i]));
  const found = others.filter((i) => peek?.names(i, matching));
  return found.length === 1 ? found[0] : isOneList(columns, estimates) ? onlyLabels(others, { columns, peek }) : undefined;
}

/** The one of some columns that may hold labels: it says something, and no fractions. */
function onlyLabels(others: readonly number[], { columns, peek }: Pick<Given, 'columns' | 'peek'>): number | undefined {
  const found = others.filter((i) => peek && peek.texts(i).length > 0 && !peek.isFractional(i) && !listPlace(columns[i]));
  return found.length === 1 ? found[0] : undefined;
}

/** Whether columns are the places of one list, which say nothing of what the classes are called. */
export function isOneList(columns: readonly string[], estimates: readonly number[]): boolean {
  const [first] = estimates;
  const list = first === undefined ? undefined : listsIn(columns).get(listPlace(columns[first])?.list ?? '');
  return list !== undefined && list.length === estimates.length && list.every((column, i) => column === estimates[i]);
}

/** A list of numbers that sum to 1, whatever it is called. */
function byLists(given: Given): FoundEstimates | undefined {
  for (const [list, indices] of given.peek ? listsIn(given.columns) : []) {
    if (given.peek?.total(indices) === undefined || indices.some((i) => given.taken.includes(i))) continue;
    const classes = indices.map((_, i) => String(i));
    return { indices, classes, what: `the lists in the column "${list}"`, truth: truthFor(classes, indices, given) };
  }
  return undefined;
}

/** A family without those columns that are taken; and without those that hold no numbers, where the others sum to what they should. */
function withoutStrangers({ pattern, indices, classes }: Family, { taken, peek }: Given): Family {
  const some = (keep: (index: number) => boolean): Family => {
    const kept = indices.flatMap((index, i) => (keep(index) ? [i] : []));
    return { pattern, indices: kept.map((i) => indices[i]), classes: kept.map((i) => classes[i]) };
  };
  const free = some((index) => !taken.includes(index));
  const numbers = some((index) => !taken.includes(index) && !peek?.isOther(index));
  if (numbers.indices.length > 1) return peek?.total(numbers.indices) !== undefined ? numbers : free;
  // What a row or two hold does not tell that a column is no estimate.
  return numbers.indices.length === 1 && (free.indices.length === 1 || (peek?.rows ?? 0) >= TOO_FEW_ROWS) ? numbers : free;
}

function bestFamily(families: readonly Family[], given: Given): FoundEstimates | undefined {
  const { peek } = given;
  const several = families.filter(({ indices }) => indices.length > 1);
  const sound = several.find(({ indices }) => peek?.total(indices) !== undefined) ?? several[0];
  if (!sound) return undefined;
  const { indices, classes, pattern } = sound;
  const distinct = new Set(classes).size === classes.length ? classes : indices.map((i) => given.columns[i]);
  return { indices, classes: distinct, what: `the ${indices.length} columns ${pattern}`, truth: truthFor(classes, indices, given) };
}

/** Columns of numbers that may be estimates: not the truth, and not called otherwise, unless a label is called so, too. */
function candidates({ columns, taken, peek }: Given, truth: number | undefined, labels?: ReadonlySet<string>): number[] {
  const isElse = (name: string): boolean => (isNumbering(name) || isPrediction(name)) && !labels?.has(name);
  return columns.flatMap((name, i) => (i === truth || taken.includes(i) || !peek?.isNumber(i) || isElse(name) ? [] : [i]));
}

/** Columns that are named after the classes. */
function byClasses(given: Given): FoundEstimates | undefined {
  const { columns, truths, peek } = given;
  if (!peek) return undefined;
  for (const truth of truths.length > 0 ? truths : [...columns.keys()].slice(0, MOST_TRIED).filter((i) => mayBeTruth(columns[i]))) {
    const labels = peek.texts(truth);
    const free = candidates(given, truth, new Set(labels.flatMap((label) => [label, label.replace(/^\d+:/, '')])));
    const matching = labelMatcher(free.map((i) => columns[i]));
    const named = new Set(labels.map(matching).filter((place) => place >= 0));
    if (named.size < 2 || !peek.names(truth, matching)) continue;
    const own = [...named].sort((a, b) => a - b).map((place) => free[place]);
    // A class that the first rows do not have is one all the same, if the sum says so.
    const run = free.filter((i) => i >= own[0] && i <= own[own.length - 1]);
    const indices =
      [free.filter((i) => peek.isShare(i)), free, run, own].find((some) => {
        const has = new Set(some);
        return own.every((i) => has.has(i)) && peek.total(some) !== undefined;
      }) ?? own;
    return { indices, classes: indices.map((i) => columns[i]), what: `the ${indices.length} columns that are named after the classes`, truth };
  }
  return undefined;
}

/** Columns that sum to 1, whatever they are called. */
function bySums(given: Given): FoundEstimates | undefined {
  const { columns, truths, peek } = given;
  if (!peek) return undefined;
  for (const truth of truths.length > 0 ? truths : [...[...columns.keys()].slice(0, MOST_TRIED), undefined]) {
    const free = candidates(given, truth).filter((i) => !truths.includes(i));
    const shares = free.filter((i) => peek.isShare(i));
    const indices = [shares, free].find((some) => some.length > 1 && some.some((i) => peek.isFractional(i)) && peek.total(some) !== undefined);
    if (!indices) continue;
    const classes = withoutCommon(indices.map((i) => columns[i]));
    const found = truth !== undefined && truths.length > 0 ? truth : truthFor(classes, indices, given);
    if (found === undefined && truth !== undefined) continue;
    return { indices, classes, what: `the ${indices.length} columns that sum to ${peek.total(indices)}`, truth: found };
  }
  return undefined;
}

/** The only column that says both yes and no, and nothing else, in whichever words. */
function onlyAnswers({ columns, taken, peek }: Given): number | undefined {
  const found = columns.flatMap((name, i) => {
    const texts = peek && !taken.includes(i) && mayBeTruth(name) ? peek.texts(i) : [];
    return texts.length > 0 && new Set(texts.map(answerIn)).size === 2 && texts.every((label) => answerIn(label) !== undefined) ? [i] : [];
  });
  return found.length === 1 ? found[0] : undefined;
}

/** A single column of P(positive). */
function alone(families: readonly Family[], given: Given): FoundEstimates | undefined {
  const { columns, truths, taken, peek } = given;
  const [called] = truths.filter((i) => !taken.includes(i));
  const truth = called ?? onlyAnswers(given);
  const free = (i: number): boolean => i !== truth && !taken.includes(i) && (!peek || peek.rows === 0 || peek.isNumber(i));
  const single = families.find(({ indices: [i], indices: { length } }) => length === 1 && free(i));
  const found = (index: number, classes: string[]): FoundEstimates => ({ indices: [index], classes, what: `the column "${columns[index]}"`, truth });
  // What was predicted is no estimate where it is 0 or 1 alone.
  const named = lonesByName(columns).filter((i) => free(i) && (!isPrediction(columns[i]) || peek?.isFractional(i)));
  if (named.length > 0 && !isPrediction(columns[named[0]])) return found(named[0], []);
  if (single) return found(single.indices[0], single.classes);
  if (named.length > 0) return found(named[0], []);
  const [only, ...others] = candidates(given, truth).filter((i) => peek?.isShare(i) && peek.isFractional(i));
  return only !== undefined && others.length === 0 && truth !== undefined ? found(only, []) : undefined;
}
