import { createEngine, evaluate, type MeasureId, measures } from 'fairbits';
import { describe, expect, it } from 'vitest';
import { treat } from '../dist/core/treatment.js';
import { close, sameBits, sameStructure } from './support/compare.js';
import fc from './support/properties.js';
import { distribution, extremeSet, random, slice, type TestSet, testSet } from './support/random.js';
import { reference, rowsOf } from './support/reference.js';

const engine = await createEngine();
const ids = measures.map(({ id }) => id as MeasureId);

const forms = [
  ['two classes, one column', 2, true],
  ['two classes, two columns', 2, false],
  ['3 classes', 3, false],
  ['9 classes', 9, false],
] as const;

describe.each(forms)('chunks: %s', (_, k, column) => {
  it('any split of the rows gives the same values and summaries', () => {
    fc.assert(
      fc.property(
        fc.integer(),
        fc.constantFrom(1, 17, 300, 4095, 4096, 4097, 9000),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.array(fc.nat(), { maxLength: 8 }),
        (seed, rows, share, cuts) => {
          const next = random(seed);
          const set = extremeSet(next, rows, k, column, share ** 6);
          const prior = Float64Array.from(distribution(next, k));
          const names = Array.from({ length: k }, (_, i) => String(i));
          const run = (ends: number[]) => {
            const scoring = engine.scoring(treat(names, set.estimates, {}), prior, measures);
            const values = measures.map(() => new Float64Array(rows));
            let from = 0;
            for (const to of ends) {
              scoring.add(...slice(set, from, to), (measure, part, at) => values[measure].set(part(), from + at));
              from = to;
            }
            const summaries = scoring.summaries();
            scoring.free();
            return { summaries, values, notes: scoring.notes };
          };
          const whole = run([rows]);
          const parts = run([...cuts.map((cut) => cut % (rows + 1)), rows].sort((a, b) => a - b));
          sameStructure(parts.summaries, whole.summaries);
          sameStructure(parts.notes, whole.notes);
          measures.forEach(({ id }, i) => {
            sameBits(parts.values[i], whole.values[i], id);
          });
        },
      ),
      { numRuns: 25 },
    );
  });
});

