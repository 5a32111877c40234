import { checkCosts, confusionFigures, decide, parseCosts, rewardAndPenalty, totalCost, zeroOne } from 'fairbits';
import { describe, expect, it } from 'vitest';
import { close } from '../support/compare.js';
import { caught } from '../support/error.js';
import fc from '../support/properties.js';
import { distribution, random } from '../support/random.js';

describe('the figures of a confusion matrix', () => {
  it('Witten & Frank (second edition, table 5.4): 140 of 200 right, 82 by chance, a kappa of 58/118', () => {
    const table = [
      [88, 10, 2],
      [14, 40, 6],
      [18, 10, 12],
    ];
    const { accuracy, kappa } = confusionFigures(table, ['a', 'b', 'c']);
    expect(accuracy).toBe(0.7);
    close(kappa as number, 58 / 118, 1e-15);
  });

  it('two classes by their formulas', () => {
    fc.assert(
      fc.property(fc.tuple(fc.nat(50), fc.nat(50), fc.nat(50), fc.nat(50)), ([tp, fn, fp, tn]) => {
        const got = confusionFigures(
          [
            [tn, fp],
            [fn, tp],
          ],
          ['no', 'yes'],
        );
        const yes = got.classes[1];
        expect(yes.precision).toBe(tp + fp === 0 ? null : tp / (tp + fp));
        expect(yes.recall).toBe(tp + fn === 0 ? null : tp / (tp + fn));
        expect(yes.specificity).toBe(tn + fp === 0 ? null : tn / (tn + fp));
        if (yes.precision && yes.recall) close(yes.f1 as number, 2 / (1 / yes.precision + 1 / yes.recall), 1e-15);
        const below = (tp + fp) * (tp + fn) * (tn + fp) * (tn + fn);
        if (below === 0) expect(got.matthews).toBeNull();
        else close(got.matthews as number, (tp * tn - fp * fn) / Math.sqrt(below), 1e-14);
      }),
    );
  });

  it('never 0 for what has no value', () => {
    const got = confusionFigures(
      [
        [3, 0],
        [0, 0],
      ],
      ['a', 'b'],
    );
    expect(got.classes[1]).toMatchObject({ precision: null, recall: null, f1: null, reason: 'no row has this class, and no row is predicted to have it' });
    expect(got).toMatchObject({ accuracy: 1, kappa: null, matthews: null, macro: { precision: null, recall: null } });
    expect(got.reasons.join()).toMatch(/no row has the class b.*no precision of it.*agreement beyond chance/);
  });

  it('classes in another order: the same', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(20), { minLength: 9, maxLength: 9 }), (cells) => {
        const table = [0, 1, 2].map((i) => cells.slice(3 * i, 3 * i + 3));
        const order = [2, 0, 1];
        const names = ['a', 'b', 'c'];
        const one = confusionFigures(table, names);
        const two = confusionFigures(
          order.map((i) => order.map((j) => table[i][j])),
          order.map((i) => names[i]),
        );
        expect(two.matthews).toBe(one.matthews);
        expect(two.kappa).toBe(one.kappa);
        expect(two.classes).toEqual(order.map((i) => one.classes[i]));
      }),
    );
  });
});

describe('the cheapest choice', () => {
  it('is the most probable class where every error costs 1, whatever is tied', () => {
    const next = random(31);
    for (const k of [2, 3, 5, 7, 20]) {
      const estimates = Float64Array.from(
        Array.from({ length: 300 }, () => {
          const parts = Array.from({ length: k }, () => Math.floor(next() * 4));
          const sum = parts.reduce((a, b) => a + b, 0);
          return sum === 0 ? parts.map(() => 1 / k) : parts.map((part) => part / sum);
        }).flat(),
      );
      const labels = Uint8Array.from({ length: 300 }, () => Math.floor(next() * k));
      const found = decide(
        estimates,
        labels,
        Array.from({ length: k }, (_, i) => String(i)),
        zeroOne(k),
      );
      expect(found.leastCost.changed).toBe(0);
      expect(found.saved.total).toBe(0);
    }
  });

  it('is the dearest where the amount is negative: nothing else would have cost less', () => {
    const p = Float64Array.of(0.9, 0.1, 0.3, 0.7);
    const costs = [
      [0, 1],
      [5, -1],
    ];
    const { leastCost, perfect } = decide(p, Uint8Array.of(0, 1), ['no', 'yes'], costs, { amounts: Float64Array.of(-2, -3) });
    // Row by row −2 · max(.5, .8) and −3 · max(3.5, −.4).
    close(leastCost.expected, (-2 * 0.8 - 3 * 3.5) / 2, 1e-14);
    expect(leastCost.total).toBe(-2 * 1 - 3 * 5);
    expect(perfect.total).toBe(-2 * 1 - 3 * 5);
  });
});

