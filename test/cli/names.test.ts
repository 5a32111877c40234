import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dictionary, largeUtf8, utf8 } from '@uwdata/flechette';
import { describe, expect, it } from 'vitest';
import { resolvePrior } from '../../dist/core/priors.js';
import { correlations } from '../../dist/index.js';
import { fairbits, folder, json, rowsOf, write } from '../score/cli.js';
import { arrow, ndjson, parquet } from '../sources/fixtures.js';

/** Columns of predictions of some classes: eight rows, which all of them are true in. */
function predictions(classes: readonly string[], sharp = 0.5): Record<string, (string | number)[]> {
  const labels = Array.from({ length: 8 }, (_, r) => classes[(r + (r >> 2)) % classes.length]);
  const rest = (1 - sharp) / (classes.length - 1);
  const estimate = (name: string, r: number) => (name === classes[r % classes.length] ? sharp : rest);
  return { label: labels, ...Object.fromEntries(classes.map((name) => [`p_${name}`, labels.map((_, r) => estimate(name, r))])) };
}

describe('classes that are called as what objects have by nature', () => {
  const odd = ['__proto__', 'constructor', 'toString'];
  const usual = ['class-one', 'class-two', 'class-three'];
  const files = (names: readonly string[], mark: string): string[] => [
    write(`${mark}-a.ndjson`, ndjson(predictions(names))),
    write(`${mark}-b.ndjson`, ndjson(predictions(names, 0.75))),
    write(`${mark}-two.ndjson`, ndjson(predictions(names.slice(0, 2), 0.625))),
    write(`${mark}-one.csv`, `label,p,w\n${`${names[0]},0.75,1\n${names[1]},0.25,2\n`.repeat(4)}`),
    write(`${mark}-costs.csv`, `,${names.join(',')}\n${names.map((name, i) => `${name},${names.map((_, j) => (i === j ? 0 : i + 1)).join(',')}\n`).join('')}`),
    join(folder, `${mark}.json`),
    join(folder, `${mark}.html`),
  ];
  const [own, other] = [files(odd, 'odd'), files(usual, 'usual')];
  /** What was printed, by the usual names. */
  const plain = (text: string): string => odd.reduce((all, name, i) => all.replaceAll(name, usual[i]), text.replaceAll(/odd(?=[-.])/g, 'usual'));

  it.each([
    [['score', 'A', '--prior', '0=0.2,1=0.3,2=0.5']],
    [['score', 'A', '--prior', 'train:B', '--save', 'JSON']],
    [['merge', 'JSON', '--prior', '0=0.2,1=0.3,2=0.5']],
    [['score', 'A', '--memory', '1k', '--html', 'HTML']],
    [['score', 'ONE', '--probs', 'p', '--positive', '0', '--weights', 'w', '--html', 'HTML']],
    [['score', 'TWO', '--positive', '1']],
    [['compare', 'A', 'B', '--prior', '0=0.2,1=0.3,2=0.5', '--bootstrap', '50', '--html', 'HTML']],
    [['calibrate', 'A', '--html', 'HTML']],
    [['curves', 'A', '--positive', '0']],
    [['curves', 'A', '--positive', '1']],
    [['decide', 'A', '--costs', 'COSTS']],
    [['rules', 'A', '--predict-set', 'prior', '--prior', '0=0.2,1=0.3,2=0.5']],
    [['priors', 'A', 'B', '--class', '0']],
    [['test', 'delong', 'A', 'B', '--positive', '1']],
    [['recalibrate', '--fit', 'A', '--apply', 'B', '--out', 'HTML']],
  ])('%j', (args) => {
    const call = (names: readonly string[], paths: readonly string[]): string[] =>
      args.map((arg) => {
        const place = ['A', 'B', 'TWO', 'ONE', 'COSTS', 'JSON', 'HTML'].indexOf(arg.replace('train:', ''));
        if (place >= 0) return arg.startsWith('train:') ? `train:${paths[place]}:label` : paths[place];
        return /^\d$/.test(arg) ? names[Number(arg)] : arg.replaceAll(/(\d)=/g, (_, i) => `${names[Number(i)]}=`);
      });
    const found = fairbits([...call(odd, own), '--json']);
    expect(found).toMatchObject({ status: 0, stderr: '' });
    const [one, two] = [found.stdout, fairbits([...call(usual, other), '--json']).stdout].map(plain);
    expect(JSON.parse(one)).toEqual(JSON.parse(two));
    const printed = fairbits(call(odd, own));
    expect(printed.stdout).not.toMatch(/native code|\[object/);
    const html = args.includes('HTML') ? readFileSync(own[6], 'utf8') : '';
    expect(html).not.toMatch(/native code|\[object Object/);
  });

  it('a prior that leaves one out says so', () => {
    expect(fairbits(['score', own[0], '--prior', '__proto__=0.5,toString=0.5']).stderr).toContain('the prior has no value for the class "constructor"');
    expect(() => resolvePrior({ a: 1 }, ['a', 'constructor'], () => [])).toThrow('the prior has no value for the class "constructor"');
  });

  it('columns that are called so have reasons of their own', () => {
    const columns = Object.fromEntries([
      ['__proto__', [1, 1, 1]],
      ['b', [1, 2, 3]],
    ]);
    expect(Object.keys(correlations(columns).reasons)).toEqual(['__proto__']);
  });
});

describe('a byte-order mark within a name belongs to it', () => {
  const names = ['\ufeffa', 'b'];
  const columns = predictions(names);
  const one = { label: columns.label, p: columns.p_b };
  it.each<[string, (of: typeof columns) => string | Uint8Array]>([
    ['json.ndjson', ndjson],
    ['plain.parquet', (of) => new Uint8Array(parquet(of))],
    ['required.parquet', (of) => new Uint8Array(parquet(of, { nullable: false, codec: 'SNAPPY' }))],
    ['text.arrow', (of) => arrow(of, { types: { label: utf8() } })],
    ['large.arrow', (of) => arrow(of, { types: { label: largeUtf8() } })],
    ['dictionary.arrow', (of) => arrow(of, { types: { label: dictionary(utf8()) } })],
    ['stream.arrow', (of) => arrow(of, { format: 'stream', types: { label: dictionary(utf8()) } })],
    ['text.csv', (of) => `${Object.keys(of).join(',')}\n${of.label.map((_, r) => Object.values(of).map((column) => column[r])).join('\n')}\n`],
  ])('%s', (file, made) => {
    expect(json(['score', write(file, made(columns))]).classes).toEqual(names);
    expect(json(['score', write(`one-${file}`, made(one)), '--probs', 'p', '--positive', 'b']).classes).toEqual(names);
  });
});

/** All that a terminal would obey: newlines are left to lines. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is they that must not be there
const OBEYED = /[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]/;

describe.skipIf(process.platform === 'win32')('nothing that a terminal obeys reaches it', () => {
  const hostile = ['\x1b[31mred\x1b]0;title\x07', 'c1 \x9b2J\x7f\x00', '\u202eover\u2066\n fake: line\r\t\x1b[1m'];
  const called = '\x1b[2J\nfairbits: all is well\u202e';
  const file = write(`${called}.ndjson`, ndjson(predictions(hostile)));
  const second = write(`${called}2.ndjson`, ndjson(predictions(hostile, 0.75)));
  const plainFile = write('plain.ndjson', ndjson(predictions(['red', 'c one', 'over'])));
  const saved = join(folder, `${called}.json`);

  it.each([
    [['score', 'A']],
    [['score', 'A', '--save', saved]],
    [['merge', saved]],
    [['calibrate', 'A']],
    [['curves', 'A', '--positive', '0']],
    [['decide', 'A']],
    [['rules', 'A', '--predict-set', 'top:1']],
    [['compare', 'A', 'B', '--bootstrap', '50']],
    [['priors', 'A', 'B', '--class', '2']],
    [['test', 'delong', 'A', 'B', '--positive', '0']],
    [['test', 'mcnemar', 'A', 'B']],
    [['recalibrate', '--fit', 'A', '--apply', 'B', '--out', join(folder, `${called}.csv`)]],
    [['regress', 'A', '--actual', 'p_0', '--predicted', 'p_1']],
  ])('%j', (args) => {
    const call = (names: readonly string[], a: string, b: string): string[] =>
      args.map((arg) => (arg === 'A' ? a : arg === 'B' ? b : /^(p_)?\d$/.test(arg) ? arg.replace(/\d/, (i) => names[Number(i)]) : arg));
    // Node takes no name with a zero from the command line.
    const names = hostile.map((name) => name.replaceAll('\0', ''));
    const { status, stdout, stderr } = fairbits(call(args[0] === 'regress' ? [names[0], names[2]] : names, file, second));
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).not.toMatch(OBEYED);
    if (args[0] !== 'merge' && args[0] !== 'regress') expect(stdout.split('\n').filter((line) => /^ ?fake|^fairbits: all/.test(line))).toEqual([]);
    const found = fairbits([...call(args[0] === 'regress' ? [names[0], names[2]] : names, file, second), '--json']);
    expect(found.stdout).not.toMatch(OBEYED);
    const data = JSON.parse(found.stdout);
    if (data.classes && args[0] !== 'recalibrate') expect(data.classes).toEqual(hostile);
    if (args[0] === 'score') expect(data.files).toEqual([file]);
  });

  it('everything that is told goes through one place', () => {
    const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
      (name) => name.endsWith('.ts') && !name.endsWith(join('outputs', 'print.ts')),
    );
    expect(files.filter((name) => /process\.std(?:out|err)\.write|console\.\w+\(/.test(readFileSync(join('src', name), 'utf8')))).toEqual([]);
  });

  it('messages are one line', () => {
    for (const args of [
      ['score', `${file}\x1b[31m`],
      ['score', file, '--prior', '\x1b[31m=1'],
      ['score', file, '--truth', '\nfairbits: all is well'],
      ['score', write('label.csv', 'label,p_a,p_b\na,0.5,0.5\n\x1b]0;title\x07\u202e,0.5,0.5\n')],
      ['score', write('cell.csv', 'label,p_a,p_b\na,0.5,0.5\na,\x1b[2J\u009b,0.5\n')],
      ['compare', file, plainFile],
      ['test', '\x1b[31m', file],
      ['\x1b[31m\nfairbits: all is well'],
      ['score', file, '--\x1b[31m\nfairbits: all is well'],
    ]) {
      const { status, stderr } = fairbits(args);
      expect(status).toBe(2);
      expect(stderr).not.toMatch(OBEYED);
      expect(
        stderr
          .replace(/\(fairbits --help lists the commands\)\n$/, '')
          .replace(/^Try: .*\n$/m, '')
          .trimEnd()
          .split('\n').length,
      ).toBe(1);
    }
  });

  const hasScript = spawnSync('script', ['--version']).status === 0;
  it.skipIf(!hasScript)('on a terminal, colour is our own alone', () => {
    const run = (args: string): string =>
      spawnSync('script', ['-qec', `"${process.execPath}" dist/bin/fairbits.js ${args}`, '/dev/null'], {
        encoding: 'utf8',
        env: { ...process.env, FILE: file, NO_COLOR: '' },
      }).stdout;
    const printed = run('score "$FILE"');
    expect(printed).toContain('\x1b[1m');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: our own colours
    expect(printed.replaceAll(/\x1b\[(?:0|1|2|33)m|\r\n/g, '')).not.toMatch(OBEYED);
    expect(printed).toContain('\\x1b[31mred\\x1b]0;title\\x07');
    expect(printed).toContain('\\x1b[1m');
    // Where a result goes to a terminal, too.
    expect(run('score "$FILE" --rewards - 2> /dev/null').replaceAll('\r\n', '')).not.toMatch(OBEYED);
  });
});

describe('what is written can be read', () => {
  const odd = [
    '=1+2',
    '@sum(a)',
    "-cmd|' /C calc'!A0",
    '+x',
    '\ttab',
    '\rreturn',
    'a, b',
    'quo"te',
    ' blank ',
    'line\nend',
    'semi;colon|bar',
    "'=1+2",
    '-1',
    '+1e3',
    'plain',
  ];
  const columns = predictions(odd, 0.25);
  columns.label = [...odd];
  for (const name of odd) columns[`p_${name}`] = odd.map((other) => (other === name ? 0.25 : 0.75 / (odd.length - 1)));
  const file = write('odd-names.ndjson', ndjson(columns));
  const FORMULA = /^[=+\-@\t\r\n]/;
  const safe = (name: string): string => (/^'*[=+\-@\t\r\n]/.test(name) && Number.isNaN(Number(name)) ? `'${name}` : name);

  it('by --rewards: every line has as many cells, which no spreadsheet runs', () => {
    const out = join(folder, 'rewards.csv');
    expect(fairbits(['score', file, '--rewards', out]).status).toBe(0);
    const [head, ...rows] = cellsOf(readFileSync(out, 'utf8'));
    expect(rows.map(([name]) => name)).toEqual(odd.map(safe));
    expect(new Set(rows.map((row) => row.length))).toEqual(new Set([head.length]));
    for (const [name] of rows) expect(FORMULA.test(name) && Number.isNaN(Number(name))).toBe(false);
    expect(fairbits(['score', file, '--rewards', out, '--raw-text']).status).toBe(0);
    expect(
      cellsOf(readFileSync(out, 'utf8'))
        .slice(1)
        .map(([name]) => name),
    ).toEqual(odd);
  });

  it('by recalibrate --out: it scores what was said', () => {
    const out = join(folder, 'corrected.csv');
    for (const [options, classes] of [
      [[], odd.map(safe)],
      [['--raw-text'], odd],
    ] as const) {
      const { gains } = json(['recalibrate', '--fit', file, '--apply', file, '--method', 'temperature', '--out', out, ...options]);
      const scored = json(['score', out, '--prior', 'uniform']);
      expect(scored.classes).toEqual(classes);
      expect(scored.rows).toBe(odd.length);
      expect(scored.measures.informationLoss.mean).toBeCloseTo(gains[1].after, 12);
    }
  });

  it('names that were written plainly stay as they were', () => {
    const out = join(folder, 'plain-rewards.csv');
    expect(fairbits(['score', 'examples/forecasters/calibrated.csv', '--rewards', out]).status).toBe(0);
    const [head, ...rows] = rowsOf(readFileSync('examples/forecasters/calibrated.csv', 'utf8'));
    const written = rowsOf(readFileSync(out, 'utf8'))
      .slice(1)
      .map(([name]) => name);
    expect(written).toEqual(rows.map((row) => row[head.indexOf('label')]));
  });
});

/** CSV by the letter of RFC 4180: a reader of its own. */
function cellsOf(text: string): string[][] {
  const rows: string[][] = [[]];
  for (let at = 0; at < text.length; ) {
    let cell = '';
    if (text[at] === '"') {
      for (at++; text[at] !== '"' || text[at + 1] === '"'; at++) {
        cell += text[at];
        if (text[at] === '"') at++;
      }
      at++;
    } else for (; at < text.length && text[at] !== ',' && text[at] !== '\n'; at++) cell += text[at];
    rows[rows.length - 1].push(cell);
    if (text[at++] === '\n' && at < text.length) rows.push([]);
  }
  return rows;
}