describe.each(forms)('measures together: %s', (_, k, column) => {
  it('are what each is alone, the Bayesian reward but for rounding', () => {
    for (const [seed, rows] of [
      [1, 9001],
      [2, 1],
      [3, 2],
    ]) {
      const next = random(seed + k);
      const set = extremeSet(next, rows, k, column, 0.02);
      const prior = Float64Array.from(distribution(next, k));
      const names = Array.from({ length: k }, (_, i) => String(i));
      const scoring = engine.scoring(treat(names, set.estimates, {}), prior, measures);
      const values = measures.map(() => new Float64Array(rows));
      scoring.add(set.estimates, set.labels, (measure, part, at) => values[measure].set(part(), at));
      const summaries = scoring.summaries();
      scoring.free();
      ids.forEach((id, i) => {
        const alone = engine.score(id, set.estimates, set.labels, { classes: k, prior });
        if (id === 'bayesianReward' && !column) {
          values[i].forEach((value, r) => {
            // A sum of rounded logs, and the rounded log of a product: off by what a log of −1000 may be.
            close(value, alone.values[r], 2e-14, `${id}, row ${r}`);
          });
          return;
        }
        sameBits(values[i], alone.values, id);
        const { values: _, ...summary } = alone;
        sameStructure(summaries[i], summary, id);
      });
    }
  });

  it('and a tally beside them, from rows that are looked at once, are the same as apart', () => {
    fc.assert(
      fc.property(
        fc.integer(),
        fc.constantFrom(1, 300, 4097, 70000),
        fc.constantFrom({}, { cutoff: 'epsilon:0.01' as const }, { renormalize: true }),
        fc.array(fc.nat(), { maxLength: 3 }),
        (seed, rows, options, cuts) => {
          const next = random(seed);
          const set = extremeSet(next, rows, k, column, 0.01);
          const prior = Float64Array.from(distribution(next, k));
          const names = Array.from({ length: k }, (_, i) => String(i));
          const treatment = treat(names, set.estimates, options);
          const tally = engine.tally(names, options);
          const scoring = engine.scoring(treatment, prior, measures);
          let from = 0;
          for (const to of [...cuts.map((cut) => cut % (rows + 1)), rows].sort((a, b) => a - b)) {
            engine.addToBoth(tally, scoring, treatment, ...slice(set, from, to));
            from = to;
          }
          const apart = engine.scoring(treatment, prior, measures);
          apart.add(set.estimates, set.labels);
          sameStructure(scoring.summaries(), apart.summaries());
          expect(JSON.stringify(tally)).toBe(JSON.stringify(engine.tally(names, options).add(set.estimates, set.labels)));
          expect(tally.rows).toBe(rows);
          expect(scoring.rows).toBe(rows);
          scoring.free();
          apart.free();
        },
      ),
      { numRuns: 8 },
    );
  });

  it('a piece with a bad row is added to neither', () => {
    const set = testSet(random(5), 100, k);
    const estimates = column ? set.estimates.filter((_, i) => i % 2 === 1) : set.estimates;
    estimates[50 * (column ? 1 : k)] = 2;
    const names = Array.from({ length: k }, (_, i) => String(i));
    const treatment = treat(names, estimates, {});
    const tally = engine.tally(names);
    const before = JSON.stringify(tally);
    const scoring = engine.scoring(treatment, new Float64Array(k).fill(1 / k), measures);
    expect(() => engine.addToBoth(tally, scoring, treatment, estimates, set.labels)).toThrow('row 50:');
    expect(JSON.stringify(tally)).toBe(before);
    expect(scoring.rows).toBe(0);
    scoring.free();
  });
});

describe('exactly', () => {
  it.each([2, 3, 5, 10, 100])('%d classes: certainty that is right earns 1, and quoting the prior nothing', (k) => {
    for (let seed = 0; seed < 20; seed++) {
      const prior = distribution(random(seed + 7 * k), k);
      const labels = Uint8Array.from({ length: k }, (_, c) => c);
      const certain = new Float64Array(k * k);
      for (let c = 0; c < k; c++) certain[c * k + c] = 1;
      const quoted = Float64Array.from({ length: k * k }, (_, i) => prior[i % k]);
      const rewards = (id: MeasureId, estimates: Float64Array) => [...engine.rewards(id, estimates, labels, { classes: k, prior, tolerance: 1e-3 })];
      expect(rewards('generalizedReward', certain)).toEqual(new Array(k).fill(1));
      for (const id of ['generalizedReward', 'bayesianReward', 'kononenkoBratko'] as const) for (const value of rewards(id, quoted)) expect(value, id).toBe(0);
    }
  });
});

