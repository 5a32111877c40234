import { createEngine, evaluate, lemma1, type MeasureId, measures } from 'fairbits';
import { describe, expect, it } from 'vitest';
import { close } from './support/compare.js';
import { caught } from './support/error.js';
import { numbers } from './support/numbers.js';
import { distribution, extremeSet, random, type TestSet, testSet } from './support/random.js';

const engine = await createEngine();
const ids = measures.map(({ id }) => id as MeasureId);

/** The rows as often as their weights say. */
function repeated({ k, estimates, labels, column }: TestSet, weights: Float64Array): TestSet {
  const width = column ? 1 : k;
  const rows = [...labels.keys()].flatMap((r) => new Array<number>(weights[r]).fill(r));
  return {
    k,
    column,
    labels: Uint16Array.from(rows, (r) => labels[r]),
    estimates: Float64Array.from({ length: rows.length * width }, (_, i) => estimates[rows[Math.floor(i / width)] * width + (i % width)]),
  };
}

const sets = (
  [
    ['two classes, one column', 2, true],
    ['two classes, two columns', 2, false],
    ['3 classes', 3, false],
    ['40 classes', 40, false],
  ] as const
).map(([name, k, column], i) => {
  const next = random(700 + i);
  const set = testSet(next, 5000, k, column);
  // Among them 0, so that some rows are none.
  const weights = Float64Array.from(set.labels, () => Math.floor(next() * 4));
  return [name, { set, weights, twice: repeated(set, weights), prior: Float64Array.from(distribution(next, k)) }] as const;
});

describe.each(sets)('weights: %s', (_, { set, weights, twice, prior }) => {
  const options = { classes: set.k, prior };

  it.each(ids)('%s: a row of weight 2 is the row twice, one of 0 is no row', (id) => {
    const weighted = engine.score(id, set.estimates, set.labels, { ...options, weights });
    const wanted = engine.score(id, twice.estimates, twice.labels, options);
    expect(weighted.weight).toBe(wanted.rows);
    for (const key of ['mean', 'total', 'standardError'] as const) close(weighted[key], wanted[key], 1e-12, key);
    // The values themselves are one to a row, whatever it weighs.
    expect(weighted.values).toEqual(engine.rewards(id, set.estimates, set.labels, options));
  });

  it.each(ids.filter((id) => measures.find((each) => each.id === id)?.total))('%s of a tally likewise, under any prior', (id) => {
    const weighted = engine.tally(set.k).add(set.estimates, set.labels, weights);
    const wanted = engine.tally(set.k).add(twice.estimates, twice.labels);
    for (const q of ['test', 'uniform', prior] as const) close(weighted.total(id, q), wanted.total(id, q), 1e-12);
    close(weighted.mean(id, prior), wanted.mean(id, prior), 1e-12);
  });

  it('so is the whole report', async () => {
    const weighted = await evaluate(set.estimates, set.labels, { classes: set.k, weights });
    const wanted = await evaluate(twice.estimates, twice.labels, { classes: set.k });
    expect(weighted.weights).toEqual({ total: twice.labels.length, zero: weights.filter((w) => w === 0).length });
    expect(weighted.rows).toBe(set.labels.length);
    const found = numbers(weighted);
    const hoped = numbers(wanted);
    expect(found.map(([path]) => path)).toEqual(hoped.map(([path]) => path));
    for (const [i, [path, value]] of found.entries()) close(value, hoped[i][1], 1e-11, path);
  });

  it('weights of 1 change nothing', async () => {
    const ones = new Float64Array(set.labels.length).fill(1);
    const { weights: _, ...weighted } = await evaluate(set.estimates, set.labels, { classes: set.k, weights: ones });
    const wanted = numbers(await evaluate(set.estimates, set.labels, { classes: set.k }));
    for (const [i, [path, value]] of numbers(weighted).entries()) close(value, wanted[i][1], 1e-12, path);
  });

  it('the mean does not change when all weights are multiplied by one number', () => {
    const fractions = weights.map((w) => w * 0.37);
    for (const id of ids) {
      const a = engine.score(id, set.estimates, set.labels, { ...options, weights });
      const b = engine.score(id, set.estimates, set.labels, { ...options, weights: fractions });
      close(b.mean, a.mean, 1e-12, id);
      close(b.total, a.total * 0.37, 1e-12, id);
    }
  });

  it('chunks of any size give the same bits, and merging parts what the whole gives', () => {
    const width = set.column ? 1 : set.k;
    const fractions = weights.map((w) => w / 3);
    const whole = engine.tally(set.k).add(set.estimates, set.labels, fractions);
    const chunked = engine.tally(set.k);
    const parts = [engine.tally(set.k), engine.tally(set.k)];
    for (let from = 0, size = 1; from < set.labels.length; from += size, size = (size * 7) % 977) {
      const to = Math.min(set.labels.length, from + size);
      const some = [set.estimates.subarray(from * width, to * width), set.labels.subarray(from, to), fractions.subarray(from, to)] as const;
      chunked.add(...some);
      parts[Number(from > 2000)].add(...some);
    }
    expect(JSON.stringify(chunked)).toBe(JSON.stringify(whole));
    const merged = parts[0].merge(engine.tallyFrom(JSON.stringify(parts[1])));
    close(merged.weight, whole.weight, 1e-14);
    for (const id of ids.filter((each) => measures.find(({ id }) => id === each)?.total)) close(merged.total(id, prior), whole.total(id, prior), 1e-12, id);
  });

  it('rows with and without weights go into one tally', () => {
    const both = engine.tally(set.k).add(set.estimates, set.labels, weights).add(set.estimates, set.labels);
    const wanted = engine.tally(set.k).add(twice.estimates, twice.labels).add(set.estimates, set.labels);
    expect(both.weight).toBe(wanted.rows);
    for (const id of ['bayesianReward', 'goodReward', 'accuracy']) close(both.mean(id, prior), wanted.mean(id, prior), 1e-12, id);
  });
});

