import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { delongTest } from 'fairbits';
import { describe, expect, it } from 'vitest';
import { fairbits, json, write } from '../score/cli.js';
import { close } from './close.js';

const oracle = JSON.parse(readFileSync('test/oracle/significance.json', 'utf8'));
const read = (name: string) => readFileSync(`test/oracle/${name}`, 'utf8');

function compare(found: unknown, wanted: unknown, path: string): void {
  if (typeof wanted === 'number') close(found, wanted, 1e-8, path);
  else for (const [key, value] of Object.entries(wanted as object)) compare((found as Record<string, unknown>)?.[key], value, `${path}.${key}`);
}

function refused(args: string[], options = {}): string {
  const { status, stdout, stderr } = fairbits(args, options);
  expect(stderr).toMatch(/^(fairbits|error): /);
  expect(stderr).not.toMatch(/^\s+at /m);
  expect(stdout).toBe('');
  expect(status, stderr).toBe(2);
  return stderr;
}

interface OracleTest {
  name: string;
  file?: string;
  input?: number[];
  options?: { testTrainRatio: number };
  expected: unknown;
}

describe('the oracle', () => {
  it.each(oracle.test as OracleTest[])('$name', ({ name, file, input, options, expected }) => {
    const given = file ? [`test/oracle/${file}`] : ['--counts', (input as number[]).join(',')];
    const found = json(['test', name, ...given, ...(options ? ['--test-train-ratio', String(options.testTrainRatio)] : [])]);
    compare(name === 'anova-rm' ? found.effects : found, expected, name);
    expect(found.name).toBe(name);
    expect(found.assumptions.length).toBeGreaterThan(0);
    expect(found.sentence).toMatch(/\.$/);
  });

  it('intervals', () => {
    expect(oracle.intervals.length).toBeGreaterThan(3);
    for (const { successes, trials, confidence, ...wanted } of oracle.intervals)
      compare(
        json(['interval', '--successes', String(successes), '--trials', String(trials), '--confidence', String(confidence)]),
        wanted,
        `${successes}/${trials}`,
      );
  });
});

// Tables of scores touch no kernel, and starting a command takes time: once is enough.

describe('files', () => {
  const wanted = oracle.test.find(({ name }: { name: string }) => name === 'paired-t').expected.statistic;

  it('any delimiter, quotes, CRLF, a byte-order mark, comments, blank lines, .gz and standard input', () => {
    const text = read('paired.csv');
    const forms: [string, string | Uint8Array][] = [
      ['tabs.tsv', text.replaceAll(',', '\t')],
      ['semicolons.csv', text.replaceAll(',', ';')],
      ['windows.csv', `\ufeff${text.replaceAll('\n', '\r\n')}`],
      ['quoted.csv', text.replace(/^(.*),(.*)$/gm, '"$1","$2"')],
      ['comments.csv', `# folds\n\n${text}\n\n# the end\n`],
      ['unended.csv', text.trimEnd()],
      ['packed.csv.gz', gzipSync(text)],
    ];
    for (const [name, content] of forms) close(json(['test', 'paired-t', write(name, content)]).statistic, wanted, 1e-12, name);
    close(json(['test', 'paired-t', '-'], { input: text }).statistic, wanted, 1e-12);
  });

  it('identifiers are not learners; --columns says which are', () => {
    const rows = read('paired.csv')
      .trim()
      .split('\n')
      .map((line, i) => (i === 0 ? `fold,${line},c` : `"fold, ${i}\n",${line},7`))
      .join('\n');
    const path = write('more.csv', rows);
    expect(refused(['test', 'paired-t', path])).toMatch(
      /:1: 3 columns may be learners: expected two. The columns are fold, a, b, c; say which with --columns A,B/,
    );
    close(json(['test', 'paired-t', path, '--columns', 'a,b']).statistic, wanted, 1e-12);
    close(json(['test', 'paired-t', path, '--columns', 'b,a']).statistic, -wanted, 1e-12);
    const folds = write('folds.csv', rows.replace(/,(c|7)$/gm, ''));
    close(json(['test', 'paired-t', folds]).statistic, wanted, 1e-12);
  });

  it('5×2cv rows in any order', () => {
    const [head, ...rows] = read('five-by-two.csv').trim().split('\n');
    const path = write('turned.csv', [head, ...rows.reverse()].join('\n'));
    for (const name of ['5x2cv-t', '5x2cv-f']) expect(json(['test', name, path])).toMatchObject({ p: json(['test', name, 'test/oracle/five-by-two.csv']).p });
  });

  it('infinite scores have ranks', () => {
    const path = write('infinite.csv', 'set,a,b\n1,-inf,0\n2,1,-Infinity\n3,2,1\n');
    expect(json(['test', 'friedman', path]).ranks).toEqual([4 / 3, 5 / 3]);
    expect(json(['test', 'wilcoxon', path, '--columns', 'a,b']).n).toBe(3);
    expect(refused(['test', 'paired-t', path, '--columns', 'a,b'])).toMatch(/:2: column "a" holds "-inf": expected a finite number/);
  });

  it('decimal differences that are equal but for rounding are pointed out, and tied if asked', () => {
    const path = write('decimal.csv', 'a,b\n0.8,0.7\n0.6,0.7\n0.9,0.6\n0.5,0.9\n');
    expect(json(['test', 'wilcoxon', path])).toMatchObject({
      tied: 0,
      method: 'exact',
      notes: expect.arrayContaining([expect.stringMatching(/^1 times? two sizes/)]),
    });
    expect(json(['test', 'wilcoxon', path, '--ties', 'rounding'])).toMatchObject({ tied: 2, method: 'normal' });
  });
});

