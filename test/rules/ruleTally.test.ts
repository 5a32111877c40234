import { createEngine, type RuleReport, type RuleSets, ruleSets } from 'fairbits';
import { describe, expect, it } from 'vitest';
import { log2Choose } from '../../dist/math/log2Choose.js';
import { close, sameStructure } from '../support/compare.js';
import { caught } from '../support/error.js';
import fc from '../support/properties.js';
import { random } from '../support/random.js';
import { part, type RuleData, reference, ruleData } from './reference.js';

const engine = await createEngine();
const wasm = await createEngine({ backend: 'wasm' });
const plain = await createEngine({ backend: 'plain' });
const shapes = [
  [2, 2],
  [3, 3],
  [5, 5],
  [10, 4],
  [40, 12],
  [1000, 3],
  [1000, 1000],
] as const;
const report = ({ sets, labels }: RuleData, n: number): RuleReport => engine.ruleTally(n).add(sets, labels).report();

/** log2 of a large whole number. */
function bigLog2(x: bigint): number {
  const length = x.toString(2).length;
  const drop = Math.max(0, length - 60);
  return Math.log2(Number(x >> BigInt(drop))) + drop;
}
const factorial = (n: number): bigint => {
  let product = 1n;
  for (let i = 2n; i <= BigInt(n); i++) product *= i;
  return product;
};

describe.each(shapes)('%i classes, sets of up to %i', (n, most) => {
  const rows = most > 100 ? 300 : 4000;

  it('gives what Cleary, Legg & Witten 1996, Table 1 gives, written out', () => {
    for (let seed = 0; seed < 3; seed++) {
      const data = ruleData(random(seed), rows, n, most, [0.1, 0.7, 1][seed]);
      const found = report(data, n);
      for (const [key, value] of Object.entries(reference(data.sets, data.labels, n))) close(found[key as keyof typeof found] as number, value, 1e-10, key);
      close(found.significance, found.frequencyNull - found.frequency, 0, 'significance');
      close(found.constantSignificance, found.constantNull - found.constant, 0, 'constantSignificance');
    }
  });

  it('counts', () => {
    const data = ruleData(random(5), rows, n, most);
    const { members, sizes } = data.sets;
    let at = 0;
    const sets = Array.from(sizes, (size) => {
      at += size;
      return [...members.subarray(at - size, at)];
    });
    const share = (test: (set: number[], label: number) => boolean) => sets.filter((set, r) => test(set, data.labels[r])).length / rows;
    expect(report(data, n)).toMatchObject({
      rows,
      unclassified: sets.filter((set) => set.length === 0).length,
      multiplyClassified: sets.filter((set) => set.length > 1).length,
      percentCorrect: (100 * sets.filter((set, r) => set.length === 1 && set[0] === data.labels[r]).length) / rows,
      coverage: share((set, label) => set.includes(label)),
      meanSetSize: members.length / rows,
    });
  });

  it('has the same bits on both backends, in any chunks', () => {
    const data = ruleData(random(9), rows, n, most);
    const whole = wasm.ruleTally(n).add(data.sets, data.labels);
    sameStructure(plain.ruleTally(n).add(data.sets, data.labels).report(), whole.report());
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: rows }), { maxLength: 12 }), (cuts) => {
        const places = [0, ...cuts.sort((a, b) => a - b), rows];
        for (const side of [wasm, plain]) {
          const tally = side.ruleTally(n);
          for (let i = 1; i < places.length; i++) {
            const { sets, labels } = part(data, places[i - 1], places[i]);
            tally.add(sets, labels);
          }
          sameStructure(tally.report(), whole.report());
          expect([...tally.classCounts]).toEqual([...whole.classCounts]);
        }
      }),
      { numRuns: 12 },
    );
  });

  it('does not care what the classes are called, or in what order a set is written', () => {
    const next = random(3);
    const { sets, labels } = ruleData(next, rows, n, most);
    const names = Array.from({ length: n }, (_, i) => i).sort(() => next() - 0.5);
    const renamed: RuleSets = { members: sets.members.map((i) => names[i]), sizes: sets.sizes };
    let at = 0;
    for (const size of sets.sizes) {
      renamed.members.subarray(at, at + size).reverse();
      at += size;
    }
    sameStructure(report({ sets: renamed, labels: labels.map((i) => names[i]) }, n), report({ sets, labels }, n));
  });
});