describe('costs', () => {
  const classes = ['no', 'yes'];
  it('are read as rows, with or without names, in any order, or as JSON', () => {
    const wanted = [
      [0, 1],
      [5, 0],
    ];
    for (const text of ['0,1;5,0', '0,1\n5,0\n', '[[0,1],[5,0]]', ',yes,no\nno,1,0\nyes,0,5', 'actual,"no","yes"\nyes,5,0\nno,0,1\n'])
      expect(parseCosts(text, classes, 'costs')).toEqual(wanted);
  });
  it('are numbers where all are, also of classes called 0 and 1', () => {
    for (const text of ['0,1;1,0', ',1,0\n1,0,1\n0,1,0'])
      expect(parseCosts(text, ['0', '1'], 'costs')).toEqual([
        [0, 1],
        [1, 0],
      ]);
    expect(parseCosts('0,1,2;1,0,1;2,1,0', ['0', '1', '2'], 'costs')[2]).toEqual([2, 1, 0]);
  });
  it('have names with commas, semicolons and quotes, between quotes', () => {
    const names = ['a, b; c', 'say "no"'];
    expect(parseCosts(',"a, b; c","say ""no"""\n"say ""no""",5,0\n"a, b; c",0,1\n', names, 'costs')).toEqual([
      [0, 1],
      [5, 0],
    ]);
  });
  it.each([
    ['0,1;5', /a row of 1 costs for 2 classes/],
    ['0,1', /1 rows for 2 classes/],
    ['0,1,2;3,4,5;6,7,8', /3 rows for 2 classes \(no, yes\): expected 2 rows/],
    ['0,x;5,0', /cannot read "x" as a cost/],
    ['0,;5,0', /cannot read "" as a cost/],
    ['0,1e999;5,0', /cannot read "1e999" as a cost/],
    ['[[0,1],[5', /cannot be read as JSON/],
    ['[[0,"1"],[5,0]]', /expected rows of numbers/],
    [',no,maybe\nno,0,1\nyes,5,0', /names the class "maybe": expected each of the classes once on either side \(no, yes\)/],
    [',no,yes\nno,0,1', /has 1 rows and 2 columns, and not yes/],
  ])('%s: says what is wrong', (text, message) => {
    expect(caught('option', () => parseCosts(text, classes, 'costs')).message).toMatch(message);
  });
  it('of a confusion matrix add up; Korb, Hope & Hughes 2001, eq. 2 is such a matrix', () => {
    const table = [
      [7, 2],
      [1, 5],
    ];
    expect(totalCost(table, zeroOne(2))).toBe(3);
    expect(
      -totalCost(table, [
        [-2, 3],
        [3, -2],
      ]),
    ).toBe(rewardAndPenalty(12, 15, 2, -3));
    expect(caught('option', () => checkCosts([[0]], classes)).message).toMatch(/2 rows, one for each actual class/);
  });
});

