import { readFileSync } from 'node:fs';
import { parquetReadObjects } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { describe, expect, it } from 'vitest';
import type { Kernels } from '../../dist/kernels/kernels.js';
import { plainKernels } from '../../dist/kernels/plain.js';
import { wasmKernels } from '../../dist/kernels/wasm.js';
import { openParquet } from '../../dist/rows/parquet/parquetTable.js';
import type { RowBlock } from '../../dist/rows/table.js';
import { type Codec, type Columns, parquet } from '../sources/fixtures.js';
import { random } from '../support/random.js';
import { dataPage, dictionaryPage, madeParquet } from './makeParquet.js';
import { readFrom } from './readFrom.js';
import { type Asked, type ReadRow, readTable, wantedOf } from './readTable.js';

/** With room for pages, without, and the twin. */
const KERNELS: [string, Kernels][] = [
  ['wasm', await wasmKernels(2 ** 24)],
  ['wasm with little memory', await wasmKernels(3 * 2 ** 16)],
  ['plain', plainKernels()],
];

const CLASSES = ['a', 'b', 'cat', 'dög'];
const FIXTURES = [
  'arrow1DictionarySnappy',
  'arrow1PlainNone',
  'arrow1SplitGzip',
  'arrow2DeltaSnappy',
  'arrow2DictionaryZstd',
  'arrow2PlainLz4',
  'arrow2SplitBrotli',
  'duckdb1Zstd',
  'duckdb2Lz4',
  'polarsSnappy',
  'polarsZstd',
];

/** What test/rows/fixtures/make.py puts into a row. */
function made(i: number, nulls: boolean): Record<string, unknown> {
  const or = (value: unknown, m: number, rest: number): unknown => (nulls && i % m === rest ? null : value);
  return {
    label: or(CLASSES[((i * i) % 7) % 4], 11, 5),
    d: or(((i * 37) % 101) / 128, 13, 2),
    f: or(((i * 37) % 101) / 128, 13, 2),
    u: 1 / (i + 1),
    i: or((i % 5) - 2, 19, 6),
    w: (i % 3) * 2 ** 40 + (i % 2),
    b: or(i % 3 === 0, 19, 6),
    dec: (i % 50) / 4,
    s: or(['a', 'a|b', '', 'cat|dög'][i % 4], 17, 4),
    l: or(['a', 'b', 'cat'].slice(0, i % 4), 17, 4),
    id: `row ${i}`,
  };
}

