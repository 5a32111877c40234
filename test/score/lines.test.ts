import { regressFile, rulesOfFile, scoreFiles } from 'fairbits/node';
import { describe, expect, it } from 'vitest';
import { rejected } from '../support/error.js';
import { random } from '../support/random.js';
import { write } from './cli.js';

/** A CSV with empty lines, comments and quoted newlines before and between its rows, and where each row begins. */
function messy(seed: number, rows: number, header: string, row: (r: number, note: string) => string): { text: string; lines: number[] } {
  const next = random(seed);
  const end = next() < 0.5 ? '\n' : '\r\n';
  let text = `# made by hand${end}${end}${header}${end}`;
  const lines: number[] = [];
  const between = [end, `#${end}`, `# a, "comment",1${end}`, `${end}${end}`];
  for (let r = 0; r < rows; r++) {
    while (next() < 0.5) text += between[Math.floor(next() * between.length)];
    lines.push(text.split('\n').length);
    text += row(r, ['x', '"two\nlines"', '"a ""b"",\r\n\n#c"', ''][Math.floor(next() * 4)]) + (r === rows - 1 && next() < 0.5 ? '' : end);
  }
  return { text, lines };
}

describe('an error’s line is that of the bad row, whatever lies before it', () => {
  const HEADER = 'note,label,p_a,p_b';
  const rows = 40;

  it.each([
    ['a sum that is not 1', 'a,0.5,0.75', 'estimates-sum'],
    ['an estimate above 1', 'a,50,50', 'estimate-above-one'],
    ['a line with too few fields', 'a,0.5', 'fields'],
  ] as const)('%s, for ranges of any size', async (_, bad, code) => {
    for (let seed = 0; seed < 6; seed++) {
      const at = Math.floor(random(seed + 100)() * rows);
      const { text, lines } = messy(seed, rows, HEADER, (r, note) => `${note},${r === at ? bad : r % 2 ? 'a,0.5,0.5' : 'b,0.25,0.75'}`);
      const file = write(`messy-${code}-${seed}.csv`, text);
      for (const rangeBytes of [24, 37, 200, 2 ** 22]) {
        const error = await rejected(code, scoreFiles([file], { rangeBytes, prior: 'uniform' }));
        expect(error.line, `seed ${seed}, ranges of ${rangeBytes}`).toBe(lines[at]);
        const { report, skipped, skippedFirst } = await scoreFiles([file], { rangeBytes, prior: 'uniform', skipBad: true });
        expect([report.rows, skipped]).toEqual([rows - 1, 1]);
        expect(skippedFirst[0]).toContain(`.csv:${lines[at]}: `);
      }
    }
  });

  it('the line of a field, where that is what is wrong: it may be another than its row’s', async () => {
    const file = write('field.csv', `${HEADER}\n\n"one\ntwo",a,0.5,0.5\n\n"one\ntwo",a,x,0.5\n`);
    for (const rangeBytes of [16, 2 ** 20]) expect((await rejected('value', scoreFiles([file], { rangeBytes }))).line).toBe(7);
  });

  it('of a row that is the first of a buffer, behind an empty line at the end of the last', async () => {
    // A buffer has 2^17 bytes: rows of 16 fill them but for the header, and an empty line moves across its end.
    for (let extra = 0; extra < 20; extra++) {
      const body = 'x,a,0.250,0.750\n'.repeat(2 ** 13 - 2);
      const text = `${HEADER}\n${`# ${'-'.repeat(extra)}\n`.repeat(extra > 0 ? 1 : 0)}${body}\n\r\n\nx,a,0.250,0.850\n`.replace(HEADER, `#\n${HEADER}`);
      const error = await rejected('estimates-sum', scoreFiles([write('buffer.csv', text)], { prior: 'uniform' }));
      expect(error.line).toBe(text.split('\n').length - 1);
    }
  });

  it('in rules and numbers, too', async () => {
    for (let seed = 0; seed < 6; seed++) {
      const at = Math.floor(random(seed + 200)() * rows);
      const sets = messy(seed, rows, 'note,truth,predicted', (r, note) => `${note},a,${r === at ? 'a|b|a' : 'a|b'}`);
      const options = { truth: 'truth', predicted: 'predicted', classes: ['a', 'b', 'c'] };
      expect((await rejected('class', rulesOfFile(write('sets.csv', sets.text), options))).line).toBe(sets.lines[at]);
      const sums = messy(seed, rows, HEADER, (r, note) => `${note},a,0.5,${r === at ? 0.75 : 0.5}`);
      expect((await rejected('estimates-sum', rulesOfFile(write('sums.csv', sums.text), { predictSet: 'prior' }))).line).toBe(sums.lines[at]);
      const numbers = messy(seed, rows, 'y,f,note', (r, note) => `1,${r === at ? 'NaN' : r},${note}`);
      expect((await rejected('value', regressFile(write('numbers.csv', numbers.text), { actual: 'y', predicted: 'f' }))).line).toBe(numbers.lines[at]);
    }
  });
});

describe('quoted newlines at the ends of ranges', () => {
  it('no row is lost, or read in two', async () => {
    for (let seed = 0; seed < 4; seed++) {
      const { text } = messy(seed, 30, 'id,label,p_a,p_b,note', (r, note) => `${r},a,0.25,0.75,${note}`);
      const file = write(`ends-${seed}.csv`, text);
      for (let rangeBytes = 20; rangeBytes < 260; rangeBytes += 11)
        for (const skipBad of [false, true]) {
          const { report, skipped } = await scoreFiles([file], { rangeBytes, skipBad, ranking: false });
          expect([report.rows, skipped], `ranges of ${rangeBytes}`).toEqual([30, 0]);
        }
    }
  });
});

it('rows that run across the ends of ranges are whole, whatever other quotes there are', async () => {
  // A quote inside a field that is not quoted makes the quotes before the others' newlines even.
  const rows = ['5" pipe,a,0.5,0.5', '"one\nx,b,0.5,0.5\ntwo",a,0.25,0.75', 'z,b,0.25,0.75', '"one\n""two""",a,0.25,0.75'];
  const file = write('stray.csv', `note,label,p_a,p_b\n${rows.join('\n')}\n`);
  const whole = (await scoreFiles([file])).report;
  expect(whole.rows).toBe(4);
  for (let rangeBytes = 1; rangeBytes < 100; rangeBytes++)
    expect((await scoreFiles([file], { rangeBytes })).report.measures.bayesianReward.mean, `ranges of ${rangeBytes}`).toBeCloseTo(
      whole.measures.bayesianReward.mean as number,
      13,
    );
});