describe('decisions', () => {
  const draw = (seed: number, rows: number, k: number) => {
    const next = random(seed);
    const estimates = new Float64Array(rows * k);
    const labels = new Uint8Array(rows);
    for (let r = 0; r < rows; r++) {
      const p = distribution(next, k);
      estimates.set(p, r * k);
      let rest = next();
      while (labels[r] < k - 1 && rest > p[labels[r]]) rest -= p[labels[r]++];
    }
    const costs = Array.from({ length: k }, (_, i) => Array.from({ length: k }, (_, j) => (i === j ? 0 : 1 + Math.floor(9 * next()))));
    return { estimates, labels, costs, classes: Array.from({ length: k }, (_, i) => `c${i}`), next };
  };

  it.each([2, 3, 5])('k = %d: each row by hand', (k) => {
    const { estimates, labels, costs, classes, next } = draw(k, 400, k);
    const amounts = Float64Array.from(labels, () => 10 * next());
    const got = decide(estimates, labels, classes, costs, { amounts });
    let [modal, least, expected] = [0, 0, 0];
    const savings: number[] = [];
    for (let r = 0; r < labels.length; r++) {
      const p = [...estimates.subarray(r * k, (r + 1) * k)];
      const outlook = classes.map((_, j) => p.reduce((sum, x, i) => sum + x * costs[i][j], 0));
      const choice = outlook.indexOf(Math.min(...outlook));
      const top = p.indexOf(Math.max(...p));
      modal += amounts[r] * costs[labels[r]][top];
      least += amounts[r] * costs[labels[r]][choice];
      expected += amounts[r] * outlook[choice];
      savings.push(amounts[r] * (costs[labels[r]][top] - costs[labels[r]][choice]));
    }
    close(got.modal.total, modal, 1e-12);
    close(got.leastCost.total, least, 1e-12);
    close(got.leastCost.expected, expected / 400, 1e-12);
    close(got.saved.total, modal - least, 1e-12);
    const mean = savings.reduce((a, b) => a + b, 0) / 400;
    const variance = savings.reduce((sum, x) => sum + (x - mean) ** 2, 0) / 399;
    close(got.saved.standardError as number, Math.sqrt(variance / 400), 1e-12);
    close(got.always.total, Math.min(...classes.map((_, j) => [...labels].reduce((sum, label, r) => sum + amounts[r] * costs[label][j], 0))), 1e-12);
    expect(got.perfect.total).toBe(0);
  });

  it('without costs, or with all errors alike, nothing is changed and the cost is the error rate', () => {
    const { estimates, labels, classes } = draw(9, 300, 3);
    const got = decide(estimates, labels, classes, zeroOne(3));
    expect(got.saved).toMatchObject({ total: 0, mean: 0 });
    expect(got.leastCost.changed).toBe(0);
    close(got.modal.mean, 1 - (got.modal.figures.accuracy as number), 1e-15);
  });

  it('calibrated estimates cost what they expect, and minding the costs pays', () => {
    const { estimates, labels, classes } = draw(11, 20000, 2);
    const got = decide(estimates, labels, classes, [
      [0, 1],
      [8, 0],
    ]);
    expect(Math.abs(got.leastCost.expected - got.leastCost.mean)).toBeLessThan(0.03);
    expect(got.saved.interval?.[0]).toBeGreaterThan(0);
    // Two classes: yes from p ≥ cost of a false alarm/(both costs) on.
    for (let r = 0; r < 50; r++) {
      const one = decide(estimates.slice(2 * r, 2 * r + 2), labels.slice(r, r + 1), classes, [
        [0, 1],
        [8, 0],
      ]);
      const yes = one.leastCost.confusion[labels[r]][1] === 1;
      if (Math.abs(estimates[2 * r + 1] - 1 / 9) > 1e-12) expect(yes).toBe(estimates[2 * r + 1] > 1 / 9);
    }
  });

  it('one row, no row, lengths that do not fit', () => {
    const one = decide(Float64Array.of(0.2, 0.8), Uint8Array.of(0), ['a', 'b'], zeroOne(2));
    expect(one.saved).toMatchObject({ standardError: null, interval: null, reason: 'a standard error needs two rows' });
    caught('length', () => decide(new Float64Array(), new Uint8Array(), ['a', 'b'], zeroOne(2)));
    caught('length', () => decide(Float64Array.of(0.2, 0.8, 1), Uint8Array.of(0), ['a', 'b'], zeroOne(2)));
    caught('option', () => decide(Float64Array.of(0.5, 0.5), Uint8Array.of(0), ['a', 'b'], zeroOne(3)));
  });
});
