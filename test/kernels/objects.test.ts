import { beforeAll, expect, it } from 'vitest';
import { TRUTH } from '../../dist/kernels/csvPlan.js';
import type { Kernels } from '../../dist/kernels/kernels.js';
import { freePlan, objectPlan, PASSED_OVER, WEIGHT_KEY } from '../../dist/kernels/objectPlan.js';
import { plainKernels } from '../../dist/kernels/plain.js';
import { wasmKernels } from '../../dist/kernels/wasm.js';
import { random } from '../support/random.js';

const ROUNDS = Number(process.env.FUZZ ?? 4000);
const ROWS = 16;
const CLASSES = ['a', 'größer', '7', '-12', 'true', 'false', '', 'a class with a longer name', '0'];
const KEYS = [
  ['id', PASSED_OVER],
  ['label', TRUTH],
  ['p "a"', 1],
  ['a key that is longer than sixteen bytes', 0],
  ['w', WEIGHT_KEY],
  ['more', PASSED_OVER],
] as const;

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const keys = KEYS.map(([key, kind]) => ({ token: encode(JSON.stringify(key)), kind }));
let both: Kernels[];

beforeAll(async () => {
  both = [await wasmKernels(1 << 20), plainKernels()];
});

const next = random(7);
const pick = <T>(...of: readonly T[]): T => of[Math.floor(next() * of.length)];
const blanks = (): string => pick('', '', '', ' ', '\t ', '\r');
const number = (): string =>
  pick(
    String(next()),
    String(next() / 1e7),
    String(next()),
    '0',
    '1',
    '-0',
    '-1.5',
    '1e-5',
    '1E+2',
    '0.25',
    '123456789012345678901234567890',
    `0.${'1234567890'.repeat(3)}`,
    '5e-324',
    '1e308',
  );
const odd = (): string => pick('01', '.5', '1.', '+1', '1e', '1e400', 'NaN', '"0.5"', 'null', '-', '0x1', '[1]', '{}', '', '1 2');
const label = (): string => pick(...CLASSES.map((name) => JSON.stringify(name)), '7', '-12', 'true', 'false', '0');
const oddLabel = (): string => pick('"b"', '7.0', '-0', '"\\u0061"', 'null', '"a', '["a"]', '1e1', '"a\u0001"', 'truth', '12345678901234567890');
const any = (): string => pick('null', 'true', '"text, } and \u20ac"', '-1e3', number(), '"\\n"', '[1,{"a":2}]', '""');

function line(): string {
  const at = (usual: () => string, rare: () => string): string => (next() < 0.02 ? rare() : usual());
  const values = [at(any, odd), at(label, oddLabel), at(number, odd), at(number, odd), at(number, odd), at(any, odd)];
  const parts = KEYS.map(([key], i) => `${blanks()}${JSON.stringify(key)}${blanks()}:${blanks()}${values[i]}${blanks()}`);
  if (next() < 0.02) parts.reverse();
  if (next() < 0.02) parts.pop();
  return `${blanks()}{${parts.join(',')}}${blanks()}`;
}

it('reads the same rows with both backends, and what JSON.parse reads of them', () => {
  const sides = both.map((kernels) => ({
    kernels,
    bytes: kernels.uint8(8192),
    p: kernels.float64(2 * ROWS),
    weights: kernels.float64(ROWS),
    labels: kernels.uint16(ROWS),
    plan: objectPlan(kernels, keys, 2, CLASSES),
  }));
  let parsed = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const text = encode(
      Array.from({ length: 1 + Math.floor(next() * 5) }, () => (next() < 0.1 ? blanks() : line())).join('\n') + pick('', '\n', '\r\n', '\n{'),
    );
    for (let i = Math.floor(next() * 3); i > 0 && round % 2; i--)
      text[Math.floor(next() * text.length)] = pick(Math.floor(next() * 256), 34, 92, 44, 10, 0x30, 125);
    const final = next() < 0.5;
    const most = pick(1, 2, ROWS);
    const [first, second] = sides.map(({ kernels, bytes, p, weights, labels, plan }) => {
      // What lies behind the bytes must not matter.
      bytes.fill(pick(0x20, 0x30, 0x7d), 0);
      bytes.set(text, 3);
      const result = kernels.parseObjects(bytes, 3, 3 + text.length, final, plan, p, weights, labels, most);
      const { rows } = result;
      return { ...result, p: [...p.subarray(0, 2 * rows)], weights: [...weights.subarray(0, rows)], labels: [...labels.subarray(0, rows)] };
    });
    expect(first).toEqual(second);
    expect(first.rows).toBeLessThanOrEqual(most);
    const lines = new TextDecoder()
      .decode(text.subarray(0, first.next - 3))
      .split('\n')
      .filter((each) => each.trim() !== '');
    expect(lines.length).toBe(first.rows);
    for (const [r, each] of lines.entries()) {
      const row = JSON.parse(each) as Record<string, unknown>;
      expect(Object.keys(row)).toEqual(KEYS.map(([key]) => key));
      expect([row[KEYS[3][0]], row[KEYS[2][0]], row.w, CLASSES[first.labels[r]]]).toEqual([
        first.p[2 * r],
        first.p[2 * r + 1],
        first.weights[r],
        String(row.label),
      ]);
      parsed++;
    }
  }
  expect(parsed).toBeGreaterThan(ROUNDS / 4);
  for (const { kernels, plan } of sides) freePlan(kernels, plan);
});
