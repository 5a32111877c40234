import {
  anovaRepeated,
  bayesianCorrelatedT,
  bet,
  correctedResampledT,
  EProcess,
  eProcess,
  type FiveByTwo,
  fiveByTwoF,
  fiveByTwoT,
  friedman,
  holm,
  mcnemar,
  pairedT,
  type TestResult,
  wilcoxon,
} from 'fairbits/significance';
import { describe, expect, it } from 'vitest';
import fc from '../support/properties.js';
import { close } from './close.js';

/** Scores as people write them: a few digits. Their differences are then exact in units of 1/1024. */
const score = fc.integer({ min: -2000, max: 2000 }).map((x) => x / 1024);
const scored = fc.array(fc.tuple(score, score), { minLength: 3, maxLength: 40 });
const order = fc.integer({ min: 1, max: 2 ** 30 });

function shuffled<T>(values: readonly T[], seed: number): T[] {
  return values
    .map((value, i) => ({ value, at: Math.imul(i + 1, seed | 1) >>> 0 }))
    .sort((x, y) => x.at - y.at)
    .map(({ value }) => value);
}

const negative = (value: unknown): unknown => (value === 'Infinity' ? '-Infinity' : value === '-Infinity' ? 'Infinity' : -(value as number) + 0);
const same = (found: TestResult, wanted: TestResult, tolerance = 1e-9): void => {
  for (const [x, y] of [
    [found.statistic, wanted.statistic],
    [found.p, wanted.p],
    [found.effect.value, wanted.effect.value],
    [found.effect.interval?.[0] ?? null, wanted.effect.interval?.[0] ?? null],
    [found.effect.interval?.[1] ?? null, wanted.effect.interval?.[1] ?? null],
  ] as const)
    if (typeof y === 'number') close(x, y, tolerance);
    else expect(x).toBe(y);
};

const tests: Record<string, (a: number[], b: number[]) => TestResult> = {
  'paired t': (a, b) => pairedT(a, b),
  'corrected t': (a, b) => correctedResampledT(a, b, { testTrainRatio: 0.25 }),
  'Bayesian t': (a, b) => bayesianCorrelatedT(a, b, { testTrainRatio: 0.25, rope: 0.05 }),
  Wilcoxon: (a, b) => wilcoxon(a, b),
};

describe.each(Object.keys(tests))('%s', (name) => {
  const run = (pairs: readonly (readonly [number, number])[]) =>
    tests[name](
      pairs.map(([a]) => a),
      pairs.map(([, b]) => b),
    );

  it('does not mind the order of the pairs', () => {
    fc.assert(fc.property(scored, order, (pairs, seed) => same(run(shuffled(pairs, seed)), run(pairs))));
  });

  it('changes sides when the learners do', () => {
    fc.assert(
      fc.property(scored, (pairs) => {
        const found = run(pairs);
        const swapped = run(pairs.map(([a, b]) => [b, a] as const));
        if (typeof found.p === 'number') close(swapped.p, found.p, 1e-12);
        expect(negative(swapped.effect.value)).toBe((found.effect.value as number) + 0);
        if (name === 'Wilcoxon') expect(swapped.statistic).toBe(found.statistic);
        else if (found.statistic !== null)
          expect(negative(swapped.statistic)).toBe(typeof found.statistic === 'number' ? found.statistic + 0 : found.statistic);
        if (found.effect.interval) expect(swapped.effect.interval?.map(negative).reverse()).toEqual(found.effect.interval.map((x) => (x as number) + 0));
      }),
    );
  });

  it('does not see what both have in common', () => {
    fc.assert(fc.property(scored, score, (pairs, shift) => same(run(pairs.map(([a, b]) => [a + shift, b + shift] as const)), run(pairs))));
  });

  it('has a p from 0 to 1, its effect inside its interval, and nothing that JSON loses', () => {
    fc.assert(
      fc.property(scored, (pairs) => {
        const result = run(pairs);
        if (result.p !== null) expect(result.p >= 0 && result.p <= 1).toBe(true);
        const { value, interval } = result.effect;
        if (interval) expect((interval[0] as number) <= (value as number) && (value as number) <= (interval[1] as number)).toBe(true);
        expect(JSON.parse(JSON.stringify(result))).toEqual(result);
      }),
    );
  });
});