describe('a chunk in the core’s memory', () => {
  it.each(forms)('is taken as it is, and left as it was: %s', (_, k, column) => {
    const set = extremeSet(random(k), 3000, k, column, 0.05);
    const { probabilities, labels, free } = engine.chunk(3000, column ? 1 : k);
    probabilities.set(set.estimates);
    labels.set(set.labels);
    expect(engine.kernels.owns(probabilities) && engine.kernels.owns(labels)).toBe(true);
    const words = new BigUint64Array(probabilities.buffer, probabilities.byteOffset, probabilities.length);
    const before = words.slice();
    const unchanged = () => {
      expect(words.every((word, i) => word === before[i])).toBe(true);
      expect(labels.every((label, r) => label === set.labels[r])).toBe(true);
    };
    const tally = engine.tally(k).add(probabilities, labels);
    unchanged();
    expect(JSON.stringify(tally)).toBe(JSON.stringify(engine.tally(k).add(set.estimates, set.labels)));
    for (const id of ids) {
      sameBits(
        engine.rewards(id, probabilities, labels, { classes: k, prior: 'uniform' }),
        engine.rewards(id, set.estimates, set.labels, { classes: k, prior: 'uniform' }),
        id,
      );
      unchanged();
    }
    // A cutoff works on a copy.
    engine.tally(k, { cutoff: 'epsilon:0.1' }).add(probabilities, labels);
    engine.tally(k, { renormalize: true }).add(probabilities, labels);
    unchanged();
    free();
  });

  it.each(forms)('is left as it was when a row cannot be taken: %s', (_, k, column) => {
    for (const at of [0, 1, 150, 299]) {
      const set = extremeSet(random(k), 300, k, column, 0.05);
      const { probabilities, labels, free } = engine.chunk(300, column ? 1 : k);
      probabilities.set(set.estimates);
      probabilities[at * (column ? 1 : k)] = -0.25;
      labels.set(set.labels);
      const words = new BigUint64Array(probabilities.buffer, probabilities.byteOffset, probabilities.length);
      const before = words.slice();
      expect(() => engine.tally(k).add(probabilities, labels)).toThrow(`row ${at}:`);
      for (const id of ids) expect(() => engine.rewards(id, probabilities, labels, { classes: k })).toThrow(`row ${at}:`);
      expect(words.every((word, i) => word === before[i])).toBe(true);
      free();
    }
  });

  it('of float32 is promoted', () => {
    const set = testSet(random(8), 100, 3);
    const { probabilities, labels, free } = engine.chunk(100, 3, 'float32');
    probabilities.set(set.estimates);
    labels.set(set.labels);
    expect(probabilities).toBeInstanceOf(Float32Array);
    sameBits(engine.rewards('bayesianReward', probabilities, labels), engine.rewards('bayesianReward', Float32Array.from(set.estimates), set.labels));
    free();
  });

  it('of another engine is copied', async () => {
    const other = await createEngine();
    const set = testSet(random(8), 100, 3);
    const { probabilities, labels } = other.chunk(100, 3);
    probabilities.set(set.estimates);
    labels.set(set.labels);
    sameBits(engine.rewards('bayesianReward', probabilities, labels), engine.rewards('bayesianReward', set.estimates, set.labels));
  });
});

