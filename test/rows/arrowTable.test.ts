import { readdirSync, readFileSync } from 'node:fs';
import {
  bool,
  CompressionType,
  type DataType,
  dateDay,
  decimal128,
  dictionary,
  float16,
  float32,
  float64,
  int8,
  int16,
  int32,
  int64,
  largeUtf8,
  uint8,
  uint16,
  uint32,
  uint64,
  utf8,
} from '@uwdata/flechette';
import { expect, it } from 'vitest';
import { FairbitsError } from '../../dist/base/errors.js';
import type { Kernels } from '../../dist/kernels/kernels.js';
import { wasmKernels } from '../../dist/kernels/wasm.js';
import { openArrow } from '../../dist/rows/arrow/arrowTable.js';
import type { Table } from '../../dist/rows/table.js';
import { arrow, type Columns } from '../sources/fixtures.js';
import { random } from '../support/random.js';
import { arrowRows } from './arrowRows.js';
import { bothKernels, expected, type Found, readFrom, readTable, type Taken, wanting } from './readFrom.js';

const KERNELS = await bothKernels();
/** A core that has room for little more than a block. */
const LITTLE = await wasmKernels(160 << 10);
const FUZZ = Number(process.env.FUZZ ?? 1500);
const NAME = 'x.arrow';

const open = (bytes: Uint8Array, most?: number): Table => readFrom([bytes], openArrow(0, NAME, bytes.length), most);

/** Reads with both backends, in parts of one record batch each and as cut, in blocks of several sizes: all as another way to the rows has them, which is the library's. */
function same(bytes: Uint8Array, given: Parameters<typeof wanting>[1], found: readonly Found[] = arrowRows(bytes)): Taken[] {
  const table = open(bytes);
  const rows = expected(found, table.columns, wanting(table.columns, given), (r) => `${NAME}: row ${r + 1}: `, true);
  let batches = 0;
  try {
    while (table.bytesTo({ to: batches }) < bytes.length) batches++;
  } catch {}
  const singly = Array.from({ length: batches }, (_, from) => ({ from, to: from + 1 }));
  for (const kernels of [...KERNELS, LITTLE])
    for (const most of [1, 13, 1000]) {
      const wanted = wanting(table.columns, { ...given, most });
      expect(readTable(table, [bytes], wanted, kernels, undefined, most === 13 ? 50 : Infinity).taken).toEqual(rows);
      // Each part with a table of its own, as another thread has it.
      const known = structuredClone(table.address.known);
      const alone = singly
        .toReversed()
        .map((part) => readTable(readFrom([bytes], openArrow(0, NAME, bytes.length, known)), [bytes], wanted, kernels, [part]).taken);
      expect(alone.reverse().flat()).toEqual(rows);
    }
  return rows;
}

const ROWS = 50;
const next = random(3);
const number = (): number => Math.floor(next() * 100) / 128;

const TRUTHS: [string, DataType, readonly unknown[]][] = [
  ['utf8', utf8(), ['a', 'b', 'größer']],
  ['large utf8', largeUtf8(), ['a', 'b', 'größer']],
  ['bool', bool(), [true, false, true]],
  ...([int8(), int16(), int32(), uint8(), uint16(), uint32()] as DataType[]).map((type, i): [string, DataType, readonly unknown[]] => [
    `int ${i}`,
    type,
    [0, 1, 7],
  ]),
  ['int64', int64(), [0n, -1n, 2n ** 40n]],
  ['uint64', uint64(), [0n, 7n, 2n ** 52n]],
  ['float64', float64(), [0, 0.5, 1e21]],
  ['dictionary', dictionary(utf8(), int8()), ['a', 'b', 'größer']],
  ['dictionary of 32 bits', dictionary(utf8(), int32()), ['a', 'b', 'größer']],
  ['dictionary of numbers', dictionary(int32(), int16()), [0, 1, 7]],
];

const CODECS = [undefined, CompressionType.LZ4_FRAME, CompressionType.ZSTD];

it.each(TRUTHS)('reads truths of type %s as the library does', (_, type, values) => {
  for (const nulls of [false, true])
    for (const [i, codec] of CODECS.entries())
      for (const format of [nulls === (i % 2 === 0) ? 'file' : 'stream'] as const) {
        const columns: Columns = {
          label: Array.from({ length: ROWS }, () => (nulls && next() < 0.1 ? null : values[Math.floor(next() * values.length)])),
          p_a: Float32Array.from({ length: ROWS }, number),
          p_b: Array.from({ length: ROWS }, number),
        };
        const bytes = arrow(columns, {
          types: { label: type, p_a: float32(), p_b: float64() },
          format,
          maxBatchRows: 17,
          ...(codec === undefined ? {} : { codec }),
        });
        const classes = [...new Set(values.map(String))];
        const taken = same(bytes, { numbers: [2, 1], truth: 0, classes });
        expect(taken.length).toBe(ROWS);
        same(bytes, { numbers: [], truth: 0, classes: classes.slice(0, 2) });
      }
});

