import {
  auc,
  calibrate,
  compare,
  createEngine,
  decide,
  evaluate,
  evaluateLearner,
  type FairbitsError,
  kFold,
  type MeasureReport,
  type Report,
  ranking,
  rankingCurves,
  reliability,
} from 'fairbits';
import * as files from 'fairbits/files';
import * as node from 'fairbits/node';
import { compareFiles, scoreFiles } from 'fairbits/node';
import * as page from 'fairbits/page';
import { describe, expect, it } from 'vitest';
import { write } from './score/cli.js';
import { random, testSet } from './support/random.js';

const labels = Uint8Array.of(0, 1, 0, 1, 1, 0);
const p = Float64Array.of(0.2, 0.9, 0.4, 0.7, 0.6, 0.1);

async function refusal(work: () => unknown): Promise<FairbitsError> {
  try {
    await work();
  } catch (error) {
    return error as FairbitsError;
  }
  throw new Error('nothing was refused');
}

describe('options that do not exist', () => {
  it.each<[string, string, () => unknown]>([
    ['prioor', 'prior', () => evaluate(p, labels, { prioor: 'uniform' } as object)],
    ['Truth', 'truth', () => scoreFiles(['no-such-file.csv'], { Truth: 'y' } as object)],
    ['replicate', 'replicates', () => compareFiles(['a.csv', 'b.csv'], { replicate: 9 } as object)],
    ['positve', 'positive', () => compare({ a: p, b: p }, labels, { positve: 1 } as object)],
    [
      'confidnce',
      'confidence',
      () =>
        decide(
          p,
          labels,
          ['n', 'y'],
          [
            [0, 1],
            [1, 0],
          ],
          { confidnce: 0.9 } as object,
        ),
    ],
  ])('%s is refused, and %s is named', async (name, near, work) => {
    const error = await refusal(work);
    expect(error).toMatchObject({ code: 'option', found: name, expected: near });
    expect(error.message).toContain(`has no option "${name}", did you mean "${near}"? Its options are `);
  });

  const wrong = { confidnce: 0.9 } as object;
  const engine = createEngine();
  it.each<[string, () => unknown]>([
    ['scoreFiles', () => node.scoreFiles(['a.csv'], wrong)],
    ['calibrateFiles', () => node.calibrateFiles(['a.csv'], wrong)],
    ['compareFiles', () => node.compareFiles(['a.csv'], wrong)],
    ['decideFiles', () => node.decideFiles(['a.csv'], wrong)],
    ['klOfFiles', () => node.klOfFiles(['a.csv'], { trueProbs: 't', ...wrong })],
    ['recalibrateFiles', () => node.recalibrateFiles('a.csv', 'b.csv', wrong)],
    ['regressFiles', () => node.regressFiles(['a.csv'], { actual: 'a', predicted: 'b', ...wrong })],
    ['regressFile', () => node.regressFile('a.csv', { actual: 'a', predicted: 'b', ...wrong })],
    ['scoreFiles of Files', () => files.scoreFiles([new Blob([''])], wrong)],
    ['decideFiles of Files', () => files.decideFiles([new Blob([''])], wrong)],
    ['klOfFiles of Files', () => files.klOfFiles([new Blob([''])], { trueProbs: 't', ...wrong })],
    ['regressFiles of Files', () => files.regressFiles([new Blob([''])], { actual: 'a', predicted: 'b', ...wrong })],
    ['scoreTables', () => files.scoreTables([], wrong)],
    ['evaluate of the small entry', () => page.evaluate(p, labels, wrong)],
    ['calibrate', () => calibrate(p, labels, wrong)],
    ['ranking', () => ranking(p, labels, wrong)],
    ['auc', () => auc(p, labels, wrong)],
    ['reliability', () => reliability(p, labels, wrong)],
    ['rankingCurves', () => rankingCurves(p, labels, wrong)],
    ['evaluateLearner', () => evaluateLearner({ fit: () => ({ predict: () => p }) }, { rows: [], labels }, kFold(), wrong)],
  ])('are refused by %s', async (name, work) => {
    const { message } = await refusal(work);
    expect(message).toMatch(new RegExp(`^${name.split(' ')[0]} has no option "confidnce", did you mean "confidence"\\? `));
  });

  it.each<[string, string, () => unknown]>([
    ['rulesOfFiles', 'tolerance', () => node.rulesOfFiles(['a.csv'], { tolerence: 1 } as object)],
    ['rulesOfFile', 'tolerance', () => node.rulesOfFile('a.csv', { tolerence: 1 } as object)],
    ['rulesOfFiles', 'tolerance', () => files.rulesOfFiles([new Blob([''])], { tolerence: 1 } as object)],
    ['createEngine', 'backend', () => createEngine({ backed: 'plain' } as object)],
    ['tally', 'cutoff', async () => (await engine).tally(2, { cutof: 'none' } as object)],
    ['statistics', 'cutoff', async () => (await engine).statistics(2, { cutof: 'none' } as object)],
    ['pairedStatistics', 'cutoff', async () => (await engine).pairedStatistics(2, { cutof: 'none' } as object)],
    ['score', 'weights', async () => (await engine).rewards('logLoss', p, labels, { wieghts: p } as object)],
  ])('are refused by %s, and %s is named', async (name, near, work) => {
    expect((await refusal(work)).message).toMatch(new RegExp(`^${name} has no option "\\w+", did you mean "${near}"\\? `));
  });

  it('that is like none of them has all named', async () => {
    const { message } = await refusal(() => evaluate(p, labels, { colour: 'blue' } as object));
    expect(message).toMatch(/^evaluate has no option "colour"; its options are backend, bins, classes/);
  });
});

