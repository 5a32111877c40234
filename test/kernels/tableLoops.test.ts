import { beforeAll, expect, it } from 'vitest';
import { csvPlan, TRUTH } from '../../dist/kernels/csvPlan.js';
import type { Kernels } from '../../dist/kernels/kernels.js';
import { bytesOf, KINDS, type Kind, NO_CLASS } from '../../dist/kernels/numberKinds.js';
import { plainKernels } from '../../dist/kernels/plain.js';
import { wasmKernels } from '../../dist/kernels/wasm.js';
import { lz4Block } from '../sources/codecs.js';
import { random } from '../support/random.js';

let both: Kernels[];
beforeAll(async () => {
  both = [await wasmKernels(4 << 20), plainKernels()];
});

/** What both backends make of something, which must be the same. */
function same<T>(run: (kernels: Kernels) => T): T {
  const [first, second] = both.map(run);
  expect(first).toEqual(second);
  return first;
}

const bytesIn = (kernels: Kernels, bytes: ArrayLike<number>): Uint8Array => {
  const inside = kernels.uint8(bytes.length);
  inside.set(bytes);
  return inside;
};

const next = random(1);
const randomBytes = (length: number): Uint8Array => Uint8Array.from({ length }, () => Math.floor(next() * 256));

it.each(Object.keys(KINDS) as Kind[])('numbers of kind %s into rows', (kind) => {
  const size = bytesOf(kind);
  for (const rows of [0, 1, 2, 7, 100])
    for (const stride of [1, 3])
      for (const shift of [0, 1]) {
        const bytes = randomBytes(Math.max(1, rows * stride) * size + shift);
        same((kernels) => {
          const values = bytesIn(kernels, bytes).subarray(shift);
          const out = kernels.float64(rows * 4 + 1).fill(7);
          kernels.toRows(values, kind, stride, rows, out, 2, 4);
          // What NaN is made of may differ, and does not matter.
          const result = [...out];
          for (const view of [values, out]) kernels.free(view);
          return result;
        });
      }
});

it('every number of half precision', () => {
  const all = Uint16Array.from({ length: 65536 }, (_, i) => i);
  const [wasm] = both;
  const numbers = same((kernels) => {
    const values = bytesIn(kernels, new Uint8Array(all.buffer));
    const out = kernels.float64(65536);
    kernels.toRows(values, 'f2', 1, 65536, out, 0, 1);
    const result = Float64Array.from(out);
    for (const view of [values, out]) kernels.free(view);
    return result;
  });
  expect([...numbers.subarray(0, 3)]).toEqual([0, 2 ** -24, 2 ** -23]);
  expect([numbers[0x3c00], numbers[0xc000], numbers[0x7bff], numbers[0x7c00], numbers[0xfc00], numbers[0x7c01], numbers[0x8000]]).toEqual([
    1,
    -2,
    65504,
    Infinity,
    -Infinity,
    NaN,
    -0,
  ]);
  expect(wasm.backend).toBe('wasm');
});

it('bytes turned round', () => {
  for (const size of [2, 4, 8])
    for (const count of [0, 1, 2, 3, 9, 100]) {
      const bytes = randomBytes(size * count);
      const turned = same((kernels) => {
        const inside = bytesIn(kernels, bytes);
        kernels.swapBytes(inside, size, count);
        return [...inside];
      });
      expect(turned).toEqual(Array.from({ length: count }, (_, i) => [...bytes.subarray(i * size, (i + 1) * size)].reverse()).flat());
    }
});

it('the first number that is none, the first bit that is 0', () => {
  for (const bad of [NaN, Infinity, -Infinity])
    for (let length = 0; length < 40; length++)
      for (const at of [0, 1, 7, 8, 15, 16, 39]) {
        const found = same((kernels) => {
          const x = kernels.float64(length + 1).fill(1e308);
          if (at < length) x[at] = bad;
          x[length] = NaN;
          const result = [kernels.firstNotFinite(x, 0, length), kernels.firstNotFinite(x, Math.min(length, at + 1), length)];
          kernels.free(x);
          return result;
        });
        expect(found).toEqual([Math.min(at, length), length]);
      }
  for (const from of [0, 3, 8])
    for (const to of [10, 64, 65, 200, 256])
      for (const at of [3, 9, 63, 64, 150, 255, 999]) {
        const found = same((kernels) => {
          const bits = kernels.uint8(40).fill(255);
          bits[at >> 3] &= ~(1 << (at & 7));
          const result = kernels.firstClear(bits, from, to);
          kernels.free(bits);
          return result;
        });
        expect(found).toBe(at >= from && at < to ? at : to);
      }
});

