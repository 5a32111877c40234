import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { shortNames } from '../../src/compare/shortNames.js';
import { fairbits, json, write } from '../score/cli.js';

const file = (name: string): string => `examples/forecasters/${name}.csv`;
const FOUR = ['overconfident', 'timid', 'calibrated', 'frequencies'].map(file);

function printed(...args: string[]): string {
  const { status, stdout, stderr } = fairbits(args);
  expect(stderr).toBe('');
  expect(status).toBe(0);
  for (const line of stdout.split('\n')) expect([...line].length, line).toBeLessThanOrEqual(80);
  return stdout;
}

/** Lines between the first empty line and the second. */
const tableOf = (text: string): string[] => text.split('\n\n')[1].split('\n');
const flat = (text: string): string => text.replace(/\s+/g, ' ');

describe('score says first what the predictions are worth', () => {
  it('on a scale, and whether it is chance', () => {
    const text = printed('score', file('calibrated'));
    expect(flat(text)).toMatch(
      /^These predictions earn 0\.081 of 0\.853 bits per prediction \(9 %\), 95 % interval 0\.065 to 0\.096: better than always quoting the class frequencies of the test set, by more than chance\./,
    );
    expect(tableOf(text).length).toBeLessThanOrEqual(12);
    expect(flat(text)).toContain('an average over 3 bets');
    expect(text).not.toContain('kononenkoBratko');
    expect(printed('score', file('calibrated'), '--full')).toMatch(/kononenkoBratko .*actual \\ modal/s);
  });

  it('of two classes there is no average over bets to speak of', () => {
    expect(printed('score', write('two.csv', 'label,p_a,p_b\na,0.9,0.1\nb,0.2,0.8\na,0.7,0.3\n'))).not.toContain('average over');
  });

  it('where it is −∞: which lines did it, and what a cutoff would make of it, which is not applied', () => {
    const zero = write('zero.csv', 'label,p_a,p_b\na,0.9,0.1\n\nb,1,0\nb,0.2,0.8\na,0.6,0.4\n');
    const text = flat(printed('score', zero));
    expect(text).toContain('worth −∞ bits: 1 of 4 called impossible what then happened (line 4)');
    const held = json(['score', zero, '--cutoff', 'mml:4']);
    const plain = json(['score', zero]);
    expect(plain.withCutoff).toEqual({ cutoff: 'mml:4', n: 4, nOf: 'test set', changed: held.cutoff.changed, bayesianReward: held.measures.bayesianReward });
    expect(plain.cutoff).toMatchObject({ name: 'none', changed: 0 });
    expect(plain.impossible).toEqual({ rows: 1, first: [{ row: 1, place: 'line 4' }] });
    expect(text).toContain(
      `Under the cutoff mml:4, which was not applied, they would lose ${(-held.measures.bayesianReward.mean).toFixed(2)} bits per prediction, where perfect ones would earn 1.00;`,
    );
    const train = write('train.csv', `label\n${'a\n'.repeat(60)}${'b\n'.repeat(40)}`);
    expect(json(['score', zero, '--prior', `train:${train}`]).withCutoff).toMatchObject({ cutoff: 'mml:100', nOf: 'training set' });
    const piped = json(['score', '-'], { input: readFileSync(zero) });
    expect(piped.withCutoff).toEqual({ cutoff: 'mml:4', n: 4, nOf: 'test set', reason: 'standard input can be read only once' });
    expect(piped.impossible.first).toEqual([{ row: 1, place: 'row 2' }]);
  });

  it('of several files, that they are one test set; and that they look like several learners, where they do', () => {
    const alike = flat(printed('score', file('calibrated'), file('timid')));
    expect(alike).toContain('pooled from 2 files as one test set');
    expect(alike).toContain(`To compare them: fairbits compare ${file('calibrated')} ${file('timid')}`);
    const [head, ...rows] = readFileSync(file('timid'), 'utf8').trim().split('\n');
    const halves = [rows.slice(0, 1000), rows.slice(1000)].map((half, i) => write(`half-${i}.csv`, [head, ...half].join('\n')));
    const parts = printed('score', ...halves);
    expect(flat(parts)).toContain('pooled from 2 files as one test set');
    expect(parts).not.toContain('fairbits compare');
    expect(json(['score', ...halves]).pooled).toEqual({ rows: [1000, 1000], sameTruths: false });
  });
});