describe.each(KERNELS)('a Parquet table, %s', (_, kernels) => {
  describe.each(FIXTURES)('%s', (name) => {
    const bytes = new Uint8Array(readFileSync(`test/rows/fixtures/${name}.parquet`));
    const nulls = !/PlainLz4|SplitBrotli/.test(name);
    const rows = Array.from({ length: 150 }, (_, i) => made(i, nulls));
    const bad = (i: number, column: string) => `x.parquet: row ${i + 1}: column "${column}" holds null: expected what ${column} holds. Check --${column}.`;

    it('numbers', () => {
      for (const column of ['d', 'f', 'u', 'i', 'w', 'dec']) {
        const read = readTable(bytes, { numbers: [column], most: 7 }, kernels);
        const wanted = rows.map(({ [column]: value }, i) => (value === null ? bad(i, column) : { numbers: [value], texts: [] }));
        if (column !== 'dec') expect(read).toEqual(wanted);
        else for (const [i, row] of read.entries()) expect((row as { numbers: number[] }).numbers[0]).toBeCloseTo(rows[i].dec as number, 12);
      }
    });

    it('true classes: text, whole numbers, booleans', () => {
      for (const column of ['label', 'i', 'w', 'b', 'id']) {
        const names = rows.map(({ [column]: value }) => (value === null ? null : String(value)));
        const classes = [...new Set(names.filter((each) => each !== null))];
        const read = readTable(bytes, { truth: column, classes, most: 1000 }, kernels, 1000);
        expect(read).toEqual(names.map((label, i) => (label === null ? bad(i, column) : { numbers: [], label, texts: [] })));
      }
    });

    it('sets as text, and lists of classes', () => {
      const read = ['s', 'l'].map((sets) => readTable(bytes, { sets, classes: CLASSES }, kernels));
      const text = rows.map(({ s }) => ({ numbers: [], set: s ? String(s).split('|') : [], texts: [] }));
      expect(read).toEqual([text, rows.map(({ l }) => ({ numbers: [], set: l ?? [], texts: [] }))]);
    });

    it('everything at once, with text', () => {
      const read = readTable(bytes, { numbers: ['u', 'f'], weights: 'w', truth: 'label', sets: 's', texts: ['id', 'i'], classes: CLASSES, most: 20 }, kernels);
      expect(read).toEqual(
        rows.map(({ label, f, u, i, w, s, id }, row) => {
          const first = (['label', 'f', 'i'] as const).find((each) => rows[row][each] === null);
          return first ? bad(row, first) : { numbers: [u, f], weight: w, label, set: s ? String(s).split('|') : [], texts: [id, String(i)] };
        }),
      );
    });

    it('is what the library reads', async () => {
      const objects = await parquetReadObjects({ file: bytes.buffer, compressors });
      const read = readTable(bytes, { numbers: ['d', 'u'], finite: false }, kernels);
      for (const [i, row] of read.entries())
        if (typeof row === 'string') expect(objects[i].d ?? null).toBeNull();
        else expect(row.numbers).toEqual([objects[i].d, objects[i].u]);
    });
  });

  describe.each(['UNCOMPRESSED', 'SNAPPY', 'ZSTD', 'LZ4_RAW', 'GZIP', 'BROTLI'] as Codec[])('written by the library, %s', (codec) => {
    it.each([true, false])('nullable: %s', async (nullable) => {
      const next = random(5);
      const n = 1000;
      const columns: Columns = {
        label: Array.from({ length: n }, () => (nullable && next() < 0.01 ? null : 'abc'[Math.floor(next() * 3)])),
        p_a: Array.from({ length: n }, (_, i) => (nullable && i % 5 === 3 ? null : Math.floor(next() * 17) / 16)),
        p_b: Array.from({ length: n }, () => next()),
        p_c: Array.from({ length: n }, (_, i) => (i % 100 === 7 ? NaN : Math.fround(next()))),
      };
      for (const pageSize of [undefined, 900]) {
        const file = parquet(columns, { rowGroupSize: 400, codec, nullable, types: { p_c: 'FLOAT' }, ...(pageSize ? { pageSize } : {}) });
        const read = readTable(new Uint8Array(file), { numbers: ['p_a', 'p_b', 'p_c'], truth: 'label', classes: ['a', 'b', 'c'] }, kernels);
        const objects = await parquetReadObjects({ file, compressors });
        const wanted = objects.map(({ label, p_a, p_b, p_c }, i): ReadRow => {
          const [column, found] = label == null ? ['label', null] : p_a == null ? ['p_a', null] : ['p_c', Number.isNaN(p_c) ? NaN : undefined];
          if (found !== undefined) return `x.parquet: row ${i + 1}: column "${column}" holds ${found}: expected what ${column} holds. Check --${column}.`;
          return { numbers: [p_a, p_b, p_c], label, texts: [] };
        });
        expect(read).toEqual(wanted);
      }
    });
  });

  it('has true classes that are written out, and others in each row group', () => {
    const n = 5000;
    const label = Array.from({ length: n }, (_, i) => `class ${Math.floor(i / 700)} ${i % 3}`);
    const classes = [...new Set(label)].slice(0, -2);
    const read = readTable(new Uint8Array(parquet({ label }, { rowGroupSize: 900 })), { truth: 'label', classes }, kernels);
    expect(read.map((row) => (typeof row === 'string' ? /"class .*?"(?=:)/.exec(row)?.[0] : row.label))).toEqual(
      label.map((each) => (classes.includes(each) ? each : `"${each}"`)),
    );
  });

  it('does not keep names without end', () => {
    const n = 150_000;
    const texts: Uint8Array[] = [];
    for (let i = 0; i < n; i++) texts.push(new TextEncoder().encode(`....${i % 2 === 0 ? 'x' : i}`));
    const bytes = new Uint8Array(texts.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const text of texts) {
      bytes.set(text, at);
      new DataView(bytes.buffer).setUint32(at, text.length - 4, true);
      at += text.length;
    }
    const file = madeParquet(n, [{ element: { name: 'label', type: 'BYTE_ARRAY' }, pages: [dataPage(n, bytes)] }]);
    const table = readFrom(file, openParquet(0, 'x.parquet', file.length));
    const reader = table.reader(wantedOf(table, { truth: 'label', classes: ['x', '149999', '7'], most: 5000 }), kernels);
    const labels: number[] = [];
    let refused = 0;
    const take = (block: RowBlock): void => void labels.push(...block.labels);
    readFrom(
      file,
      reader.read({ table: 0, from: 0, to: 1 }, take, () => refused++),
    );
    reader.free();
    expect([labels.length, refused]).toEqual([n / 2 + 2, n / 2 - 2]);
    expect(labels.flatMap((label, i) => (label === 0 ? [] : [[i, label]]))).toEqual([
      [4, 2],
      [n / 2 + 1, 1],
    ]);
  });

  it('has a row group whose rows take next to nothing, without holding them all', () => {
    const n = 3_000_000;
    const entry = [...new Uint8Array(Float64Array.of(0.25).buffer)];
    // A run of them all.
    const run = [1, ...[n * 2].flatMap((head) => [(head & 127) | 128, ((head >> 7) & 127) | 128, ((head >> 14) & 127) | 128, head >> 21]), 0];
    const file = madeParquet(n, [{ element: { name: 'd' }, pages: [dictionaryPage(1, entry), dataPage(n, run, 'RLE_DICTIONARY')] }]);
    const table = readFrom(file, openParquet(0, 'x.parquet', file.length));
    const wanted = wantedOf(table, { numbers: ['d'], most: 5000, finite: false });
    const reader = table.reader(wanted, kernels);
    let rows = 0;
    let sum = 0;
    const take = (block: RowBlock): void => {
      rows += block.rows;
      for (let r = 0; r < block.rows; r++) sum += block.numbers[r];
    };
    readFrom(
      file,
      reader.read({ table: 0, from: 0, to: 1 }, take, () => {}),
    );
    reader.free();
    expect([rows, sum]).toEqual([n, n / 4]);
  });

  it('reads places of more bits than a dictionary needs, and of none', () => {
    const entries = [...new Uint8Array(Float64Array.of(0.25, 0.5, 0.75).buffer)];
    for (const width of [0, 2, 8, 24, 25, 32]) {
      const places = width === 0 ? [0, 0, 0] : [2, 0, 1];
      const run = (place: number): number[] => [2, ...Array.from({ length: Math.ceil(width / 8) }, (_, i) => (i === 0 ? place : 0))];
      const page = dataPage(3, [width, ...places.flatMap(run)], 'RLE_DICTIONARY');
      const file = madeParquet(3, [{ element: { name: 'd' }, pages: [dictionaryPage(3, entries), page] }]);
      expect(readTable(file, { numbers: ['d'] }, kernels)).toEqual(places.map((place) => ({ numbers: [[0.25, 0.5, 0.75][place]], texts: [] })));
    }
  });

  it('reads pages of LZ4 in the frames of Hadoop', () => {
    // Eight bytes as a block of LZ4 literals, behind the lengths of both.
    const literal = [0x80, ...new Uint8Array(Float64Array.of(0.125).buffer)];
    const framed = [0, 0, 0, 8, 0, 0, 0, literal.length, ...literal];
    const file = madeParquet(1, [{ element: { name: 'd' }, codec: 'LZ4', pages: [dataPage(1, framed, 'PLAIN', { uncompressed_page_size: 8 })] }]);
    expect(readTable(file, { numbers: ['d'] }, kernels)).toEqual([{ numbers: [0.125], texts: [] }]);
  });
});