it('reads truths that no number is exactly', () => {
  for (const [type, values] of [
    [int64(), [2n ** 60n, -(2n ** 62n) - 1n]],
    [uint64(), [2n ** 64n - 1n, 2n ** 63n]],
  ] as const) {
    const columns: Columns = { label: Array.from({ length: ROWS }, (_, i) => values[i % 2]) };
    const bytes = arrow(columns, { types: { label: type } });
    const table = open(bytes);
    for (const kernels of KERNELS)
      for (const given of [{ truth: 0, classes: values.map(String) }, { texts: [0] }]) {
        const { taken } = readTable(table, [bytes], wanting(table.columns, { numbers: [], ...given }), kernels);
        expect(taken).toEqual(
          Array.from({ length: ROWS }, (_, i) => ({ numbers: [], ...('truth' in given ? { label: i % 2 } : { texts: [String(values[i % 2])] }) })),
        );
      }
  }
});

const NUMBERS: [string, DataType][] = [
  ['float16', float16()],
  ['float32', float32()],
  ['float64', float64()],
  ['int8', int8()],
  ['uint16', uint16()],
  ['int32', int32()],
  ['int64', int64()],
  ['decimal', decimal128(9, 4)],
];

it.each(NUMBERS)('reads numbers of type %s', (name, type) => {
  for (const nulls of [false, true])
    for (const codec of CODECS) {
      const value = (): unknown => (name === 'int64' ? BigInt(Math.floor(next() * 9)) : /int/.test(name) ? Math.floor(next() * 9) : number());
      const columns: Columns = {
        x: Array.from({ length: ROWS }, () => (nulls && next() < 0.2 ? null : value())),
        y: Array.from({ length: ROWS }, (_, i) => (i % 9 === 4 ? [NaN, Infinity, -Infinity][i % 3] : number())),
      };
      const bytes = arrow(columns, { types: { x: type, y: float64() }, maxBatchRows: 17, ...(codec === undefined ? {} : { codec }) });
      same(bytes, { numbers: [1, 0, 1] });
      same(bytes, { numbers: [0] });
    }
});

it('hands over weights, texts and sets', () => {
  const columns: Columns = {
    id: Array.from({ length: ROWS }, (_, i) => `row ${i}`),
    set: Array.from({ length: ROWS }, (_, i) => ['', 'a', 'a|b', 'b | a', 'c'][i % 5]),
    w: Array.from({ length: ROWS }, (_, i) => i % 7),
  };
  const bytes = arrow(columns, { types: { id: utf8(), set: dictionary(utf8()), w: float64() }, maxBatchRows: 17 });
  same(bytes, { numbers: [2], sets: 1, classes: ['a', 'b'] });
  const table = open(bytes);
  for (const kernels of KERNELS) {
    const { taken } = readTable(table, [bytes], wanting(table.columns, { numbers: [], weights: 2, texts: [0, 2] }), kernels);
    expect(taken).toEqual(Array.from({ length: ROWS }, (_, i) => ({ numbers: [], weight: i % 7, texts: [`row ${i}`, String(i % 7)] })));
  }
});

const FIXTURES = readdirSync('test/rows/arrow').filter((name) => !name.endsWith('.py'));

it.each(FIXTURES.filter((name) => !name.startsWith('nulls')))('reads %s, which pyarrow wrote', (name) => {
  const bytes = new Uint8Array(readFileSync(`test/rows/arrow/${name}`));
  const estimate = (i: number, j: number): number => {
    const p = ((i * (j + 3)) % 997) / 997;
    return name.startsWith('single') && j === 0 ? Math.fround(p) : p;
  };
  // What make.py puts into a row.
  const rows = Array.from({ length: 150 }, (_, i) => ['cba'[i % 3], estimate(i, 0), estimate(i, 1), estimate(i, 2)]);
  const taken = same(bytes, { numbers: [3, 1, 2], truth: 0, classes: ['a', 'b', 'c'] }, rows);
  expect(taken).toEqual(Array.from({ length: 150 }, (_, i) => ({ numbers: [estimate(i, 2), estimate(i, 0), estimate(i, 1)], label: 2 - (i % 3) })));
});