it('wasm ran on wasm', () => {
  const before = wasm.kernels.calls;
  wasm.ruleTally(3).add(ruleSets(3, [[0], [], [1, 2]]), Uint8Array.of(0, 1, 2));
  expect(wasm.kernels.calls).toBeGreaterThan(before);
});

it('more rows and members than fit one call', () => {
  const data = ruleData(random(1), 70000, 12, 9);
  const found = wasm.ruleTally(12).add(data.sets, data.labels).report();
  sameStructure(plain.ruleTally(12).add(data.sets, data.labels).report(), found);
  for (const [key, value] of Object.entries(reference(data.sets, data.labels, 12))) close(found[key as keyof typeof found] as number, value, 1e-10, key);
});

describe('Cleary, Legg & Witten 1996: closed form and reasonableness', () => {
  it('If(D|Q) of two classes is log2 (N + 1)!/(i!(N − i)!), whatever the order and the sets', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 1, max: 600 }), fc.double({ min: 0.1, max: 9, noNaN: true }), (seed, N, skew) => {
        const data = ruleData(random(seed), N, 2, 2, 0.5, skew);
        const i = data.labels.filter((label) => label === 0).length;
        const exact = bigLog2(factorial(N + 1) / (factorial(i) * factorial(N - i)));
        close(report(data, 2).frequencyNull, exact, 1e-13, `${i} of ${N}`);
      }),
      { numRuns: 60 },
    );
  });

  it('one class only, a million rows: nothing is lost though all but 20 bits cancel', () => {
    const rows = 1_000_000;
    const labels = new Uint8Array(rows);
    const found = report({ sets: { members: new Uint16Array(rows), sizes: new Uint16Array(rows).fill(1) }, labels: labels as unknown as Uint16Array }, 2);
    close(found.frequencyNull, Math.log2(rows + 1), 1e-10);
    close(found.laplace, Math.log2(rows + 1), 1e-10);
    expect(found.percentCorrect).toBe(100);
  });

  it('sets of no class and sets of all waste nothing', () => {
    for (const n of [2, 3, 7, 100]) {
      const labels = Uint16Array.from({ length: 500 }, (_, r) => (r * r) % n);
      const all = Array.from({ length: n }, (_, i) => i);
      for (const choose of [() => [], () => all, (r: number) => (r % 3 === 0 ? all : [])]) {
        const found = report(
          {
            sets: ruleSets(
              n,
              Array.from(labels, (_, r) => choose(r)),
            ),
            labels,
          },
          n,
        );
        close(found.constant, found.constantNull, 1e-13);
        close(found.frequency, found.frequencyNull, 1e-13);
        close(found.significance, 0, 1e-11);
        // Laplace does waste: it cannot tell that the truth must or cannot be there.
        expect(found.laplace).toBeGreaterThan(found.constantNull + 5);
      }
    }
  });

  it('while all classes are equally frequent, If and Ic agree', () => {
    // Before the first row every count is the same.
    for (const set of [[], [0], [1], [0, 2], [0, 1, 2, 3]]) {
      const { constant, frequency } = report({ sets: ruleSets(4, [set]), labels: Uint16Array.of(0) }, 4);
      close(frequency, constant, 1e-15);
    }
    // Classes taking turns: the counts never differ by more than one.
    const next = random(2);
    const rows = 40000;
    const labels = Uint16Array.from({ length: rows }, (_, r) => r % 4);
    const sets = Array.from(labels, (label) => (next() < 0.6 ? [label] : next() < 0.5 ? [] : [(label + 1) % 4, (label + 2) % 4]));
    const { constant, frequency } = report({ sets: ruleSets(4, sets), labels }, 4);
    expect(Math.abs(frequency - constant) / rows).toBeLessThan(1e-3);
    expect(constant / rows).toBeGreaterThan(0.5);
  });

  it('a theory that always has one class, and is right: p tends to how often', () => {
    const next = random(8);
    const rows = 100000;
    const labels = Uint16Array.from({ length: rows }, () => Math.floor(3 * next()));
    const sets = Array.from(labels, (label) => [next() < 0.8 ? label : (label + 1) % 3]);
    const right = sets.filter(([i], r) => i === labels[r]).length / rows;
    const entropy = -right * Math.log2(right) - (1 - right) * Math.log2((1 - right) / 2);
    close(report({ sets: ruleSets(3, sets), labels }, 3).constant / rows, entropy, 1e-3);
  });

  it('the paper’s example: right among all but one, then wrong with one. Laplace exceeds log2 n a row, the weights do not', () => {
    for (const n of [3, 5, 10]) {
      const rows = 20000;
      const labels = new Uint16Array(rows);
      const sets = Array.from(labels, (_, r) => (r % 2 === 0 ? Array.from({ length: n - 1 }, (_, i) => i) : [1]));
      const found = report({ sets: ruleSets(n, sets), labels }, n);
      close(found.laplace / rows, 1 + Math.log2(n - 1), 1e-3);
      expect(found.laplace / rows).toBeGreaterThan(Math.log2(n) + 0.1);
      expect(found.constant / rows).toBeLessThan(Math.log2(n) + 1e-3);
    }
  });

  it('sets of one size: in the limit no sequence of right and wrong costs more than log2 n a row', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 8 }), fc.nat({ max: 7 }), fc.array(fc.boolean(), { minLength: 1, maxLength: 12 }), (n, size, rights) => {
        const m = 1 + (size % Math.max(1, n - 1));
        const N = 20000;
        const labels = Uint16Array.from({ length: N }, (_, r) => (rights[r % rights.length] ? 0 : n - 1));
        const one = Array.from({ length: m }, (_, i) => i);
        const sets = ruleSets(
          n,
          Array.from({ length: N }, () => one),
        );
        expect(report({ sets, labels }, n).constant / N).toBeLessThan(Math.log2(n) + 0.002);
      }),
      { numRuns: 60 },
    );
  });

  it('sets of several sizes can cost more than that, though Cleary, Legg & Witten 1996, §3 says that they cannot', () => {
    // Of ten classes: half of them and wrong, seven times; one and right, three times. Then α:β tends to 3 : 7/5.
    const rows = 50000;
    const labels = Uint16Array.from({ length: rows }, (_, r) => (r % 10 < 7 ? 9 : 0));
    const sets = ruleSets(
      10,
      Array.from(labels, (label) => (label === 9 ? [0, 1, 2, 3, 4] : [0])),
    );
    const [alpha, beta] = [3, 7 / 5];
    const limit = 0.7 * Math.log2((5 * alpha + 5 * beta) / beta) + 0.3 * Math.log2((alpha + 9 * beta) / alpha);
    close(report({ sets, labels }, 10).constant / rows, limit, 1e-3);
    expect(limit).toBeGreaterThan(Math.log2(10) + 0.17);
  });
});

