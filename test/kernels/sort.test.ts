import { expect, it } from 'vitest';
import { plainKernels } from '../../dist/kernels/plain.js';
import { wasmKernels } from '../../dist/kernels/wasm.js';
import { random } from '../support/random.js';

const next = random(17);
const kinds: Record<string, () => number> = {
  'numbers from 0 to 1': next,
  'few values': () => Math.round(next() * 7) / 7,
  'close to 1': () => 1 - next() ** 8 * 1e-4,
  'most within a millionth, some far away': () => (next() < 0.9 ? 1 - next() * 1e-6 : next()),
  denormals: () => Math.floor(next() * 1000) * 5e-324,
  zeros: () => 0,
  'of all sizes': () => 10 ** (-300 * next()),
  'one value': () => 0.7,
  'two neighbours': () => (next() < 0.5 ? 0.7 : 0.7000000000000001),
};

for (const [name, kind] of Object.entries(kinds)) {
  it(`${name}: sorted by size, the positive first, to the bit as the plain backend does`, async () => {
    const wasm = await wasmKernels(16 << 20);
    for (const length of [0, 1, 2, 17, 511, 4096, 16_384, 40_000, 65_535, 65_536, 100_000, 300_000]) {
      const values = Float64Array.from({ length }, () => kind() * (next() < 0.4 ? -1 : 1));
      const x = wasm.float64(length);
      const room = wasm.float64(length);
      x.set(values);
      wasm.sortBySize(x, length, room);
      plainKernels().sortBySize(values, length, new Float64Array(length));
      const wrong = values.findIndex((value, i) => !Object.is(value, x[i]));
      expect(wrong, `${length}`).toBe(-1);
      wasm.free(x);
      wasm.free(room);
    }
  });
}