it.each(FIXTURES.filter((name) => name.startsWith('nulls')))('reads %s, which pyarrow wrote', (name) => {
  const bytes = new Uint8Array(readFileSync(`test/rows/arrow/${name}`));
  const columns = open(bytes).columns;
  const at = (column: string): number => columns.indexOf(column);
  const classes = ['a', 'b', 'c', '0', '1', '2', 'true', 'false'];
  for (const truth of ['label', 'code', 'number', 'truth']) same(bytes, { numbers: [at('p_a')], truth: at(truth), classes });
  for (const set of ['label', 'code', 'set', 'pair']) same(bytes, { numbers: [], sets: at(set), classes });
  for (const column of ['p_a', 'number', 'half', 'decimal']) same(bytes, { numbers: [at(column)] });
  for (const [column, count] of [
    ['label', 4],
    ['number', 4],
    ['truth', 3],
    ['half', 0],
  ] as const) {
    const results = KERNELS.map((kernels) => readTable(open(bytes), [bytes], wanting(columns, { numbers: [], texts: [at(column)] }), kernels).taken);
    expect(results[0]).toEqual(results[1]);
    expect(results[0].length).toBe(60);
    expect(results[0].filter((each) => typeof each === 'string').length).toBe(count);
  }
});

it('gathers record batches until they have 65,536 rows', () => {
  const rows = 200_000;
  const bytes = arrow({ p: new Float32Array(rows) }, { types: { p: float32() }, maxBatchRows: 1000 });
  const table = open(bytes);
  expect(table.rows).toBe(rows);
  expect(table.cut(1)).toEqual([
    { from: 0, to: 66 },
    { from: 66, to: 132 },
    { from: 132, to: 198 },
    { from: 198, to: 200 },
  ]);
  expect(table.bytesTo({ to: 200 })).toBe(bytes.length);
});

it('says which columns cannot be used', () => {
  const bytes = arrow({ d: [0], t: ['a'] }, { types: { d: dateDay(), t: utf8() } });
  const table = open(bytes);
  const check = (given: Parameters<typeof wanting>[1]) => () => table.check(wanting(table.columns, given));
  expect(check({ numbers: [1] })).toThrow('x.arrow: column "t" holds text: expected numbers. Is this the right column? (--t)');
  expect(check({ numbers: [], truth: 0 })).toThrow('column "d" holds the type Date: expected text, numbers or booleans that name classes');
  expect(check({ numbers: [], sets: 0 })).toThrow('expected text such as a|c, or lists of classes');
});

const FUZZED = {
  file: arrow({ label: Array.from({ length: 40 }, (_, i) => 'ab'[i % 2]), p_a: Array.from({ length: 40 }, number) }, { maxBatchRows: 15 }),
  stream: arrow(
    { label: Array.from({ length: 40 }, (_, i) => 'ab'[i % 2]), p_a: Array.from({ length: 40 }, number) },
    { maxBatchRows: 15, format: 'stream', codec: CompressionType.LZ4_FRAME, types: { label: dictionary(utf8()) } },
  ),
  nulls: new Uint8Array(readFileSync('test/rows/arrow/nulls.arrow')),
};

/** That all of the core's memory is free again but for its own few bytes. */
function expectFree(kernels: Kernels): void {
  kernels.free(kernels.uint8((8 << 20) - 65536 - 2048));
}

it.each(Object.entries(FUZZED))('a %s with some bytes changed is an error of the file’s, or has all of its rows', (_, whole) => {
  const change = random(11);
  for (let round = 0; round < FUZZ; round++) {
    const bytes = whole.slice();
    for (let i = 0; i < 1 + (round % 3); i++)
      bytes[Math.floor(change() ** 2 * bytes.length)] = round % 2 ? Math.floor(change() * 256) : [0, 1, 127, 255][Math.floor(change() * 4)];
    try {
      const table = open(bytes);
      const columns = table.columns.length;
      if (columns === 0) continue;
      const given = { numbers: [1 % columns], truth: 0, classes: ['a', 'b', 'c'], ...(columns > 5 ? { sets: 5, texts: [2, 3] } : {}) };
      const wanted = wanting(table.columns, given);
      const [first, second] = KERNELS.map((kernels) => readTable(table, [bytes], wanted, kernels).taken);
      expect(first.length).toBe(table.rows);
      expect(first).toEqual(second);
    } catch (error) {
      if (!(error instanceof FairbitsError)) throw error;
      expect(error.message).not.toMatch(/undefined|is not a function|Cannot read prop/);
    }
  }
  for (const kernels of KERNELS) expectFree(kernels);
});
