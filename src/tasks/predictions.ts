import { classNames, list } from '../base/classes.js';
import { FairbitsError } from '../base/errors.js';
import { placesByName } from '../base/places.js';
import { TOLERANCE_32, TOLERANCE_64 } from '../core/input.js';
import type { TreatmentOptions } from '../core/treatment.js';
import { WEIGHT_WORDS } from '../core/weights.js';
import { answerIn, isMissing, labelMatcher, numberIn, withoutBlanks } from '../rows/classOfLabel.js';
import { type ColumnChoice, type ColumnOptions, quotedName } from '../rows/columns.js';
import type { NpyLabels, ShapeOptions } from '../rows/openTables.js';
import type { About, Scale, Table, Wanted } from '../rows/table.js';
import type { Peek } from '../rows/understand/peek.js';
import type { OpenRows } from './rowCrew.js';
import { chooseOf } from './understand/peekTable.js';
import { firstText } from './walkRows.js';

/** Estimates to a block of rows: enough to forget the call of a kernel, few enough to stay in cache. */
const BLOCK_ESTIMATES = 32768;

/** Which columns of a file are what, the names of the classes among them. */
export interface PredictionOptions extends ColumnOptions, Omit<TreatmentOptions, 'positive'> {
  /** The names of the classes in the order of the columns, where the columns' names do not say them. */
  classes?: readonly string[];
}

/** Tables of predictions: which columns are what in each, and the classes, which are the same in all. */
export interface Predictions {
  classes: string[];
  /** Estimates to a row: the number of classes, or 1. */
  width: number;
  /** Whether the labels told what the classes are called. */
  counted: boolean;
  /** Whose probability a single column is. */
  positive?: string | undefined;
  wanted: Wanted[];
  treatments: TreatmentOptions[];
  /** What was guessed about the columns. */
  guesses: string[];
}

/** How files of arrays are read. */
export function arrayOptions({ classes, truth, probs }: PredictionOptions): NpyLabels {
  return { classes, truth, probs };
}

/** How rows are laid out. */
export function shapeOptions({ header, long, truth, weights, classes }: PredictionOptions): ShapeOptions {
  return { header, ...(long === undefined ? {} : { long: { long, truth, weights, classes } }) };
}

export async function choosePredictions(rows: OpenRows, options: PredictionOptions): Promise<Predictions> {
  const { tables } = rows;
  const found: Awaited<ReturnType<typeof chooseOf>>[] = [];
  for (const table of tables) found.push(await chooseOf(rows, table, options));
  const choices = found.map(({ choice }, i) => (tables[i].given ? choice : withClasses(tables[i], choice, options.classes)));
  if (options.weights !== undefined) checkSomeWeights(tables);
  const [first] = choices;
  const width = first.estimates.length;
  const guesses = [...first.guesses];
  const counted = first.counted === true && !options.classes;
  if (counted) {
    const names = await countedClasses(rows, choices, found[0].peek, guesses);
    for (const choice of choices) if (choice.counted && choice.estimates.length === width) choice.classes = [...names];
  }
  const two = first.classes ? undefined : await twoClasses(rows, choices, options, guesses);
  const classes = [...classNames(first.classes ?? (two as TwoClasses).classes)];
  if (first.classes && !tables[0].given && !counted) await checkLabels(rows, choices, found[0].peek, classes, options);
  const treatment = { ...treatmentOf(options), ...(two ? { positive: two.positive } : {}) };
  const read = tables.map((table, i) => {
    checkTableClasses(table, choices[i], tables[0], width, classes);
    const { scale, said } = scaleOf(table, choices[i], found[i].peek, options);
    const wanted = { ...wantedForPredictions(table, choices[i], classes), ...(scale ? { scales: [{ scale, from: 0, columns: width }] } : {}) };
    const { float32 } = table.check(wanted);
    const total = scale === 'percent' ? 100 : 1;
    const usual = float32 ? TOLERANCE_32 : TOLERANCE_64;
    const printed = options.tolerance === undefined && scale !== 'softmax' ? found[i].peek?.printedTolerance(choices[i].estimates, total, usual) : undefined;
    if (i === 0) {
      guesses.unshift(...(table.notes ?? []));
      guesses.push(...said);
      if (printed)
        guesses.push(
          `the estimates are printed with ${printed.digits} digit${printed.digits === 1 ? '' : 's'}: a row may be ${Number(printed.tolerance.toPrecision(3))} from summing to 1 (--tolerance says otherwise)`,
        );
    }
    const tolerance = options.tolerance ?? printed?.tolerance ?? (float32 ? TOLERANCE_32 : undefined);
    return { wanted, treatment: tolerance === undefined ? treatment : { ...treatment, tolerance } };
  });
  return {
    classes,
    width,
    counted,
    positive: two?.positive,
    wanted: read.map(({ wanted }) => wanted),
    treatments: read.map((each) => each.treatment),
    guesses,
  };
}

