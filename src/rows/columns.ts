import { list } from '../base/classes.js';
import { FairbitsError } from '../base/errors.js';
import { placesOf } from '../base/places.js';
import { quotedList } from '../base/quoted.js';
import { starMatcher } from '../base/starPattern.js';

export interface ColumnOptions {
  /** The column of true classes. */
  truth?: string;
  /** The columns of estimates: a glob, or a list; or one column of P(positive). */
  probs?: string;
  /** For a single column of estimates: the class whose they are. */
  positive?: string;
  /** The column that says how often each row counts. */
  weights?: string;
}

/** Which column is what. */
export interface ColumnChoice {
  truth: number;
  /** The columns of estimates, in class order. */
  estimates: number[];
  /** The classes, by the columns' suffixes; undefined where a single column says nothing of the other class. */
  classes: string[] | undefined;
  /** The column of weights; undefined where none was asked for. */
  weights?: number;
  /** What was guessed because no option said it. */
  guesses: string[];
}

/** What columns of true classes are usually called. */
export const TRUTHS = ['label', 'truth', 'target', 'class', 'actual', 'y', 'y_true'];
const PREFIXES = ['p_', 'prob_', 'proba_'];
const PARENTHESES = /^P\((.*)\)$/i;

/** Finds the columns that were asked for, or that look right. Their names are on line 1, unless `place` says otherwise. */
export function chooseColumns(columns: readonly string[], options: ColumnOptions, file: string, place = `${file}:1`): ColumnChoice {
  const guesses: string[] = [];
  const truth = chooseTruth(columns, options.truth, guesses, file, place);
  const weights = options.weights === undefined ? undefined : chooseWeights(columns, options.weights, truth, file, place);
  const estimates = chooseEstimates(columns, options, guesses, file, place).filter((i) => i !== truth && i !== weights);
  if (estimates.length === 0)
    throw missing(file, place, columns, `no column of estimates matches ${options.probs ?? 'p_*, prob_*, proba_* or P(…)'}`, '--probs');
  const used = [truth, ...estimates, ...(weights === undefined ? [] : [weights])].map((i) => columns[i]);
  const places = placesOf(columns);
  const repeated = places.size < columns.length ? new Set(columns.filter((name, i) => places.get(name) !== i)) : undefined;
  const twice = repeated && used.find((name) => repeated.has(name));
  if (twice !== undefined) {
    throw new FairbitsError('columns', `${place}: there are two columns called "${twice}": expected different names. Rename one, or leave it out.`, {
      file,
      ...(place === file ? {} : { line: 1 }),
      column: twice,
      found: twice,
      expected: 'different names',
    });
  }
  if (estimates.length === 1 && options.positive === undefined) {
    const [column] = used.slice(1);
    throw new FairbitsError('columns', `${file}: one column of estimates, "${column}", needs --positive CLASS to say whose probability it is`, {
      file,
      column,
      expected: '--positive CLASS',
    });
  }
  const chosen = { truth, estimates, ...(weights === undefined ? {} : { weights }), guesses };
  if (estimates.length === 1) return { ...chosen, classes: undefined };
  return {
    ...chosen,
    classes: classesOf(
      estimates.map((i) => columns[i]),
      options.probs,
    ),
  };
}

function chooseWeights(columns: readonly string[], wanted: string, truth: number, file: string, place: string): number {
  const index = columns.indexOf(wanted);
  if (index < 0) throw missing(file, place, columns, `there is no column "${wanted}"`, '--weights');
  if (index === truth) throw missing(file, place, columns, `the column "${wanted}" holds the true classes and cannot hold the weights too`, '--weights');
  return index;
}

export function chooseTruth(columns: readonly string[], wanted: string | undefined, guesses: string[], file: string, place: string): number {
  if (wanted !== undefined) {
    const index = columns.indexOf(wanted);
    if (index < 0) throw missing(file, place, columns, `there is no column "${wanted}"`, '--truth');
    return index;
  }
  for (const name of TRUTHS) {
    const index = columns.findIndex((column) => column.toLowerCase() === name);
    if (index < 0) continue;
    guesses.push(`the true class is taken from the column "${columns[index]}" (--truth says otherwise)`);
    return index;
  }
  throw missing(file, place, columns, `no column is called ${TRUTHS.join(', ')}`, '--truth');
}

function chooseEstimates(columns: readonly string[], { probs }: ColumnOptions, guesses: string[], file: string, place: string): number[] {
  if (probs !== undefined) {
    const exact = columns.indexOf(probs);
    if (exact >= 0) return [exact];
    const called = new Map<string, number[]>();
    for (const [i, name] of columns.entries()) {
      const there = called.get(name);
      if (there) there.push(i);
      else called.set(name, [i]);
    }
    return quotedList(probs).flatMap((part) => {
      const found = matching(columns, called, part.trim());
      if (found.length === 0) throw missing(file, place, columns, `no column matches "${part.trim()}"`, '--probs');
      return found;
    });
  }
  const looksRight = [
    ...PREFIXES.map((prefix) => [`${prefix}*`, (name: string) => name.startsWith(prefix) && name.length > prefix.length] as const),
    ['P(…)', (name: string) => PARENTHESES.test(name)] as const,
  ];
  const found = looksRight.map(([pattern, test]) => [pattern, columns.flatMap((name, i) => (test(name) ? [i] : []))] as const);
  // A single column may be another thing than estimates that begins so.
  const [pattern, indices] = found.find(([, { length }]) => length > 1) ?? found.find(([, { length }]) => length === 1) ?? ['', []];
  if (indices.length > 0)
    guesses.push(
      `the estimates are taken from the ${indices.length > 1 ? `${indices.length} columns ${pattern}` : `column "${columns[indices[0]]}"`} (--probs says otherwise)`,
    );
  return indices;
}

/** The columns that a pattern matches, or those that are called so. */
function matching(columns: readonly string[], called: ReadonlyMap<string, number[]>, pattern: string): number[] {
  if (!pattern.includes('*')) return called.get(pattern) ?? [];
  const matches = starMatcher(pattern);
  return columns.flatMap((name, i) => (matches(name) ? [i] : []));
}

/** The class of each column: what the glob's star stands for, or what follows a usual prefix, or the name itself. */
function classesOf(names: string[], probs: string | undefined): string[] {
  const [pattern, ...more] = probs === undefined ? [] : quotedList(probs);
  const star = more.length === 0 && pattern?.includes('*') ? starMatcher(pattern) : undefined;
  return names.map((name) => {
    const captured = star?.(name)?.captured ?? PARENTHESES.exec(name)?.[1];
    if (captured !== undefined) return captured;
    const prefix = PREFIXES.find((each) => name.startsWith(each) && name.length > each.length);
    return prefix ? name.slice(prefix.length) : name;
  });
}

export function missing(file: string, place: string, columns: readonly string[], what: string, option: string): FairbitsError {
  return new FairbitsError('columns', `${place}: ${what}; the columns are ${list(columns)}. Say which with ${option}.`, {
    file,
    ...(place === file ? {} : { line: 1 }),
    found: list(columns),
    expected: option,
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
