import { createEngine, lemma1 } from 'fairbits';
import { describe, expect, it } from 'vitest';
import { close } from './support/compare.js';
import { exactTotal } from './support/exact.js';
import fc from './support/properties.js';
import { extremeSet, random, type TestSet, testSet } from './support/random.js';
import { rowsOf } from './support/reference.js';

const engine = await createEngine();

/** Hope & Korb 2002, eq. 5 and 6, row by row. */
function byHand(set: TestSet, positive: number, q: number) {
  const logs: Record<'W' | 'X' | 'Y' | 'Z', number[]> = { W: [], X: [], Y: [], Z: [] };
  for (const { p, rest, c } of rowsOf(set)) {
    const high = p[positive] >= 0.5;
    if (high) logs[c === positive ? 'W' : 'X'].push(Math.log(c === positive ? p[positive] : rest[positive]));
    else logs[c === positive ? 'Z' : 'Y'].push(Math.log(c === positive ? p[positive] : p[1 - positive]));
  }
  const sum = (name: keyof typeof logs) => (logs[name].includes(-Infinity) ? -Infinity : exactTotal(logs[name]));
  const [w, x, y, z] = [sum('W'), sum('X'), sum('Y'), sum('Z')];
  return {
    logW: w,
    logX: x,
    logY: y,
    logZ: z,
    truePositives: logs.W.length,
    falsePositives: logs.X.length,
    trueNegatives: logs.Y.length,
    falseNegatives: logs.Z.length,
    reward: set.labels.length - ((w + z) / Math.log(q) + (x + y) / Math.log(1 - q)),
    uniformReward: set.labels.length + (w + x + y + z) / Math.LN2,
  };
}

function compare(set: TestSet, positive: number, q: number): void {
  const tally = engine.tally(2, { positive: 1 }).add(set.estimates, set.labels);
  const found = { ...lemma1(tally, positive === 1 ? [1 - q, q] : [q, 1 - q], positive) } as unknown as Record<string, number>;
  for (const [key, wanted] of Object.entries(byHand(set, positive, q))) close(found[key], wanted, 1e-12, key);
}

describe.each([
  ['one column', true],
  ['two columns', false],
])('%s', (_, column) => {
  it('w, x, y, z, the four counts and both rewards are those of eq. 5 and 6', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 1, max: 900 }), fc.constantFrom(0, 0.02, 0.5), fc.constantFrom(0, 1), (seed, rows, share, positive) => {
        const next = random(seed);
        // Eq. 5 takes 1 − p of the negatives that were called positive, and their own probability of the others.
        compare(extremeSet(next, rows, 2, column, share), positive, 0.05 + 0.9 * next());
      }),
      { numRuns: 60 },
    );
  });

  it('P(+) of exactly ½ predicts positive', () => {
    const estimates = column ? new Float64Array(4).fill(0.5) : new Float64Array(8).fill(0.5);
    const tally = engine.tally(['no', 'yes']).add(estimates, Uint8Array.of(0, 0, 0, 1));
    const counts = { truePositives: 1, falsePositives: 3, trueNegatives: 0, falseNegatives: 0 };
    expect(lemma1(tally)).toMatchObject({ positive: 'yes', ...counts });
    // So it does whichever class is the positive one.
    expect(lemma1(tally, 'test', 'no')).toMatchObject({ positive: 'no', truePositives: 3, falsePositives: 1 });
  });

  it('counts ties among many rows too', () => {
    for (const rows of [128, 256, 1000]) {
      const set = testSet(random(rows), rows, 2, column);
      for (let r = 0; r < rows; r += 3) set.estimates.fill(0.5, column ? r : 2 * r, column ? r + 1 : 2 * r + 2);
      for (const positive of [0, 1]) compare(set, positive, 0.3);
    }
  });

  it('the rewards are the totals of the generalized and of Good’s reward', () => {
    const set = testSet(random(12), 1500, 2, true);
    const estimates = column ? set.estimates : Float64Array.from({ length: 3000 }, (_, i) => (i % 2 ? set.estimates[i >> 1] : 1 - set.estimates[i >> 1]));
    const tally = engine.tally(2).add(estimates, set.labels);
    const { reward, uniformReward } = lemma1(tally, [0.7, 0.3]);
    close(reward, tally.total('generalizedReward', [0.7, 0.3]), 1e-13);
    close(uniformReward, tally.total('goodReward'), 1e-13);
  });
});

it('an impossible thing that happened makes its log −∞, and no other', () => {
  const tally = engine.tally(2).add(Float64Array.of(0, 0.3, 0.8), Uint8Array.of(1, 0, 1));
  const { logW, logX, logY, logZ, reward } = lemma1(tally, 'uniform');
  expect([logX, logZ, reward]).toEqual([0, -Infinity, -Infinity]);
  close(logW, Math.log(0.8), 1e-15);
  close(logY, Math.log(0.7), 1e-15);
});

it('the positive class of a column can be the first', () => {
  const set = testSet(random(3), 400, 2, true);
  const flipped = engine.tally(['yes', 'no'], { positive: 'yes' }).add(
    set.estimates,
    set.labels.map((c) => 1 - c),
  );
  const tally = engine.tally(['no', 'yes']).add(set.estimates, set.labels);
  expect(lemma1(flipped, [0.4, 0.6])).toEqual(lemma1(tally, [0.6, 0.4]));
});
