/** Files with something wrong in the middle. They hold the rows of rich.csv otherwise. */
import { gzipSync } from 'node:zlib';
import { ROWS, small } from './goodFiles.mjs';
import { rich } from './sets.mjs';
import { arrow, csv, ndjson, npy, parquet } from './writers.mjs';

/** The row that is bad, counted from 0. */
const AT = 206;

const columns = () => rich(small('three'));

/** The columns with other values in one row. */
export function spoiled(given, values, at = AT) {
  return Object.fromEntries(
    Object.entries(given).map(([name, column]) => [name, name in values ? column.map((value, r) => (r === at ? values[name] : value)) : column]),
  );
}

/** What is wrong with a row that has all its fields, whatever the format. */
export const CELLS = {
  nan: { p_b: NaN },
  unknown: { label: 'd' },
  sum: { p_a: 0.3, p_b: 0.3, p_c: 0.3 },
  'above-1': { p_a: 1.2, p_b: -0.1, p_c: -0.1 },
  negative: { p_a: -0.25, p_b: 0.75, p_c: 0.5 },
  weight: { n: -1 },
  'weight-nan': { n: NaN },
  known: { t_a: 0.25, t_b: 0.25, t_c: 0.25 },
  amount: { amount: Infinity },
  actual: { real: NaN },
  set: { said: ['a', 'd'] },
  'set-twice': { said: ['a', 'a'] },
};

/** What only text can say. */
const TEXTS = {
  text: { p_b: 'oops' },
  empty: { p_b: '' },
  'no-class': { label: '' },
  'weight-text': { n: 'two' },
  'actual-text': { real: 'dear' },
  'known-text': { t_b: 'x' },
};

/** What nulls can say. */
const NULLS = { null: { p_b: null }, 'null-class': { label: null }, 'null-weight': { n: null }, 'null-actual': { real: null }, 'null-known': { t_b: null } };

/** Lines that are wrong as a whole, by what they were. */
const LINES = {
  few: (line) => line.split(',').slice(0, 4).join(','),
  many: (line) => `${line},1`,
  quote: (line) => line.replace(/,([abc]),/, ',"$1,'),
  'behind-quote': (line) => line.replace(/,([abc]),/, ',"$1" ,'),
};

const lineOf = (text, at, change) =>
  text
    .split('\n')
    .map((line, r) => (r === at ? change(line) : line))
    .join('\n');

/** Several things at once, in several places; the first is what a command that stops names. */
function several() {
  let text = csv(spoiled(spoiled(spoiled(columns(), CELLS.unknown, 120), CELLS.sum, 130), { p_a: 'x' }, 330));
  text = lineOf(text, 100, LINES.few);
  return lineOf(text, 381, LINES['behind-quote']);
}

const each = (list, make) => Object.fromEntries(Object.entries(list).flatMap(([kind, value]) => make(kind, value)));

/** Cut off after a part of it. */
const cut = (bytes, share) => bytes.subarray(0, Math.floor(bytes.length * share));

const ofText = (text) => new TextEncoder().encode(text);
const estimates = (change) => {
  const rows = small('three').first.map((row) => [...row]);
  rows[AT] = change;
  return npy(rows.flat(), '<f8', [ROWS, 3]);
};
const codes = () => small('three').label.map((own) => 'abc'.indexOf(own));
const withCode = (code) => codes().map((own, r) => (r === AT ? code : own));