describe('an interval holds 0 exactly where the test does not reject', () => {
  it('t tests', () => {
    fc.assert(
      fc.property(scored, (pairs) => {
        for (const name of ['paired t', 'corrected t']) {
          const { p, effect, degenerate } = tests[name](
            pairs.map(([a]) => a),
            pairs.map(([, b]) => b),
          );
          const [low, high] = effect.interval as [number, number];
          if (degenerate || Math.abs((p as number) - 0.05) < 1e-9) continue;
          expect(low <= 0 && high >= 0).toBe((p as number) > 0.05);
        }
      }),
    );
  });

  it('Wilcoxon, exact', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 1, max: 5000 }), { minLength: 6, maxLength: 30 }),
        fc.array(fc.boolean(), { minLength: 30, maxLength: 30 }),
        (sizes, signs) => {
          const differences = sizes.map((size, i) => (signs[i] ? size : -size));
          const { p, effect, method } = wilcoxon(differences, new Array(sizes.length).fill(0));
          expect(method).toBe('exact');
          const [low, high] = effect.interval as [number, number];
          if (low !== 0 && high !== 0) expect(low < 0 && high > 0).toBe((p as number) > 0.05);
        },
      ),
    );
  });

  it('5×2cv', () => {
    const differences = fc.array(fc.tuple(score, score), { minLength: 5, maxLength: 5 });
    fc.assert(
      fc.property(differences, (folds) => {
        for (const run of [fiveByTwoT, fiveByTwoF]) {
          const { p, effect, degenerate } = run(folds as FiveByTwo);
          if (degenerate || Math.abs((p as number) - 0.05) < 1e-9) continue;
          if (effect.interval) expect((effect.interval[0] as number) <= 0 && (effect.interval[1] as number) >= 0).toBe((p as number) > 0.05);
          else expect(p).toBeLessThan(0.05);
        }
      }),
    );
  });
});

describe('an interval ends where the test begins to reject', () => {
  it('t tests and 5×2cv: p is 1 less the confidence there', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(score, score), { minLength: 5, maxLength: 5 }), fc.constantFrom(0.5, 0.9, 0.99), (folds, confidence) => {
        const [a, b] = [folds.map(([x]) => x), folds.map(([, y]) => y)];
        for (const [run, result] of [
          [
            (shift: number) =>
              pairedT(
                a.map((x) => x - shift),
                b,
              ),
            pairedT(a, b, { confidence }),
          ],
          [(shift: number) => fiveByTwoT(folds.map(([x, y]) => [x - shift, y - shift] as const)), fiveByTwoT(folds, { confidence })],
          [(shift: number) => fiveByTwoF(folds.map(([x, y]) => [x - shift, y - shift] as const)), fiveByTwoF(folds, { confidence })],
        ] as const) {
          if (result.degenerate || !result.effect.interval) continue;
          for (const end of result.effect.interval) close(run(end as number).p, 1 - confidence, 1e-6);
        }
      }),
    );
  });

  it('Wilcoxon: just outside it rejects, just inside it does not', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: -500, max: 500 }), { minLength: 6, maxLength: 20 }), (differences) => {
        fc.pre(!differences.includes(0) && new Set(differences.map(Math.abs)).size === differences.length);
        const zeros = new Array(differences.length).fill(0);
        const [low, high] = wilcoxon(differences, zeros).effect.interval as [number, number];
        // Means of two whole numbers are multiples of ½: a quarter beside one of them no two sizes are equal.
        const p = (shift: number) =>
          wilcoxon(
            differences.map((d) => d - shift),
            zeros,
          ).p;
        expect(p(low - 0.25)).toBeLessThanOrEqual(0.05);
        expect(p(high + 0.25)).toBeLessThanOrEqual(0.05);
        if (high - low > 0.5) {
          expect(p(low + 0.25)).toBeGreaterThan(0.05);
          expect(p(high - 0.25)).toBeGreaterThan(0.05);
        }
      }),
    );
  });
});

