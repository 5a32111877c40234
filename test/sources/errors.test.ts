import { gzipSync } from 'node:zlib';
import { dateDay, dictionary, float64, utf8 } from '@uwdata/flechette';
import type { ErrorCode } from 'fairbits';
import { scoreFiles } from 'fairbits/node';
import { afterAll, describe, expect, it } from 'vitest';
import { rejected } from '../support/error.js';
import { arrow, type Columns, FORECASTERS, Folder, ndjson, npy, parquet, readColumns, sameReport } from './fixtures.js';

const folder = new Folder();
afterAll(() => folder.remove());

const GOOD = { label: ['a', 'b', 'a', 'b'], p_a: [0.75, 0.25, 0.5, 0.5], p_b: [0.25, 0.75, 0.5, 0.5] };

type Options = Parameters<typeof scoreFiles>[1];
const fails = (code: ErrorCode, name: string, content: string | Uint8Array | ArrayBuffer, options?: Options) =>
  rejected(code, scoreFiles([folder.write(name, content)], options));

/** The same columns in each format that has columns. */
const FORMATS: [string, (columns: Columns) => string | Uint8Array | ArrayBuffer][] = [
  ['ndjson', (columns) => ndjson(columns)],
  ['parquet', (columns) => parquet(columns, { rowGroupSize: 3 })],
  ['arrow', (columns) => arrow(columns, { maxBatchRows: 3 })],
];

