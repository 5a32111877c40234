import { createEngine } from 'fairbits';
import { expect, test } from 'vitest';
import { finiteCurve } from '../../dist/html/finiteCurve.js';

test('who earns −∞ has no curve over priors, keeps its place, and leaves the others theirs', async () => {
  const engine = await createEngine();
  const [sound, ruined] = [0.75, 0].map((p) => {
    const tally = engine.tally(['a', 'b']);
    tally.add(Float64Array.of(p, 1 - p, 0.25, 0.75), Uint8Array.of(0, 1));
    return tally;
  });
  const [alone] = finiteCurve([sound], { class: 'a' })?.means ?? [];
  expect(alone.every(Number.isFinite)).toBe(true);
  const both = finiteCurve([ruined, sound], { class: 'a' });
  expect(both?.means[1]).toEqual(alone);
  expect(both?.means[0]).toEqual(alone.map(() => Number.NaN));
  expect(finiteCurve([ruined], { class: 'a' })).toBeNull();
});
