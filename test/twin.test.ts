import { createEngine, type Engine, evaluate, FairbitsError, lemma1, type MeasureId, measures } from 'fairbits';
import { describe, expect, it } from 'vitest';
import { sameBits, sameStructure } from './support/compare.js';
import fc from './support/properties.js';
import { distribution, extremeSet, random, type TestSet } from './support/random.js';

/** The two backends, side by side: every number must be the same, by Object.is. */
const wasm = await createEngine({ backend: 'wasm' });
const plain = await createEngine({ backend: 'plain' });
const ids = measures.map(({ id }) => id as MeasureId);

const forms = [
  ['two classes, one column', 2, true],
  ['two classes, two columns', 2, false],
  ['3 classes', 3, false],
  ['4 classes', 4, false],
  ['5 classes', 5, false],
  ['10 classes', 10, false],
  ['26 classes', 26, false],
  ['67 classes', 67, false],
] as const;

/** Both engines on the same; what comes back must be the same too. */
function both<T>(run: (engine: Engine) => T): void {
  sameStructure(run(wasm), run(plain));
}

function compareAll(set: TestSet, prior: ArrayLike<number>): void {
  const { k, estimates, labels } = set;
  both((engine) => {
    const tally = engine.tally(k).add(estimates, labels);
    return { ...tally.statistics(), json: JSON.stringify(tally), ties: tally.ties, impossible: tally.impossible };
  });
  for (const id of ids) both((engine) => engine.score(id, estimates, labels, { classes: k, prior }));
  if (k === 2)
    both((engine) => {
      const tally = engine.tally(2).add(estimates, labels);
      return [lemma1(tally, prior), lemma1(tally, prior, 0)];
    });
}

describe.each(forms)('%s', (_, k, column) => {
  it('random and extreme rows: tallies, rewards, summaries, Lemma 1', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 1, max: 700 }), fc.double({ min: 0, max: 1, noNaN: true }), (seed, rows, share) => {
        const next = random(seed);
        const set = extremeSet(next, rows, k, column, share ** 6);
        compareAll(set, distribution(next, k, 1 + 3 * next()));
      }),
      { numRuns: 25 },
    );
  });

  it('evaluate() reports, with and without a cutoff', async () => {
    for (let seed = 0; seed < 4; seed++) {
      const { estimates, labels } = extremeSet(random(seed), 500, k, column, 0.05 * seed);
      for (const cutoff of ['none', 'mml:100', 'epsilon:0.001'] as const) {
        const options = { classes: k, cutoff, ...(k === 2 ? { positive: seed % 2 } : {}) };
        const [one, other] = await Promise.all([wasm, plain].map((engine) => evaluate(estimates, labels, { ...options, engine })));
        expect([one.backend, other.backend]).toEqual(['wasm', 'plain']);
        sameStructure({ ...one, backend: '' }, { ...other, backend: '' });
        expect(JSON.stringify({ ...one, backend: '' })).toBe(JSON.stringify({ ...other, backend: '' }));
      }
    }
  });

  it('rows that need renormalizing', () => {
    for (let seed = 0; seed < 5; seed++) {
      const { estimates, labels } = extremeSet(random(seed), 300, k, column, 0.3);
      const scaled = column ? estimates : estimates.map((p, i) => p * (1 + (Math.floor(i / k) % 7)));
      both((engine) => {
        const tally = engine.tally(k, { renormalize: true }).add(scaled, labels);
        return { ...tally.statistics(), renormalized: tally.renormalized, json: JSON.stringify(tally) };
      });
      both((engine) => engine.score('generalizedReward', scaled, labels, { classes: k, renormalize: true }));
    }
  });

  it('the first bad row is the same, whatever is wrong with it', () => {
    fc.assert(
      fc.property(
        fc.integer(),
        fc.integer({ min: 1, max: 600 }),
        fc.nat(),
        fc.constantFrom(NaN, -1.1e-6, -0.5, 1.0000011, 7, Infinity, -Infinity),
        (seed, rows, where, bad) => {
          const { estimates, labels } = extremeSet(random(seed), rows, k, column, 0.01);
          estimates[where % estimates.length] = bad;
          both((engine) => {
            const tally = engine.tally(k);
            const before = JSON.stringify(tally);
            let error: unknown;
            try {
              tally.add(estimates, labels);
            } catch (caught) {
              error = caught;
            }
            expect(error).toBeInstanceOf(FairbitsError);
            expect(JSON.stringify(tally)).toBe(before);
            const { code, row, found, message } = error as FairbitsError;
            return { code, row, found, message };
          });
        },
      ),
      { numRuns: 40 },
    );
  });
});

