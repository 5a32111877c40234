import { createEngine, klDivergence } from 'fairbits';
import { describe, expect, it } from 'vitest';
import { fairbits, json, write } from './score/cli.js';
import { close } from './support/compare.js';
import { distribution, random } from './support/random.js';

const engine = await createEngine();

/** Σ t log2(t/p), and for each class the same of its two outcomes (Hope & Korb 2004, eq. 1, eq. 10). */
const kl = (t: readonly number[], p: readonly number[]) => t.reduce((sum, x, i) => sum + (x === 0 ? 0 : x * Math.log2(x / p[i])), 0);
const meanBinary = (t: readonly number[], p: readonly number[]) => t.reduce((sum, x, i) => sum + kl([x, 1 - x], [p[i], 1 - p[i]]), 0) / t.length;

/** Instances with a true distribution each, two learners' estimates of it, and labels drawn from it. */
function world(seed: number, rows: number, k: number) {
  const next = random(seed);
  const t = Array.from({ length: rows }, () => distribution(next, k, 2));
  const blur = (share: number) =>
    t.map((row) => {
      const noise = distribution(next, k, 2);
      return row.map((x, i) => (1 - share) * x + share * noise[i]);
    });
  const learners = [blur(0.2), blur(0.7)];
  const labels = Uint16Array.from(t, (row) => {
    let u = next();
    const found = row.findIndex((x) => {
      u -= x;
      return u < 0;
    });
    return found < 0 ? k - 1 : found;
  });
  return { t, learners, labels };
}

const flat = (rows: readonly (readonly number[])[]) => Float64Array.from(rows.flat());
const mean = (values: ArrayLike<number>) => Array.from(values).reduce((sum, x) => sum + x, 0) / values.length;

describe.each([2, 3, 6])('draws from a known distribution over %i classes', (k) => {
  const rows = 200000;
  const { t, learners, labels } = world(k, rows, k);
  const [a, b] = learners.map((p) => ({ p: flat(p), kl: klDivergence(flat(t), flat(p), k) }));
  const prior = new Float64Array(k).fill(1 / k);
  /** The mean difference of two columns, and its standard error. */
  const difference = (x: Float64Array, y: Float64Array) => {
    const d = x.map((value, r) => value - y[r]);
    const m = mean(d);
    return { mean: m, error: Math.sqrt(mean(d.map((value) => (value - m) ** 2)) / rows) };
  };

  it('klDivergence is what its formula gives', () => {
    for (let r = 0; r < 50; r++) close(a.kl[r], kl(t[r], learners[0][r]), 1e-12);
  });

  it('differences in information loss approach differences in divergence', () => {
    const loss = difference(engine.rewards('informationLoss', b.p, labels), engine.rewards('informationLoss', a.p, labels));
    const divergence = mean(b.kl) - mean(a.kl);
    expect(Math.abs(loss.mean - divergence)).toBeLessThan(4 * loss.error);
    // It is a difference that the draws can tell from none.
    expect(divergence).toBeGreaterThan(20 * loss.error);
  });

  it('differences in the Bayesian reward approach the mean of the k binary divergences', () => {
    const reward = difference(engine.rewards('bayesianReward', a.p, labels, { prior }), engine.rewards('bayesianReward', b.p, labels, { prior }));
    const divergence = mean(t.map((row, r) => meanBinary(row, learners[1][r]) - meanBinary(row, learners[0][r])));
    expect(Math.abs(reward.mean - divergence)).toBeLessThan(4 * reward.error);
    expect(divergence).toBeGreaterThan(20 * reward.error);
  });
});

