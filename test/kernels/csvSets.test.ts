import { beforeAll, describe, expect, it } from 'vitest';
import { type CsvPlan, csvPlan, SKIPPED, TRUTH } from '../../dist/kernels/csvPlan.js';
import type { Kernels } from '../../dist/kernels/kernels.js';
import { plainKernels } from '../../dist/kernels/plain.js';
import { wasmKernels } from '../../dist/kernels/wasm.js';
import { random } from '../support/random.js';

const encoder = new TextEncoder();
const NAMES = ['a', 'b', 'long name of a class', 'say "x"'];
const sides: { kernels: Kernels; plan: CsvPlan; bytes: Uint8Array; labels: Uint16Array; members: Uint16Array; sizes: Uint16Array }[] = [];

beforeAll(async () => {
  for (const kernels of [await wasmKernels(8 << 20), plainKernels()]) {
    const plan = csvPlan(kernels, {
      delimiter: 0x2c,
      quote: 0x22,
      comment: 0x23,
      columns: [SKIPPED, SKIPPED, TRUTH],
      width: 0,
      names: NAMES.map((name) => encoder.encode(name)),
    });
    sides.push({ kernels, plan, bytes: kernels.uint8(1 << 16), labels: kernels.uint16(64), members: kernels.uint16(256), sizes: kernels.uint16(64) });
  }
});

/** All that both backends tell of some bytes, which must be the same; sets are in the second of three columns. */
function both(text: Uint8Array, final: boolean, rows = 64, room = 256) {
  const [wasm, plain] = sides.map(({ kernels, plan, bytes, labels, members, sizes }) => {
    bytes.fill(0x37, 0, text.length + 80);
    bytes.set(text);
    const result = kernels.parseSets(bytes, 0, text.length, final, plan, 1, labels.subarray(0, rows), members.subarray(0, room), sizes);
    expect(bytes[text.length]).toBe(0x37);
    return {
      result,
      labels: [...labels.subarray(0, result.rows)],
      members: [...members.subarray(0, result.members)],
      sizes: [...sizes.subarray(0, result.rows)],
    };
  });
  expect(wasm).toEqual(plain);
  return plain;
}

describe('sets of a CSV', () => {
  it('are read, quoted or not', () => {
    const text = '1,a|b,a\n2,,b\r\n#x\n\n"3","say ""x""|a|long name of a class",b\n4,  ,a\n5, b | a ,"say ""x"""';
    const { result, labels, members, sizes } = both(encoder.encode(text), true);
    expect(result).toEqual({ rows: 5, next: text.length, members: 7 });
    expect(labels).toEqual([0, 1, 1, 0, 3]);
    expect(sizes).toEqual([2, 0, 3, 0, 2]);
    expect(members).toEqual([0, 1, 3, 0, 2, 1, 0]);
  });

  it('stop where there is no room for another set of all classes, and go on from there', () => {
    const text = encoder.encode('1,a|b,a\n2,a|b,a\n3,b,b\n');
    expect(both(text, true, 64, 6).result).toEqual({ rows: 1, next: 8, members: 2 });
    expect(both(text, true, 64, 4).result).toEqual({ rows: 0, next: 0, members: 0 });
    expect(both(text, true, 2, 256).result).toEqual({ rows: 2, next: 16, members: 4 });
  });

  it('errors have the place of the class, not of the whole set', () => {
    const text = '1,a|b,a\n2,b|xy|a,a\n';
    expect(both(encoder.encode(text), true).result).toEqual({
      rows: 1,
      next: 8,
      members: 2,
      error: { code: 'unknown-class', row: 1, column: 1, from: 12, to: 14, fields: 0 },
    });
  });

  it('anything at all: both backends agree, whole or cut anywhere', () => {
    const next = random(11);
    const pieces = [
      'a',
      'b',
      'long name of a class',
      '"say ""x"""',
      '|',
      '|',
      ',',
      ',',
      ',',
      '\n',
      '\n',
      '\r\n',
      '"',
      '""',
      ' ',
      '#',
      'x',
      '1,a|b,a\n',
      '2,,b\n',
      '3,"a|b",a\n',
    ];
    let good = 0;
    for (let run = 0; run < 3000; run++) {
      const text = encoder.encode(Array.from({ length: Math.floor(next() * 30) }, () => pieces[Math.floor(next() ** 0.5 * pieces.length)]).join(''));
      if (!both(text, true).result.error) good++;
      both(text, false);
      both(text.subarray(0, Math.floor(next() * text.length)), false, 1 + Math.floor(next() * 4), 5 + Math.floor(next() * 9));
    }
    expect(good).toBeGreaterThan(100);
  });
});