describe('5×2cv', () => {
  const differences = fc.array(fc.tuple(score, score), { minLength: 5, maxLength: 5 });

  it('F does not mind the order of replications and folds; neither minds which learner comes first', () => {
    fc.assert(
      fc.property(differences, order, (folds, seed) => {
        const mixed = shuffled(folds, seed).map(([x, y]) => [y, x] as const);
        same(fiveByTwoF(mixed), fiveByTwoF(folds));
        const swapped = folds.map(([x, y]) => [-x, -y] as const);
        expect(fiveByTwoF(swapped).statistic).toBe(fiveByTwoF(folds).statistic);
        expect(negative(fiveByTwoT(swapped).statistic)).toEqual(negative(negative(fiveByTwoT(folds).statistic)));
      }),
    );
  });
});

describe('McNemar', () => {
  it('is symmetrical, and its exact p follows from the binomial', () => {
    fc.assert(
      fc.property(fc.nat(40), fc.nat(40), (b, c) => {
        const one = mcnemar(b, c);
        const other = mcnemar(c, b);
        expect([other.statistic, other.p, other.exactP]).toEqual([one.statistic, one.p, one.exactP]);
        let p = 0;
        let ways = 1;
        for (let i = 0; i <= Math.min(b, c); i++) {
          p += ways;
          ways = (ways * (b + c - i)) / (i + 1);
        }
        close(one.exactP, Math.min(1, (2 * p) / 2 ** (b + c)), 1e-12);
      }),
    );
  });
});

describe('Friedman', () => {
  const table = fc.integer({ min: 2, max: 5 }).chain((k) => fc.array(fc.array(score, { minLength: k, maxLength: k }), { minLength: 2, maxLength: 15 }));

  it('does not mind the order of data sets, what is added to one, or any increasing scale', () => {
    fc.assert(
      fc.property(table, order, (scores, seed) => {
        const { statistic, p, ranks } = friedman(scores);
        for (const other of [shuffled(scores, seed), scores.map((row, i) => row.map((x) => x + i)), scores.map((row) => row.map((x) => x ** 3))]) {
          const found = friedman(other);
          close(found.statistic, statistic as number, 1e-12);
          close(found.p, p as number, 1e-12);
          expect(found.ranks).toEqual(ranks);
        }
        close(
          ranks.reduce((sum, rank) => sum + rank),
          (ranks.length * (ranks.length + 1)) / 2,
        );
      }),
      { numRuns: 30 },
    );
  });

  it('Nemenyi agrees with its critical difference, and is no more than Bonferroni', () => {
    fc.assert(
      fc.property(table, (scores) => {
        const { comparisons, criticalDifference, learners } = friedman(scores, { confidence: 0.9 });
        expect(comparisons).toHaveLength((learners.length * (learners.length - 1)) / 2);
        for (const { difference, nemenyi, holm: adjusted, p } of comparisons) {
          if (Math.abs(Math.abs(difference) - criticalDifference) > 1e-9) expect(Math.abs(difference) > criticalDifference).toBe((nemenyi as number) < 0.1);
          expect(nemenyi as number).toBeLessThanOrEqual(p * comparisons.length + 1e-12);
          expect(adjusted).toBeGreaterThanOrEqual(p);
        }
        const control = friedman(scores, { control: learners[1] });
        expect(control.comparisons.map(({ first }) => first)).toEqual(new Array(learners.length - 1).fill(learners[1]));
        expect(control.comparisons.every(({ nemenyi }) => nemenyi === null)).toBe(true);
      }),
      { numRuns: 30 },
    );
  });
});

describe('Holm', () => {
  it('keeps the order, is at least the p-value and at most Bonferroni', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 20 }), (ps) => {
        const adjusted = holm(ps);
        adjusted.forEach((each, i) => {
          expect(each).toBeGreaterThanOrEqual(ps[i]);
          expect(each).toBeLessThanOrEqual(Math.min(1, ps.length * ps[i]));
          ps.forEach((p, j) => {
            if (p < ps[i]) expect(adjusted[j]).toBeLessThanOrEqual(each);
          });
        });
      }),
    );
  });
});

