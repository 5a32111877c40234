import { createEngine, type Tally } from 'fairbits';
import { describe, expect, it } from 'vitest';
import { sameBits, sameStructure } from './support/compare.js';
import { exactTotal } from './support/exact.js';
import fc from './support/properties.js';
import { extremeSet, random, slice, type TestSet, testSet } from './support/random.js';
import { modal, rowsOf } from './support/reference.js';

const engine = await createEngine();
const BLOCK = 65536;

const forms = [
  ['two classes, one column', 2, true],
  ['two classes, two columns', 2, false],
  ['3 classes', 3, false],
  ['8 classes', 8, false],
  ['13 classes', 13, false],
] as const;

/** Everything that can be read off a tally. */
const facts = (tally: Tally) => ({
  ...tally.statistics(),
  ties: tally.ties,
  impossible: tally.impossible,
  clamped: tally.clamped,
  renormalized: tally.renormalized,
  confusion: tally.confusion.table(),
});

/** A tally of a set, added in parts that end at the given rows. */
function inParts(set: TestSet, ends: number[]): Tally {
  const tally = engine.tally(set.k);
  let from = 0;
  for (const to of [...ends, set.labels.length].sort((a, b) => a - b)) {
    tally.add(...slice(set, from, to));
    from = to;
  }
  return tally;
}

describe.each(forms)('%s', (_, k, column) => {
  it('statistics are the sums that Lemma 1 for k classes names', () => {
    const set = testSet(random(k), 3000, k, column);
    const { A, B, G, H, counts, hits, rows } = engine.tally(k).add(set.estimates, set.labels).statistics();
    const logs = { A, B, G, H };
    const terms = Object.fromEntries(Object.keys(logs).map((name) => [name, Array.from({ length: k }, () => [] as number[])]));
    const wanted = { counts: new Array(k).fill(0), hits: 0 };
    for (const { p, rest, c } of rowsOf(set)) {
      const m = modal(p);
      wanted.counts[c]++;
      if (m === c) wanted.hits++;
      for (let i = 0; i < k; i++) terms[i === c ? 'A' : 'B'][i].push(Math.log(i === c ? p[i] : rest[i]));
      terms[m === c ? 'G' : 'H'][m].push(Math.log(m === c ? p[m] : rest[m]));
    }
    expect({ counts: [...counts], hits, rows }).toEqual({ ...wanted, rows: 3000 });
    for (const [name, values] of Object.entries(logs))
      values.forEach((value, i) => {
        const sum = exactTotal(terms[name][i]);
        expect(Math.abs(value - sum), `${name}[${i}]`).toBeLessThanOrEqual(1e-12 * Math.max(1, Math.abs(sum)));
      });
  });

  it('any split of the rows gives the same bits and the same JSON', () => {
    fc.assert(
      fc.property(
        fc.integer(),
        fc.integer({ min: 1, max: 1500 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.array(fc.nat(), { maxLength: 9 }),
        (seed, rows, share, cuts) => {
          const set = extremeSet(random(seed), rows, k, column, share ** 6);
          const whole = inParts(set, []);
          const parts = inParts(
            set,
            cuts.map((cut) => cut % (rows + 1)),
          );
          sameStructure(facts(parts), facts(whole));
          expect(JSON.stringify(parts)).toBe(JSON.stringify(whole));
        },
      ),
      { numRuns: 60 },
    );
  });

  it('a split at any row does, also row by row', () => {
    const set = extremeSet(random(7 * k), 300, k, column, 0.02);
    const whole = JSON.stringify(inParts(set, []));
    for (let cut = 0; cut <= 300; cut += 7) expect(JSON.stringify(inParts(set, [cut]))).toBe(whole);
    expect(
      JSON.stringify(
        inParts(
          set,
          Array.from({ length: 299 }, (_, i) => i + 1),
        ),
      ),
    ).toBe(whole);
  });

  it('a split beside the end of a block does', () => {
    const set = testSet(random(3), BLOCK + 500, k, column);
    const whole = JSON.stringify(inParts(set, []));
    for (const cut of [1, 32767, BLOCK - 1, BLOCK, BLOCK + 1]) expect(JSON.stringify(inParts(set, [cut]))).toBe(whole);
  });

  it('merging in any order and grouping gives the same bits', () => {
    fc.assert(
      fc.property(
        fc.integer(),
        fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 2, maxLength: 6 }),
        fc.infiniteStream(fc.nat()),
        (seed, sizes, choices) => {
          const next = random(seed);
          const sets = sizes.map((rows) => extremeSet(next, rows, k, column, 0.02));
          const tallies = () => sets.map((set) => engine.tally(k).add(set.estimates, set.labels));
          const [first, ...rest] = tallies();
          const inOrder = facts(rest.reduce((sum, each) => sum.merge(each), first));
          // Two at a time, whichever, into whichever of the two.
          const left = tallies();
          while (left.length > 1) {
            const [a] = left.splice(choices.next().value % left.length, 1);
            const [b] = left.splice(choices.next().value % left.length, 1);
            left.push(a.merge(b));
          }
          sameStructure(facts(left[0]), inOrder);
          // Into an empty one as well.
          const empty = tallies().reduceRight((sum, each) => sum.merge(each), engine.tally(k));
          sameStructure(facts(empty), inOrder);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('whole blocks merged are the one-pass tally, bit for bit', () => {
    const set = extremeSet(random(9), 2 * BLOCK + 700, k, column, 0.0005);
    const whole = facts(inParts(set, []));
    const blocks = [0, 1, 2].map((block) => engine.tally(k).add(...slice(set, block * BLOCK, Math.min((block + 1) * BLOCK, set.labels.length))));
    sameStructure(facts(blocks[2].merge(blocks[0]).merge(blocks[1])), whole);
  });

  it('the order of rows matters no more than rounding', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 2, max: 600 }), (seed, rows) => {
        const next = random(seed);
        const set = extremeSet(next, rows, k, column, 0.02);
        const order = Array.from({ length: rows }, (_, r) => [next(), r]).sort((a, b) => a[0] - b[0]);
        const shuffled = {
          ...set,
          estimates: Float64Array.from(order.flatMap(([, r]) => [...slice(set, r, r + 1)[0]])),
          labels: Uint16Array.from(order, ([, r]) => set.labels[r]),
        };
        const [one, other] = [set, shuffled].map((each) => facts(inParts(each, [])));
        for (const name of ['A', 'B', 'G', 'H'] as const)
          one[name].forEach((value, i) => {
            if (!Object.is(value, other[name][i])) expect(Math.abs(other[name][i] - value)).toBeLessThanOrEqual(1e-12 * Math.max(1, Math.abs(value)));
          });
        const { confusion, ties, impossible } = one;
        expect({ confusion: other.confusion, ties: other.ties, impossible: other.impossible }).toEqual({ confusion, ties, impossible });
      }),
      { numRuns: 25 },
    );
  });

  it('Float32 estimates are their float64 promotion; labels of 8, 16 and 32 bits are the same', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 1, max: 500 }), (seed, rows) => {
        const { estimates, labels } = extremeSet(random(seed), rows, k, column, 0.1);
        const single = Float32Array.from(estimates);
        const promoted = Float64Array.from(single);
        const wanted = engine.tally(k, { tolerance: 1e-3 }).add(promoted, labels);
        for (const kind of [Uint8Array, Uint16Array, Uint32Array]) {
          const names = kind.from(labels);
          sameStructure(facts(engine.tally(k).add(single, names)), facts(wanted));
          sameBits(
            engine.rewards('bayesianReward', single, names, { classes: k, prior: 'uniform' }),
            engine.rewards('bayesianReward', promoted, labels, { classes: k, prior: 'uniform', tolerance: 1e-3 }),
          );
        }
      }),
      { numRuns: 20 },
    );
  });

  it('a tally read back from its JSON goes on with the same bits', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 2, max: 900 }), fc.nat(), (seed, rows, where) => {
        const set = extremeSet(random(seed), rows, k, column, 0.05);
        const cut = where % rows;
        const whole = inParts(set, []);
        const saved = engine.tally(k).add(...slice(set, 0, cut));
        for (const json of [saved.toJSON(), JSON.stringify(saved)]) {
          const back = engine.tallyFrom(json);
          sameStructure(facts(back), facts(saved));
          back.add(...slice(set, cut, rows));
          sameStructure(facts(back), facts(whole));
          expect(JSON.stringify(back)).toBe(JSON.stringify(whole));
        }
      }),
      { numRuns: 30 },
    );
  });

  it('n copies of a tally merged are n times its sums', () => {
    const set = testSet(random(4), 400, k, column);
    const one = inParts(set, []);
    const three = inParts(set, []).merge(one).merge(one);
    one.statistics().A.forEach((value, i) => {
      expect(Math.abs(three.statistics().A[i] - 3 * value)).toBeLessThanOrEqual(1e-14 * Math.abs(3 * value));
    });
    expect(three.rows).toBe(1200);
    const self = inParts(set, []);
    self.merge(self);
    sameStructure(facts(self), facts(inParts(set, []).merge(one)));
  });
});

