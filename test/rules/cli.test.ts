import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { createEngine, predictSets, type RuleSets } from 'fairbits';
import { rulesOfFile } from 'fairbits/node';
import { describe, expect, it } from 'vitest';
import { fairbits, json, write } from '../score/cli.js';
import { npy } from '../sources/fixtures.js';
import { close, sameStructure } from '../support/compare.js';
import { random } from '../support/random.js';
import { ruleData } from './reference.js';

const engine = await createEngine();
const expected = JSON.parse(readFileSync('test/oracle/expected.json', 'utf8')).rules as { file: string; classes: string[]; expected: Record<string, number> }[];
const abc = ['--truth', 'truth', '--predicted', 'predicted', '--classes', 'a,b,c'];

describe('fairbits rules', () => {
  it.each(expected)('agrees with an independent oracle: $file', ({ file, classes, expected: want }) => {
    const got = json(['rules', `test/oracle/${file}`, '--truth', 'truth', '--predicted', 'predicted', '--classes', classes.join(',')]);
    for (const [key, value] of Object.entries(want)) close(got[key], value, 1e-10, key);
  });

  const rows = [
    ['a', 'a|c'],
    ['b', ''],
    ['c', 'c'],
    ['a', 'b|a|c'],
    ['b', 'a'],
  ];
  const sets: RuleSets = { members: Uint16Array.of(0, 2, 2, 1, 0, 2, 0), sizes: Uint16Array.of(2, 0, 1, 3, 1) };
  const want = engine
    .ruleTally(['a', 'b', 'c'])
    .add(sets, Uint8Array.of(0, 1, 2, 0, 1))
    .report();
  const lines = (delimiter: string, end: string, cell = (text: string) => text) =>
    ['truth,predicted'.replace(',', delimiter), ...rows.map((row) => row.map(cell).join(delimiter))].join(end);

  // Here and below on both backends, whichever is the default.
  it.each([
    ['as it should be', lines(',', '\n')],
    ['with a last line end', `${lines(',', '\n')}\n`],
    ['tabs and \\r\\n', `${lines('\t', '\r\n')}\r\n`],
    ['quotes', lines(',', '\n', (text) => `"${text}"`)],
    ['bars for delimiters, and sets in quotes', lines('|', '\n', (text) => `"${text}"`)],
    ['blanks', lines(',', '\n', (text) => ` ${text.replaceAll('|', ' | ')} `)],
    ['comments and empty lines', `# made by hand\n${lines(',', '\n\n# more\n')}`],
    ['other columns before, between and behind', rows.reduce((text, [truth, set]) => `${text}1,"x,""|",${set},q,${truth},\n`, 'id,note,predicted,m,truth,z\n')],
  ])('reads a file %s', (what, text) => {
    const file = write(`${what.replace(/\W+/g, '-')}.csv`, text);
    for (const backend of ['wasm', 'plain']) {
      const got = json(['rules', file, ...abc, '--backend', backend]);
      for (const [key, value] of Object.entries(want)) expect(got[key], key).toEqual(value);
      expect(got.mostFrequent).toEqual({ class: 'a', rows: 2 });
    }
  });

  it('reads .gz and standard input', () => {
    const gz = write('rules.csv.gz', gzipSync(lines(',', '\n')));
    expect(json(['rules', gz, ...abc]).frequency).toBe(want.frequency);
    expect(json(['rules', '-', ...abc], { input: lines(',', '\n') }).frequency).toBe(want.frequency);
  });

  it('class names with quotes in them', () => {
    const file = write('quotes.csv', 'truth,predicted\n"say ""a""","b|say ""a"""\nb,b\n');
    expect(json(['rules', file, '--predicted', 'predicted', '--classes', 'say "a",b'])).toMatchObject({ rows: 2, coverage: 1, meanSetSize: 1.5 });
  });

  it('a thousand classes and several buffers of bytes: as the arrays', async () => {
    const data = ruleData(random(7), 60000, 1000, 8);
    let at = 0;
    const text = Array.from(data.labels, (label, r) => {
      at += data.sets.sizes[r];
      return `c${label},${[...data.sets.members.subarray(at - data.sets.sizes[r], at)].map((i) => `c${i}`).join('|')}`;
    });
    const file = write('thousand.csv', `truth,predicted\n${text.join('\n')}\n`);
    const classes = Array.from({ length: 1000 }, (_, i) => `c${i}`);
    const tally = engine.ruleTally(classes).add(data.sets, data.labels);
    for (const backend of ['wasm', 'plain'] as const) {
      const {
        file: _,
        files: _f,
        mostFrequent: __,
        guesses: ___,
        warnings: ____,
        ...got
      } = await rulesOfFile(file, { truth: 'truth', predicted: 'predicted', classes, backend });
      sameStructure(got, tally.report());
    }
  });

  it('prints a report of 80 columns', () => {
    const { stdout, status } = fairbits(['rules', 'test/oracle/rules5.csv', '--predicted', 'predicted', '--classes', 'a,b,c,d,e', '--curve']);
    expect(status).toBe(0);
    expect(stdout).toContain('The sets save 272.1 bits over class frequencies alone, 0.6803 per row.');
    expect(stdout).toContain('Sf in theory');
    for (const line of stdout.split('\n')) expect([...line].length, line).toBeLessThanOrEqual(80);
  });

  it('gives the curve as data', () => {
    const { curve, mostFrequent, rows: n } = json(['rules', 'test/oracle/rules2.csv', '--predicted', 'predicted', '--classes', 'a,b', '--curve']);
    expect(curve.rows).toBe(n);
    expect(curve.share).toBe(mostFrequent.rows / n);
    expect(curve.points.length).toBe(101);
  });
});

