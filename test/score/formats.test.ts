import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { fairbits, figures, folder, json, rowsOf, write } from './cli.js';

const example = 'examples/forecasters/calibrated.csv';
const text = readFileSync(example, 'utf8');
const rows = rowsOf(text);
const plainFigures = figures(json(['score', example]));
const as = (table: string[][], delimiter = ',', end = '\n') => table.map((row) => row.join(delimiter) + end).join('');

/** Columns in another order: the classes come in another order, too, so only what does not depend on it is compared. */
const shuffled = rows.map(([match, label, home, draw, away]) => [away, match, home, 'x', label, draw]);
shuffled[0][3] = 'note';

describe('the same predictions, written otherwise', () => {
  const quoted = rows.map((row, i) => (i === 0 ? row : [`"match, no. ""${row[0]}"""`, `"${row[1]}"`, ...row.slice(2).map((x) => `"${x}"`)]));
  it.each([
    ['CRLF', as(rows, ',', '\r\n')],
    ['TSV', as(rows, '\t')],
    ['semicolons', as(rows, ';')],
    ['bars', as(rows, '|')],
    ['a byte-order mark', `\ufeff${text}`],
    ['no newline at the end', text.trimEnd()],
    ['quotes with delimiters and quotes inside', as(quoted)],
    ['empty lines', as(rows, ',', '\n\n')],
    ['comments', `# made up\n${as(rows.slice(0, 5))}# in between\n${as(rows.slice(5))}`],
    ['more columns', as(rows.map((row, i) => [i === 0 ? 'extra' : '"not, a number"', ...row, i === 0 ? 'note' : '??']))],
    ['more digits', as(rows.map((row, i) => (i === 0 ? row : [...row.slice(0, 2), ...row.slice(2).map((x) => `${x}0000000000000000000`)])))],
    ['exponents', as(rows.map((row, i) => (i === 0 ? row : [...row.slice(0, 2), ...row.slice(2).map((x) => `${x.replace('.', '')}E-4`)])))],
  ])('%s', (name, content) => {
    expect(figures(json(['score', write(`${name}.csv`, content)]))).toEqual(plainFigures);
  });

  it('gzipped, from standard input, in several files and by a glob', () => {
    expect(figures(json(['score', write('a.csv.gz', gzipSync(text))]))).toEqual(plainFigures);
    expect(figures(json(['score', '-'], { input: text }))).toEqual(plainFigures);
    write('part-1.csv', as(rows.slice(0, 801)));
    write('part-2.csv', as([rows[0], ...rows.slice(801)]));
    const parts = json(['score', `${folder}/part-*.csv`]);
    expect(parts.rows).toBe(2000);
    expect(parts.measures.bayesianReward.mean).toBeCloseTo((plainFigures.measures as { bayesianReward: { mean: number } }).bayesianReward.mean, 13);
    expect(parts.confusion).toEqual(plainFigures.confusion);
    expect(figures(json(['score', `${folder}/part-1.csv`, `${folder}/part-2.csv`]))).toEqual(figures(parts));
  });

  it('columns in another order', () => {
    const other = json(['score', write('shuffled.csv', as(shuffled))]);
    expect(other.classes).toEqual(['away', 'home', 'draw']);
    for (const id of ['bayesianReward', 'generalizedReward', 'logLoss', 'quadraticLoss', 'accuracy']) {
      expect(other.measures[id].mean).toBeCloseTo((plainFigures.measures as Record<string, { mean: number }>)[id].mean, 13);
    }
  });
});

describe('columns', () => {
  it('are guessed, and the guess is printed', () => {
    const { stdout } = fairbits(['score', example]);
    expect(stdout).toContain('the true class is taken from the column "label"');
    expect(stdout).toContain('the estimates are taken from the 3 columns p_*');
  });

  it.each(['truth', 'target', 'class', 'actual', 'y', 'y_true'])('a truth called %s', (name) => {
    const table = [[rows[0][0], name, ...rows[0].slice(2)], ...rows.slice(1)];
    expect(figures(json(['score', write('named.csv', as(table))]))).toEqual(plainFigures);
  });

  it.each([
    ['prob_', ''],
    ['proba_', ''],
    ['P(', ')'],
  ])('estimates called %s…%s', (before, after) => {
    const table = [['match', 'label', ...['home', 'draw', 'away'].map((name) => before + name + after)], ...rows.slice(1)];
    expect(figures(json(['score', write('named.csv', as(table))]))).toEqual(plainFigures);
  });

  it('a list of columns keeps their order, and names classes by them', () => {
    const { classes } = json(['score', example, '--probs', 'p_away,p_home,p_draw']);
    expect(classes).toEqual(['away', 'home', 'draw']);
  });

  it('one column of P(positive) agrees with two', () => {
    const yes = rows.slice(1).map(([, label, home]) => [label === 'home' ? 'yes' : 'no', home]);
    const one = json(['score', write('one.csv', as([['y', 'p'], ...yes])), '--probs', 'p', '--positive', 'yes']);
    const two = json(['score', write('two.csv', as([['y', 'p_no', 'p_yes'], ...yes.map(([y, p]) => [y, String(1 - Number(p)), p])])), '--positive', 'yes']);
    expect(one.classes).toEqual(['no', 'yes']);
    for (const id of Object.keys(one.measures)) expect(one.measures[id].mean).toBeCloseTo(two.measures[id].mean, 12);
    for (const key of ['truePositives', 'falsePositives', 'trueNegatives', 'falseNegatives']) expect(one.lemma1[key]).toBe(two.lemma1[key]);
    expect(one.lemma1.logW).toBeCloseTo(two.lemma1.logW, 9);
  });
});