describe('extremes', () => {
  it.each([
    ['one column', 2, true],
    ['3 classes', 3, false],
  ] as const)('ten million rows of 1e-300 for the truth: %s', (_, k, column) => {
    const rows = 250000;
    const { probabilities, labels, free } = engine.chunk(rows, column ? 1 : k);
    if (column) probabilities.fill(1e-300);
    else for (let r = 0; r < rows; r++) probabilities.set([0.5, 1e-300, 0.5], r * 3);
    labels.fill(1);
    const tally = engine.tally(k);
    for (let i = 0; i < 40; i++) tally.add(probabilities, labels);
    expect(tally.rows).toBe(1e7);
    expect(tally.impossible).toBe(0);
    const wanted = -1e7 * Math.log(1e-300);
    expect(Math.abs(tally.total('logLoss') / wanted - 1)).toBeLessThan(1e-12);
    expect(Math.abs(tally.total('informationLoss') / (wanted / Math.LN2) - 1)).toBeLessThan(1e-12);
    free();
  });

  it('denormals and what lies between them and 1', () => {
    const values = [5e-324, 1e-323, 1e-310, 2.2250738585072009e-308, 2.2250738585072014e-308, 1e-300, 1e-160, 1e-17];
    const labels = new Uint8Array(values.length).fill(1);
    const column = Float64Array.from(values);
    const three = Float64Array.from(values.flatMap((x) => [0.25, x, 0.75]));
    for (const [set, prior] of [
      [{ k: 2, estimates: column, labels, column: true }, [0.25, 0.75]],
      [{ k: 3, estimates: three, labels, column: false }, [0.5, 0.25, 0.25]],
    ] as unknown as [TestSet, number[]][]) {
      for (const id of ids) {
        const wanted = reference(id, set, prior);
        engine.rewards(id, set.estimates, labels, { classes: set.k, prior }).forEach((value, r) => {
          close(value, wanted[r], 1e-13, `${id} of ${values[r]}`);
        });
      }
      const tally = engine.tally(set.k).add(set.estimates, labels);
      close(
        tally.total('logLoss'),
        values.reduce((sum, x) => sum - Math.log(x), 0),
        1e-14,
      );
      expect(tally.impossible).toBe(0);
    }
  });

  it('what was called impossible and happened earns −∞, and is counted and named', async () => {
    // Rows 1, 4, 5, 6, 7 and 8 of 10; −0 is 0.
    const zeros = [0.5, 0, 0.5, 0.5, 0, -0, 0, 0, 0, 0.5];
    const labels = new Uint8Array(10).fill(1);
    for (const [k, estimates] of [
      [2, Float64Array.from(zeros)],
      [2, Float64Array.from(zeros.flatMap((x) => [1 - x, x]))],
      [3, Float64Array.from(zeros.flatMap((x) => [0, x, 1 - x]))],
    ] as const) {
      const tally = engine.tally(k).add(estimates, labels);
      expect(tally.impossible).toBe(6);
      const { measures: found, warnings } = await evaluate(estimates, labels, { engine, classes: k, prior: 'uniform' });
      for (const id of ['bayesianReward', 'generalizedReward', 'informationLoss', 'logLoss'] as const) {
        const sign = id.endsWith('Reward') ? '-Infinity' : 'Infinity';
        expect(found[id]).toMatchObject({ mean: sign, total: sign, standardError: null, infinite: 6, infiniteRows: [1, 4, 5, 6, 7] });
        expect(found[id].reason).toContain('infinite');
        expect(String(tally.total(id, 'uniform'))).toBe(sign);
      }
      // Certain of a wrong class in every one of these rows: that class is the modal one.
      for (const id of ['goodReward', 'modalReward'] as const) expect(found[id]).toMatchObject({ mean: '-Infinity', infinite: 6 });
      for (const id of ['kononenkoBratko', 'quadraticLoss', 'accuracy'] as const) expect(typeof found[id].mean, id).toBe('number');
      expect(warnings.some((text) => text.includes('6 of 10') && text.includes('rows 2, 5, 6, 7, 8, …') && text.includes('mml:N'))).toBe(true);
    }
  });

  it('impossible without certainty elsewhere: Good and the modal reward stay finite', () => {
    const estimates = Float64Array.of(0.6, 0, 0.4);
    const labels = Uint8Array.of(1);
    const at = (id: MeasureId) => engine.rewards(id, estimates, labels, { prior: [0.25, 0.5, 0.25] })[0];
    close(at('goodReward'), 1 + Math.log2(0.4), 1e-15);
    close(at('modalReward'), 1 - Math.log(0.4) / Math.log(0.75), 1e-15);
    expect(at('bayesianReward')).toBe(-Infinity);
    expect(at('generalizedReward')).toBe(-Infinity);
    const tally = engine.tally(3).add(estimates, labels);
    expect(tally.impossible).toBe(1);
    close(tally.total('goodReward'), 1 + Math.log2(0.4), 1e-15);
    expect(tally.total('bayesianReward', 'uniform')).toBe(-Infinity);
  });

  it('certainty that was right earns all there is', () => {
    const labels = Uint8Array.of(0, 1);
    const prior = [0.2, 0.8];
    for (const estimates of [Float64Array.of(0, 1), Float64Array.of(1, 0, 0, 1)]) {
      for (const id of ['goodReward', 'modalReward', 'generalizedReward', 'accuracy'] as const)
        expect([...engine.rewards(id, estimates, labels, { classes: 2, prior })], id).toEqual([1, 1]);
      const bits = engine.rewards('bayesianReward', estimates, labels, { classes: 2, prior });
      close(bits[0], -Math.log2(0.2), 1e-15);
      close(bits[1], -Math.log2(0.8), 1e-15);
      for (const id of ['informationLoss', 'logLoss', 'quadraticLoss'] as const)
        for (const value of engine.rewards(id, estimates, labels, { classes: 2 })) expect(value, id).toBeCloseTo(0, 300);
    }
  });

  it.each([1000, 65535])('%d classes', (k) => {
    const next = random(k);
    const rows = k === 1000 ? 50 : 4;
    const set = testSet(next, rows, k);
    set.labels[0] = k - 1;
    const prior = Float64Array.from(distribution(next, k));
    for (const id of ids) {
      const wanted = reference(id, set, prior);
      engine.rewards(id, set.estimates, set.labels, { classes: k, prior }).forEach((value, r) => {
        // Sums of k rounded terms.
        close(value, wanted[r], k * 2e-16, `${id}, row ${r}`);
      });
    }
    const tally = engine.tally(k).add(set.estimates, set.labels);
    for (const id of ['bayesianReward', 'generalizedReward', 'modalReward', 'goodReward', 'logLoss', 'accuracy']) {
      close(
        tally.total(id, prior),
        reference(id, set, prior).reduce((a, b) => a + b, 0),
        k * 2e-16,
        id,
      );
    }
    expect(tally.statistics().counts.reduce((a, b) => a + b)).toBe(rows);
    expect(() => engine.tally(k).add(set.estimates, Uint32Array.from(set.labels).fill(k))).toThrow(`expected a class from 0 to ${k - 1}`);
  });

  it.each([1e-2, 1e-5, 1e-8])('generalizedReward under a prior of %d is right to one rounding of 1 − q and of 1 − p', (q) => {
    const set = testSet(random(9), 2000, 3);
    const prior = [q, 0.4 - q, 0.6];
    const values = engine.rewards('generalizedReward', set.estimates, set.labels, { prior });
    rowsOf(set).forEach(({ p, c }, r) => {
      let sum = 0;
      for (let i = 0; i < 3; i++) sum += i === c ? Math.log(p[i]) / Math.log(prior[i]) : Math.log1p(-p[i]) / Math.log1p(-prior[i]);
      close(values[r], 1 - sum / 3, 2 ** -51 / q, `row ${r}`);
    });
  });

  it('one row has no standard error, and says so', async () => {
    const { measures: found } = await evaluate(Float64Array.of(0.2, 0.3, 0.5), Uint8Array.of(2), { engine });
    for (const { id } of measures) {
      expect(found[id].standardError, id).toBeNull();
      expect(found[id].reason, id).toBe('a standard error needs two rows');
      expect(found[id].mean, id).toBe(found[id].total);
    }
    expect(engine.score('logLoss', Float64Array.of(0.2, 0.3, 0.5), Uint8Array.of(2)).standardError).toBeNaN();
  });

  it('one class seen: its prior stays below 1, and the report names the others', async () => {
    const { prior, warnings, measures: found } = await evaluate(new Float64Array(30).fill(1 / 3), new Uint8Array(10), { engine, classes: ['a', 'b', 'c'] });
    close(prior.values.a, 10.5 / 11.5, 1e-15);
    close(prior.values.b, 0.5 / 11.5, 1e-15);
    expect(warnings).toContain('no row has the class b, c');
    expect(Number.isFinite(found.bayesianReward.mean)).toBe(true);
  });

  it('nothing but ties: the first class is taken, and they are counted', async () => {
    for (const [k, estimates] of [
      [2, new Float64Array(600).fill(0.5)],
      [2, new Float64Array(1200).fill(0.5)],
      [4, new Float64Array(2400).fill(0.25)],
    ] as const) {
      const labels = Uint8Array.from({ length: 600 }, (_, r) => r % k);
      const report = await evaluate(estimates, labels, { engine, classes: k, prior: 'uniform' });
      expect(report.ties).toBe(600);
      expect(report.measures.accuracy.total).toBe(600 / k);
      expect(report.confusion?.map(([first]) => first)).toEqual(new Array(k).fill(600 / k));
      expect(Math.abs(report.measures.bayesianReward.mean as number)).toBeLessThan(1e-15);
      expect(report.warnings.some((text) => text.includes('600 of 600'))).toBe(true);
    }
  });

  it.each([[[1e-300, 0.5, 0.5]], [[0.5, 1e-20, 0.5]], [[1e-17, 2e-17, 1 - 2 ** -53]], [[1e-160, 0.25, 0.75]]])('priors below rounding: %j', (prior) => {
    const set = testSet(random(3), 5000, 3);
    for (const id of ids) {
      const wanted = reference(id, set, prior);
      const { values, standardError, mean, total } = engine.score(id, set.estimates, set.labels, { prior });
      values.forEach((value, r) => {
        close(value, wanted[r], 1e-12, `${id}, row ${r}`);
      });
      const average = values.reduce((sum, value) => sum + value / values.length, 0);
      close(mean, average, 1e-10, id);
      close(total, average * values.length, 1e-10, id);
      // Scaled, since the squares of 1e299 are no numbers.
      const scale = values.reduce((most, value) => Math.max(most, Math.abs(value)), 1);
      const squares = values.reduce((sum, value) => sum + ((value - average) / scale) ** 2, 0);
      const wantedError = Math.sqrt(squares / (values.length - 1) / values.length) * scale;
      expect(Math.abs(standardError / wantedError - 1), id).toBeLessThan(1e-9);
    }
    const tally = engine.tally(3).add(set.estimates, set.labels);
    for (const id of ['bayesianReward', 'generalizedReward', 'modalReward']) {
      const wanted = reference(id, set, prior);
      const scale = wanted.reduce((most, value) => Math.max(most, Math.abs(value)), 1);
      close(
        tally.total(id, prior) / scale,
        wanted.reduce((sum, value) => sum + value / scale, 0),
        1e-10,
        id,
      );
    }
  });
});