/** What options say of how rows are treated. */
export function treatmentOf({ cutoff, tolerance, renormalize, positive }: PredictionOptions): TreatmentOptions {
  return {
    ...(cutoff === undefined ? {} : { cutoff }),
    ...(tolerance === undefined ? {} : { tolerance }),
    ...(renormalize === undefined ? {} : { renormalize }),
    ...(positive === undefined ? {} : { positive }),
  };
}

function checkSomeWeights(tables: readonly Table[]): void {
  const npy = tables.find(({ given }) => given && given.weights === undefined);
  if (npy)
    throw new FairbitsError('option', '--weights names a column, and .npy files have none: expected a file of another format, such as CSV', {
      file: npy.name,
      found: '--weights',
      expected: 'a file with columns',
    });
}

function checkTableClasses({ name, place, columns }: Table, { estimates, classes: order }: ColumnChoice, first: Table, width: number, classes: string[]): void {
  const known = new Set(classes);
  if (estimates.length === width && (width === 1 || (order?.length === classes.length && order.every((each) => known.has(each))))) return;
  const found = order ? list(order) : `one column, "${columns[estimates[0]]}"`;
  throw new FairbitsError('columns', `${place}: the classes ${found} are not those of ${first.name} (${list(classes)})`, {
    file: name,
    ...(place === name ? {} : { line: 1 }),
    found,
    expected: list(classes),
  });
}

function wantedForPredictions({ address }: Table, { truth, estimates, weights, classes: order }: ColumnChoice, classes: readonly string[]): Wanted {
  const width = estimates.length;
  const places = placesByName(order ?? []);
  const numbers = width === 1 ? estimates : classes.map((name) => estimates[places.get(name) as number]);
  const about: Record<number, About> = {};
  for (const column of numbers) about[column] = { expected: 'a number from 0 to 1', advice: 'Is this the right column? (--probs)' };
  about[truth] =
    address.format === 'npy'
      ? { expected: 'a class', advice: `The classes are ${list(classes)}.`, code: 'label-out-of-range' }
      : {
          expected: list(classes),
          unknown: `, for which there is no column of estimates; the classes are ${list(classes)}`,
          advice: 'Check --truth and --probs.',
        };
  if (weights !== undefined) about[weights] = { expected: WEIGHT_WORDS, advice: 'Is this the right column? (--weights)', code: 'weight' };
  return { numbers, weights, truth, classes, about, most: Math.max(1, Math.floor(BLOCK_ESTIMATES / width)), finite: false };
}

/** What must be done with numbers before they are estimates: as was asked, or as they look. */
export function scaleOf(
  table: Table,
  { estimates }: Pick<ColumnChoice, 'estimates'>,
  peek: Peek | undefined,
  options: PredictionOptions,
): { scale?: Scale; said: string[] } {
  if (options.logits) return { scale: estimates.length > 1 ? 'softmax' : 'sigmoid', said: [] };
  if (options.percent) return { scale: 'percent', said: [] };
  if (!peek || peek.rows === 0) return { said: [] };
  if (estimates.length > 1 && peek.total(estimates) === 100) return { scale: 'percent', said: ['the estimates sum to 100 and are taken as percentages'] };
  const { low, high, outside } = peek.range(estimates, 1);
  if (outside * 2 <= peek.rows) return { said: [] };
  const percent = estimates.length === 1 && low >= 0 && high <= 100;
  const [option, what] = percent ? ['--percent', 'percentages'] : ['--logits', 'logits, or other scores that softmax or sigmoid turns into probabilities'];
  const where = estimates.length > 1 ? 'the columns of estimates hold' : `the column "${table.columns[estimates[0]]}" holds`;
  throw new FairbitsError(
    'value',
    `${table.place}: ${where} numbers from ${Number(low.toPrecision(4))} to ${Number(high.toPrecision(4))}: expected probabilities from 0 to 1. Are they ${what}? (${option})`,
    { file: table.name, found: `${low} to ${high}`, expected: '0 to 1', suggestion: [option] },
  );
}