describe('sets from estimates', () => {
  const file = 'test/oracle/three.csv';
  const [head, ...lines] = readFileSync(file, 'utf8').trim().split(/\r?\n/);
  const columns = head.split(',').flatMap((name, i) => (name.startsWith('p_') ? [i] : []));
  const classes = columns.map((i) => head.split(',')[i].slice(2));
  const cells = lines.map((line) => line.split(','));
  const estimates = Float64Array.from(cells.flatMap((row) => columns.map((i) => Number(row[i]))));
  const labels = Uint16Array.from(cells, (row) => classes.indexOf(row[head.split(',').indexOf('label')]));
  const k = classes.length;
  const counts = classes.map((_, i) => labels.filter((label) => label === i).length);
  const test = counts.map((count) => (count + 0.5) / (labels.length + k / 2));

  it.each([
    ['above:0.3', [], { above: 0.3 }],
    ['top:2', [], { top: 2 }],
    ['prior', [], { prior: test }],
    ['prior', ['--prior', 'uniform'], { prior: classes.map(() => 1 / k) }],
    ['prior', ['--prior', `train:${file}:label`], { prior: test }],
  ])('%s %s', (name, more, rule) => {
    const tally = engine.ruleTally(classes).add(predictSets(estimates, k, rule), labels);
    for (const backend of ['wasm', 'plain']) {
      const got = json(['rules', file, '--predict-set', name, ...more, '--backend', backend]);
      for (const [key, value] of Object.entries(tally.report())) expect(got[key], key).toEqual(value);
      expect(Boolean(got.prior)).toBe(name === 'prior');
    }
  });
});

