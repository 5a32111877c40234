/** The same test sets in every format. A list of files is an object: by name, what makes the content. */
import { gzipSync } from 'node:zlib';
import { integers, shuffled } from './random.mjs';
import { CLASSES, narrow, rich, rowsOf, single, testSet } from './sets.mjs';
import { arrow, csv, ndjson, npy, parquet } from './writers.mjs';

export const ROWS = 400;
const made = new Map();

/** A test set, made when it is first asked for. */
export function small(name) {
  if (!made.has(name)) made.set(name, testSet(1 + Object.keys(CLASSES).indexOf(name), ROWS, CLASSES[name]));
  return made.get(name);
}

/** Columns in every form of CSV, NDJSON, Parquet and Arrow. */
function tables(name, columns) {
  return {
    [`${name}.csv`]: () => csv(columns()),
    [`${name}.tsv`]: () => csv(columns(), { delimiter: '\t' }),
    [`${name}.semicolon.csv`]: () => csv(columns(), { delimiter: ';' }),
    [`${name}.bar.csv`]: () => csv(columns(), { delimiter: '|' }),
    [`${name}.csv.gz`]: () => gzipSync(csv(columns())),
    [`${name}.ndjson`]: () => ndjson(columns()),
    [`${name}.ndjson.gz`]: () => gzipSync(ndjson(columns())),
    [`${name}.parquet`]: () => parquet(columns()),
    [`${name}.uncompressed.parquet`]: () => parquet(columns(), { codec: 'UNCOMPRESSED' }),
    [`${name}.gzip.parquet`]: () => parquet(columns(), { codec: 'GZIP', rowGroupSize: 1000 }),
    [`${name}.required.parquet`]: () => parquet(columns(), { nullable: false }),
    [`${name}.plain.parquet`]: () => parquet(columns(), { encodings: { label: 'PLAIN' } }),
    [`${name}.f32.parquet`]: () => parquet(columns(), { single: true }),
    [`${name}.parquet.gz`]: () => gzipSync(parquet(columns())),
    [`${name}.arrow`]: () => arrow(columns()),
    [`${name}.arrows`]: () => arrow(columns(), { format: 'stream' }),
    [`${name}.dictionary.arrow`]: () => arrow(columns(), { dictionaries: true }),
    [`${name}.dictionary.arrows`]: () => arrow(columns(), { dictionaries: true, format: 'stream' }),
    [`${name}.f32.arrow`]: () => arrow(columns(), { single: true }),
    [`${name}.lz4.arrow`]: () => arrow(columns(), { codec: 0 }),
    [`${name}.zstd.arrow`]: () => arrow(columns(), { codec: 1 }),
    [`${name}.arrow.gz`]: () => gzipSync(arrow(columns())),
  };
}

/** Estimates as NPY arrays; a single column has the shape (n). */
export function arrays(name, set, learner = 'first', width = undefined) {
  const rows = () => set()[learner].map((row) => (width === 1 ? row.slice(-1) : row));
  const shape = () => (width === 1 ? [set().rows] : [set().rows, set().classes.length]);
  const byColumn = () => rows()[0].flatMap((_, i) => rows().map((row) => row[i]));
  return {
    [`${name}.npy`]: () => npy(rows().flat(), '<f8', shape()),
    [`${name}.fortran.npy`]: () => npy(byColumn(), '<f8', shape(), { fortran: true }),
    [`${name}.f4.npy`]: () => npy(rows().flat(), '<f4', shape()),
    [`${name}.big.npy`]: () => npy(rows().flat(), '>f8', shape()),
    [`${name}.npy.gz`]: () => gzipSync(npy(rows().flat(), '<f8', shape())),
  };
}

/** True classes, counted from 0, as NPY arrays. */
export function labels(name, set) {
  const codes = () => set().label.map((label) => set().classes.indexOf(label));
  return Object.fromEntries(['<i8', '|u1', '<u2', '>i4'].map((type) => [`${name}.${type.slice(1)}.labels.npy`, () => npy(codes(), type, [set().rows])]));
}

/** Where the second learner's rows are, in another order. */
const turned = () => rowsOf(rich(small('three'), small('three').second), shuffled(ROWS, integers(99)));

export const goodFiles = {
  ...tables('one', () => single(small('one'))),
  ...tables('two', () => narrow(small('two'))),
  ...tables('three', () => narrow(small('three'))),
  ...tables('six', () => narrow(small('six'))),
  ...tables('rich', () => rich(small('three'))),
  ...tables('rich-b', () => rich(small('three'), small('three').second)),
  ...arrays('one', () => small('one'), 'first', 1),
  ...arrays('two', () => small('two')),
  ...arrays('three', () => small('three')),
  ...arrays('three-b', () => small('three'), 'second'),
  ...arrays('six', () => small('six')),
  ...Object.assign({}, ...['one', 'two', 'three', 'six'].map((name) => labels(name, () => small(name)))),
  'one-b.csv': () => csv(single(small('one'), small('one').second)),
  'two-b.csv': () => csv(narrow(small('two'), small('two').second)),
  'two-b.parquet': () => parquet(narrow(small('two'), small('two').second)),
  'six-b.csv': () => csv(narrow(small('six'), small('six').second)),
  'six-b.ndjson': () => ndjson(narrow(small('six'), small('six').second)),
  'turned.csv': () => csv(turned()),
  'turned.parquet': () => parquet(turned()),
  'turned.ndjson': () => ndjson(turned()),
  'lists.arrow': () => arrow(rich(small('three')), { lists: true }),
  // A test set in two parts, the columns of the second in another order.
  ...Object.fromEntries(
    [
      ['part-1', 0, 250, false],
      ['part-2', 250, ROWS, true],
    ].flatMap(([name, from, to, reversed]) => {
      const columns = () => {
        const some = Object.entries(
          rowsOf(
            rich(small('three')),
            Array.from({ length: to - from }, (_, i) => from + i),
          ),
        );
        return Object.fromEntries(reversed ? some.reverse() : some);
      };
      return [
        [`${name}.csv`, () => csv(columns())],
        [`${name}.csv.gz`, () => gzipSync(csv(columns()))],
        [`${name}.ndjson`, () => ndjson(columns())],
        [`${name}.parquet`, () => parquet(columns())],
        [`${name}.arrow`, () => arrow(columns())],
      ];
    }),
  ),
};