describe('two files of predictions', () => {
  const a = 'label,p_x,p_y\nx,0.9,0.1\ny,0.4,0.6\nx,0.3,0.7\ny,0.8,0.2\nx,1,0\n';
  const b = 'label,p_x,p_y\nx,0.6,0.4\ny,0.6,0.4\nx,0.6,0.4\ny,0.1,0.9\nx,0.5,0.5\n';

  it('McNemar counts who was right alone', () => {
    const result = json(['test', 'mcnemar', write('a.csv', a), write('b.csv', b)]);
    expect(result.counts).toEqual([1, 2]);
    expect(result.accuracyDifference.value).toBeCloseTo(-0.2, 14);
    expect(result.sentence).toMatch(/^Of the 3 instances that only one got right, a got 1 and b 2/);
  });

  it('DeLong’s test of their areas, the second class unless another is named', () => {
    const files = [write('a.csv', a), write('b.csv', b)];
    const result = json(['test', 'delong', ...files]);
    const wanted = delongTest([0.1, 0.6, 0.7, 0.2, 0], [0.4, 0.4, 0.4, 0.9, 0.5], [0, 1, 0, 1, 0]);
    expect(result).toMatchObject({ positive: 'y', aucs: wanted.aucs, statistic: wanted.z, p: wanted.p, standardError: wanted.standardError, n: 5 });
    close(result.effect.interval[1] - result.effect.interval[0], 2 * 1.959963984540054 * (wanted.standardError as number), 1e-12);
    // The classes in another order are the same classes.
    const turned = write('turned.csv', b.replace(/^(\w+),([^,]+),([^,\n]+)$/gm, '$1,$3,$2'));
    expect(json(['test', 'delong', files[0], turned, '--positive', 'y'])).toMatchObject({ aucs: wanted.aucs, p: wanted.p });
    const three = write('three.csv', 'label,p_a,p_b,p_c\na,0.5,0.3,0.2\nb,0.2,0.5,0.3\n');
    expect(refused(['test', 'delong', three, three])).toMatch(/expected --positive CLASS, one of a, b, c/);
  });

  it('the bet, with evidence from the quadratic loss, and from the log where a cutoff bounds it', () => {
    const files = [write('a.csv', a), write('b.csv', b)];
    const result = json(['test', 'bet', ...files]);
    close(result.statistic, Math.log2(((0.9 / 0.6) * (0.6 / 0.4) * (0.3 / 0.6) * (0.2 / 0.9) * 1) / 0.5), 1e-12);
    expect(result.evidence.quadratic.first.p).toBeGreaterThan(0);
    expect(result.evidence.log.reason).toMatch(/no bound/);
    const held = json(['test', 'bet', ...files, '--cutoff', 'epsilon:0.001']);
    close(held.evidence.log.bound, Math.log2(999), 1e-9);
    // The largest ratio there can be does not pass the bound.
    const extreme = ['x,1,0', 'x,0,1'].map((row, i) => write(`extreme${i}.csv`, `label,p_x,p_y\n${row}\ny,0.5,0.5\n`));
    expect(json(['test', 'bet', ...extreme, '--cutoff', 'epsilon:0.001']).evidence.log.first.p).toBeGreaterThan(0);
    expect(json(['test', 'bet', ...extreme])).toMatchObject({ statistic: 'Infinity', ruined: { second: 1, secondRow: 0 } });
  });

  it('must be of one test set', () => {
    const first = write('a.csv', a);
    expect(refused(['test', 'mcnemar', first, write('other.csv', b.replace('\ny,0.1', '\nx,0.1'))])).toMatch(
      /line 5 has the true class "y" in .*a\.csv and "x" in .*other\.csv/,
    );
    expect(refused(['test', 'bet', first, write('short.csv', b.replace(/x,0\.5,0\.5\n/, ''))])).toMatch(/a\.csv has 5 rows and .*short\.csv has 4/);
    expect(refused(['test', 'mcnemar', first])).toMatch(/1 file is given: expected two files of predictions, or --counts B,C/);
    expect(refused(['test', 'mcnemar', first, write('bad.csv', b.replace('0.9\n', 'oops\n'))])).toMatch(/bad\.csv:5: column "p_y" holds "oops"/);
  });
});