describe('what cannot be taken', () => {
  const labels = Uint16Array.of(0, 1, 2, 0);
  const bad: [string, (string | number)[][] | RuleSets, Uint16Array, Parameters<typeof caught>[0], number | undefined, RegExp][] = [
    ['a class twice', [[0], [1, 1], [], [2]], labels, 'class', 1, /row 1: .*class "1" twice: expected each class once/],
    ['a class twice, apart', [[0], [], [2, 0, 2], [2]], labels, 'class', 2, /"2" twice/],
    ['a class twice, first and last of four', { members: Uint16Array.of(1, 0, 2, 1), sizes: Uint16Array.of(0, 4, 0, 0) }, labels, 'class', 1, /twice/],
    ['more than all classes', { members: Uint16Array.of(0, 1, 2, 0, 1), sizes: Uint16Array.of(0, 0, 0, 5) }, labels, 'class', 3, /"0" twice/],
    [
      'a class that is none',
      { members: Uint16Array.of(0, 3), sizes: Uint16Array.of(0, 1, 1, 0) },
      labels,
      'class',
      2,
      /row 2: the predicted set holds class 3/,
    ],
    ['a label that is none', [[0], [1], [], [2]], Uint16Array.of(0, 1, 2, 3), 'label-out-of-range', 3, /row 3: the label is 3; expected a class from 0 to 2/],
    ['too few sets', [[0], [1]], labels, 'length', undefined, /2 sets and 4 labels/],
    ['too few members', { members: Uint16Array.of(0), sizes: Uint16Array.of(1, 1, 0, 0) }, labels, 'length', undefined, /1 members, but their sizes sum to 2/],
    [
      'too many members',
      { members: Uint16Array.of(0, 1, 2), sizes: Uint16Array.of(1, 1, 0, 0) },
      labels,
      'length',
      undefined,
      /3 members, but their sizes sum to 2/,
    ],
  ];
  it.each(bad)('%s: an error that says so, and the tally is as it was', (_, given, truths, code, row, message) => {
    const sets = Array.isArray(given)
      ? ruleSets(
          3,
          given.map((set) => set.filter((x, i) => set.indexOf(x) === i || set.length <= 3)),
        )
      : given;
    for (const side of [wasm, plain]) {
      const tally = side.ruleTally(3).add(ruleSets(3, [[0], [1, 2]]), Uint16Array.of(0, 0));
      const before = tally.report();
      const error = caught(code, () => tally.add(sets, truths));
      expect(error.message).toMatch(message);
      expect(error.row).toBe(row);
      sameStructure(tally.report(), before);
    }
  });

  it('a class twice, wherever it stands in a set of any size; and none where there is none', () => {
    const next = random(17);
    const k = 300;
    const all = Array.from({ length: k }, (_, i) => i);
    const shuffled = () =>
      all
        .map((i) => [next(), i])
        .sort(([a], [b]) => a - b)
        .map(([, i]) => i);
    for (const m of [2, 3, 4, 5, 6, 7, 8, 9, 12, 15, 16, 17, 23, 24, 25, 32, 33, 100, 299])
      for (const ordered of [false, true]) {
        // The others are around it, so that what lies behind a set might be taken for part of it.
        const sets = [m, m, m].map((size) => {
          const set = shuffled().slice(0, size);
          return ordered ? set.sort((a, b) => a - b) : set;
        });
        const sizes = Uint16Array.of(m, m, m, 0);
        const labels = Uint16Array.of(sets[0][m - 1], sets[1][0], sets[2][m >> 1], 7);
        const reports = [wasm, plain].map((side) =>
          side
            .ruleTally(k)
            .add({ members: Uint16Array.from(sets.flat()), sizes }, labels)
            .report(),
        );
        sameStructure(reports[0], reports[1]);
        expect(reports[0].coverage).toBe(3 / 4);
        for (let run = 0; run < 40; run++) {
          const i = run < m - 1 ? run : Math.floor(next() * (m - 1));
          const j = run % 3 === 0 ? i + 1 : run % 3 === 1 ? m - 1 : i + 1 + Math.floor(next() * (m - 1 - i));
          const bad = sets.map((set) => [...set]);
          bad[1][j] = bad[1][i];
          const error = caught('class', () => wasm.ruleTally(k).add({ members: Uint16Array.from(bad.flat()), sizes }, labels));
          expect([error.row, error.class], `${m} members, the same at ${i} and ${j}`).toEqual([1, String(bad[1][i])]);
        }
      }
  });

  it('no rows: counts, and null for shares', () => {
    expect(engine.ruleTally(2).report()).toMatchObject({
      rows: 0,
      constant: 0,
      frequency: 0,
      laplace: 0,
      percentCorrect: null,
      coverage: null,
      meanSetSize: null,
    });
  });

  it('names: unknown ones, and the same twice', () => {
    expect(caught('class-names', () => ruleSets(['a', 'b'], [['c']])).message).toMatch(/no class "c"/);
    expect(caught('class-names', () => engine.ruleTally(['a', 'a'])).message).toMatch(/named twice/);
  });

  it('labels too large for 16 bits', () => {
    const error = caught('label-out-of-range', () => engine.ruleTally(2).add(ruleSets(2, [[0]]), Uint32Array.of(65536)));
    expect(error.found).toBe(65536);
  });
});

it('log2 of binomial coefficients', () => {
  for (const n of [0, 1, 5, 60, 170, 171, 172, 341, 342, 600, 2000])
    for (const j of [0, 1, 2, 50, 85, 170, 171, 172, 300, 1000, n - 1, n]) {
      if (j < 0 || j > n) continue;
      close(log2Choose(n, j), bigLog2(factorial(n) / (factorial(j) * factorial(n - j))), 1e-14, `${n} over ${j}`);
    }
});