describe('priors', () => {
  it.each([
    ['tiny', [1e-300, 0.5, 0.5]],
    ['denormal', [5e-324, 0.5, 0.5]],
    ['below rounding', [1e-17, 1e-20, 1 - 2 ** -53]],
    ['near 1', [2 ** -54, 2 ** -54, 1 - 2 ** -53]],
  ])('%s', (_, prior) => {
    for (let seed = 0; seed < 10; seed++) compareAll(extremeSet(random(seed), 200, 3, false, 0.3), prior);
  });

  it('tiny, two classes', () => {
    for (const prior of [
      [1e-300, 1 - 2 ** -53],
      [1 - 2 ** -53, 2 ** -53],
    ])
      for (let seed = 0; seed < 10; seed++) for (const column of [true, false]) compareAll(extremeSet(random(seed), 200, 2, column, 0.3), prior);
  });
});

describe('two columns, on and beside ½', () => {
  // A whole group of ordinary rows with one that is not: both classes above ½, both below, one at it, within the tolerance.
  const steps = [0, 1, -1, 2, -2, 1e9, -1e9].map((ulps) => 0.5 + ulps * 2 ** -53);
  it.each([0, 1, 0.5])('where the share of class 1 is %d', (share) => {
    const next = random(3);
    for (const p0 of steps)
      for (const p1 of steps) {
        const rows = 600;
        const estimates = new Float64Array(2 * rows);
        const labels = new Uint8Array(rows);
        for (let r = 0; r < rows; r++) {
          estimates[2 * r] = next();
          estimates[2 * r + 1] = 1 - estimates[2 * r];
          labels[r] = next() < share ? 1 : 0;
        }
        estimates.set([p0, p1], 2 * Math.floor(next() * rows));
        both((engine) => JSON.stringify(engine.tally(2).add(estimates, labels)));
      }
  });
});

describe('many classes', () => {
  it.each([1000, 2048, 2049, 5000])('k = %d', (k) => {
    const next = random(k);
    compareAll(extremeSet(next, 9, k, false, 0.4), distribution(next, k));
  });
});

describe('kernels', () => {
  it('logColumn of every kind of number', () => {
    const next = random(77);
    const values = Float64Array.from({ length: 20001 }, (_, i) => {
      if (i % 50 === 0) return 0;
      return (1 + next()) * 2 ** Math.floor(next() * 2098 - 1075);
    });
    for (const rest of [false, true]) {
      const numbers = rest ? values.map((x) => Math.min(x, 1)) : values;
      const [one, other] = [wasm, plain].map(({ kernels }) => {
        const x = kernels.float64(numbers.length);
        const out = kernels.float64(numbers.length);
        x.set(numbers);
        kernels.logColumn(x, out, numbers.length, rest);
        const copy = out.slice();
        kernels.free(x);
        kernels.free(out);
        return copy;
      });
      sameBits(one, other);
    }
  });

  it('moments and sum for every length up to 40 and some long ones', () => {
    const next = random(78);
    for (const length of [...Array.from({ length: 41 }, (_, i) => i), 4096, 4095, 5001]) {
      const values = Float64Array.from({ length }, () => (next() < 0.02 ? -Infinity : (next() - 0.5) * 1e3));
      both(({ kernels }) => {
        const x = kernels.float64(length);
        x.set(values);
        const result = { ...kernels.moments(x, length), total: kernels.sum(x, length) };
        kernels.free(x);
        return result;
      });
    }
  });
});