describe('a bad table is refused, with its place', () => {
  const head = 'replication,fold,a,b\n';
  const good = [1, 2, 3, 4, 5].flatMap((r) => [1, 2].map((f) => `${r},${f},0.8,0.${r}${f}`));
  it.each([
    ['5x2cv-t', `${head}${good.slice(1).join('\n')}\n`, /:2: replication 1 has 1 fold: expected two different folds/],
    ['5x2cv-t', `${head}${good.slice(2).join('\n')}\n`, /: the 5×2cv t test needs five replications of two folds, found 4 replications/],
    ['5x2cv-f', `${head}${[...good, '5,2,0.1,0.2'].join('\n')}\n`, /:12: replication 5 has fold 2 twice/],
    ['5x2cv-f', `rep,fold,a,b\n${good.join('\n')}`, /3 columns may be learners|no column "replication"/],
    ['paired-t', 'a,b\n1,2\n', /: the paired t test needs at least 2 pairs, found 1/],
    ['paired-t', 'a,b\n1,2\n3\n', /:3: 1 fields, but the header has 2/],
    ['paired-t', 'a,b\n1,2\n\n3,x\n', /:4: column "b" holds "x": expected a number/],
    ['paired-t', 'a,b\n1,2\n3,\n', /:3: column "b" holds "": expected a number/],
    ['paired-t', 'a,b\n1,2\n3,0x10\n', /:3: column "b" holds "0x10": expected a number/],
    ['paired-t', 'a,b\n1,2\n3,1e999\n', /:3: column "b" holds "1e999": expected a finite number/],
    ['paired-t', 'a,b\n', /there is a header but no row/],
    ['paired-t', '', /is empty/],
    ['paired-t', 'a,b\n"1,2\n3,4\n', /:2: column "a": a quoted field does not end/],
    ['paired-t', 'a\n1\n', /1 columns may be learners|expected two/],
    ['friedman', 'set,a,b\nx,1,2\ny,2,3\nx,1,2\n', /:4: the data set "x" is there already, in line 2/],
    ['friedman', 'set,a\nx,1\ny,2\n', /at least 2 data sets and 2 learners, found 2 and 1/],
    ['friedman', 'set,a,a\nx,1,2\ny,2,3\n', /two columns called "a"/],
    ['anova-rm', 's,f,g,v\n1,a,x,1\n1,a,y,1\n1,b,x,2\n1,b,x,3\n', /:5: subject 1 is measured twice with f b and g x/],
    ['anova-rm', 's,f,g,v\n1,a,x,1\n1,a,y,1\n1,b,x,2\n', /subject 1 is not measured with f b and g y/],
    ['anova-rm', 's,f,g,h,v\n1,a,x,1,2\n', /:1: 5 columns \(s, f, g, h, v\): expected four.*--columns SUBJECT,FACTOR,FACTOR,VALUE/],
  ])('%s: %j', (name, content, message) => {
    const path = write('bad.csv', content);
    const stderr = refused(['test', name, path]);
    expect(stderr).toMatch(message);
    expect(stderr).toContain(path);
  });

  it('options that are missing, unknown or for another test', () => {
    const path = 'test/oracle/paired.csv';
    expect(refused(['test', 'corrected-t', path])).toMatch(/--test-train-ratio is missing.*1\/9/);
    for (const ratio of ['0', '-1', 'x', '1/0', '1/2/3', ''])
      expect(refused(['test', 'corrected-t', path, `--test-train-ratio=${ratio}`])).toMatch(/expected a positive number/);
    expect(refused(['test', 'bayesian-t', path, '--test-train-ratio', '1'])).toMatch(/--rope is missing/);
    expect(refused(['test', 'paired-t', path, '--rope', '1'])).toMatch(/--rope means nothing to paired-t: it is for bayesian-t/);
    expect(refused(['test', 'friedman', 'test/oracle/many.csv', '--control', 'x'])).toMatch(/expected one of c5, cb, ca, nb/);
    expect(refused(['test', 'z-test', path])).toMatch(/no test called z-test: expected one of paired-t/);
    expect(refused(['test', 'toString', path])).toMatch(/no test called toString/);
    expect(refused(['test', 'paired-t'])).toMatch(/no file is given/);
    expect(refused(['test', 'paired-t', path, path])).toMatch(/2 files are given/);
    expect(refused(['test', 'paired-t', 'missing.csv'])).toMatch(/there is no such file/);
    expect(refused(['test', 'paired-t', path, '--alternative', 'better'])).toMatch(/expected two-sided, greater or less/);
    expect(refused(['test', 'paired-t', path, '--columns', 'a,z'])).toMatch(/:1: there is no column "z"; the columns are a, b/);
    expect(refused(['test', 'wilcoxon', path, '--ties', 'x'])).toMatch(/expected exact or rounding/);
    for (const counts of ['1', '1,2,3', '1,-2', 'a,b', '1.5,2', '']) expect(refused(['test', 'mcnemar', `--counts=${counts}`])).toMatch(/two whole numbers/);
    expect(refused(['test', 'mcnemar', path, '--counts', '1,2'])).toMatch(/one or the other/);
    expect(refused(['interval', '--successes', '5'])).toMatch(/--trials is missing/);
    expect(refused(['interval', '--successes', '5', '--trials', '4'])).toMatch(/from 0 to 4/);
    expect(refused(['interval', '--successes', '5', '--trials', '9', '--confidence', '95'])).toMatch(/--confidence 95/);
  });
});