describe('errors of the library', () => {
  it('name its own options, not those of the command', async () => {
    const file = write('library.csv', 'outcome_was,p_a,p_b\na,0.4,0.7\n');
    const messages = [
      await refusal(() => scoreFiles([file])),
      await refusal(() => scoreFiles([file], { truth: 'outcome_was' })),
      await refusal(() => scoreFiles([file], { truth: 'outcome_was', probs: 'q_*' })),
      await refusal(() => compareFiles([file, file], { truth: 'outcome_was', id: 'nothing' })),
    ].map(({ message }) => message);
    for (const message of messages) expect(message).not.toMatch(/--[a-z]|fairbits [a-z]+ -/);
    expect(messages[3]).toContain('(id)');
  });

  it('do so for Files, rules, numbers and what is known to be true', async () => {
    const path = write('library--x.csv', 'outcome_was,p_a,p_b\na,0.4,0.7\n');
    const blob = new Blob(['outcome_was,p_a,p_b\na,0.4,0.7\n']);
    const messages = [
      await refusal(() => files.scoreFiles([blob])),
      await refusal(() => files.decideFiles([blob])),
      await refusal(() => files.rulesOfFiles([blob], { predicted: 'p_a' })),
      await refusal(() => node.rulesOfFiles([path], { predicted: 'p_a' })),
      await refusal(() => node.regressFiles([path], { actual: 'p_a', predicted: 'p_a' })),
      await refusal(() => node.klOfFiles([path], { truth: 'outcome_was', trueProbs: 'q' })),
      await refusal(() => node.recalibrateFiles(path, path)),
    ].map(({ message }) => message);
    for (const message of messages) expect(message.replaceAll('library--x.csv', '')).not.toMatch(/--[a-z]|fairbits [a-z]+ -/);
    expect(messages[3]).toBe('the classes are not known: expected classes a,b,c, all that could be predicted');
    // A name of a file is no option.
    expect(messages[6]).toContain('library--x.csv');
  });

  it('and so do guesses and reasons', async () => {
    const text = 'y,p\n1,0.4\n0,0.7\n';
    const found = [(await node.scoreFiles([write('guessed.csv', text)])).guesses, (await files.scoreFiles([new Blob([text])])).guesses];
    for (const guesses of found) {
      expect(guesses.length).toBeGreaterThan(1);
      for (const guess of guesses) expect(guess).not.toMatch(/--[a-z]/);
      expect(guesses.join()).toContain('(truth says otherwise)');
    }
    const { pairs } = await compare({ a: [0.2, 0.8, 0.9], b: [0.4, 0, 0.6] }, [0, 1, 1], { replicates: 50 });
    expect(pairs[0].differences.bayesianReward.reason).toMatch(/a cutoff keeps it finite$/);
  });
});

describe('measures are typed by their ids', () => {
  it('so that a wrong one does not compile', async () => {
    const { measures }: Report = await evaluate(p, labels);
    const reward: MeasureReport = measures.bayesianReward;
    expect(reward.unit).toBe('bits');
    // @ts-expect-error: there is no such measure
    expect(measures.bayesianRewards).toBeUndefined();
    expect(measures.klDivergence?.mean).toBeUndefined();
  });
});

describe('compare, of arrays', () => {
  it('says what compareFiles says of the same rows', async () => {
    const set = testSet(random(5), 300, 3);
    const other = testSet(random(6), 300, 3);
    const names = ['x', 'y', 'z'];
    const csv = (estimates: Float64Array): string =>
      ['label,p_x,p_y,p_z', ...Array.from(set.labels, (c, r) => [names[c], ...estimates.subarray(3 * r, 3 * r + 3)].join())].join('\n');
    const files = [write('one.csv', csv(set.estimates)), write('other.csv', csv(other.estimates))];
    const found = await compare({ one: set.estimates, other: other.estimates }, set.labels, { classes: names, replicates: 200 });
    const expected = await compareFiles(files, { replicates: 200 });
    expect({ ...found, learners: [], guesses: [] }).toEqual({ ...expected, learners: [], guesses: [] });
    expect(found.learners.map(({ measures }) => measures.bayesianReward)).toEqual(expected.learners.map(({ measures }) => measures.bayesianReward));
    expect(found.pairs[0].verdict.is).toMatch(/better|chance/);
  });

  it('needs two learners', async () => {
    expect((await refusal(() => compare({ one: p }, labels))).message).toContain('one learner is given: expected two or more');
  });
});

describe('decide', () => {
  const costs = [
    [0, 1],
    [5, 0],
  ];

  it('takes one column of P(positive), as its siblings do', () => {
    const both = Float64Array.from([...p].flatMap((each) => [1 - each, each]));
    expect(decide(p, labels, ['n', 'y'], costs)).toEqual(decide(both, labels, ['n', 'y'], costs));
    const turned = Float64Array.from([...p].flatMap((each) => [each, 1 - each]));
    expect(decide(p, labels, ['n', 'y'], costs, { positive: 'n' })).toEqual(decide(turned, labels, ['n', 'y'], costs));
  });
});