describe('sets that say nothing: an answer, and why', () => {
  const run = (rows: [string, string][]) => {
    const file = write('degenerate.csv', `truth,predicted\n${rows.map((row) => row.join(',')).join('\n')}\n`);
    return { ...json(['rules', file, ...abc]), text: fairbits(['rules', file, ...abc]).stdout };
  };
  const NOTHING = 'The sets save nothing over class frequencies alone, and cost nothing.';

  it('all empty', () => {
    const found = run([
      ['a', ''],
      ['b', ''],
      ['c', ''],
    ]);
    expect(found).toMatchObject({ rows: 3, unclassified: 3, percentCorrect: 0, coverage: 0, meanSetSize: 0, significance: 0 });
    expect(found.warnings).toEqual(['every set is empty: nothing is predicted, so nothing can be saved']);
    expect(found.text).toContain(`${NOTHING}\n`);
    expect(found.text).toContain('! every set is empty');
  });

  it('all full', () => {
    const found = run([
      ['a', 'a|b|c'],
      ['b', 'c|b|a'],
      ['c', 'b|a|c'],
    ]);
    expect(found).toMatchObject({ multiplyClassified: 3, coverage: 1, meanSetSize: 3 });
    close(found.frequency, found.frequencyNull, 1e-15);
    expect(found.warnings).toEqual(['every set holds all classes: nothing is ruled out, so nothing can be saved']);
    expect(found.text).toContain(NOTHING);
  });

  it('some empty and some full, which is no warning', () => {
    const found = run([
      ['a', ''],
      ['b', 'a|b|c'],
      ['c', ''],
    ]);
    expect(found.warnings).toEqual([]);
    close(found.frequency, found.frequencyNull, 1e-15);
  });

  it('one row, and classes that do not occur', () => {
    const found = run([['a', 'a']]);
    expect(found).toMatchObject({ rows: 1, percentCorrect: 100 });
    close(found.frequency, Math.log2(3), 1e-15);
    expect(found.warnings).toEqual([expect.stringMatching(/^there is one row/), 'no row has the class b, c']);
    expect(found.text).toContain('1 row, 3 classes');
    expect(found.text).not.toContain('e-16');
  });

  it('thresholds that nothing, or everything, is above', () => {
    expect(json(['rules', 'test/oracle/three.csv', '--predict-set', 'above:1']).warnings[0]).toMatch(/^every set is empty/);
    expect(json(['rules', 'test/oracle/three.csv', '--predict-set', 'top:3']).warnings[0]).toMatch(/^every set holds all classes/);
    expect(json(['rules', 'test/oracle/three.csv', '--predict-set', 'top:1']).warnings).toEqual([]);
    expect(fairbits(['rules', 'test/oracle/three.csv', '--predict-set', 'top:4']).stderr).toMatch(/expected a whole number from 0 to 3/);
  });
});