describe('score --true-probs', () => {
  const k = 3;
  const { t, learners, labels } = world(5, 10000, k);
  const names = ['a', 'b', 'c'];
  // Columns of true probabilities in another order than those of estimates.
  const file = write(
    'known.csv',
    `t_c,t_a,t_b,label,p_a,p_b,p_c\n${t.map((row, r) => [row[2], row[0], row[1], names[labels[r]], ...learners[0][r]].join(',')).join('\n')}\n`,
  );

  it('adds the divergence to the measures', () => {
    const values = klDivergence(flat(t), flat(learners[0]), k);
    const total = values.reduce((sum, x) => sum + x, 0);
    for (const backend of ['wasm', 'plain']) {
      const { measures } = json(['score', file, '--true-probs', 't_*', '--backend', backend]);
      close(measures.klDivergence.mean, total / values.length, 1e-12);
      close(measures.klDivergence.total, total, 1e-12);
      expect(measures.klDivergence.unit).toBe('bits');
      const [low, high] = measures.klDivergence.interval;
      close((high - low) / 2 / 1.959963984540054, measures.klDivergence.standardError, 1e-12);
    }
    expect(json(['score', file]).measures.klDivergence).toBeUndefined();
    expect(fairbits(['score', file, '--true-probs', 't_*', '--full']).stdout).toMatch(/klDivergence +\d/);
  });

  it('is 0 for the true probabilities themselves', () => {
    expect(json(['score', file, '--probs', 'p_*', '--true-probs', 't_*']).measures.klDivergence.mean).toBeGreaterThan(0.01);
    const same = write('same.csv', 'label,p_a,p_b,t_a,t_b\na,0.25,0.75,0.25,0.75\nb,1,0,1,0\n'.replace('b,1,0', 'a,1,0'));
    expect(json(['score', same, '--true-probs', 't_*']).measures.klDivergence).toMatchObject({ mean: 0, total: 0, infinite: 0 });
  });

  it('is infinite where a class that can happen has 0, unless a cutoff holds it', () => {
    const zero = write('zero.csv', 'label,p_a,p_b,t_a,t_b\na,0.5,0.5,0.25,0.75\na,1,0,0.75,0.25\n');
    expect(json(['score', zero, '--true-probs', 't_*']).measures.klDivergence).toMatchObject({ mean: 'Infinity', infinite: 1, infiniteRows: [1] });
    const held = json(['score', zero, '--true-probs', 't_*', '--cutoff', 'epsilon:0.1']).measures.klDivergence;
    close(held.total, kl([0.25, 0.75], [0.5, 0.5]) + kl([0.75, 0.25], [0.9, 0.1]), 1e-12);
  });

  it('takes one column of each for two classes', () => {
    const one = write('one.csv', 'label,p,t\nyes,0.5,0.25\nno,0.125,0.5\n');
    const { measures } = json(['score', one, '--probs', 'p', '--positive', 'yes', '--true-probs', 't']);
    close(measures.klDivergence.total, kl([0.25, 0.75], [0.5, 0.5]) + kl([0.5, 0.5], [0.125, 0.875]), 1e-12);
  });

  it.each([
    ['columns that are not there', 'label,p_a,p_b\na,0.5,0.5\n', ['t_*'], /no column matches "t_\*"/],
    [
      'another set of classes',
      'label,p_a,p_b,t_a,t_c\na,0.5,0.5,0.5,0.5\n',
      ['t_*'],
      /bad\.csv:1: the true probabilities are of a, c: expected the classes of the estimates, a, b/,
    ],
    [
      'a sum that is not 1',
      'label,p_a,p_b,t_a,t_b\na,0.5,0.5,0.5,0.5\n\na,0.5,0.5,0.5,0.6\n',
      ['t_*'],
      /bad\.csv:4: the true probabilities sum to 1\.1: expected 1/,
    ],
    [
      'a negative one',
      'label,p_a,p_b,t_a,t_b\na,0.5,0.5,-0.5,1.5\n',
      ['t_*'],
      /bad\.csv:2: the true probability of "a" is -0\.5: expected numbers from 0 to 1/,
    ],
    ['text', 'label,p_a,p_b,t_a,t_b\na,0.5,0.5,x,1.5\n', ['t_*'], /bad\.csv:2: column "t_a" holds "x": expected a number from 0 to 1\. Check --true-probs/],
    ['the estimates', 'label,p_a,p_b\na,0.5,0.5\n', ['p_*'], /both an estimate and a true probability/],
  ])('%s: an error', (_, text, flags, message) => {
    const { status, stderr } = fairbits(['score', write('bad.csv', text), '--true-probs', ...flags]);
    expect(stderr).toMatch(message);
    expect(status).toBe(2);
  });
});
