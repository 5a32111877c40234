import {
  applyRecalibration,
  auc,
  calibrate,
  compare,
  createEngine,
  decide,
  evaluate,
  evaluateLearner,
  type FairbitsError,
  fitRecalibration,
  type GivenEstimates,
  type GivenLabels,
  kFold,
  klDivergence,
  predictSets,
  ranking,
  rankingCurves,
  reliability,
} from 'fairbits';
import { describe, expect, it } from 'vitest';
import { random, testSet } from './support/random.js';

const names = ['ant', 'bee', 'cat'];
const three = testSet(random(11), 200, 3);
const two = testSet(random(12), 200, 2);
const column = two.estimates.filter((_, i) => i % 2 === 1);

const rowsOf = (estimates: Float64Array, k: number): number[][] =>
  Array.from({ length: estimates.length / k }, (_, r) => [...estimates.subarray(r * k, (r + 1) * k)]);
const named = (labels: ArrayLike<number>): string[] => Array.from(labels, (label) => names[label]);

async function refusal(work: () => unknown): Promise<FairbitsError> {
  try {
    await work();
  } catch (error) {
    return error as FairbitsError;
  }
  throw new Error('nothing was refused');
}

const engine = await createEngine();
const costs = [
  [0, 1, 2],
  [3, 0, 1],
  [5, 1, 0],
];

/** Every entry that takes estimates and labels, of three classes. */
const ENTRIES: Record<string, (estimates: GivenEstimates, labels: GivenLabels) => unknown> = {
  evaluate: (p, y) => evaluate(p, y, { classes: names }),
  compare: (p, y) => compare({ a: p, b: three.estimates }, y, { classes: names, replicates: 100 }),
  calibrate: (p, y) => calibrate(p, y, { classes: names }),
  ranking: (p, y) => ranking(p, y, { classes: names }),
  reliability: (p, y) => reliability(p, y, { classes: names, positive: 'bee' }),
  rankingCurves: (p, y) => rankingCurves(p, y, { classes: names, positive: 'bee' }),
  decide: (p, y) => decide(p, y, names, costs),
  fitRecalibration: (p, y) => fitRecalibration('isotonic', p, y, names),
  'engine.rewards': (p, y) => engine.rewards('bayesianReward', p, y, { classes: names }),
  'engine.score': (p, y) => engine.score('quadraticLoss', p, y, { classes: names }),
  'tally.add': (p, y) => engine.tally(names).add(p, y).toJSON(),
  'statistics.add': (p, y) => engine.statistics(names).add(p, y).toJSON(),
  'pairedStatistics.add': (p, y) => engine.pairedStatistics(names).add(p, three.estimates, y).difference('bayesianReward', 'uniform'),
};

describe.each(Object.entries(ENTRIES))('%s', (_, entry) => {
  const typed = entry(three.estimates, three.labels);

  it.each<[string, GivenEstimates, GivenLabels]>([
    ['numbers', [...three.estimates], [...three.labels]],
    ['rows', rowsOf(three.estimates, 3), [...three.labels]],
    ['rows that are typed arrays', rowsOf(three.estimates, 3).map((row) => Float64Array.from(row)), Int32Array.from(three.labels)],
    ['rows and names', rowsOf(three.estimates, 3), named(three.labels)],
    ['a typed array and names', three.estimates, named(three.labels)],
  ])('takes %s for what they are', async (__, estimates, labels) => {
    expect(await entry(estimates, labels)).toEqual(await typed);
  });

  it('names the row of a label that is no class', async () => {
    const labels = named(three.labels);
    labels[7] = 'dog';
    expect(await refusal(() => entry(three.estimates, labels))).toMatchObject({
      code: 'class',
      row: 7,
      found: 'dog',
      message: 'row 7: the label is "dog"; expected one of the classes ant, bee, cat',
    });
  });
});

describe('other entries that take estimates', () => {
  it('are the same for rows', async () => {
    const rows = rowsOf(three.estimates, 3);
    const model = fitRecalibration('platt', three.estimates, three.labels, names);
    expect(applyRecalibration(model, rows)).toEqual(applyRecalibration(model, three.estimates));
    expect(klDivergence(rows, three.estimates, 3)).toEqual(klDivergence(three.estimates, three.estimates, 3));
    expect(predictSets(rows, 3, { top: 2 })).toEqual(predictSets(three.estimates, 3, { top: 2 }));
    expect(await auc([...column], [...two.labels])).toBe(await auc(column, two.labels));
  });

  it('evaluateLearner takes names and rows of estimates', async () => {
    const data = { rows: Array.from(three.labels, (_, r) => r), labels: named(three.labels) };
    const rows = rowsOf(three.estimates, 3);
    const learner = { fit: () => ({ predict: (chosen: readonly number[]) => chosen.map((r) => rows[r]) }) };
    const typed = { fit: () => ({ predict: (chosen: readonly number[]) => Float64Array.from(chosen.flatMap((r) => rows[r])) }) };
    const plan = kFold({ folds: 4, seed: 1 });
    const found = await evaluateLearner(learner, data, plan);
    expect(found.classes).toEqual(names);
    expect(found).toEqual(await evaluateLearner(typed, { ...data, labels: three.labels, classes: names }, plan));
  });
});