interface TwoClasses {
  classes: string[];
  positive: string;
}

/**
 * The classes of a single column of estimates: that of the option, or of the column's name, or the one that says yes (1, True, yes); and the first in the rows
 * that is another. No name is no class.
 */
async function twoClasses(rows: OpenRows, choices: readonly ColumnChoice[], options: PredictionOptions, guesses: string[]): Promise<TwoClasses> {
  if (options.classes) {
    const [first, second] = options.classes;
    const positive = options.positive ?? second;
    return { classes: positive === first ? [second, first] : [first, second], positive };
  }
  const truths = choices.map(({ truth }) => truth);
  if (options.positive !== undefined)
    return { classes: [(await otherThan(rows, truths, options.positive)) ?? `not ${options.positive}`, options.positive], positive: options.positive };
  const [{ estimates, positive: called }] = choices;
  const [{ name: file, columns }] = rows.tables;
  const column = columns[estimates[0]];
  const first = await firstText(rows, truths, (text) => !isMissing(text));
  const second = first === undefined ? undefined : await otherThan(rows, truths, withoutZeros(first));
  const labels = [first, second].flatMap((label) => (label === undefined ? [] : [withoutZeros(label)]));
  const yes = labels.length === 2 || (first !== undefined && answerIn(first) !== undefined) ? yesOf(labels) : undefined;
  if (yes === undefined || (called !== undefined && labelMatcher(labels)(called) < 0)) {
    const likely = labels.find((label) => label === called) ?? [...labels].sort()[1] ?? labels[0];
    throw new FairbitsError(
      'columns',
      `${file}: one column of estimates, "${column}", needs --positive CLASS to say whose probability it is${labels.length > 0 ? `; the true classes are ${labels.join(', ')}` : ''}`,
      { file, column, expected: '--positive CLASS', ...(likely === undefined ? {} : { suggestion: ['--positive', likely] }) },
    );
  }
  const positive = called === undefined ? yes : labels[labelMatcher(labels)(called)];
  const other = labels.find((label) => label !== positive) ?? opposite(positive);
  guesses.push(`the column "${column}" is taken as the probability of ${JSON.stringify(positive)} (--positive says otherwise)`);
  return { classes: [other, positive], positive };
}

/** The label that says yes, of one or two; -1 and 1 are a no and a yes, too. */
function yesOf(labels: readonly string[]): string | undefined {
  const numbers = labels.map(numberIn);
  if (numbers.includes(-1) && numbers.includes(1)) return labels[numbers.indexOf(1)];
  const answers = labels.map(answerIn);
  if (answers.includes(undefined) || answers[0] === answers[1]) return undefined;
  const yes = labels[answers.indexOf(1)];
  return yes ?? opposite(labels[0]);
}

const OPPOSITES = [
  ['0', '1'],
  ['false', 'true'],
  ['False', 'True'],
  ['FALSE', 'TRUE'],
  ['no', 'yes'],
  ['No', 'Yes'],
  ['NO', 'YES'],
  ['n', 'y'],
  ['N', 'Y'],
  ['f', 't'],
  ['F', 'T'],
];

/** The other answer, in the same words. */
function opposite(label: string): string {
  const pair = OPPOSITES.find((each) => each.includes(label));
  return pair ? pair[1 - pair.indexOf(label)] : `not ${label}`;
}

/** A label without the zeros that a whole number is often written with: 1.0 is 1. */
function withoutZeros(label: string): string {
  return /^-?\d+\.0*$/.test(withoutBlanks(label)) ? String(Number(label)) : withoutBlanks(label);
}

/** The first label that names something, and another class than this. */
async function otherThan(rows: OpenRows, truths: readonly number[], label: string): Promise<string | undefined> {
  const matching = labelMatcher([label]);
  const found = await firstText(rows, truths, (text) => !isMissing(text) && matching(text) < 0);
  return found === undefined ? undefined : withoutZeros(found);
}