describe.each(FORMATS)('.%s', (ending, write) => {
  const name = `x.${ending}`;
  /** Where a row of it is: the line of a text, else the row. */
  const at = (row: number) => (ending === 'ndjson' ? `${name}:${row}: ` : `${name}: row ${row}: `);

  it('names a column that is missing, and lists those there are', async () => {
    const { label, ...rest } = GOOD;
    const error = await fails('columns', name, write({ ...rest, kind: label.map(() => 'z') }));
    expect(error.message).toContain(`${name}: no column is called label`);
    expect(error.message).toContain('p_a, p_b, kind');
    expect((await fails('columns', name, write(GOOD), { truth: 'y' })).message).toContain('there is no column "y"');
    expect((await fails('columns', name, write(GOOD), { probs: 'q_*' })).message).toContain('no column matches "q_*"');
  });

  it('names the row of a null', async () => {
    const error = await fails('value', name, write({ ...GOOD, p_b: [0.25, 0.75, 0.5, null] }));
    expect(error.message).toBe(`${folder.path(at(4))}column "p_b" holds null: expected a number from 0 to 1. Is this the right column? (probs)`);
    expect(error.line).toBe(4);
    expect(error.column).toBe('p_b');
    const truth = await fails('value', name, write({ ...GOOD, label: ['a', null, 'a', 'b'] }), { prior: 'uniform' });
    expect(truth.message).toBe(`${folder.path(at(2))}column "label" holds null: expected a, b. Check truth and probs.`);
    expect((await fails('value', name, write({ ...GOOD, label: ['a', null, 'a', 'b'] }))).line).toBe(2);
  });

  it('names the row of a class that is none', async () => {
    for (const prior of ['test', 'uniform'] as const) {
      const error = await fails('class', name, write({ ...GOOD, label: ['a', 'b', 'a', 'c'] }), { prior });
      expect(error.message).toContain(`${at(4)}column "label" has the class "c", for which there is no column of estimates; the classes are a, b`);
      expect(error.found).toBe('"c"');
    }
  });

  it('names the row and column of an estimate that cannot be', async () => {
    const above = await fails('estimate-above-one', name, write({ ...GOOD, p_a: [0.75, 0.25, 0.5, 50] }));
    expect(above.message).toContain(`${at(4)}column "p_a": the estimate of class "a" is 50`);
    expect(above.column).toBe('p_a');
    const sum = await fails('estimates-sum', name, write({ ...GOOD, p_a: [0.75, 0.25, 0.25, 0.5] }));
    expect(sum.message).toContain(`${at(3)}the estimates sum to 0.75`);
    const single = await fails('estimate-negative', name, write({ label: GOOD.label, p_a: [0.5, -0.5, 0.5, 0.5] }), { positive: 'a' });
    expect(single.message).toContain(`${at(2)}column "p_a": P(positive) is -0.5`);
  });

  it('skips bad rows if asked to, and counts them', async () => {
    const bad = { label: ['a', 'b', 'c', null, 'a', 'b', 'a'], p_a: [0.75, 0.25, 0.5, 0.5, 7, null, 0.5], p_b: [0.25, 0.75, 0.5, 0.5, 0, 0.5, 0.5] };
    const { report, skipped, skippedFirst } = await scoreFiles([folder.write(name, write(bad))], { skipBad: true, prior: 'uniform' });
    expect(report.rows).toBe(3);
    expect(skipped).toBe(4);
    expect(skippedFirst.map((text) => text.slice(0, folder.path(at(3)).length))).toEqual([3, 4, 5, 6].map((row) => folder.path(at(row))));
    expect(report.warnings[0]).toContain('4 rows could not be scored and were skipped');
  });

  it('skips bad rows in the count for the prior', async () => {
    const bad = { label: ['a', 'b', 'c', 'a'], p_a: [0.75, 0.25, 0.5, 0.5], p_b: [0.25, 0.75, 0.5, 0.5] };
    const { report } = await scoreFiles([folder.write(name, write(bad))], { skipBad: true });
    expect(report.prior.values).toEqual({ a: 2.5 / 4, b: 1.5 / 4 });
  });

  it('needs the same classes in every file', async () => {
    const files = [folder.write(`1.${ending}`, write(GOOD)), folder.write(`2.${ending}`, write({ label: ['a'], p_a: [0.5], p_c: [0.5] }))];
    expect((await rejected('columns', scoreFiles(files))).message).toMatch(/2\.\w+: the classes a, c are not those of .*1\.\w+ \(a, b\)/);
  });

  it('is mixed with CSV: the report is that of the same rows in one format', async () => {
    const columns = readColumns(FORECASTERS[0]);
    const half = (from: number, to?: number): Columns => Object.fromEntries(Object.entries(columns).map(([key, values]) => [key, values.slice(from, to)]));
    const csv = (of: Columns) =>
      [Object.keys(of).join(','), ...Array.from(of.label, (_, r) => Object.keys(of).map((key) => of[key][r])).map(String), ''].join('\n');
    const halves = [half(0, 900), half(900)];
    const [first, second] = halves.map((of, i) => folder.write(`half-${i}.csv`, csv(of)));
    const [own, ownSecond] = halves.map((of, i) => folder.write(`half-${i}.${ending}`, write(of)));
    const reports = async (...files: string[]) => (await scoreFiles(files)).report;
    for (const [one, two] of [
      [first, second],
      [own, ownSecond],
    ]) {
      const wanted = await reports(one, two);
      expect(wanted.rows).toBe(2000);
      sameReport(await reports(first, ownSecond), wanted, 1e-12);
      sameReport(await reports(own, second), wanted, 1e-12);
    }
    // A line a row and nothing skipped: the parts are the same, so all bits are.
    if (ending === 'ndjson') expect(JSON.stringify(await reports(first, ownSecond))).toBe(JSON.stringify(await reports(first, second)));
  });

  it('has the classes of the CSV file that it is mixed with', async () => {
    const error = await rejected('columns', scoreFiles([FORECASTERS[0], folder.write(name, write(GOOD))]));
    expect(error.message).toBe(`${folder.path(name)}: the classes a, b are not those of ${FORECASTERS[0]} (home, draw, away)`);
  });

  it('has no use for the options of NPY', async () => {
    const labels = folder.write('unused.npy', npy(new Uint8Array(4), '|u1', [4]));
    expect((await fails('option', name, write(GOOD), { labels: [labels] })).message).toContain('labels is for .npy files');
  });
});