describe('counts', () => {
  it('ties are counted wherever they stand among ordinary rows, and the first class wins them', () => {
    for (const column of [true, false])
      for (const every of [1, 2, 37, 128, 255]) {
        const set = testSet(random(every), 1024, 2, column);
        let ties = 0;
        let hits = 0;
        rowsOf(set).forEach(({ p, c }, r) => {
          const tie = r % every === 0;
          if (tie) slice(set, r, r + 1)[0].fill(0.5);
          ties += Number(tie);
          hits += Number((tie ? 0 : modal(p)) === c);
        });
        const tally = engine.tally(2).add(set.estimates, set.labels);
        expect([tally.ties, tally.statistics().hits], `column ${column}, every ${every}`).toEqual([ties, hits]);
      }
  });

  it('a tie of the second and third class is the second’s', () => {
    const tally = engine.tally(3).add(Float64Array.of(0.2, 0.4, 0.4, 0.25, 0.25, 0.5), Uint8Array.of(2, 2));
    expect(tally.ties).toBe(1);
    expect(tally.confusion.table()).toEqual([
      [0, 0, 0],
      [0, 0, 0],
      [0, 1, 1],
    ]);
  });

  it('an empty add changes nothing', () => {
    for (const [, k, column] of forms) {
      const set = testSet(random(k), 77, k, column);
      const tally = inParts(set, []);
      const before = JSON.stringify(tally);
      tally.add(new Float64Array(0), new Uint8Array(0));
      expect(JSON.stringify(tally)).toBe(before);
    }
    expect(engine.tally(3).add(new Float64Array(0), new Uint8Array(0)).rows).toBe(0);
  });

  it('an empty tally has a total of 0 and no mean', () => {
    const tally = engine.tally(3);
    expect(tally.total('bayesianReward', 'uniform')).toBe(0);
    expect(tally.mean('bayesianReward', 'uniform')).toBeNaN();
  });

  it('reading a tally does not change it', () => {
    const set = testSet(random(5), 200, 3);
    const tally = inParts(set, []);
    const before = JSON.stringify(tally);
    facts(tally);
    tally.total('generalizedReward', 'test');
    expect(JSON.stringify(tally)).toBe(before);
    const more = tally.add(set.estimates, set.labels).statistics();
    expect(more.rows).toBe(400);
  });
});