describe('compare says who is best, by how much, and whether that is chance', () => {
  const text = printed('compare', ...FOUR);

  it('in a sentence and a sorted table, as the README has it', () => {
    expect(flat(text)).toMatch(
      /^calibrated is best, with 0\.081 of 0\.853 bits per prediction \(9 %\)\. It beats timid by 0\.039, frequencies by 0\.081 and overconfident by 0\.71, each by more than chance\./,
    );
    const table = tableOf(text);
    expect(table.map((line) => line.split(' ')[0])).toEqual(['learner', 'calibrated', 'timid', 'frequencies', 'overconfident']);
    expect(readFileSync('README.md', 'utf8')).toContain(table.join('\n'));
  });

  it('with one verdict for each pair, from one test that is named', () => {
    expect(text).toMatch(/calibrated {2,}\+0\.0393 {2,}\+0\.0813 {2,}\+0\.7095/);
    expect(flat(text)).toContain('One test decides each pair: a permutation test, which flips the signs of the rows');
    const { pairs, decidedBy } = json(['compare', ...FOUR]);
    expect(decidedBy).toEqual({ measure: 'bayesianReward', test: 'sign flips', level: 0.05 });
    for (const { verdict, differences } of pairs) expect(verdict).toMatchObject({ is: 'better', ahead: differences.bayesianReward.better });
  });

  it('where another figure seems to say something else, why', () => {
    const { pairs } = json(['compare', ...FOUR]);
    const found = pairs.find(({ first, second }: { first: string; second: string }) => first === 'overconfident' && second === 'frequencies');
    expect(found.verdict.ahead).toBe('frequencies');
    expect(found.verdict.notes.join()).toMatch(/overconfident is right more often, by more than chance: accuracy counts which class is the most probable/);
    expect(flat(printed('compare', ...FOUR, '--full'))).toContain('Note: overconfident is right more often, by more than chance');
  });

  it('what may be chance is in brackets', () => {
    const rows = (p: number): string => `label,p_a,p_b\n${`a,0.7,0.3\nb,0.4,0.6\na,0.5,0.5\n`.repeat(5)}a,${p},${1 - p}\nb,0.3,0.7\n`;
    const [a, b] = [write('run_a.csv', rows(0.6)), write('run_b.csv', rows(0.9))];
    const chance = flat(printed('compare', a, b));
    expect(chance).toMatch(/^b is best, .* Its lead over a by 0\.\d+ may be chance\./);
    expect(chance).toMatch(/ \(\+0\.\d+\) /);
    expect(chance).toContain('In brackets: may be chance.');
  });

  it('of many learners, too', () => {
    const many = Array.from({ length: 9 }, (_, i) => write(`some_long_folder_name_${i}.csv`, readFileSync(FOUR[i % 4])));
    const wide = printed('compare', ...many, '--bootstrap', '100');
    expect(wide).toMatch(/^ +1 +2 +3 +4 +5 +6 +7 +8 +9$/m);
    expect(wide).not.toContain('long_folder_name_3 ');
  });
});