describe('what cannot be used', () => {
  const good = 'truth,predicted\na,a|c\nb,\n';
  const bad: [string, string, string[], RegExp][] = [
    [
      'an unknown class in a set',
      `${good}c,a|x|b\n`,
      abc,
      /bad\.csv:4: column "predicted" has the class "x": expected classes with \| between, or nothing, out of the classes a, b, c\. Check --classes and --predicted\./,
    ],
    ['an empty place in a set', `${good}c,a||b\n`, abc, /bad\.csv:4: column "predicted" has the class "":/],
    ['an unknown truth', `${good}x,a\n`, abc, /bad\.csv:4: column "truth" has the class "x": expected one of the classes a, b, c\./],
    [
      'a repeat in a set',
      `${good}\nc,b|c|b\n`,
      abc,
      /bad\.csv:5: column "predicted": the predicted set holds the class "b" twice: expected each class once\. Remove the repeat\./,
    ],
    ['a set of more than all classes', `${good}c,${'a|b|c|'.repeat(50)}a\n`, abc, /bad\.csv:4: column "predicted": .*"a" twice/],
    ['a missing column', 'truth,sets\na,a\n', abc, /bad\.csv:1: there is no column "predicted"; the columns are truth, sets\. Say which with --predicted\./],
    ['a missing truth', 'y2,predicted\na,a\n', abc, /bad\.csv:1: there is no column "truth"/],
    ['two columns of one name', 'truth,predicted,predicted\na,a,b\n', abc, /bad\.csv:1: there are two columns "predicted"/],
    ['a line with a field too many', `${good}a,b,c\n`, abc, /bad\.csv:4: 3 fields, but the header has 2/],
    ['a line with a field too few', `${good}a\n`, abc, /bad\.csv:4: 1 fields, but the header has 2/],
    ['an open quote', `${good}a,"b\n`, abc, /bad\.csv:4: column "predicted": a quoted field does not end/],
    ['no rows', 'truth,predicted\n', abc, /bad\.csv: there is a header but no row/],
    ['no --classes', good, ['--predicted', 'predicted'], /expected --classes a,b,c/],
    ['no --predicted', good, ['--classes', 'a,b'], /expected --predicted COLUMN, or --predict-set/],
    ['a bar in a class', good, [...abc.slice(0, 5), 'a,b|c'], /expected names without bars/],
    ['one class', good, [...abc.slice(0, 5), 'a'], /1 classes: expected a whole number from 2/],
    ['the truth as the prediction', good, ['--truth', 'truth', '--predicted', 'truth', '--classes', 'a,b,c'], /expected two columns/],
    ['a rule that is none', good, ['--predict-set', 'most'], /--predict-set most: expected above:T .*, top:N .* or prior/],
    ['a threshold above 1', good, ['--predict-set', 'above:30'], /expected above:T/],
    ['more classes than there are', 'label,p_a,p_b\na,0.5,0.5\n', ['--predict-set', 'top:3'], /from 0 to 2/],
    [
      'estimates that do not sum to 1',
      'label,p_a,p_b\na,0.5,0.5\n\nb,0.5,0.6\n',
      ['--predict-set', 'top:1'],
      /bad\.csv:4: the estimates sum to 1\.1: expected 1 within/,
    ],
    ['an estimate above 1', 'label,p_a,p_b\nb,0.25,0.75\nb,0.5,0.5\na,1.5,0.5\n', ['--predict-set', 'top:1'], /bad\.csv:4: column "p_a": .*1\.5/],
    [
      'an estimate that is none',
      'label,p_a,p_b\nb,0.25,0.75\nb,0.5,0.5\na,x,0.5\n',
      ['--predict-set', 'top:1'],
      /bad\.csv:4: column "p_a" holds "x": expected a number from 0 to 1\. Is this the right column\? \(--probs\)$/m,
    ],
    [
      'an unknown truth of estimates',
      'label,p_a,p_b,p_c\na,0.5,0.25,0.25\nd,0.5,0.25,0.25\n',
      ['--predict-set', 'top:1'],
      /bad\.csv:3: column "label" has the class "d", for which there is no column of estimates; the classes are a, b, c\. Check --truth and --probs\.$/m,
    ],
    [
      'one column of estimates',
      'label,p_a\na,0.5\n',
      ['--predict-set', 'top:1', '--probs', 'p_a', '--positive', 'a'],
      /unknown option|a column for each class/,
    ],
  ];
  it.each(bad)('%s', (_, text, flags, message) => {
    const file = write('bad.csv', text);
    for (const backend of ['wasm', 'plain']) {
      const { status, stderr, stdout } = fairbits(['rules', file, ...flags, '--backend', backend]);
      expect(stderr).toMatch(message);
      expect(status, stderr).toBe(2);
      expect(stdout).toBe('');
    }
  });

  it('or are skipped, counted and named', () => {
    const flags = ['--predicted', 'pred', '--classes', 'a,b,c'];
    const file = write('skipped.csv', 'truth,pred\na,a\nb,q\nc,a|c\nd,a\nb,b\n');
    expect(fairbits(['rules', file, ...flags]).stderr).toContain(`\nTry: fairbits rules ${file} ${flags.join(' ')} --on-error skip\n`);
    const whole = json(['rules', write('kept.csv', 'truth,pred\na,a\nc,a|c\nb,b\n'), ...flags]);
    for (const backend of ['wasm', 'plain']) {
      const { skipped, warnings, ...found } = json(['rules', file, ...flags, '--on-error', 'skip', '--backend', backend]);
      expect(skipped).toBe(2);
      expect(warnings[0]).toMatch(/^2 rows could not be read and were skipped: .*skipped\.csv:3: .*"q".*skipped\.csv:5: .*"d"/);
      expect({ ...found, file: '', files: [] }).toEqual({ ...whole, warnings: undefined, file: '', files: [] });
    }
    const estimates = write('skipped-sums.csv', 'label,p_a,p_b\na,0.75,0.25\nb,0.5,0.75\nb,0.25,0.75\n');
    expect(json(['rules', estimates, '--predict-set', 'top:1', '--on-error', 'skip'])).toMatchObject({ rows: 2, skipped: 1 });
  });

  it('another format, which has no columns', () => {
    const file = write('bad.npy', npy(Float64Array.of(1), '<f8', [1]));
    const { stderr, status } = fairbits(['rules', file, ...abc]);
    expect(stderr).toMatch(/bad\.npy: a \.npy file has no columns with names: expected CSV, TSV, NDJSON, Parquet or Arrow/);
    expect(status).toBe(2);
  });
});
