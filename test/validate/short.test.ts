import { describe, expect, it } from 'vitest';
import { caught, kept, simulate } from './judge.mjs';
import { generator } from './random.mjs';
import { simulations } from './simulations.mjs';

/** The short form of `npm run validate`. Seeded, so it says the same each time. No kernel takes part: one backend is enough. */
describe.skipIf(process.env.FAIRBITS_BACKEND === 'plain')('a test at 5 % errs in 5 % of cases', () => {
  it.each(simulations.map((simulation) => [simulation.data, simulation]))('%s', (_, simulation) => {
    const rows = simulate(simulation, true);
    expect(rows.map(({ name }) => name)).toEqual(Object.keys(simulation.claims));
    for (const row of rows) expect(row.kept, `${row.name}: ${100 * row.rate} % of ${row.times}, claimed ${row.claim}`).toBe(true);
  });

  it('the judge tells a test that errs too often, and one that never errs', () => {
    const splits = simulations.find(({ data }) => data.includes('equally good learners'));
    const [resampled] = simulate(
      { ...splits, claims: { 'resampled t: paired t of 30 splits ⅔/⅓': 'at most' }, times: [0, 100] } as Parameters<typeof simulate>[0],
      true,
    );
    expect(resampled.kept).toBe(false);
    const off = (rate: number) =>
      simulate({ data: '', times: [0, 2000], claims: { x: 'nominal' }, draw: ({ next }: { next: () => number }) => ({ x: next() < rate }) }, true)[0].kept;
    expect(off(0.05)).toBe(true);
    expect(off(0.1)).toBe(false);
    expect(off(0)).toBe(false);
    expect(() => kept('roughly', 0.05, 100)).toThrow();
    expect(caught(40000)).toBeLessThan(0.06);
  });

  it('its numbers are uniform, normal and in random order', () => {
    const { next, normal, shuffle } = generator(7);
    const n = 100_000;
    const mean = (values: number[]) => values.reduce((sum, x) => sum + x, 0) / values.length;
    const uniform = Array.from({ length: n }, next);
    expect(Math.abs(mean(uniform) - 0.5)).toBeLessThan(4 * Math.sqrt(1 / 12 / n));
    expect(Math.abs(mean(uniform.slice(1).map((x, i) => (x - 0.5) * (uniform[i] - 0.5))))).toBeLessThan(4 / 12 / Math.sqrt(n));
    const normals = Array.from({ length: n }, normal);
    expect(Math.abs(mean(normals))).toBeLessThan(4 / Math.sqrt(n));
    expect(Math.abs(mean(normals.map((x) => x * x)) - 1)).toBeLessThan(4 * Math.sqrt(2 / n));
    expect(Math.abs(mean(normals.map((x) => x ** 4)) - 3)).toBeLessThan(4 * Math.sqrt(96 / n));
    const first = [0, 0, 0];
    for (let i = 0; i < 3000; i++) first[shuffle([0, 1, 2])[0]]++;
    for (const count of first) expect(Math.abs(count - 1000)).toBeLessThan(4 * Math.sqrt(667));
  });
});
