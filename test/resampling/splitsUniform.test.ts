import { holdout, kFold, outOfBag, type Plan, Random, trainValidationTest } from 'fairbits';
import { describe, expect, it } from 'vitest';
import { caught } from '../support/error.js';

/**
 * Whole outcomes, counted over independent repetitions and held against their exact probabilities by χ². Seeds are fixed,
 * so a pass stays a pass; the level of each is 0.1 %. Power: with 30,000 repetitions, a probability that is off by a
 * tenth of itself gives a noncentrality of 30,000·p·0.01/(1 − p), which is found with more than 99 % where p is 1/6, as
 * for four rows in two folds; the largest tables here (36 outcomes) find a third of one outcome with 99 %.
 */
const REPETITIONS = 30_000;
/** The upper 0.1 % of χ², by degrees of freedom. */
const CRITICAL: Record<number, number> = { 2: 13.816, 5: 20.515, 7: 24.322, 9: 27.877, 19: 43.82, 23: 49.728, 35: 66.619 };

function chiSquare(counts: Map<string, number>, total: number, probabilities: Map<string, number>): number {
  for (const outcome of counts.keys()) expect(probabilities.has(outcome), outcome).toBe(true);
  let sum = 0;
  for (const [outcome, p] of probabilities) sum += ((counts.get(outcome) ?? 0) - total * p) ** 2 / (total * p);
  return sum;
}

function tally(outcomes: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const outcome of outcomes) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  return counts;
}

function expectUniform(outcomes: Iterable<string>, count: number): void {
  const counts = tally(outcomes);
  expect(counts.size).toBe(count);
  const even = new Map([...counts.keys()].map((outcome) => [outcome, 1 / count]));
  expect(chiSquare(counts, REPETITIONS, even)).toBeLessThan(CRITICAL[count - 1]);
}

/** The first test part of each repetition. */
function* testParts(plan: Plan, rows: number | Uint8Array, folds = 1): Generator<string> {
  let kept = '';
  for (const { fold, test } of plan.splits(rows)) {
    kept += `${test}|`;
    if (fold < folds - 1) continue;
    yield kept;
    kept = '';
  }
}

describe('each split is equally likely', () => {
  it('four rows in two folds: 6', () => {
    expectUniform(testParts(kFold({ folds: 2, repetitions: REPETITIONS, seed: 1 }), 4, 2), 6);
  });
  it('five rows in two folds, either of which may be the larger: 20', () => {
    expectUniform(testParts(kFold({ folds: 2, repetitions: REPETITIONS, seed: 2 }), 5, 2), 20);
  });
  it('two classes of three rows in three folds, stratified: 36', () => {
    expectUniform(testParts(kFold({ folds: 3, repetitions: REPETITIONS, seed: 3, stratified: true }), Uint8Array.of(0, 1, 0, 1, 0, 1), 3), 36);
  });
  it('two rows of five held out: 10', () => {
    expectUniform(testParts(holdout({ test: 2, repetitions: REPETITIONS, seed: 4 }), 5), 10);
  });
  it('one row of each of three classes held out, stratified: 8', () => {
    expectUniform(testParts(holdout({ test: 3, repetitions: REPETITIONS, seed: 5, stratified: true }), Uint8Array.of(0, 0, 1, 1, 2, 2)), 8);
  });
  it('orders of four: 24', () => {
    const random = new Random(6);
    expectUniform(
      Array.from({ length: REPETITIONS }, () => String(random.shuffle([0, 1, 2, 3]))),
      24,
    );
  });
});

it('would find a well-known biased shuffle', () => {
  const random = new Random(6);
  const orders = Array.from({ length: REPETITIONS }, () => {
    const values = [0, 1, 2, 3];
    for (let i = 0; i < 4; i++) {
      const j = random.below(4);
      [values[i], values[j]] = [values[j], values[i]];
    }
    return String(values);
  });
  const counts = tally(orders);
  expect(chiSquare(counts, REPETITIONS, new Map([...counts.keys()].map((order) => [order, 1 / 24])))).toBeGreaterThan(10 * CRITICAL[23]);
});

it('bootstrap samples of three rows are multinomial: 10 outcomes', () => {
  const counts = tally([...outOfBag({ samples: REPETITIONS, seed: 7 }).splits(3)].map(({ train }) => String(train)));
  const probabilities = new Map<string, number>();
  for (let draw = 0; draw < 27; draw++) {
    const outcome = String([draw % 3, Math.floor(draw / 3) % 3, Math.floor(draw / 9)].sort());
    probabilities.set(outcome, (probabilities.get(outcome) ?? 0) + 1 / 27);
  }
  expect(probabilities.size).toBe(10);
  expect(chiSquare(counts, REPETITIONS, probabilities)).toBeLessThan(CRITICAL[9]);
});

it('every row is equally likely in every part, also where classes do not divide evenly', () => {
  const labels = Uint8Array.of(0, 0, 0, 0, 1, 1, 1, 2, 2, 3);
  const plan = trainValidationTest({ validation: 2, test: 3, stratified: true, repetitions: REPETITIONS, seed: 8 });
  const found = Array.from(labels, () => [0, 0, 0]);
  for (const { train, validation, test } of plan.splits(labels))
    for (const [p, part] of [train, validation!, test].entries()) for (const row of part) found[row][p]++;
  for (const [row, counts] of found.entries()) {
    const chi = counts.reduce((sum, count, p) => sum + (count - REPETITIONS * [0.5, 0.2, 0.3][p]) ** 2 / (REPETITIONS * [0.5, 0.2, 0.3][p]), 0);
    // Ten rows at 0.01 % each.
    expect(chi, `row ${row}`).toBeLessThan(18.42);
  }
});

describe('random numbers', () => {
  it('have no preference where 2³² does not divide evenly', () => {
    // x·n/2³² without drawing again would give 0, 1, 2 (mod 3) at ½, ¼, ¼.
    const random = new Random(9);
    const counts = tally(Array.from({ length: REPETITIONS }, () => String(random.below(3 * 2 ** 30) % 3)));
    expect(chiSquare(counts, REPETITIONS, new Map(['0', '1', '2'].map((x) => [x, 1 / 3])))).toBeLessThan(CRITICAL[2]);
  });

  it('differ by seed and fork, in every bit', () => {
    const firsts = [
      new Random(0),
      new Random(1),
      new Random(2 ** 32),
      new Random(0).fork(0),
      new Random(0).fork(1),
      new Random(1).fork(1),
      new Random(0).fork(1).fork(0),
    ].map((random) => random.uint32());
    expect(new Set(firsts).size).toBe(firsts.length);
    // The first words of 4,096 neighbouring seeds, and of forks: each bit is set in half of them, give or take four standard deviations.
    for (const make of [(i: number) => new Random(i), (i: number) => new Random(1).fork(i)]) {
      const words = Array.from({ length: 4096 }, (_, i) => make(i).uint32());
      for (let bit = 0; bit < 32; bit++) expect(Math.abs(words.filter((word) => (word >>> bit) & 1).length - 2048)).toBeLessThan(4 * 32);
    }
  });

  it('refuse what they cannot draw', () => {
    for (const n of [0, -1, 1.5, NaN, 2 ** 32 + 1]) caught('option', () => new Random(1).below(n));
    for (const seed of [-1, 0.5, NaN, 2 ** 53, Infinity]) {
      caught('option', () => new Random(seed));
    }
  });
});
