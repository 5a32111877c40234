import { list } from '../base/classes.js';
import { FairbitsError } from '../base/errors.js';
import { partMatcher } from '../base/partMatcher.js';
import { placesByName } from '../base/places.js';
import { quotedList } from '../base/quoted.js';
import { starMatcher } from '../base/starPattern.js';
import { WEKA_ADVICE, wekaKind } from './csv/weka.js';
import { type FoundEstimates, findEstimates, isOneList, truthFor } from './understand/estimates.js';
import { looksLong } from './understand/looksLong.js';
import { familiesIn, isNumbering, listPlace, listsIn, mayBeTruth, TRUTH_NAMES, truthsByName } from './understand/names.js';
import type { Peek } from './understand/peek.js';
import { findUnnamed, unnamedTruth } from './understand/unnamed.js';

/** Which columns of a file are what, and how they are written. */
export interface ColumnOptions {
  /** The column of true classes. */
  truth?: string;
  /** The columns of estimates: a glob, or a list; or one column of P(positive). */
  probs?: string;
  /** For a single column of estimates: the class whose they are. */
  positive?: string;
  /** The column that says how often each row counts. */
  weights?: string;
  /** The estimates are percentages, from 0 to 100. */
  percent?: boolean;
  /** Text: whether the first line names the columns; by default that is told by what it holds. */
  header?: boolean;
  /** One row to an instance and class: the columns of ids, of classes and of estimates, with commas between. */
  long?: string;
  /** They are logits, which softmax makes estimates of, or sigmoid where there is one column. */
  logits?: boolean;
}

/** Which column is what. */
export interface ColumnChoice {
  truth: number;
  /** The columns of estimates, in class order. */
  estimates: number[];
  /** The classes, by what the columns are called; undefined where a single column says nothing of the other class. */
  classes: string[] | undefined;
  /** The estimates are the places of one list, or of a row without names: what the classes are called is told by the labels. */
  counted?: boolean;
  /** Whose probability a single column is, if its name says so. */
  positive?: string;
  /** The column of weights; undefined where none was asked for. */
  weights?: number;
  /** What was guessed because no option said it. */
  guesses: string[];
}

/** Finds the columns that were asked for, or that look right by their names and, with a peek, by what they hold. Their names are on line 1, unless `place` says otherwise. */
export function chooseColumns(
  columns: readonly string[],
  options: ColumnOptions,
  file: string,
  place = `${file}:1`,
  peek?: Peek,
  unnamed = false,
): ColumnChoice {
  if (options.probs === undefined && wekaKind(columns) === 'prediction') throw onlyPredicted(columns, file, place);
  const long = options.probs === undefined && peek && !unnamed ? looksLong(columns, peek) : undefined;
  if (long) throw isLong(columns, long, options, file, place);
  const asked = options.truth === undefined ? undefined : chooseTruth(columns, options.truth, [], file, place);
  const weights = options.weights === undefined ? undefined : chooseWeights(columns, options.weights, asked, file, place);
  const taken = weights === undefined ? [] : [weights];
  const truths = asked === undefined ? (unnamed ? [] : truthsByName(columns)) : [asked];
  const guesses: string[] = [];
  const given = { columns, truths, taken, peek };
  const named = options.probs === undefined ? undefined : namedEstimates(columns, options.probs, file, place).filter((i) => i !== asked && i !== weights);
  const ownClasses =
    named &&
    classesOf(
      named.map((i) => columns[i]),
      options.probs as string,
    );
  const found = named ? undefined : unnamed ? findUnnamed(given) : findEstimates(given);
  const estimates = named ?? found?.indices ?? [];
  const truth = asked ?? (named ? (unnamed ? unnamedTruth(named, given) : truthFor(ownClasses as string[], named, given)) : (found?.truth ?? truths[0]));
  if (truth === undefined) throw missing(file, place, columns, `no column is called ${TRUTH_NAMES.join(', ')}`, '--truth', suggestTruth(given, estimates));
  if (asked === undefined) guesses.push(`the true class is taken from the column "${columns[truth]}" (--truth says otherwise)`);
  if (weights === truth) throw sameColumn(columns, weights, file, place);
  if (estimates.length === 0) {
    const suggestion = suggestEstimates(given, truth);
    throw missing(
      file,
      place,
      columns,
      `no column of estimates matches ${options.probs ?? 'p_*, prob_*, proba_* or P(…), or has the name of a class'}`,
      '--probs',
      suggestion,
    );
  }
  if (found) guesses.push(`the estimates are taken from ${found.what} (--probs says otherwise)`);
  const used = [truth, ...estimates, ...taken];
  const places = placesByName(columns);
  const repeated = places.size < columns.length ? new Set(columns.filter((name, i) => places.get(name) !== i)) : undefined;
  const twice = repeated && used.map((i) => columns[i]).find((name) => repeated.has(name));
  if (twice !== undefined) {
    throw new FairbitsError('columns', `${place}: there are two columns called "${twice}": expected different names. Rename one, or leave it out.`, {
      file,
      ...(place === file ? {} : { line: 1 }),
      column: twice,
      found: twice,
      expected: 'different names',
    });
  }
  guesses.push(...passedOver(columns, used));
  const chosen = { truth, estimates, ...(weights === undefined ? {} : { weights }), guesses };
  const classes = ownClasses ?? (found as FoundEstimates).classes;
  if (estimates.length > 1) return { ...chosen, classes, ...(unnamed || isOneList(columns, estimates) ? { counted: true } : {}) };
  return { ...chosen, classes: undefined, ...(classes.length === 1 && classes[0] !== columns[estimates[0]] && !unnamed ? { positive: classes[0] } : {}) };
}

