import { type Classes, classNames, list } from '../base/classes.js';
import { FairbitsError } from '../base/errors.js';
import type { Estimates, Labels } from './input.js';
import type { Weights } from './weights.js';

/** Estimates as a caller has them. Typed arrays are taken as they are; plain arrays, of numbers or of rows, are copied into a Float64Array. */
export type GivenEstimates = Estimates | readonly number[] | readonly ArrayLike<number>[];

/** True classes as a caller has them: indices, names, or false and true for the first and second of two. */
export type GivenLabels = Labels | ArrayLike<number> | readonly string[] | readonly boolean[];

/** How often each row counts: 2 is the row twice, 0 no row. */
export type GivenWeights = Weights | readonly number[];

/** Rows as the core takes them. The classes are those that were given, or the names among the labels, sorted; undefined where only the arrays' lengths tell. */
export interface TakenRows {
  estimates: Estimates;
  labels: Labels;
  classes: Classes | undefined;
}

/** The one place where what callers have becomes what the core takes. Typed arrays go through without a copy, and without a look at their rows. */
export function takeRows(estimates: GivenEstimates, labels: GivenLabels, classes?: Classes): TakenRows {
  if (isEstimates(estimates) && isLabels(labels)) return { estimates, labels, classes };
  const taken = takeEstimates(estimates);
  const width = (taken?.length ?? Number.NaN) / (labels?.length || Number.NaN);
  return { estimates: taken, ...takeLabels(labels, classes, width) };
}

const isEstimates = (given: unknown): given is Estimates => given instanceof Float64Array || given instanceof Float32Array;

const isLabels = (given: unknown): given is Labels => given instanceof Uint8Array || given instanceof Uint16Array || given instanceof Uint32Array;

/** Estimates alone. What is no array at all is left for the core to refuse. */
export function takeEstimates(given: GivenEstimates): Estimates {
  if (!Array.isArray(given)) return given as Estimates;
  if (!given.some(isRow)) return Float64Array.from(given, (value, row) => checkedNumber(value, row, 'estimate'));
  const width = isRow(given[0]) ? given[0].length : 1;
  const out = new Float64Array(given.length * width);
  for (let r = 0; r < given.length; r++) {
    const row: unknown = given[r];
    if (!isRow(row) || row.length !== width)
      throw new FairbitsError(
        'length',
        `row ${r}: found ${isRow(row) ? countedEstimates(row.length) : describeGiven(row)}; expected ${countedEstimates(width)}, as row 0 has`,
        {
          row: r,
          found: isRow(row) ? row.length : row,
          expected: countedEstimates(width),
        },
      );
    for (let i = 0; i < width; i++) out[r * width + i] = checkedNumber(row[i], r, 'estimate');
  }
  return out;
}

export function takeWeights(given: GivenWeights | ArrayLike<number> | undefined): Weights | undefined {
  return Array.isArray(given) ? Float64Array.from(given, (value, row) => checkedNumber(value, row, 'weight')) : (given as Weights | undefined);
}

/** Labels as indices, and the classes they are of. `width` is how many estimates a row has, where that is known. */
export function takeLabels(given: GivenLabels, classes: Classes | undefined, width = Number.NaN): { labels: Labels; classes: Classes | undefined } {
  if (isLabels(given) || !isList(given)) return { labels: given as Labels, classes };
  const kind = typeof given[0];
  for (let r = 0; r < given.length; r++)
    if (typeof given[r] !== kind || !['string', 'number', 'boolean'].includes(kind))
      throw new FairbitsError(
        'type',
        `row ${r}: the label is ${describeGiven(given[r])}; expected ${r === 0 ? 'the name of a class or its index' : `a ${kind}, as row 0 has`}`,
        {
          row: r,
          found: given[r],
          expected: 'the name of a class or its index',
        },
      );
  if (kind === 'string') return namedLabels(given as readonly string[], classes, width);
  if (kind === 'number' && typeof classes === 'object' && Array.isArray(given)) refuseNumberedNames(classes);
  return { labels: labelIndices(given as ArrayLike<number | boolean>), classes };
}

function namedLabels(given: readonly string[], classes: Classes | undefined, width: number): { labels: Labels; classes: readonly string[] } {
  const names = classes === undefined ? namesOf(given, width) : classNames(classes);
  const places = new Map(names.map((name, i) => [name, i]));
  const labels = new Uint16Array(given.length);
  given.forEach((name, r) => {
    const place = places.get(name);
    if (place === undefined)
      throw new FairbitsError('class', `row ${r}: the label is ${JSON.stringify(name)}; expected one of the classes ${list(names)}`, {
        row: r,
        class: name,
        found: name,
        expected: list(names),
      });
    labels[r] = place;
  });
  return { labels, classes: names };
}

/** The names that occur, sorted as text. That they are the columns' is certain only where there are as many. */
function namesOf(given: readonly string[], width: number): readonly string[] {
  const names = [...new Set(given)].sort();
  const wanted = width === 1 ? 2 : width;
  if (names.length === wanted || (!Number.isInteger(wanted) && names.length >= 2)) return names;
  const columns = width === 1 ? 'one column of estimates is of two classes' : `each row has ${countedEstimates(width)}`;
  throw new FairbitsError(
    'class-names',
    `the labels have ${names.length} different name${names.length === 1 ? '' : 's'} (${list(names)}), and ${columns}: name all classes, in the order of the columns, with the option classes`,
    { found: list(names), expected: Number.isInteger(wanted) ? `${wanted} classes` : 'two classes or more' },
  );
}

/** Where classes are called 1, 2, 3, a label of 1 may be meant as either. */
function refuseNumberedNames(classes: readonly string[]): void {
  if (!classes.every((name) => /^-?\d+$/.test(name)) || classes.every((name, i) => name === String(i))) return;
  throw new FairbitsError(
    'class-names',
    `the labels are numbers, and the classes are called ${list(classes)}: expected names, as strings, or indices from 0 to ${classes.length - 1} in a Uint8Array, Uint16Array or Uint32Array`,
    { found: 'numbers', expected: 'names as strings, or indices in a typed array' },
  );
}

function labelIndices(given: ArrayLike<number | boolean>): Labels {
  let largest = 0;
  for (let r = 0; r < given.length; r++) {
    const index = Number(given[r]);
    if (!Number.isInteger(index) || index < 0 || index > 0xffffffff)
      throw new FairbitsError('label-out-of-range', `row ${r}: the label is ${index}; expected the index of a class, countedEstimates from 0`, {
        row: r,
        found: index,
        expected: 'a whole number from 0 on',
      });
    if (index > largest) largest = index;
  }
  return largest < 0xffff ? Uint16Array.from(given, Number) : Uint32Array.from(given, Number);
}

const countedEstimates = (estimates: number): string => (estimates === 1 ? 'one estimate' : `${estimates} estimates`);

const isRow = (given: unknown): given is ArrayLike<unknown> => Array.isArray(given) || (ArrayBuffer.isView(given) && 'length' in given);

/** A plain array, or a typed one of another kind. */
const isList = (given: unknown): given is ArrayLike<unknown> => isRow(given) && !(given instanceof BigInt64Array || given instanceof BigUint64Array);

function checkedNumber(value: unknown, row: number, what: string): number {
  if (typeof value === 'number') return value;
  throw new FairbitsError('type', `row ${row}: the ${what} is ${describeGiven(value)}; expected a number`, { row, found: value, expected: 'a number' });
}

function describeGiven(value: unknown): string {
  return typeof value === 'string' ? `the text ${JSON.stringify(value)}` : value !== null && typeof value === 'object' ? 'an object' : String(value);
}
