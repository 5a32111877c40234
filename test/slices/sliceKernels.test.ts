import { describe, expect, it } from 'vitest';
import { createEngine } from '../../dist/index.js';
import { FieldCodes } from '../../dist/rows/csv/fieldCodes.js';
import { random } from './rows.js';

const engines = { wasm: await createEngine({ backend: 'wasm' }), plain: await createEngine({ backend: 'plain' }) };

describe.each(['wasm', 'plain'] as const)('codes of fields, %s', (backend) => {
  it('are the same for the same text, of any length, and no other, whatever lies behind it', () => {
    const { kernels } = engines[backend];
    const next = random(5);
    // Texts that differ in one byte, anywhere: at the ends of words of 4, 8 and 16 bytes, too.
    const texts = Array.from({ length: 42 }, (_, length) => [
      'x'.repeat(length),
      ...Array.from({ length }, (__, at) => `${'x'.repeat(at)}y${'x'.repeat(length - at - 1)}`),
    ]).flat();
    const rows = Array.from({ length: 4000 }, () => texts[Math.floor(next() * texts.length)]);
    const bytes = kernels.uint8(rows.reduce((sum, text) => sum + text.length + 1, 64));
    const places = kernels.uint32(2 * rows.length);
    let at = 0;
    for (const [r, text] of rows.entries()) {
      places.set([at, at + text.length], 2 * r);
      bytes.set(Buffer.from(`${text}${'xy,'[r % 3]}`), at);
      at += text.length + 1;
    }
    const known = new FieldCodes(kernels);
    const codes = known.codes(bytes, places, 2, rows.length);
    expect(Array.from(codes, (code) => known.names[code])).toEqual(rows);
    expect(new Set(known.names).size).toBe(known.names.length);
    known.free();
    kernels.free(bytes);
    kernels.free(places);
  });
});

it.each([false, true])('modal estimates are put into the bins of slices to the same bits on both backends, with weights: %s', (weighted) => {
  const rows = 1000;
  const sums = Object.values(engines).map(({ kernels }) => {
    const next = random(8);
    const codes = kernels.uint32(rows);
    const places = kernels.uint8(rows);
    const modal = kernels.float64(rows);
    const weights = kernels.float64(rows);
    const found = kernels.float64(7 * 30).fill(0);
    const wanted = new Float64Array(7 * 30);
    for (let r = 0; r < rows; r++) {
      codes[r] = Math.floor(7 * next());
      places[r] = 3 * Math.floor(10 * next());
      modal[r] = next() * (next() < 0.5 ? -1 : 1);
      weights[r] = Math.floor(4 * next()) / 2;
      const weight = weighted ? weights[r] : 1;
      const to = 30 * codes[r] + places[r];
      wanted[to] += weight;
      wanted[to + 1] += modal[r] > 0 ? weight : 0;
      wanted[to + 2] += weight * Math.abs(modal[r]);
    }
    kernels.sliceBins(codes, places, modal, weighted ? weights : undefined, rows, 30, found);
    expect([...found]).toEqual([...wanted]);
    return [...found];
  });
  expect(sums[0]).toEqual(sums[1]);
});