/** The error of a table that has one row to an instance and class, where one to an instance is expected. */
function isLong(
  columns: readonly string[],
  { id, label, estimate, truth }: NonNullable<ReturnType<typeof looksLong>>,
  options: ColumnOptions,
  file: string,
  place: string,
): FairbitsError {
  const long = [id, label, estimate].map((i) => quotedName(columns[i])).join(',');
  return new FairbitsError(
    'columns',
    `${place}: every "${columns[id]}" has a row for each "${columns[label]}", with its estimate in "${columns[estimate]}": expected one row per instance. Say so with --long.`,
    {
      file,
      ...(place === file ? {} : { line: 1 }),
      found: 'a row for each class',
      expected: '--long id,class,p',
      suggestion: ['--long', long, ...(options.truth === undefined && truth !== undefined ? ['--truth', columns[truth]] : [])],
    },
  );
}

/** The error of Weka's predictions that have the estimate of the predicted class alone. */
function onlyPredicted(columns: readonly string[], file: string, place: string): FairbitsError {
  return new FairbitsError(
    'columns',
    `${place}: the column "prediction" has the estimate of the predicted class alone: expected those of all classes. ${WEKA_ADVICE}`,
    { file, ...(place === file ? {} : { line: 1 }), column: 'prediction', found: list(columns), expected: 'a distribution' },
  );
}

export const PASSED_OVER_WORDS = 'passed over: ';

/** That columns are passed over which are not used, if there are such. */
export function passedOver(columns: readonly string[], used: readonly number[]): string[] {
  const isUsed = new Set(used);
  // What is taken apart is not passed over.
  const apart = new Set(used.map((i) => /^(.*)(?:\[\d+\]|\.[^.]+)$/s.exec(columns[i])?.[1]));
  const lists = listsIn(columns);
  const others = columns.filter((name, i) => !isUsed.has(i) && !apart.has(name) && !lists.has(listPlace(name)?.list ?? ''));
  if (others.length === 0) return [];
  return [`${PASSED_OVER_WORDS}${others.length === 1 ? 'the column' : 'the columns'} ${list(others.map((name) => (name === '' ? '""' : name)))}`];
}

/** A column that may hold the true classes: the first that is no number, or else none of the estimates. */
function suggestTruth({ columns, peek }: { columns: readonly string[]; peek: Peek | undefined }, estimates: readonly number[]): string[] | undefined {
  const free = columns.flatMap((name, i) => (estimates.includes(i) || !mayBeTruth(name) || isNumbering(name) ? [] : [i]));
  const labels = free.filter((i) => peek && peek.texts(i).length > 0 && !peek.isFractional(i));
  // Labels occur again and again.
  const found = labels.find((i) => new Set(peek?.texts(i)).size * 2 <= (peek?.texts(i).length ?? 0)) ?? labels[0];
  return found === undefined ? undefined : ['--truth', columns[found]];
}

/** A column that may hold the probability of a class, where there is one of numbers from 0 to 1. */
function suggestEstimates(
  { columns, peek, taken }: { columns: readonly string[]; peek: Peek | undefined; taken: readonly number[] },
  truth: number,
): string[] | undefined {
  const free = columns.flatMap((_, i) => (i === truth || taken.includes(i) || !peek?.isShare(i) || !peek.isFractional(i) ? [] : [i]));
  return free.length === 0 ? undefined : ['--probs', quotedName(columns[free[0]])];
}