export const badFiles = {
  ...each({ ...CELLS, ...TEXTS }, (kind, values) => [[`bad-${kind}.csv`, () => csv(spoiled(columns(), values))]]),
  ...each(LINES, (kind, change) => [[`bad-${kind}.csv`, () => lineOf(csv(columns()), AT + 1, change)]]),
  'bad-several.csv': several,
  'bad-text.tsv': () => csv(spoiled(columns(), TEXTS.text), { delimiter: '\t' }),
  'bad-few.csv.gz': () => gzipSync(lineOf(csv(columns()), AT + 1, LINES.few)),
  'bad-cut.csv.gz': () => cut(gzipSync(csv(columns())), 0.6),
  'bad-not-gzip.csv.gz': () => csv(columns()),
  'bad-crlf-sum.csv': () => csv(spoiled(columns(), CELLS.sum), { end: '\r\n' }),
  ...each({ ...CELLS, ...TEXTS, ...NULLS }, (kind, values) => [[`bad-${kind}.ndjson`, () => ndjson(spoiled(columns(), values))]]),
  'bad-json.ndjson': () => lineOf(ndjson(columns()), AT, (line) => line.slice(0, 40)),
  'bad-no-object.ndjson': () => lineOf(ndjson(columns()), AT, () => '[1, 2]'),
  'bad-missing-key.ndjson': () => lineOf(ndjson(columns()), AT, (line) => line.replace('"p_b"', '"p_x"')),
  'bad-missing-real.ndjson': () => lineOf(ndjson(columns()), AT, (line) => line.replace('"real"', '"ideal"')),
  'bad-cut.ndjson': () => cut(ofText(ndjson(columns())), 0.6),
  'bad-cut.ndjson.gz': () => cut(gzipSync(ndjson(columns())), 0.6),
  ...each({ ...CELLS, ...NULLS }, (kind, values) => [
    [`bad-${kind}.parquet`, () => parquet(spoiled(columns(), values))],
    [`bad-${kind}.arrow`, () => arrow(spoiled(columns(), values))],
  ]),
  'bad-sum.arrows': () => arrow(spoiled(columns(), CELLS.sum), { format: 'stream' }),
  'bad-unknown.dictionary.arrow': () => arrow(spoiled(columns(), CELLS.unknown), { dictionaries: true }),
  'bad-sum.f32.parquet': () => parquet(spoiled(columns(), CELLS.sum), { single: true }),
  'bad-text-column.parquet': () => parquet({ ...columns(), p_b: columns().p_b.map(String), real: columns().real.map(String) }),
  'bad-text-column.arrow': () => arrow({ ...columns(), p_b: columns().p_b.map(String), real: columns().real.map(String) }),
  'bad-cut.parquet': () => cut(parquet(columns()), 0.6),
  'bad-cut-start.parquet': () => parquet(columns()).subarray(2000),
  'bad-cut.arrow': () => cut(arrow(columns()), 0.6),
  'bad-cut.arrows': () => cut(arrow(columns(), { format: 'stream' }), 0.6),
  'bad-tiny.parquet': () => parquet(columns()).subarray(0, 6),
  'bad-tiny.arrow': () => arrow(columns()).subarray(0, 6),
  'bad-tiny.npy': () => estimates([0.5, 0.25, 0.25]).subarray(0, 6),
  'bad-other.parquet': () => csv(columns()),
  'bad-other.arrow': () => csv(columns()),
  'bad-other.npy': () => csv(columns()),
  'bad-nan.npy': () => estimates([0.5, NaN, 0.5]),
  'bad-sum.npy': () => estimates([0.3, 0.3, 0.3]),
  'bad-above-1.npy': () => estimates([1.2, -0.1, -0.1]),
  'bad-cut.npy': () => cut(estimates([0.5, 0.25, 0.25]), 0.6),
  'bad-integers.npy': () => npy(codes(), '<i8', [ROWS]),
  'bad-cube.npy': () => npy(small('three').first.flat(), '<f8', [ROWS, 3, 1]),
  'bad-unknown.labels.npy': () => npy(withCode(3), '|u1', [ROWS]),
  'bad-negative.labels.npy': () => npy(withCode(-1), '<i8', [ROWS]),
  'bad-cut.labels.npy': () => cut(npy(codes(), '<i8', [ROWS]), 0.6),
  'bad-short.labels.npy': () => npy(codes().slice(1), '|u1', [ROWS - 1]),
  'bad-floats.labels.npy': () => npy(codes(), '<f8', [ROWS]),
};