describe('engines', () => {
  it('share nothing: two at once, interleaved, give what each gives alone', async () => {
    const [one, two] = await Promise.all([createEngine(), createEngine()]);
    const a = extremeSet(random(1), 5000, 3, false, 0.01);
    const b = extremeSet(random(2), 5000, 2, true, 0.01);
    const alone = [engine.tally(3).add(a.estimates, a.labels), engine.tally(2).add(b.estimates, b.labels)].map((tally) => JSON.stringify(tally));
    const first = one.tally(3);
    const second = two.tally(2);
    const third = one.tally(2);
    for (let from = 0; from < 5000; from += 250) {
      first.add(...slice(a, from, from + 250));
      second.add(...slice(b, from, from + 250));
      third.add(...slice(b, from, from + 250));
    }
    expect([first, second].map((tally) => JSON.stringify(tally))).toEqual(alone);
    expect(JSON.stringify(third)).toBe(alone[1]);
    sameBits(one.rewards('bayesianReward', a.estimates, a.labels), two.rewards('bayesianReward', a.estimates, a.labels));
  });

  it('tallies of different engines merge', async () => {
    const other = await createEngine();
    const set = testSet(random(3), 1000, 3);
    const merged = engine
      .tally(3)
      .add(...slice(set, 0, 400))
      .merge(other.tally(3).add(...slice(set, 400, 1000)));
    const same = engine
      .tally(3)
      .add(...slice(set, 0, 400))
      .merge(engine.tally(3).add(...slice(set, 400, 1000)));
    sameStructure(merged.statistics(), same.statistics());
  });

  it('rewards go where they are wanted', () => {
    const set = testSet(random(3), 100, 3);
    const out = new Float64Array(100);
    expect(engine.rewards('logLoss', set.estimates, set.labels, { out })).toBe(out);
    sameBits(out, engine.rewards('logLoss', set.estimates, set.labels));
  });
});