it('classes of codes and of bits', () => {
  for (const kind of ['u1', 'u2', 'u4', 'u8', 'i1', 'i2', 'i4', 'i8'] as Kind[])
    for (const least of [0, 3, ...(kind[0] === 'i' ? [-2] : [])])
      for (let round = 0; round < 20; round++) {
        const rows = 30;
        const bytes = new Uint8Array(rows * bytesOf(kind));
        for (let r = 0; r < rows; r++) {
          const code = BigInt(least + Math.floor(next() * 4.1));
          for (let b = 0; b < bytesOf(kind); b++) bytes[r * bytesOf(kind) + b] = Number((code >> BigInt(8 * b)) & 255n);
        }
        if (round % 3 === 0) bytes[Math.floor(next() * bytes.length)] = Math.floor(next() * 256);
        same((kernels) => {
          const values = bytesIn(kernels, bytes);
          const table = kernels.uint16(4);
          table.set([5, 0, round % 4 === 0 ? NO_CLASS : 9, 65534]);
          const out = kernels.uint16(rows).fill(1);
          const found = kernels.labelsOfCodes(values, kind, rows, least, table, out);
          const bits = kernels.labelsOfBits(values, 5, rows, table, out);
          const result = [found, bits, ...out];
          for (const view of [values, table, out]) kernels.free(view);
          return result;
        });
      }
});

it('classes of texts and of views', () => {
  const classes = ['a', 'größer', '', 'a class with a longer name', 'twelve bytes'];
  const encoded = classes.map((name) => new TextEncoder().encode(name));
  const layout = { delimiter: 44, quote: 34, comment: -1, columns: [TRUTH], width: 0, names: encoded };
  for (let round = 0; round < 300; round++) {
    const rows = 1 + Math.floor(next() * 30);
    const chosen = Array.from({ length: rows }, () => (next() < 0.02 ? randomBytes(3) : encoded[Math.floor(next() * encoded.length)]));
    const text = Uint8Array.from(chosen.flatMap((each) => [...each]));
    const base = Math.floor(next() * 10);
    for (const wide of [false, true]) {
      const places = wide ? new BigInt64Array(rows + 1) : new Int32Array(rows + 1);
      let at = base;
      for (let r = 0; r <= rows; r++) {
        places[r] = (wide ? BigInt(at) : at) as never;
        at += chosen[r]?.length ?? 0;
      }
      if (round % 4 === 0)
        places[Math.floor(next() * (rows + 1))] = (wide ? BigInt(Math.floor(next() * 2 ** 40)) - 2n ** 38n : Math.floor(next() * 2 ** 32)) as never;
      same((kernels) => {
        const plan = csvPlan(kernels, layout);
        const offsets = bytesIn(kernels, new Uint8Array(places.buffer));
        const texts = bytesIn(kernels, text);
        const out = kernels.uint16(rows).fill(1);
        const found = kernels.labelsOfTexts(offsets, wide, base, texts, rows, plan, out);
        const result = [found, ...out.subarray(0, found)];
        for (const view of [plan.block, offsets, texts, out]) kernels.free(view);
        return result;
      });
    }
    const views = new Uint8Array(rows * 16);
    for (const [r, each] of chosen.entries()) {
      new DataView(views.buffer).setInt32(r * 16, round % 7 === 3 && r === 2 ? -1 : each.length, true);
      views.set(each.subarray(0, 12), r * 16 + 4);
    }
    same((kernels) => {
      const plan = csvPlan(kernels, layout);
      const inside = bytesIn(kernels, views);
      const out = kernels.uint16(rows).fill(1);
      const found = kernels.labelsOfViews(inside, rows, plan, out);
      const result = [found, ...out.subarray(0, found)];
      for (const view of [plan.block, inside, out]) kernels.free(view);
      return result;
    });
  }
});

it('blocks of LZ4 that refer to those before them', () => {
  for (let round = 0; round < 20; round++) {
    const whole = Uint8Array.from({ length: 3000 }, (_, i) => (next() < 0.1 ? Math.floor(next() * 256) : i % 17));
    const cut = 1 + Math.floor(next() * 2900);
    const blocks = [lz4Block(whole, 0, cut), lz4Block(whole, cut, whole.length)];
    const unpacked = same((kernels) => {
      const out = kernels.uint8(whole.length);
      const [first, second] = blocks.map((block) => bytesIn(kernels, block));
      const ends = [kernels.unpackLz4(first, out), kernels.unpackLz4(second, out, cut), kernels.unpackLz4(second, out.subarray(cut))];
      const result = [...ends.slice(0, 2), ends[2] < 0, ...out.subarray(0, cut)];
      kernels.unpackLz4(second, out, cut);
      result.push(...out.subarray(cut));
      for (const view of [out, first, second]) kernels.free(view);
      return result;
    });
    expect(unpacked.slice(0, 2)).toEqual([cut, whole.length]);
    expect(unpacked.slice(3)).toEqual([...whole]);
  }
});