/** The different labels of the rows, in the order in which they come, until there are so many. */
async function labelsSeen(rows: OpenRows, choices: readonly ColumnChoice[], enough: number): Promise<Set<string>> {
  const seen = new Set<string>();
  await firstText(
    rows,
    choices.map(({ truth }) => truth),
    (text) => {
      if (!isMissing(text)) seen.add(withoutZeros(text));
      return seen.size >= enough;
    },
  );
  return seen;
}

/** The columns' classes, if they are named in their order. */
function withClasses({ name: file, place }: Table, choice: ColumnChoice, named: readonly string[] | undefined): ColumnChoice {
  if (!named) return choice;
  const { length: width } = choice.estimates;
  if (named.length === Math.max(2, width)) return width === 1 ? choice : { ...choice, classes: [...named] };
  throw new FairbitsError(
    'columns',
    `${place}: ${width} column${width === 1 ? '' : 's'} of estimates, but --classes names ${named.length}: expected one for each column`,
    {
      file,
      found: width,
      expected: `${named.length} columns`,
    },
  );
}

/**
 * The classes of estimates that have no names: labels that count places from 0 name them so; else the classes are the different labels in sorted order,
 * where there are as many.
 */
async function countedClasses(rows: OpenRows, choices: readonly ColumnChoice[], peek: Peek | undefined, guesses: string[]): Promise<string[]> {
  const [{ truth, estimates }] = choices;
  const places = estimates.map((_, i) => String(i));
  const isPlace = (label: string): boolean => {
    const number = numberIn(label);
    return number !== undefined && Number.isInteger(number) && number >= 0 && number < places.length;
  };
  const first = peek?.texts(truth) ?? [];
  if (first.length > 0 && first.every(isPlace)) return places;
  const seen = await labelsSeen(rows, choices, places.length);
  const names = sortedLabels(seen);
  if (names.length === places.length) {
    guesses.push(`the estimates are taken to be of the classes in sorted order: ${list(names)} (--classes says otherwise)`);
    return names;
  }
  if (names.every((name) => labelMatcher(places)(name) >= 0)) return places;
  const [{ name: file, place, columns }] = rows.tables;
  const fromOne = names.every((name) => numberIn(name) !== undefined && (numberIn(name) as number) >= 1 && (numberIn(name) as number) <= places.length);
  throw new FairbitsError(
    'class',
    `${place}: there are ${places.length} estimates to a row, and the column "${columns[truth]}" has ${names.length === 1 ? 'the class' : `${names.length} classes,`} ${list(names)}: expected --classes and the names of all ${places.length}, in the order of the estimates`,
    {
      file,
      column: columns[truth],
      found: list(names),
      expected: `--classes and ${places.length} names`,
      ...(fromOne ? { suggestion: ['--classes', places.map((_, i) => String(i + 1)).join(',')] } : {}),
    },
  );
}

/** Labels in sorted order: as numbers where they are, else as text. */
function sortedLabels(labels: Iterable<string>): string[] {
  return [...labels].sort((a, b) => (numberIn(a) ?? 0) - (numberIn(b) ?? 0) || (a < b ? -1 : 1));
}

/** That the labels are the classes: where the first rows have hardly one that is, it is the names of the columns that do not say. */
async function checkLabels(
  rows: OpenRows,
  choices: readonly ColumnChoice[],
  peek: Peek | undefined,
  classes: readonly string[],
  options: PredictionOptions,
): Promise<void> {
  const [{ truth }] = choices;
  const labels = peek?.texts(truth) ?? [];
  const matching = labelMatcher(classes);
  const strange = labels.filter((label) => matching(label) < 0);
  const counted = [...classes, ...labels].every((name) => numberIn(name) !== undefined);
  if (strange.length === 0 || options.classes || (strange.length < labels.length && !counted)) return;
  const seen = await labelsSeen(rows, choices, classes.length + 1);
  // Fewer than there are columns, or more, do not tell which is whose.
  if (seen.size !== classes.length) return;
  const names = sortedLabels(seen);
  const [{ name: file, place, columns }] = rows.tables;
  throw new FairbitsError(
    'class',
    `${place}: the column "${columns[truth]}" has the classes ${list(names)}, and the columns of estimates are called ${list(classes)}: expected the same names. Say whose the columns are, in their order, with --classes; in scikit-learn's order, that of the names, they are ${list(names)}.`,
    { file, column: columns[truth], found: list(names), expected: list(classes), suggestion: ['--classes', names.map(quotedName).join(',')] },
  );
}
