/** Files of several ranges, row groups, record batches and pieces: 9 MB of CSV, 80,000 rows. What is bad is in the last third. */
import { gzipSync } from 'node:zlib';
import { CELLS, spoiled } from './badFiles.mjs';
import { arrays, labels } from './goodFiles.mjs';
import { integers } from './random.mjs';
import { narrow, rich, rowsOf, testSet } from './sets.mjs';
import { arrow, csv, ndjson, npy, parquet } from './writers.mjs';

const ROWS = 80_000;
const AT = 61_234;
const memory = new Map();

/** What `make` gives, made once. */
function once(name, make) {
  if (!memory.has(name)) memory.set(name, make());
  return memory.get(name);
}

const set = () => once('set', () => testSet(11, ROWS, ['a', 'b', 'c']));
const columns = () => once('columns', () => rich(set()));
const text = () => once('text', () => csv(columns()));
const objects = () => once('objects', () => ndjson(columns()));
const GROUPS = { rowGroupSize: 17_000 };
const BATCHES = { maxBatchRows: 17_000 };

/** The text with another line in one place. */
function withLine(whole, number, change) {
  let from = 0;
  for (let i = 0; i < number; i++) from = whole.indexOf('\n', from) + 1;
  const to = whole.indexOf('\n', from);
  return whole.slice(0, from) + change(whole.slice(from, to)) + whole.slice(to);
}

const LINES = {
  few: (line) => line.split(',').slice(0, 4).join(','),
  text: (line) => line.replace(/,0\.\d+,/, ',oops,'),
  quote: (line) => line.replace(/,([abc]),/, ',"$1,'),
  unknown: (line) => line.replace(/,([abc]),/, ',d,'),
};

const fake = 'r1,a,0.5,0.25,0.25,0.5,0.25,0.25,1,1,a,1,1\n';

/** Notes of which some hold what looks like rows, so that a range may begin inside of quotes. */
function noted() {
  const next = integers(5);
  const [head, ...rows] = text().trimEnd().split('\n');
  const note = () => {
    const kind = next(160);
    return kind === 0 ? `"${fake.repeat(next(400))}"` : kind === 1 ? `"${'""\n'.repeat(next(900))}"` : kind < 80 ? '5" pipe' : '';
  };
  return `note,${head}\n${rows.map((row) => `${note()},${row}\n`).join('')}`;
}

/** A note of 5 MB, so that no row begins in a whole range. */
function longNote() {
  const [head, ...rows] = text().slice(0, text().indexOf('\n', 2_000_000)).split('\n');
  return `note,${head}\n${rows.map((row, r) => `${r === 9000 ? `"${fake.repeat(120_000)}"` : 'x'},${row}\n`).join('')}`;
}

/** A line that is longer than a line may be. */
const longLine = () =>
  text()
    .slice(0, 100_000)
    .replace(/\n(.*)$/, (_, rest) => `\n${'x'.repeat(17 * 2 ** 20)}${rest}`);

/** All of one class first, then all of the next. */
function sorted() {
  const order = Array.from({ length: ROWS }, (_, r) => r);
  const { label } = columns();
  return csv(
    rowsOf(
      columns(),
      order
        .filter((r) => label[r] === 'a')
        .concat(
          order.filter((r) => label[r] === 'b'),
          order.filter((r) => label[r] === 'c'),
        ),
    ),
  );
}

const bad = () => set().first.map((row, r) => (r === AT ? [0.3, 0.3, 0.3] : row));
const badCodes = () => set().label.map((own, r) => (r === AT ? 7 : 'abc'.indexOf(own)));

export const largeFiles = {
  'large.csv': text,
  'large.csv.gz': () => gzipSync(text(), { level: 1 }),
  'large.crlf.csv': () => text().replaceAll('\n', '\r\n'),
  'large.noted.csv': noted,
  'large.long-note.csv': longNote,
  'large.long-line.csv': longLine,
  'large.sorted.csv': sorted,
  'large-b.csv': () => csv(rich(set(), set().second)),
  'large.ndjson': objects,
  'large.parquet': () => parquet(columns(), GROUPS),
  'large-b.parquet': () => parquet(rich(set(), set().second), GROUPS),
  'large.f32.parquet': () => parquet(narrow(set()), { ...GROUPS, single: true }),
  'large.one-group.parquet': () => parquet(columns(), { rowGroupSize: ROWS, codec: 'UNCOMPRESSED' }),
  'large.arrow': () => arrow(columns(), BATCHES),
  'large.dictionary.arrows': () => arrow(columns(), { ...BATCHES, dictionaries: true, format: 'stream' }),
  ...arrays('large', set),
  ...labels('large', set),
  ...Object.fromEntries(Object.entries(LINES).map(([kind, change]) => [`large-bad-${kind}.csv`, () => withLine(text(), AT + 1, change)])),
  'large-bad-text.csv.gz': () => gzipSync(withLine(text(), AT + 1, LINES.text), { level: 1 }),
  'large-bad-noted.csv': () => withLine(noted(), 300_000, (line) => `"${line}`),
  'large-bad-json.ndjson': () => withLine(objects(), AT, (line) => line.slice(0, 40)),
  'large-bad-null.parquet': () => parquet(spoiled(columns(), { p_b: null, real: null, said: null }, AT), GROUPS),
  'large-bad-sum.parquet': () => parquet(spoiled(columns(), CELLS.sum, AT), GROUPS),
  'large-bad-cut.parquet': () => parquet(columns(), GROUPS).subarray(0, 3_000_000),
  'large-bad-unknown.arrow': () => arrow(spoiled(columns(), CELLS.unknown, AT), BATCHES),
  'large-bad-cut.arrows': () => arrow(columns(), { ...BATCHES, format: 'stream' }).subarray(0, 5_000_000),
  'large-bad-sum.npy': () => npy(bad().flat(), '<f8', [ROWS, 3]),
  'large-bad.labels.npy': () => npy(badCodes(), '|u1', [ROWS]),
};

/** Gives back what was kept while files were made. */
export function forget() {
  memory.clear();
}
