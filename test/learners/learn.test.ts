import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type PredictedFold, predictionsCsv } from '../../dist/resampling/predictionsCsv.js';
import { fairbits, folder, json, write } from '../score/cli.js';

const weather = fileURLToPath(new URL('fixtures/weather.arff', import.meta.url));
const out = (name: string) => join(folder, name);
const lines = (file: string) => readFileSync(file, 'utf8').trim().split('\n');

describe('fairbits learn', () => {
  it('goes from data to a verdict: predictions that score, rules and test read', () => {
    const [predictions, folds] = [out('weather-predictions.csv'), out('weather-folds.csv')];
    expect(fairbits(['learn', 'naive-bayes', weather, '--plan', '7-fold', '--out', predictions]).status).toBe(0);
    expect(lines(predictions)[0]).toBe('row,replication,fold,label,p_yes,p_no,train_yes,train_no');
    expect(lines(predictions).length).toBe(15);
    const scored = json(['score', predictions]);
    expect(scored.rows).toBe(14);
    expect(fairbits(['learn', 'naive-bayes,zeror', weather, '--plan', '5x2cv', '--folds', folds]).status).toBe(0);
    expect(lines(folds)[0]).toBe('replication,fold,naive-bayes,zeror');
    expect(lines(folds).length).toBe(11);
    expect(json(['test', '5x2cv-f', folds]).p).toBeGreaterThan(0);
  });

  it('folds with figures that are not finite: says how to have finite ones', () => {
    const rows = Array.from({ length: 40 }, (_, i) => `${i % 10},${i % 10 < 5 === (i !== 3) ? 'no' : 'yes'}`);
    const [data, folds] = [write('learn-infinite.csv', `x,y\n${rows.join('\n')}\n`), out('infinite.csv')];
    const learn = ['learn', 'j48,zeror', data, '--plan', '4-fold', '--folds', folds];
    const { stdout } = fairbits(learn);
    expect(stdout.replaceAll('\n  ', ' ')).toContain(
      `Next: the same with --cutoff mml, or another --measure: ${folds} has folds without a finite bayesianReward, which no test takes`,
    );
    expect(fairbits([...learn, '--cutoff', 'mml']).stdout).toContain('Next: fairbits test corrected-t');
  });

  it('a test file: other columns order, values that training does not know, and rows without a class are told', () => {
    const train = write('learn-train.csv', 'a,b,y\nx,1,p\nx,2,p\nz,8,q\nz,9,q\n');
    const test = write('learn-test.csv', 'y,b,a\np,1,x\nq,7,w\n,3,x\nr,4,z\n');
    const file = out('learn-out.csv');
    const { status, stdout } = fairbits(['learn', 'j48', train, '--class', 'y', '--test', test, '--set', 'laplace=true', '--out', file]);
    expect(status).toBe(0);
    expect(stdout.replaceAll('\n  ', ' ')).toContain('"a" has values in the test file that training does not know, taken as missing in 1 row: w');
    expect(stdout).toContain('1 row of learn-test.csv without a class left out');
    expect(lines(file).map((line) => line.split(',')[3])).toEqual(['label', 'p', 'q', 'r']);
    expect(json(['rules', file, '--truth', 'label', '--predicted', 'claimed', '--classes', 'p,q,r']).rows).toBe(3);
  });

  it('--describe prints the model, what it costs, and whether it pays for itself', () => {
    const { stdout } = fairbits(['learn', 'j48', weather, '--describe', '--cutoff', 'mml']);
    expect(stdout).toContain('|   humidity = high: no (3.0)');
    expect(stdout).toContain('the theory costs 20.4691 bits');
    expect(stdout).toContain('I(D|Q) 14.8741 bits without it');
    expect(stdout).toContain('does not pay for itself');
  });

  it('--describe of one holdout is of its training part, and says what the theory comes to on rows that it has not seen', () => {
    const [learner] = json(['learn', 'j48', weather, '--describe', '--plan', 'holdout:1/2']).learners;
    expect(learner.model.trainRows).toBe(7);
    expect(learner.model.theory.rows).toBe('test');
    expect(learner.model.theory.left).toBeCloseTo(learner.model.theory.without - learner.model.theory.withTheory - learner.model.theory.bits, 9);
  });

  it('--json has what is printed: options with their defaults, folds, means, what was left out', () => {
    const train = write('learn-json.csv', 'a,b,y\nx,1,p\nx,2,p\nz,8,q\nz,9,q\n,,\n');
    const test = write('learn-json-test.csv', 'y,b,a\np,1,x\nq,7,w\n');
    const found = json(['learn', 'j48,zeror', train, '--test', test]);
    expect(found).toMatchObject({ rows: 4, testFileRows: 2, dropped: { file: 1, test: 0 }, class: 'y', classes: ['p', 'q'] });
    expect(found.unseen).toEqual([{ column: 'a', values: ['w'], rows: 1 }]);
    expect(found.learners.map(({ name }: { name: string }) => name)).toEqual(['j48', 'zeror']);
    expect(found.learners[0].options).toMatchObject({ pruned: true, confidence: 0.25 });
    expect(found.learners[1].folds).toHaveLength(1);
    expect(found.learners[1].means.accuracy.mean).toBe(0.5);
    expect(found.learners[1].model).toBeNull();
  });

  it('claims are written where every split has them', () => {
    const fold = { repetition: 0, fold: 0, rows: Uint32Array.of(0), estimates: Float64Array.of(0.5, 0.5), trainCounts: Float64Array.of(1, 1) };
    const claims = Uint8Array.of(1, 0);
    const header = (...folds: PredictedFold[]) => predictionsCsv(['a', 'b'], [0], folds).split('\n');
    expect(header({ ...fold, claims }, { ...fold, claims })).toEqual([
      'row,replication,fold,label,p_a,p_b,train_a,train_b,claimed',
      '0,0,0,a,0.5,0.5,1,1,a',
      '0,0,0,a,0.5,0.5,1,1,a',
      '',
    ]);
    expect(header({ ...fold, claims }, fold)).toEqual(['row,replication,fold,label,p_a,p_b,train_a,train_b', '0,0,0,a,0.5,0.5,1,1', '0,0,0,a,0.5,0.5,1,1', '']);
  });

  it('says what to do next, as commands that work', () => {
    const [file, folds] = [out('next.csv'), out('next-folds.csv')];
    const commands = (text: string) => [...text.matchAll(/^Next: fairbits (.*)$/gm)].map(([, words]) => words.split(' '));
    const next = [
      ...commands(fairbits(['learn', 'foil', weather, '--plan', '7-fold', '--out', file]).stdout),
      ...commands(fairbits(['learn', 'naive-bayes,zeror', weather, '--plan', '7-fold', '--folds', folds]).stdout),
    ];
    expect(next.map(([command]) => command)).toEqual(['score', 'rules', 'test']);
    for (const words of next) expect(fairbits(words).status, words.join(' ')).toBe(0);
  });

  it('list tells every learner with its options', () => {
    const { stdout } = fairbits(['learn', 'list']);
    expect(stdout).toContain('j48: ');
    expect(stdout).toContain('--set confidence=0.25');
  });

  it.each([
    [['learn', 'j84', weather], 'there is no learner "j84"; expected one of zeror'],
    [['learn', 'c45', weather], 'there is no learner "c45", did you mean c4.5? Expected one of zeror'],
    [['learn', 'j48', weather, '--set', 'prune=no'], 'j48 has no option "prune"'],
    [['learn', 'j48', weather, '--set', 'pruned=no'], 'j48: pruned is "no"; expected true or false'],
    [['learn', 'j48', weather, '--set', 'pruned'], '--set pruned: expected name=value'],
    [['learn', 'j48', weather, '--plan', 'ten'], '--plan ten: expected 10-fold'],
    [['learn', 'j48', weather, '--class', 'plays'], 'there is no column "plays" for the class; the columns are outlook'],
    [['learn', 'j48', weather, '--plan', '20-fold'], 'weather.arff: 14 rows, too few for 20 folds; expected 14 folds at most'],
    [['learn', 'j48', weather, '--plan', 'holdout:3'], 'a share between 0 and 1 to test on'],
    [['learn', 'j48', weather, '--json', '--markdown'], '--json and --markdown are given'],
    [['learn', 'j48', weather, '--classes', 'some'], '--classes some: expected declared or occurring'],
    [['learn', 'j48', weather, '--plan', '5x2cv', '--test', weather], '--test and --plan: expected one of them'],
    [['learn', 'j48,zeror', weather, '--out', out('two.csv')], '--out with 2 learners: expected one learner'],
    [['learn', 'j48', weather, '--folds', out('m.csv'), '--measure', 'f1'], '--measure f1: expected one of'],
    [['learn', 'j48'], 'no data; expected a file'],
    [['learn', 'j48', out('absent.arff')], 'absent.arff'],
  ])('%j is refused', (args, message) => {
    const { status, stderr } = fairbits(args);
    expect(stderr).toContain(message);
    expect(status).toBe(2);
  });
});
