import { expect, it } from 'vitest';
import { FairbitsError } from '../../dist/base/errors.js';
import { wasmKernels } from '../../dist/kernels/wasm.js';
import { openNpyTable } from '../../dist/rows/npy/npyTable.js';
import { npy } from '../sources/fixtures.js';
import { random } from '../support/random.js';
import { bothKernels, readFrom, readTable, type Taken, wanting } from './readFrom.js';

const KERNELS = await bothKernels();
/** A core that has room for little more than a block. */
const LITTLE = await wasmKernels(160 << 10);
const FUZZ = Number(process.env.FUZZ ?? 3000);
const NAMES = ['p.npy', 'y.npy'];

/** Numbers with each one's bytes turned round. */
function turned<T extends ArrayBufferView & ArrayLike<number | bigint>>(values: T, size: number): T {
  const bytes = new Uint8Array(values.buffer.slice(0)) as Uint8Array<ArrayBuffer>;
  for (let at = 0; at < bytes.length; at += size) bytes.subarray(at, at + size).reverse();
  return new (values.constructor as new (buffer: ArrayBuffer) => T)(bytes.buffer);
}

/** Estimates as a file, and as what its rows hold. */
function estimates(rows: number, k: number, descr: string, fortran: boolean, seed = 1): { bytes: Uint8Array; at: (row: number, column: number) => number } {
  const next = random(seed);
  const all = Array.from({ length: rows * k }, () => (next() < 0.02 ? [NaN, Infinity, -0, 5e-324][Math.floor(next() * 4)] : next()));
  const values = descr.endsWith('8') ? Float64Array.from(all) : Float32Array.from(all);
  const bytes = npy(descr.startsWith('>') ? turned(values, Number(descr[2])) : values, descr, k === 1 && !fortran ? [rows] : [rows, k], fortran);
  return { bytes, at: (row, column) => values[fortran ? column * rows + row : row * k + column] };
}

const LABELS = {
  u1: Uint8Array,
  u2: Uint16Array,
  u4: Uint32Array,
  u8: BigUint64Array,
  i1: Int8Array,
  i2: Int16Array,
  i4: Int32Array,
  i8: BigInt64Array,
  b1: Uint8Array,
};

/** Labels as a file, and as the numbers in it. */
function labels(
  rows: number,
  k: number,
  type: keyof typeof LABELS,
  bigEndian: boolean,
  share = 0.03,
  seed = 2,
): { bytes: Uint8Array; values: ArrayLike<number | bigint> } {
  const next = random(seed);
  const size = Number(type[1]);
  const odd = [k, -1, 255, 65536, 2 ** 32, 2 ** 40, 2 ** 63, 200 + 2 ** 32].filter(
    (x) => (type[0] === 'i' || x >= 0) && x < 2 ** (8 * size - (type[0] === 'i' ? 1 : 0)),
  );
  const all = Array.from({ length: rows }, () => (next() < share && odd.length > 0 ? odd[Math.floor(next() * odd.length)] : Math.floor(next() * k)));
  const values = size === 8 ? (LABELS[type] as typeof BigInt64Array).from(all.map(BigInt)) : (LABELS[type] as typeof Int32Array).from(all);
  return { bytes: npy(bigEndian ? turned(values, size) : values, `${bigEndian ? '>' : '<'}${type}`, [rows]), values };
}

function open(files: Uint8Array[], classes?: string[], most?: number) {
  const [p, y] = files.map((bytes, file) => ({ file, name: NAMES[file], size: bytes.length }));
  return readFrom(files, openNpyTable(p, y, { classes }), most);
}

/** What is wanted of a table of k columns. */
function wantedOf(k: number, given: Parameters<typeof wanting>[1]) {
  return wanting(['label', ...Array.from({ length: k }, (_, i) => `column ${i}`)], given);
}

/** What should come of rows: those whose label counts no class, or with a number that is not finite, are refused. Classes are called by their numbers. */
function written(
  p: ReturnType<typeof estimates>,
  y: ReturnType<typeof labels>,
  k: number,
  { numbers, classes, finite = true }: { numbers: readonly number[]; classes: readonly string[]; finite?: boolean },
): Taken[] {
  const names = Array.from({ length: Math.max(2, k) }, (_, i) => String(i));
  return Array.from(y.values as ArrayLike<unknown>, (value, r): Taken => {
    if (!names.includes(String(value)))
      return `y.npy: row ${r + 1}: column "label" holds ${value}: expected a class from 0 to ${names.length - 1}. Check --label.`;
    const found = numbers.map((column) => p.at(r, column - 1));
    const bad = found.findIndex((number) => !Number.isFinite(number));
    if (finite && bad >= 0) {
      const name = `column ${numbers[bad] - 1}`;
      return `p.npy: row ${r + 1}: column "${name}" holds ${found[bad]}: expected what ${name} holds. Check --${name}.`;
    }
    return { numbers: found, label: classes.indexOf(String(value)) };
  });
}

