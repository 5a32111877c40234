import { createEngine, evaluate, type Measure, measures } from 'fairbits';
import { compareFiles, scoreFiles } from 'fairbits/node';
import { describe, expect, it } from 'vitest';
import { fairbits, json, write } from './score/cli.js';
import { close } from './support/compare.js';
import { distribution, random, testSet } from './support/random.js';
import { formulas } from './support/reference.js';

const engine = await createEngine();
const REWARDS = ['bayesianReward', 'generalizedReward', 'modalReward', 'goodReward', 'kononenkoBratko'];

/** Rows that give their true class 1. */
function perfect(labels: Uint16Array, k: number): Float64Array {
  const estimates = new Float64Array(labels.length * k);
  labels.forEach((c, r) => {
    estimates[r * k + c] = 1;
  });
  return estimates;
}

/** What they earn, by the papers' formulas, one row after the other. */
function earned(id: string, labels: Uint16Array, q: Float64Array, weights?: Float64Array): number {
  const k = q.length;
  let sum = 0;
  let weight = 0;
  labels.forEach((c, r) => {
    const p = Array.from({ length: k }, (_, i) => (i === c ? 1 : 0));
    const w = weights?.[r] ?? 1;
    sum += w * formulas[id]({ p, rest: p.map((each) => 1 - each), c }, q);
    weight += w;
  });
  return sum / weight;
}

describe('the ceiling of a reward is what perfect predictions earn', () => {
  it.each([2, 3, 10, 16, 17, 40])('%i classes, under any prior', (k) => {
    const next = random(k);
    const { labels, estimates } = testSet(next, 3000, k);
    const statistics = engine.statistics(k).add(estimates, labels);
    for (const given of [distribution(next, k), distribution(next, k, 5), 'uniform', 'test'] as const) {
      const q = statistics.prior(given);
      for (const id of REWARDS) {
        close(statistics.ceiling(id, q) as number, earned(id, labels, q), 1e-13);
        expect(statistics.tally.ceiling(id, q)).toBe(statistics.ceiling(id, q));
      }
      expect(statistics.share('bayesianReward', q)).toBe(statistics.mean('bayesianReward', q) / (statistics.ceiling('bayesianReward', q) as number));
    }
  });

  it.each([2, 3, 16, 17])('perfect predictions of %i classes have it to the last bit', (k) => {
    const next = random(30 + k);
    const { labels } = testSet(next, 2000, k);
    const statistics = engine.statistics(k).add(perfect(labels, k), labels);
    const prior = distribution(next, k);
    for (const id of REWARDS) if (statistics.untold(id, prior) === undefined) expect([id, statistics.share(id, prior)]).toEqual([id, 1]);
  });

  it('what is no reward has none', () => {
    const has = ({ ceiling }: Measure): boolean => ceiling !== undefined;
    expect(measures.filter(has).map(({ id }) => id)).toEqual(REWARDS);
    const { labels, estimates } = testSet(random(1), 50, 3);
    const statistics = engine.statistics(3).add(estimates, labels);
    expect(statistics.ceiling('logLoss')).toBeUndefined();
    expect(statistics.share('accuracy')).toBeUndefined();
  });

  it('counts each row as often as its weight says', () => {
    const next = random(8);
    const { labels, estimates } = testSet(next, 500, 3);
    const weights = Float64Array.from(labels, () => next() * 3);
    const q = Float64Array.from(distribution(next, 3));
    const statistics = engine.statistics(3).add(estimates, labels, weights);
    for (const id of REWARDS) close(statistics.ceiling(id, q) as number, earned(id, labels, q, weights), 1e-13);
  });

  it('merges to the same bits', () => {
    const { labels, estimates } = testSet(random(9), 900, 4);
    const whole = engine.statistics(4).add(estimates, labels);
    const parts = [0, 300, 600].map((from) => engine.statistics(4).add(estimates.subarray(from * 4, (from + 300) * 4), labels.subarray(from, from + 300)));
    const merged = parts[2].merge(parts[0]).merge(parts[1]);
    for (const id of REWARDS) expect(merged.ceiling(id)).toBe(whole.ceiling(id));
  });
});

describe('ceiling and share in reports', () => {
  const { labels, estimates } = testSet(random(12), 400, 3);
  const names = ['a', 'b', 'c'];
  const csv = (rows: Float64Array): string =>
    ['label,p_a,p_b,p_c', ...Array.from(labels, (c, r) => [names[c], ...rows.subarray(3 * r, 3 * r + 3)].join())].join('\n');
  const file = write('some.csv', csv(estimates));
  const best = write('best.csv', csv(perfect(labels, 3)));
  const expected = engine.statistics(names).add(estimates, labels);

  it('of arrays, of files, of saved statistics, of a comparison', async () => {
    const saved = `${file}.json`;
    expect(fairbits(['score', file, '--save', saved]).status).toBe(0);
    const reports = [
      await evaluate(estimates, labels, { classes: names }),
      (await scoreFiles([file])).report,
      json(['score', file]),
      json(['merge', saved]),
      (await compareFiles([file, best])).learners[0],
    ];
    for (const { measures: found } of reports)
      for (const { id } of measures) {
        expect([id, found[id].ceiling]).toEqual([id, expected.ceiling(id)]);
        expect([id, found[id].share]).toEqual([id, REWARDS.includes(id) ? found[id].mean / found[id].ceiling : undefined]);
      }
  });

  it('a share of minus infinity goes into JSON, and perfect predictions have 1', () => {
    const [first, ...rest] = csv(estimates).split('\n');
    const wrong = `${names[0]},0,0.5,0.5`;
    const { measures: found } = json(['score', write('zero.csv', [first, wrong, ...rest].join('\n'))]);
    expect(found.bayesianReward).toMatchObject({ mean: '-Infinity', share: '-Infinity', infinite: 1 });
    expect(found.bayesianReward.ceiling).toBeGreaterThan(0.5);
    expect(json(['score', best]).measures.bayesianReward.share).toBe(1);
  });
});