describe('analysis of variance', () => {
  const cells = fc
    .tuple(fc.integer({ min: 2, max: 6 }), fc.integer({ min: 2, max: 4 }), fc.integer({ min: 2, max: 4 }))
    .chain(([n, a, b]) =>
      fc
        .array(score, { minLength: n * a * b, maxLength: n * a * b })
        .map((values) =>
          values.map((value, i) => ({ subject: String(Math.floor(i / (a * b))), levels: [`a${Math.floor(i / b) % a}`, `b${i % b}`] as const, value })),
        ),
    );

  it('does not mind the order of rows and levels, nor what is added to a subject; factors may change places', () => {
    fc.assert(
      fc.property(cells, order, (measurements, seed) => {
        const { effects } = anovaRepeated(measurements, { factors: ['x', 'y'] });
        const moved = anovaRepeated(
          shuffled(measurements, seed).map((m) => ({ ...m, value: m.value + Number(m.subject) })),
          { factors: ['x', 'y'] },
        );
        const turned = anovaRepeated(
          measurements.map((m) => ({ ...m, levels: [m.levels[1], m.levels[0]] as const })),
          { factors: ['y', 'x'] },
        );
        for (const [found, names] of [
          [moved, ['x', 'y', 'x:y']],
          [turned, ['x', 'y', 'y:x']],
        ] as const)
          ['x', 'y', 'x:y'].forEach((name, i) => {
            const other = found.effects[names[i]];
            expect(other.degenerate).toBe(effects[name].degenerate);
            close(other.p, effects[name].p, 1e-7);
            if (effects[name].epsilon !== null) close(other.epsilon, effects[name].epsilon, 1e-7);
          });
        for (const { epsilon, df, p, pGreenhouseGeisser, F } of Object.values(effects)) {
          if (epsilon === null) continue;
          expect(epsilon).toBeGreaterThanOrEqual(1 / df[0]);
          expect(epsilon).toBeLessThanOrEqual(1);
          // Fewer degrees of freedom, less evidence, wherever there is any.
          if (p < 0.2 && (F as number) > 1) expect(pGreenhouseGeisser).toBeGreaterThanOrEqual(p - 1e-12);
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe('the bet', () => {
  const losses = fc.array(fc.tuple(fc.double({ min: 0, max: 8, noNaN: true }), fc.double({ min: 0, max: 8, noNaN: true })), { minLength: 2, maxLength: 200 });

  it('is won by one and lost by the other', () => {
    fc.assert(
      fc.property(losses, (pairs) => {
        const [a, b] = [pairs.map(([x]) => x), pairs.map(([, y]) => y)];
        const one = bet(a, b, { bound: 8 });
        const other = bet(b, a, { bound: 8 });
        close(negative(other.statistic), one.statistic as number, 1e-12);
        expect(other.p).toBe(one.p);
        const { log } = one.evidence as unknown as { log: { first: { p: number }; second: { p: number } } };
        expect(one.p).toBe(Math.min(1, 2 * log.first.p, 2 * log.second.p));
        close(one.statistic, b.reduce((sum, x) => sum + x, 0) - a.reduce((sum, x) => sum + x, 0), 1e-12);
        if (!('first' in one.evidence.log) || !('first' in other.evidence.log)) return expect.fail('no evidence');
        expect(other.evidence.log.second).toEqual(one.evidence.log.first);
        expect(one.wealth.bits.at(-1)).toBe(one.statistic);
      }),
    );
  });

  it('a column at once and row by row are the same; looking changes nothing', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { maxLength: 100 }), (differences) => {
        const process = new EProcess({ bound: 1 });
        for (const d of differences) {
          process.add(d);
          process.evidence();
        }
        expect(process.evidence()).toEqual(eProcess(differences, { bound: 1 }));
      }),
    );
  });

  it('evidence does not depend on the unit, only on the bound in it', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 1, maxLength: 100 }), (differences) => {
        const one = eProcess(differences, { bound: 1 }).first;
        const scaled = eProcess(
          differences.map((d) => d * 1024),
          { bound: 1024 },
        ).first;
        close(scaled.bits, one.bits as number, 1e-12);
        expect(scaled.crossedAt).toBe(one.crossedAt);
      }),
    );
  });

  it('one step is a fair game at best: the e-value of a fair ±1 averages to at most 1', () => {
    const bits = (d: number) => eProcess([d], { bound: 1 }).first.bits as number;
    expect((2 ** bits(1) + 2 ** bits(-1)) / 2).toBeLessThanOrEqual(1);
    expect(2 ** bits(0)).toBeLessThanOrEqual(1);
    expect(2 ** bits(1)).toBeGreaterThan(1.05);
  });
});
