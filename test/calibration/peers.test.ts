import { calibrate, reliability } from 'fairbits';
import { describe, expect, it } from 'vitest';
import { close } from '../support/compare.js';

/** What verified_calibration tests itself by. */
describe('verified_calibration', () => {
  const six = [0.3, 0.5, 0.2, 0.3, 0.5, 0.7];
  it.each([
    ['one bin', six, 1, [6]],
    ['two bins', six, 2, [3, 3]],
    ['three, that ties make uneven', six, 3, [3, 2, 1]],
    ['three, most rows at 1', [0.3, 0.5, 1, 1, 1, 1], 3, [2, 4]],
    ['as many as rows', [0.3, 0.4, 0.5], 3, [1, 1, 1]],
  ])('bins of equal mass: %s', async (_, p, bins, rows) => {
    const found = await reliability(
      Float64Array.from(p),
      Uint8Array.from(p, (_, r) => r % 2),
      { bins },
    );
    expect(found.bins.map((bin) => bin.rows)).toEqual(rows);
  });

  it('two classes: the calibration error by hand', async () => {
    const p = [0.5, 0.5, 0.5, 0.6, 0.5, 0.6, 0.6, 0.6, 0.6];
    const labels = Uint8Array.of(0, 1, 0, 1, 0, 1, 1, 1, 0);
    const { byClass } = await calibrate(Float64Array.from(p), labels, { bins: 5 });
    close(byClass[1].equalMass.expected, (4 / 9) * 0.25 + (5 / 9) * 0.2, 1e-15);
  });

  it('three classes: of each class, and of the most probable one', async () => {
    const rows = [...Array(6).fill([0.6, 0.3, 0.1]), ...Array(4).fill([0.1, 0.8, 0.1]), ...Array(4).fill([0.1, 0, 0.9])];
    const labels = Uint8Array.of(0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 2);
    const { classWise, modal } = await calibrate(Float64Array.from(rows.flat()), labels, { bins: 100 });
    close(classWise.equalMass, (4 * 0.1 + 6 * (5 / 6 - 0.6) + 8 * 0.1 + 4 * 0.05 + 6 * (0.3 - 1 / 6)) / 42, 1e-15);
    close(modal.equalMass.expected, (6 * (5 / 6 - 0.6) + 4 * 0.05 + 4 * 0.1) / 14, 1e-15);
  });

  it('a class that never occurs', async () => {
    const { modal } = await calibrate(Float64Array.of(0.9, 0.1, 0.8, 0.2), Uint8Array.of(0, 0));
    close(modal.equalMass.expected, 0.15, 1e-15);
  });
});