describe('what a Parquet table says of itself', () => {
  const columns: Columns = { label: ['a', 'b', 'a', 'b', 'a'], p_a: [0.5, 0.25, 0.75, 0, 1], p_b: [0.5, 0.75, 0.25, 1, 0] };
  const bytes = new Uint8Array(parquet(columns, { rowGroupSize: 2 }));
  const table = readFrom(bytes, openParquet(3, 'x.parquet', bytes.length));

  it('columns, rows, place, address', () => {
    expect(table.columns).toEqual(['label', 'p_a', 'p_b']);
    expect([table.rows, table.name, table.place, table.size]).toEqual([5, 'x.parquet', 'x.parquet', bytes.length]);
    expect(structuredClone(table.address)).toEqual({ format: 'parquet', file: 3, known: { lists: [] } });
  });

  it('is cut where row groups have 65,536 rows', () => {
    expect(table.cut(0)).toEqual([{ from: 0, to: 3 }]);
    expect(table.bytesTo({ to: 3 })).toBe(bytes.length);
    expect(table.bytesTo({ to: 1 })).toBe(Math.round((bytes.length * 2) / 5));
    const long = { x: new Float64Array(200_000) as never };
    const many = new Uint8Array(parquet(long, { rowGroupSize: 30_000 }));
    const cut = readFrom(many, openParquet(0, 'x.parquet', many.length)).cut(0);
    expect(cut).toEqual([
      { from: 0, to: 3 },
      { from: 3, to: 6 },
      { from: 6, to: 7 },
    ]);
    const none = new Uint8Array(parquet({ x: [] }, { types: { x: 'DOUBLE' } }));
    expect(readFrom(none, openParquet(0, 'x.parquet', none.length)).rows).toBe(0);
  });

  it('names a column that cannot hold what it is taken for, and the option', () => {
    const fails = (asked: Asked): string => {
      try {
        table.check(wantedOf(table, asked));
      } catch (error) {
        return (error as Error).message;
      }
      return 'nothing';
    };
    expect(fails({ numbers: ['p_a', 'p_b'], truth: 'label', texts: ['label'], sets: 'label', weights: 'p_b' })).toBe('nothing');
    expect(fails({ numbers: ['label'] })).toBe('x.parquet: column "label" holds text: expected numbers. Is this the right column? (--label)');
    expect(fails({ weights: 'label' })).toContain('holds text: expected numbers');
    const odd = new Uint8Array(parquet({ t: [new Date(0)], b: [true] }, { types: { t: 'TIMESTAMP' } }));
    const other = readFrom(odd, openParquet(0, 'x.parquet', odd.length));
    expect(() => other.check(wantedOf(other, { truth: 't' }))).toThrow(
      'column "t" holds the type TIMESTAMP_MILLIS: expected text, numbers or booleans that name classes. Is this the right column? (--t)',
    );
    expect(() => other.check(wantedOf(other, { sets: 't' }))).toThrow('expected text such as a|c, or lists of classes');
    expect(() => other.check(wantedOf(other, { numbers: ['b'] }))).toThrow('column "b" holds booleans: expected numbers');
    expect(other.check(wantedOf(other, { truth: 'b' }))).toEqual({ float32: false });
    const single = new Uint8Array(parquet({ x: [1] }, { types: { x: 'FLOAT' } }));
    const floats = readFrom(single, openParquet(0, 'x.parquet', single.length));
    expect(floats.check(wantedOf(floats, { numbers: ['x'] }))).toEqual({ float32: true });
  });
});