describe('classes', () => {
  it('are the labels’ names, sorted, where no others are given', async () => {
    expect(await evaluate(rowsOf(three.estimates, 3), named(three.labels))).toEqual(await evaluate(three.estimates, three.labels, { classes: names }));
    const yes = Array.from(two.labels, (label) => (label ? 'yes' : 'no'));
    expect(await evaluate(column, yes)).toEqual(await evaluate(column, two.labels, { classes: ['no', 'yes'] }));
  });

  it('false and true are the first and second', async () => {
    const labels = Array.from(two.labels, (label) => label === 1);
    expect(await evaluate(column, labels)).toEqual(await evaluate(column, two.labels));
  });

  it('have to be named where the labels do not have all of them', async () => {
    const { message, code } = await refusal(() => evaluate([[0.2, 0.3, 0.5]], ['cat']));
    expect(code).toBe('class-names');
    expect(message).toBe(
      'the labels have 1 different name (cat), and each row has 3 estimates: name all classes, in the order of the columns, with the option classes',
    );
    expect((await refusal(() => evaluate([0.2, 0.3], ['a', 'a']))).message).toContain('one column of estimates is of two classes');
  });

  it('that are called by numbers other than their indices are not guessed at', async () => {
    const { message } = await refusal(() => evaluate([0.2, 0.7], [1, 2], { classes: ['1', '2'] }));
    expect(message).toBe(
      'the labels are numbers, and the classes are called 1, 2: expected names, as strings, or indices from 0 to 1 in a Uint8Array, Uint16Array or Uint32Array',
    );
    expect((await evaluate([0.2, 0.7], ['1', '2'], { classes: ['1', '2'] })).rows).toBe(2);
    expect((await evaluate([0.2, 0.7], Uint8Array.of(0, 1), { classes: ['1', '2'] })).rows).toBe(2);
  });
});

describe('what is no number, no label or no row', () => {
  const given = (value: unknown): GivenEstimates => value as GivenEstimates;
  it.each<[string, () => unknown, object]>([
    [
      'text among estimates',
      () => evaluate(given([0.1, '0.2']), [0, 1]),
      { code: 'type', row: 1, message: 'row 1: the estimate is the text "0.2"; expected a number' },
    ],
    [
      'null in a row',
      () =>
        evaluate(
          given([
            [0.1, 0.9],
            [null, 1],
          ]),
          [0, 1],
        ),
      { code: 'type', row: 1, message: 'row 1: the estimate is null; expected a number' },
    ],
    ['a hole', () => evaluate(given(new Array(3).fill(0.1, 0, 1)), [0, 1, 0]), { code: 'type', row: 1 }],
    [
      'a short row',
      () => evaluate([[0.1, 0.9], [1]], [0, 1]),
      { code: 'length', row: 1, message: 'row 1: found one estimate; expected 2 estimates, as row 0 has' },
    ],
    ['a row that is none', () => evaluate(given([[0.1, 0.9], 0.2]), [0, 1]), { code: 'length', row: 1 }],
    ['a missing row', () => evaluate(given([[0.1, 0.9], undefined]), [0, 1]), { code: 'length', row: 1 }],
    [
      'mixed labels',
      () => evaluate([0.1, 0.2], ['a', 1] as unknown as string[]),
      { code: 'type', row: 1, message: 'row 1: the label is 1; expected a string, as row 0 has' },
    ],
    ['no label', () => evaluate([0.1, 0.2], [0, null] as unknown as number[]), { code: 'type', row: 1 }],
    ['half a class', () => evaluate([0.1, 0.2], [0, 0.5]), { code: 'label-out-of-range', row: 1 }],
    ['a class below 0', () => evaluate([0.1, 0.2], [0, -1]), { code: 'label-out-of-range', row: 1 }],
    ['a class above all', () => evaluate([0.1, 0.2], [0, 2]), { code: 'label-out-of-range', row: 1 }],
    ['a huge class', () => evaluate([0.1, 0.2], [0, 70000]), { code: 'label-out-of-range', row: 1 }],
    ['text among weights', () => evaluate([0.1, 0.2], [0, 1], { weights: given([1, '2']) as number[] }), { code: 'type', row: 1 }],
    ['another number of rows', () => evaluate([[0.1, 0.9]], [0, 1, 1]), { code: 'length' }],
    ['no array at all', () => evaluate(given({ length: 3 }), [0, 1]), { code: 'type' }],
    ['a label out of range, to fit', () => fitRecalibration('platt', [0.1, 0.9], [2], ['a', 'b']), { code: 'label-out-of-range', row: 0 }],
  ])('%s is an error that says where', async (_, work, expected) => {
    expect(await refusal(work)).toMatchObject({ name: 'FairbitsError', ...expected });
  });
});

describe('typed arrays', () => {
  it('are not copied: a chunk of the core’s own memory is filled and taken', () => {
    const chunk = engine.chunk(200, 3);
    chunk.probabilities.set(three.estimates);
    chunk.labels.set(three.labels);
    expect(engine.tally(names).add(chunk.probabilities, chunk.labels).toJSON()).toEqual(engine.tally(names).add(three.estimates, three.labels).toJSON());
    chunk.free();
  });

  it('and weights may be plain', async () => {
    const weights = Float64Array.from(two.labels, (_, r) => 1 + (r % 3));
    expect(await evaluate(column, two.labels, { weights: [...weights] })).toEqual(await evaluate(column, two.labels, { weights }));
    const tally = (given: Float64Array | number[]) => engine.tally(2).add(column, two.labels, given).toJSON();
    expect(tally([...weights])).toEqual(tally(weights));
  });
});