describe('truncated files', () => {
  const columns = readColumns(FORECASTERS[0]);

  it.each([
    ['parquet', new Uint8Array(parquet(columns, { codec: 'SNAPPY' })), 'format'],
    ['arrow', arrow(columns, { format: 'file' }), 'format'],
    ['feather', arrow(columns, { format: 'file', types: { label: dictionary(utf8()) } }), 'format'],
    ['ndjson.gz', new Uint8Array(gzipSync(ndjson(columns))), 'file'],
  ] as const)('.%s', async (ending, bytes, code) => {
    for (const share of [0.001, 0.01, 0.3, 0.6, 0.99, 0.9999]) {
      const error = await fails(code, `cut.${ending}`, bytes.subarray(0, Math.floor(bytes.length * share)));
      expect(error.message).toMatch(/^\S*cut\.\S+ (cannot be|is empty)/);
    }
  });

  it('an Arrow stream', async () => {
    const bytes = arrow(columns, { format: 'stream' });
    for (const share of [0.001, 0.3, 0.6, 0.99]) await fails('format', 'cut.ipc', bytes.subarray(0, Math.floor(bytes.length * share)));
  });

  it('NPY', async () => {
    const bytes = npy(new Float64Array(300), '<f8', [100, 3]);
    const labels = folder.write('l.npy', npy(new Uint8Array(100), '|u1', [100]));
    for (const length of [0, 5, 9, 50, 128, 200, bytes.length - 1]) await fails('format', 'cut.npy', bytes.subarray(0, length), { labels: [labels] });
    const shortLabels = folder.write('short.npy', npy(new Uint8Array(100), '|u1', [100]).subarray(0, 200));
    const error = await fails('format', 'whole.npy', bytes, { labels: [shortLabels] });
    expect(error.message).toContain('an array of shape (100) takes 100 bytes, and 72 are there');
  });

  it('NDJSON names the line that is cut', async () => {
    const text = ndjson(columns);
    const error = await fails('format', 'cut.ndjson', text.slice(0, 5000).trimEnd().slice(0, -3));
    expect(error.message).toMatch(/cut\.ndjson:\d+: this is ".*: expected a JSON object$/);
    expect(error.message).toContain(`cut.ndjson:${error.line}: this is "{\\"match\\":${error.line},`);
    const first = await fails('format', 'cut.ndjson', text.slice(0, 20));
    expect(first.message).toContain('cannot be read as NDJSON: line 1 is ');
  });
});

describe('NDJSON', () => {
  it('says what a line holds instead of an object', async () => {
    const rows = ndjson(GOOD);
    expect((await fails('format', 'a.ndjson', `${rows}[1,2]\n`)).message).toContain('a.ndjson:5: this is [1,2]: expected a JSON object');
    expect((await fails('format', 'a.ndjson', `${rows}nonsense\n`)).message).toContain('a.ndjson:5: this is "nonsense": expected a JSON object');
    expect((await fails('format', 'a.ndjson', '[1,2]\n')).message).toContain('cannot be read as NDJSON: line 1 is [1,2], not a JSON object');
    const { report, skipped } = await scoreFiles([folder.write('a.ndjson', `${rows}nonsense\n`)], { skipBad: true });
    expect([report.rows, skipped]).toEqual([4, 1]);
  });

  it('takes numbers for numbers only', async () => {
    const error = await fails('value', 'a.ndjson', ndjson({ ...GOOD, p_a: [0.75, '0.25', 0.5, 0.5] }));
    expect(error.message).toContain('a.ndjson:2: column "p_a" holds "0.25": expected a number from 0 to 1');
  });

  it('misses a key that a row does not have, even one that objects have by nature', async () => {
    expect((await fails('value', 'a.ndjson', `${ndjson(GOOD)}{"label":"a","p_a":1}\n`)).message).toContain('a.ndjson:5: column "p_b" holds nothing');
    const odd = '{"label":"a","p_a":0.5,"p_constructor":0.5}\n{"label":"a","p_a":0.5}\n';
    expect((await fails('value', 'a.ndjson', odd)).message).toContain('a.ndjson:2: column "p_constructor" holds nothing');
  });

  it('needs rows', async () => {
    expect((await fails('format', 'a.ndjson', '')).message).toContain('a.ndjson is empty');
    expect((await fails('format', 'a.ndjson', '\n\n')).message).toContain('a.ndjson is empty');
  });

  it('reads rows across pieces, and lines of many bytes', async () => {
    const long = 'x'.repeat(700_000);
    const rows = Array.from({ length: 9 }, (_, i) => `${JSON.stringify({ label: i % 2 ? 'a' : 'b', note: `${long}é${i}`, p_a: 0.5, p_b: 0.5 })}\n`).join('');
    expect((await scoreFiles([folder.write('long.ndjson', rows)])).report.rows).toBe(9);
  });
});

describe('Parquet and Arrow', () => {
  it('name a column of the wrong type before any row is read', async () => {
    const texts = { ...GOOD, p_b: ['x', 'y', 'z', 'w'] };
    expect((await fails('type', 't.parquet', parquet(texts), { truth: 'label', probs: 'p_*' })).message).toContain('column "p_b" holds text: expected numbers');
    expect((await fails('type', 't.arrow', arrow(texts, { types: { p_b: utf8() } }), { truth: 'label', probs: 'p_*' })).message).toContain(
      'column "p_b" holds text: expected numbers',
    );
    const dates = { ...GOOD, label: GOOD.label.map(() => new Date(0)) };
    expect((await fails('type', 't.parquet', parquet(dates, { types: { label: 'TIMESTAMP' } }), { truth: 'label', probs: 'p_*' })).message).toContain(
      'column "label" holds the type TIMESTAMP',
    );
    expect((await fails('type', 't.arrow', arrow(dates, { types: { label: dateDay() } }), { truth: 'label', probs: 'p_*' })).message).toContain(
      'column "label" holds the type Date',
    );
    const flags = { ...GOOD, p_a: [true, false, true, false] };
    expect((await fails('type', 't.parquet', parquet(flags), { truth: 'label', probs: 'p_*' })).message).toContain('column "p_a" holds booleans');
  });

  it('need rows', async () => {
    const none = { label: [], p_a: [], p_b: [] };
    const types = { label: 'STRING', p_a: 'DOUBLE', p_b: 'DOUBLE' };
    expect((await fails('format', 'e.parquet', parquet(none, { types }))).message).toContain('e.parquet: there is no row to score');
    const arrowTypes = { label: utf8(), p_a: float64(), p_b: float64() };
    for (const format of ['file', 'stream'] as const)
      expect((await fails('format', 'e.arrow', arrow(none, { types: arrowTypes, format }))).message).toContain('e.arrow: there is no row to score');
  });

  it('say that an Arrow stream goes on behind its end: what follows would be lost', async () => {
    const stream = new Uint8Array(arrow(GOOD, { format: 'stream' }));
    const both = new Uint8Array([...stream, ...stream]);
    expect((await fails('format', 'both.arrows', both)).message).toMatch(/its messages end at byte \d+, and it goes on to byte \d+/);
  });

  it('are known by their bytes where the name says nothing', async () => {
    for (const content of [parquet(GOOD), arrow(GOOD), arrow(GOOD, { format: 'stream' }), ndjson(GOOD)])
      expect((await scoreFiles([folder.write('data', content)])).report.rows).toBe(4);
  });

  it('say so where a file is something else', async () => {
    expect((await fails('format', 'not.parquet', 'label,p_a,p_b\na,0.5,0.5\n')).message).toContain('cannot be read as Parquet');
    expect((await fails('format', 'not.arrow', 'label,p_a,p_b\na,0.5,0.5\n')).message).toContain('cannot be read as Arrow');
    expect((await fails('format', 'old.feather', 'FEA1xxxxxxxxxxxx')).message).toContain('Feather version 1');
    expect((await fails('format', 'empty.parquet', '')).message).toContain('it has only 0 bytes');
  });

  it('say what an infinite or missing number is', async () => {
    for (const [name, write] of [
      ['n.parquet', parquet],
      ['n.arrow', arrow],
    ] as const) {
      const error = await fails('estimate-not-finite', name, write({ ...GOOD, p_a: [0.75, NaN, 0.5, 0.5] }));
      expect(error.message).toContain('row 2: column "p_a": the estimate of class "a" is NaN');
    }
  });
});

describe('NPY', () => {
  const estimates = Float64Array.from([0.75, 0.25, 0.25, 0.75, 0.5, 0.5]);
  const labels = folder.write('labels.npy', npy(Uint8Array.from([0, 1, 0]), '|u1', [3]));
  const good = npy(estimates, '<f8', [3, 2]);

  it('needs labels, one file for each', async () => {
    expect((await fails('option', 'a.npy', good)).message).toContain('expected labels: LABELS.npy');
    expect((await fails('option', 'a.npy', good, { labels: [labels, labels] })).message).toContain('2 files of labels for 1 of estimates');
    expect((await fails('file', 'a.npy', good, { labels: ['nowhere.npy'] })).message).toContain('nowhere.npy cannot be read: there is no such file');
  });

  it.each([
    [Int8Array.from([0, 1, -1]), '|i1', '-1'],
    [BigInt64Array.from([0n, 1n, -7n]), '<i8', '-7'],
    [Uint32Array.from([0, 1, 2]), '<u4', '2'],
    [BigUint64Array.from([0n, 1n, 18446744073709551615n]), '<u8', '18446744073709551615'],
  ] as const)('names the row of a label that is no class (%s)', async (values, descr, found) => {
    const file = folder.write('bad.npy', npy(values, descr, [3]));
    for (const prior of ['test', 'uniform'] as const) {
      const error = await fails('label-out-of-range', 'a.npy', good, { labels: [file], prior });
      expect(error.message).toContain(`bad.npy: row 3: column "label" holds ${found}: expected a class from 0 to 1`);
      expect(error.file).toBe(file);
      expect(error.line).toBe(3);
    }
    const { report, skipped } = await scoreFiles([folder.write('a.npy', good)], { labels: [file], skipBad: true });
    expect([report.rows, skipped]).toEqual([2, 1]);
  });

  it('names a shape that does not fit', async () => {
    expect((await fails('length', 'a.npy', npy(estimates, '<f8', [2, 3]), { labels: [labels] })).message).toContain('has 2 rows, and ');
    expect((await fails('columns', 'a.npy', npy(estimates, '<f8', [3, 2, 1]), { labels: [labels] })).message).toContain('the shape (3, 2, 1)');
    expect((await fails('columns', 'a.npy', npy(estimates, '<f8', []), { labels: [labels] })).message).toContain('the shape ()');
    const matrix = folder.write('matrix.npy', npy(new Uint8Array(6), '|u1', [3, 2]));
    expect((await fails('columns', 'a.npy', good, { labels: [matrix] })).message).toContain('the labels have the shape (3, 2)');
    expect((await fails('columns', 'a.npy', good, { labels: [labels], classes: ['a', 'b', 'c'] })).message).toContain(
      '2 columns of estimates, but classes names 3',
    );
  });

  it('names a type that cannot be used', async () => {
    expect((await fails('type', 'a.npy', npy(new Int32Array(6), '<i4', [3, 2]), { labels: [labels] })).message).toContain(
      'holds the type i4: expected f2, f4 or f8',
    );
    const floats = folder.write('floats.npy', npy(Float64Array.of(0, 1, 0.5), '<f8', [3]));
    expect((await fails('label-out-of-range', 'a.npy', good, { labels: [floats] })).message).toContain('holds 0.5: expected a class from 0 to 1');
    const text = folder.write('text.npy', npy(new Uint8Array(36), '<U3', [3]));
    expect((await fails('class', 'a.npy', good, { labels: [text] })).message).toContain('the labels name no class, and there are 2 to estimate');
    const objects = folder.write('objects.npy', npy(new Uint8Array(36), '|O', [3]));
    expect((await fails('type', 'a.npy', good, { labels: [objects] })).message).toContain('the labels are of type O');
  });

  it('names the row and column of an estimate that cannot be', async () => {
    const bad = Float64Array.from([0.75, 0.25, 0.25, 1.75, 0.5, 0.5]);
    const error = await fails('estimate-above-one', 'a.npy', npy(bad, '<f8', [3, 2]), { labels: [labels] });
    expect(error.message).toContain('a.npy: row 2: column "column 1": the estimate of class "1" is 1.75');
  });

  it('needs rows', async () => {
    const none = folder.write('none.npy', npy(new Uint8Array(), '|u1', [0]));
    expect((await fails('format', 'a.npy', npy(new Float64Array(), '<f8', [0, 2]), { labels: [none] })).message).toContain('there is no row to score');
  });
});

it('an Arrow dictionary that says it has millions of entries is refused before they are read', async () => {
  const few = {
    label: Array.from({ length: 40 }, (_, i) => 'ab'[i % 2]),
    p_a: Array.from({ length: 40 }, (_, i) => (i % 5) / 8),
    p_b: Array.from({ length: 40 }, (_, i) => 1 - (i % 5) / 8),
  };
  const bytes = new Uint8Array(arrow(few, { maxBatchRows: 15 })).slice();
  const view = new DataView(bytes.buffer);
  // The length of the one column of the dictionary batch {a, b}: two, and no nulls, in front of its buffers.
  const at = Array.from({ length: bytes.length - 24 }, (_, i) => i).find(
    (i) => i % 8 === 0 && view.getBigInt64(i, true) === 2n && view.getBigInt64(i + 8, true) === 0n && i > 300,
  ) as number;
  view.setBigInt64(at, 11_206_658n, true);
  await expect(scoreFiles([folder.write('dictionary.arrow', bytes)], { threads: 1 })).rejects.toThrow(/metadata cannot be read/);
});