describe('weights of the worst rows', () => {
  it.each([
    ['one column', 2, true],
    ['two columns', 2, false],
    ['4 classes', 4, false],
  ] as const)('%s: infinities, ties and counts are those of the rows that count', (_, k, column) => {
    const next = random(41);
    const set = extremeSet(next, 3000, k, column);
    const weights = Float64Array.from(set.labels, () => Math.floor(next() * 3));
    const twice = repeated(set, weights);
    const weighted = engine.tally(k).add(set.estimates, set.labels, weights);
    const wanted = engine.tally(k).add(twice.estimates, twice.labels);
    const { rows: _r, ...a } = weighted.statistics();
    const { rows: _s, ...b } = wanted.statistics();
    for (const key of ['A', 'B', 'G', 'H', 'counts'] as const) for (let i = 0; i < k; i++) close(a[key][i], b[key][i], 1e-11, `${key}${i}`);
    expect(a.hits).toBe(b.hits);
    const ones = weights.map((w) => Math.min(w, 1));
    const kept = repeated(set, ones);
    const once = engine.tally(k).add(kept.estimates, kept.labels);
    expect([weighted.impossible, weighted.ties]).toEqual([once.impossible, once.ties]);
    for (const id of ids) {
      const { infinite, mean } = engine.score(id, set.estimates, set.labels, { classes: k, weights });
      expect(infinite, id).toBe(engine.score(id, kept.estimates, kept.labels, { classes: k }).infinite);
      close(mean, engine.score(id, twice.estimates, twice.labels, { classes: k }).mean, 1e-11, id);
    }
  });

  it('a row that earns −∞ and weighs nothing does no harm', () => {
    const p = Float64Array.of(0.8, 0.2, 0, 1);
    const labels = Uint8Array.of(0, 0);
    const { mean, infinite } = engine.score('bayesianReward', p, labels, { prior: 'uniform', weights: Float64Array.of(1, 0) });
    close(mean, Math.log2(1.6), 1e-15);
    expect(infinite).toBe(0);
    expect(engine.score('bayesianReward', p, labels, { prior: 'uniform', weights: Float64Array.of(1, 1e-9) })).toMatchObject({ mean: -Infinity, infinite: 1 });
  });

  it('Lemma 1 counts weights', () => {
    const tally = engine.tally(['no', 'yes']).add(Float64Array.of(0.9, 0.3, 0.6), Uint8Array.of(1, 0, 0), Float64Array.of(2, 1.5, 0.5));
    const { truePositives, trueNegatives, falsePositives, falseNegatives, logW, uniformReward } = lemma1(tally, 'uniform');
    expect([truePositives, trueNegatives, falsePositives, falseNegatives]).toEqual([2, 1.5, 0.5, 0]);
    close(logW, 2 * Math.log(0.9), 1e-15);
    close(uniformReward, 4 + 2 * Math.log2(0.9) + 1.5 * Math.log2(0.7) + 0.5 * Math.log2(0.4), 1e-14);
  });
});

describe('what is no weight', () => {
  const p = Float64Array.of(0.5, 0.5, 0.5);
  const labels = Uint8Array.of(0, 1, 0);
  it.each([
    [-1, 'weight'],
    [NaN, 'weight'],
    [Infinity, 'weight'],
    [1e-20, 'weight'],
    [1e16, 'weight'],
  ] as const)('%s', (bad, code) => {
    const tally = engine.tally(2);
    const error = caught(code, () => tally.add(p, labels, Float64Array.of(1, bad, 1)));
    expect(error.row).toBe(1);
    expect(tally.rows).toBe(0);
    caught(code, () => engine.score('accuracy', p, labels, { weights: Float64Array.of(1, bad, 1) }));
  });

  it('too few of them, or none that counts', async () => {
    caught('length', () => engine.tally(2).add(p, labels, Float64Array.of(1, 1)));
    await expect(evaluate(p, labels, { weights: new Float64Array(3) })).rejects.toThrow('all weights are 0');
  });

  it('a bad row far behind leaves the tally as it was', () => {
    const next = random(3);
    const { estimates, labels: truths } = testSet(next, 50000, 3);
    estimates[49999 * 3] = 2;
    const tally = engine.tally(3).add(estimates.subarray(0, 300), truths.subarray(0, 100));
    const before = JSON.stringify(tally);
    caught('estimate-above-one', () => tally.add(estimates, truths, new Float64Array(50000).fill(2)));
    expect(JSON.stringify(tally)).toBe(before);
  });
});