describe('--markdown', () => {
  it('has the same answer, as tables that GitHub sets', () => {
    const text = fairbits(['compare', ...FOUR, '--markdown']).stdout;
    expect(text).toMatch(/^\*\*calibrated is best, /);
    expect(text).toContain(
      '| learner | accuracy | fair bits ± 95 % | share | AUC | ECE |\n| --- | ---: | ---: | ---: | ---: | ---: |\n| calibrated | 60.3 % |',
    );
    expect(fairbits(['score', FOUR[0], '--markdown']).stdout).toContain('| fair bits per prediction | −0.6289 |');
  });

  it.each<[string, string[], RegExp[]]>([
    ['calibrate', [FOUR[0]], [/^\*\*The estimates are not calibrated, by more than chance/, /^\| estimates \| rows \| mean \| came true \|/m]],
    [
      'decide',
      [FOUR[0]],
      [/^\*\*Taking the costs into account saves 0\.0000 per row/, /^\| actual \\\\ predicted \| home \| draw \| away \|\n\| --- \| ---: \|/m],
    ],
    ['curves', [FOUR[0], '--positive', 'home'], [/^\*\*2,000 rows, 1,038 of them "home"\*\*$/m, /^\| estimate ≥ \| rows \|/m]],
    ['priors', [file('calibrated'), file('timid')], [/^\*\*Below a prior of /, /^\| ---: \| ---: \| ---: \| --- \| ---: \| ---: \|$/m]],
    ['recalibrate', ['--fit', FOUR[0], '--apply', FOUR[0]], [/^\*\*Recalibration gains /m, /^- ⚠ learned from and applied to the same file/m]],
    ['rules', [FOUR[0], '--predict-set', 'prior'], [/^\*\*The sets (save|cost)/, /^\| {2}\| {2}\| {2}\|\n\| --- \| ---: \| --- \|\n\| correct \|/m]],
    ['test', ['mcnemar', file('calibrated'), file('timid')], [/^McNemar's test \(1947\)$/m, /^\| statistic \| /m, /^- It is assumed that\n- /m]],
    ['interval', ['--successes', '3', '--trials', '4'], [/^\*\*0\.3006 … 0\.9544\*\*$/m]],
    [
      'regress',
      [write('numbers.csv', 'a,b\n1,2\n3,3.5\n5,4\n'), '--actual', 'a', '--predicted', 'b'],
      [/^\*\*On average the predictions are off by /, /^\| meanSquaredError \| /m],
    ],
    ['score', [FOUR[0], '--full'], [/^\| \*\*bayesianReward\*\* \| \*\*−0\.6289\*\* .* \| the headline: /m, /^\| accuracy .* \| share of instances whose/m]],
    ['compare', [...FOUR, '--full', '--bootstrap', '100'], [/^\| mean \| overconfident \| /m]],
  ])('%s has what it prints, as Markdown', (command, args, expected) => {
    const { stdout, stderr, status } = fairbits([command, ...args, '--markdown']);
    expect(status, stderr).toBe(0);
    for (const part of expected) expect(stdout).toMatch(part);
    // Every table has one head, and rows of its width; nothing of how a terminal sets it is left.
    const widths = (row: string): number => row.replaceAll('\\|', '').split('|').length;
    const tables = stdout.split('\n\n').filter((part) => part.startsWith('|'));
    for (const table of tables) {
      const rows = table.trimEnd().split('\n');
      expect(rows[1]).toMatch(/^\|( ---:? \|)+$/);
      expect(new Set(rows.map(widths)).size, table).toBe(1);
    }
    expect(stdout.split('\n').filter((line) => line.startsWith('|')).length).toBe(
      tables
        .join('\n')
        .trimEnd()
        .split('\n')
        .filter((line) => line !== '').length,
    );
    expect(stdout).not.toMatch(/ {3}|<\w+:\w+>/);
  });

  it('sets names as they are, whatever Markdown would make of them', () => {
    const text = fairbits(['calibrate', write('names.csv', 'label,p_a|b,p_*c*\na|b,0.6,0.4\n*c*,0.3,0.7\n'), '--markdown']).stdout;
    expect(text).toContain('| a\\|b |');
    expect(text).toContain('| \\*c\\* |');
  });

  it('is no other way of printing at once', () => {
    const { status, stderr } = fairbits(['score', FOUR[0], '--markdown', '--json']);
    expect(status).toBe(2);
    expect(stderr).toContain('--json and --markdown are given: expected one of them');
  });
});

describe('names of learners', () => {
  it.each([
    [
      ['run7_forest', 'run7_boost'],
      ['forest', 'boost'],
    ],
    [
      ['forest', 'boost'],
      ['forest', 'boost'],
    ],
    [
      ['a_1', 'a_1_b'],
      ['1', '1_b'],
    ],
    [
      ['x-', 'x-y'],
      ['x-', 'x-y'],
    ],
    [
      ['model', 'model'],
      ['model', 'model'],
    ],
    [['alone_one'], ['alone_one']],
  ])('%j are %j', (names, short) => {
    expect([...new Set(names)].map((name) => shortNames(names).get(name))).toEqual([...new Set(short)]);
  });
});