describe('what a person reads', () => {
  it.each([
    ['test', 'paired-t', 'test/oracle/paired.csv'],
    ['test', 'corrected-t', 'test/oracle/paired.csv', '--test-train-ratio', '1/9'],
    ['test', 'bayesian-t', 'test/oracle/paired.csv', '--test-train-ratio', '1/9', '--rope', '0.01'],
    ['test', 'wilcoxon', 'test/oracle/paired.csv'],
    ['test', '5x2cv-t', 'test/oracle/five-by-two.csv'],
    ['test', '5x2cv-f', 'test/oracle/five-by-two.csv'],
    ['test', 'friedman', 'test/oracle/many.csv'],
    ['test', 'anova-rm', 'test/oracle/anova.csv'],
    ['test', 'mcnemar', '--counts', '121,59'],
    ['test', 'delong', 'examples/forecasters/calibrated.csv', 'examples/forecasters/overconfident.csv', '--positive', 'home'],
    ['test', 'bet', 'examples/forecasters/calibrated.csv', 'examples/forecasters/overconfident.csv'],
    ['interval', '--successes', '3', '--trials', '9'],
  ])('%s %s %s fits into 80 columns and holds no NaN', (...args) => {
    const { stdout, status, stderr } = fairbits(args.filter(Boolean));
    expect(status, stderr).toBe(0);
    for (const line of stdout.split('\n')) expect([...line].length, line).toBeLessThanOrEqual(80);
    expect(stdout).not.toMatch(/NaN|undefined|null/);
    expect(stdout.split('\n').length).toBeGreaterThan(2);
  });
});