it.each(['<f8', '<f4', '>f8', '>f4'])('reads %s of either order as it was written', (descr) => {
  for (const k of [1, 2, 3, 5])
    for (const fortran of [false, true]) {
      const rows = 230;
      const [p, y] = [estimates(rows, k, descr, fortran), labels(rows, Math.max(2, k), 'u1', false)];
      const files = [p.bytes, y.bytes];
      const classes = Array.from({ length: Math.max(2, k) }, (_, i) => String(i));
      const every = Array.from({ length: k }, (_, i) => i + 1);
      for (const numbers of [every, [...every].reverse(), [k]]) {
        const given = { numbers, truth: 0, classes };
        const all = written(p, y, k, given);
        expect(all.some((each) => typeof each === 'string')).toBe(true);
        for (const kernels of [...KERNELS, LITTLE])
          for (const most of [1, 3, 64, 229, 230, 1000])
            expect(readTable(open(files, undefined, 7), files, wantedOf(k, { ...given, most }), kernels, undefined, 1 + most * 3).taken).toEqual(all);
      }
    }
});

it.each(Object.keys(LABELS) as (keyof typeof LABELS)[])('reads labels of type %s', (type) => {
  for (const bigEndian of [false, true])
    for (const share of [0, 0.05, 1]) {
      const k = 3;
      const rows = 150;
      const [p, y] = [estimates(rows, k, '<f8', false), labels(rows, k, type, bigEndian, share)];
      const files = [p.bytes, y.bytes];
      const given = { numbers: [1, 2, 3], truth: 0, classes: ['2', '0', '1'] };
      for (const kernels of KERNELS)
        for (const finite of [true, false])
          for (const most of [1, 13, 1000]) {
            const { taken } = readTable(open(files), files, wantedOf(k, { ...given, most, finite }), kernels);
            expect(taken).toEqual(written(p, y, k, { ...given, finite }));
          }
    }
});

it('cuts rows by the file alone; parts read on their own are the whole', () => {
  const rows = 300_000;
  const files = [
    npy(
      Float32Array.from({ length: rows }, (_, i) => i / rows),
      '<f4',
      [rows],
    ),
    npy(new Uint8Array(rows), '|u1', [rows]),
  ];
  const table = open(files);
  const parts = table.cut(1);
  expect(table.rows).toBe(rows);
  expect(parts.length).toBeGreaterThan(0);
  expect(parts.every(({ from }) => from % 65536 === 0)).toBe(true);
  expect(table.bytesTo(parts.at(-1) as never)).toBe(table.size);
  const wanted = wantedOf(1, { numbers: [1], truth: 0, classes: ['0', '1'], most: 5000 });
  const whole = readTable(table, files, wanted, KERNELS[0], [{ from: 0, to: rows }]).taken;
  expect(whole.length).toBe(rows);
  const alone = parts.map((part) => readTable(table, files, wanted, KERNELS[1], [part]).taken);
  expect(alone.flat()).toEqual(whole);
});

it('hands over what is asked for: truths alone, numbers alone, weights, texts, sets', () => {
  const files = [estimates(50, 3, '<f8', false).bytes, labels(50, 3, 'i2', false).bytes];
  const table = open(files, ['x', 'y', 'z']);
  expect(table.given?.classes).toEqual(['x', 'y', 'z']);
  for (const given of [
    { numbers: [], truth: 0, classes: ['x', 'y', 'z'] },
    { numbers: [2, 1] },
    { numbers: [2], weights: 1, truth: 0, classes: ['x', 'y', 'z'] },
    { numbers: [0, 3], texts: [0, 1] },
    { numbers: [], sets: 0, classes: ['0', '1', '2'] },
    { numbers: [1], truth: 0, classes: ['z', 'x'] },
  ]) {
    const [first, second] = KERNELS.map((kernels) => readTable(table, files, wantedOf(3, { ...given, most: 7 }), kernels).taken);
    expect(first).toEqual(second);
    expect(first.length).toBe(50);
  }
  const alone = readFrom(files, openNpyTable(undefined, { file: 1, name: 'y.npy', size: files[1].length }, { classes: ['x', 'y', 'z'] }));
  const [first, second] = [alone, table].map(
    (each) => readTable(each, files, wantedOf(3, { numbers: [], truth: 0, classes: ['x', 'y', 'z'] }), KERNELS[0]).taken,
  );
  expect(first.map((each) => String(each))).toEqual(second.map((each) => String(each)));
});

it('bytes that were changed are an error of the file’s, or all rows are there', () => {
  const rows = 40;
  const whole = [estimates(rows, 2, '<f4', true).bytes, labels(rows, 2, 'i4', false, 0).bytes];
  const next = random(5);
  for (let round = 0; round < FUZZ; round++) {
    const files = whole.map((bytes) => bytes.slice());
    for (let i = 0; i < 1 + (round % 3); i++) {
      const bytes = files[Math.floor(next() * 2)];
      bytes[Math.floor(next() ** 2 * bytes.length)] = round % 2 ? 32 + Math.floor(next() * 96) : Math.floor(next() * 256);
    }
    if (round % 5 === 0) files[round % 2] = files[round % 2].subarray(0, Math.floor(next() * files[round % 2].length));
    try {
      const table = open(files);
      const columns = table.given?.estimates as number[];
      const wanted = wantedOf(columns.length, { numbers: columns, truth: 0, classes: table.given?.classes ?? [] });
      const [first, second] = KERNELS.map((kernels) => readTable(table, files, wanted, kernels).taken);
      expect(first.length).toBe(table.rows);
      expect(first).toEqual(second);
    } catch (error) {
      if (!(error instanceof FairbitsError)) throw error;
    }
  }
});
