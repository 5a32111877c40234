import { describe, expect, it } from 'vitest';
import { meanFigure } from '../../dist/gates/meanFigure.js';
import { type GateVerdict, judge } from '../../dist/gates/requirement.js';
import { sliceDifferences } from '../../dist/gates/sliceGate.js';
import { createEngine } from '../../dist/index.js';
import { random } from '../slices/rows.js';

const RUNS = 300;
const ROWS = 800;

/** How often a gate ends how: the new learner says p with some of its log odds taken off (or added), the old one too, on the same rows. */
async function rates(sharpness: number, margin: (gap: number) => number): Promise<Record<GateVerdict, number> & { slices: number }> {
  const engine = await createEngine();
  const next = random(3);
  const rewards = (sharp: number, odds: Float64Array, labels: Uint8Array): Float64Array => {
    const p = Float64Array.from({ length: 2 * odds.length }, (_, i) => 1 / (1 + Math.exp((i % 2 ? -sharp : sharp) * odds[i >> 1])));
    return engine.rewards('bayesianReward', p, labels, { classes: 2, prior: 'uniform' });
  };
  const draw = (rows: number): Float64Array => {
    const odds = Float64Array.from({ length: rows }, () => 4 * (next() + next() - 1));
    const labels = Uint8Array.from(odds, (z) => Number(next() < 1 / (1 + Math.exp(-z))));
    const [ours, theirs] = [sharpness, 1].map((sharp) => rewards(sharp, odds, labels));
    return ours.map((x, i) => x - theirs[i]);
  };
  const many = draw(400_000);
  const limit = -margin(-many.reduce((sum, d) => sum + d, 0) / many.length);
  const found = { pass: 0, fail: 0, undecided: 0, slices: 0 };
  for (let run = 0; run < RUNS; run++) {
    const differences = draw(ROWS);
    const { verdict } = judge({ text: '', quantity: 'difference', operator: '>=', limit }, meanFigure(differences, 1.959964));
    found[verdict] += 1 / RUNS;
    const values = Array.from(differences, (_, i) => String(i % 12));
    if (sliceDifferences([{ name: 'c', values }], differences, -limit).some(({ adjustedP }) => (adjustedP ?? 1) < 0.05)) found.slices += 1 / RUNS;
  }
  return found;
}

const spread = (rate: number): number => rate + 3 * Math.sqrt((rate * (1 - rate)) / RUNS);

describe('the rates of a gate', () => {
  it('of a learner worse by just the margin: passes, and is refused, in at most 2.5 % each', async () => {
    const { pass, fail, slices } = await rates(1.6, (gap) => gap);
    expect(pass).toBeLessThan(spread(0.025));
    expect(fail).toBeLessThan(spread(0.025));
    expect(slices).toBeLessThan(spread(0.05));
  });

  it('of an equal learner and a margin: is not refused, and passes as rows tell', async () => {
    const { pass, fail, slices } = await rates(1, () => 0.01);
    expect(pass).toBeCloseTo(1, 12);
    expect(fail + slices).toBe(0);
  });

  it('of one that is far worse: is refused', async () => {
    const { fail } = await rates(2.5, () => 0);
    expect(fail).toBeGreaterThan(0.95);
  });
});
