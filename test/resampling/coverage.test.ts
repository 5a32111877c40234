import { createEngine } from 'fairbits';
import { expect, it } from 'vitest';
import { coverage, DATA, KINDS } from '../../scripts/validate/coverage.mjs';

const engine = await createEngine();

/**
 * The short form of scripts/validate/coverage.mjs, whose table is in docs/resampling.md: 400 sets of 200 rows. A standard
 * error is 1.1 %, so an interval that holds the mean 88 % of the time instead of 95 would be found nearly always.
 */
it.each(Object.keys(DATA))('intervals of %s data hold the mean about as often as they say', (data) => {
  const found = coverage(engine, { data, rows: 200, sets: 400, replicates: 499, confidence: 0.95, seed: 1 });
  for (const kind of KINDS) {
    expect(found[kind].covered, kind).toBeGreaterThan(0.905);
    expect(found[kind].covered, kind).toBeLessThan(0.985);
  }
});

it('narrower ones as often as those say', () => {
  const found = coverage(engine, { data: 'normal', rows: 200, sets: 400, replicates: 499, confidence: 0.5, seed: 1 });
  for (const kind of KINDS) expect(Math.abs(found[kind].covered - 0.5), kind).toBeLessThan(0.11);
});