/** A name as a list of names takes it. */
export function quotedName(name: string): string {
  return /[,"]|^\s|\s$/.test(name) ? `"${name.replaceAll('"', '""')}"` : name;
}

function chooseWeights(columns: readonly string[], wanted: string, truth: number | undefined, file: string, place: string): number {
  const index = columns.indexOf(wanted);
  if (index < 0) throw missing(file, place, columns, `there is no column "${wanted}"`, '--weights');
  if (index === truth) throw sameColumn(columns, index, file, place);
  return index;
}

function sameColumn(columns: readonly string[], index: number, file: string, place: string): FairbitsError {
  return missing(file, place, columns, `the column "${columns[index]}" holds the true classes and cannot hold the weights too`, '--weights');
}

export function chooseTruth(columns: readonly string[], wanted: string | undefined, guesses: string[], file: string, place: string): number {
  if (wanted !== undefined) {
    const index = columns.indexOf(wanted);
    if (index < 0) throw missing(file, place, columns, `there is no column "${wanted}"`, '--truth');
    return index;
  }
  const [index] = truthsByName(columns);
  if (index === undefined) throw missing(file, place, columns, `no column is called ${TRUTH_NAMES.join(', ')}`, '--truth');
  guesses.push(`the true class is taken from the column "${columns[index]}" (--truth says otherwise)`);
  return index;
}

/** The columns that --probs names: one by its name, or those that match a list of names and patterns. */
function namedEstimates(columns: readonly string[], probs: string, file: string, place: string): number[] {
  const exact = columns.indexOf(probs);
  if (exact >= 0) return listsIn(columns).get(probs) ?? [exact];
  const called = new Map<string, number[]>();
  for (const [i, name] of columns.entries()) {
    const there = called.get(name);
    if (there) there.push(i);
    else called.set(name, [i]);
  }
  return quotedList(probs).flatMap((text) => {
    const part = text.trim();
    const found = matching(columns, called, part);
    if (found.length === 0) throw missing(file, place, columns, `no column matches "${part}"`, '--probs');
    return found;
  });
}

/** The columns of a name, or that match a pattern; brackets and question marks may be part of a name. */
function matching(columns: readonly string[], called: ReadonlyMap<string, number[]>, part: string): number[] {
  const named = called.get(part);
  if (named) return named;
  const by = (fits: (name: string) => unknown): number[] => columns.flatMap((name, i) => (fits(name) ? [i] : []));
  const found = /[?[]/.test(part) ? by(partMatcher(part)) : [];
  return found.length > 0 || !part.includes('*') ? found : by(starMatcher(part));
}

/** The class of each column: what the pattern's star stands for, or what follows a usual prefix, or the name itself. */
function classesOf(names: string[], probs: string): string[] {
  const [pattern, ...more] = quotedList(probs);
  const star = more.length === 0 && pattern.includes('*') ? starMatcher(pattern.trim()) : undefined;
  const family = familiesIn(names).find(({ indices }) => indices.length === names.length);
  return names.map((name, i) => {
    const captured = star?.(name)?.captured ?? family?.classes[i];
    return captured ?? /^(?:p_|prob_|proba_)(.+)$/s.exec(name)?.[1] ?? /^P\((.*)\)$/i.exec(name)?.[1] ?? name;
  });
}

export function missing(
  file: string,
  place: string,
  columns: readonly string[],
  what: string,
  option: string,
  suggestion?: readonly string[] | undefined,
): FairbitsError {
  return new FairbitsError('columns', `${place}: ${what}; the columns are ${list(columns)}. Say which with ${option}.`, {
    file,
    ...(place === file ? {} : { line: 1 }),
    found: list(columns),
    expected: option,
    ...(suggestion ? { suggestion } : {}),
  });
}

/** The place of a column that an option names. */
export function columnOf({ name, place, columns }: { name: string; place: string; columns: readonly string[] }, wanted: string, option: string): number {
  const index = columns.indexOf(wanted);
  const twice = index >= 0 && columns.indexOf(wanted, index + 1) >= 0;
  if (index >= 0 && !twice) return index;
  const what = twice ? `there are two columns "${wanted}"` : `there is no column "${wanted}"; the columns are ${list(columns)}`;
  throw new FairbitsError('columns', `${place}: ${what}. Say which with ${option}.`, {
    file: name,
    ...(place === name ? {} : { line: 1 }),
    column: wanted,
    found: list(columns),
    expected: wanted,
  });
}
