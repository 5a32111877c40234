import { classNames, list } from '../base/classes.js';
import { FairbitsError } from '../base/errors.js';
import { placesOf } from '../base/places.js';
import { TOLERANCE_32 } from '../core/input.js';
import type { TreatmentOptions } from '../core/treatment.js';
import { WEIGHT } from '../core/weights.js';
import { type ColumnChoice, type ColumnOptions, chooseColumns } from '../rows/columns.js';
import { onlyNpy } from '../rows/openTables.js';
import type { About, Table, Wanted } from '../rows/table.js';
import type { OpenRows } from './rowCrew.js';
import { firstText } from './walkRows.js';

/** Estimates to a block of rows: enough to forget the call of a kernel, few enough to stay in cache. */
export const BLOCK_ESTIMATES = 32768;

export interface PredictionOptions extends ColumnOptions, Omit<TreatmentOptions, 'positive'> {
  /** NPY files: the names of the classes in the order of the columns. */
  classes?: readonly string[];
}

/** Tables of predictions: which columns are what in each, and the classes, which are the same in all. */
export interface Predictions {
  classes: string[];
  /** Estimates to a row: the number of classes, or 1. */
  width: number;
  wanted: Wanted[];
  treatments: TreatmentOptions[];
  /** What was guessed about the columns. */
  guesses: string[];
}

export async function choosePredictions(rows: OpenRows, options: PredictionOptions): Promise<Predictions> {
  const { tables } = rows;
  const choices = tables.map((table) => table.given ?? chooseColumns(table.columns, options, table.name, table.place));
  if (options.classes && !tables.some(({ given }) => given)) throw onlyNpy('--classes');
  if (options.weights !== undefined) checkWeights(tables);
  const [first] = choices;
  const width = first.estimates.length;
  const classes = [...classNames(first.classes ?? (await twoClasses(rows, choices, options.positive as string)))];
  const treatment = treatmentOf(options);
  const found = tables.map((table, i) => {
    checkClasses(table, choices[i], tables[0], width, classes);
    const wanted = wantedOf(table, choices[i], classes);
    const { float32 } = table.check(wanted);
    return { wanted, treatment: float32 ? { ...treatment, tolerance: options.tolerance ?? TOLERANCE_32 } : treatment };
  });
  return { classes, width, wanted: found.map(({ wanted }) => wanted), treatments: found.map((each) => each.treatment), guesses: first.guesses };
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

function checkWeights(tables: readonly Table[]): void {
  const npy = tables.find(({ given }) => given);
  if (npy)
    throw new FairbitsError('option', '--weights names a column, and .npy files have none: expected a file of another format, such as CSV', {
      file: npy.name,
      found: '--weights',
      expected: 'a file with columns',
    });
}

function checkClasses({ name, place, columns }: Table, { estimates, classes: order }: ColumnChoice, first: Table, width: number, classes: string[]): void {
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

function wantedOf({ given }: Table, { truth, estimates, weights, classes: order }: ColumnChoice, classes: readonly string[]): Wanted {
  const width = estimates.length;
  const places = placesOf(order ?? []);
  const numbers = width === 1 ? estimates : classes.map((name) => estimates[places.get(name) as number]);
  const about: Record<number, About> = {};
  for (const column of numbers) about[column] = { expected: 'a number from 0 to 1', advice: 'Is this the right column? (--probs)' };
  about[truth] = given
    ? { expected: 'a class', advice: `The classes are ${list(classes)}.`, code: 'label-out-of-range' }
    : {
        expected: list(classes),
        unknown: `, which no column of estimates is for; the classes are ${list(classes)}`,
        advice: 'Check --truth and --probs.',
      };
  if (weights !== undefined) about[weights] = { expected: WEIGHT, advice: 'Is this the right column? (--weights)', code: 'weight' };
  return { numbers, weights, truth, classes, about, most: Math.max(1, Math.floor(BLOCK_ESTIMATES / width)), finite: false };
}

/** The classes of a single column of estimates: the first in the rows that is not the positive one, and that. No name is no class. */
async function twoClasses(rows: OpenRows, choices: readonly ColumnChoice[], positive: string): Promise<string[]> {
  const other = await firstText(
    rows,
    choices.map(({ truth }) => truth),
    (name) => name !== positive && name !== '',
  );
  return [other ?? `not ${positive}`, positive];
}
