import { devNull } from 'node:os';
import { evaluate, type Report } from 'fairbits';
import { scoreFiles } from 'fairbits/node';
import { describe, expect, it } from 'vitest';
import { arrow, ndjson, npy, parquet, sameReport } from '../sources/fixtures.js';
import { closeStructure } from '../support/compare.js';
import { distribution, random } from '../support/random.js';
import { fairbits, json, write } from './cli.js';

const CLASSES = ['a', 'b', 'c'];
const ROWS = 3000;
const next = random(5);
const labels = Uint16Array.from({ length: ROWS }, () => Math.floor(next() * 3));
const probabilities = new Float64Array(3 * ROWS);
for (let r = 0; r < ROWS; r++) {
  const row = probabilities.subarray(3 * r, 3 * r + 3);
  row.set(distribution(next, 3));
  if (r % 5 === 0) row.set([1e-19, 1, 3e-30].map((_, i, all) => all[(i + r) % 3]));
  if (r % 7 === 0) row.set([-1.35e-18, 1.0000000000000002, 0].map((_, i, all) => all[(i + r + labels[r]) % 3]));
}
const ones = Array.from({ length: ROWS }, (_, r) => r).filter((r) => r % 5 === 0 && r % 7 !== 0).length;
const outside = 2 * Array.from({ length: ROWS }, (_, r) => r).filter((r) => r % 7 === 0).length;
const line = (r: number) => [CLASSES[labels[r]], ...probabilities.subarray(3 * r, 3 * r + 3)].join(',');
const lines = Array.from({ length: ROWS }, (_, r) => line(r));
const head = 'label,p_a,p_b,p_c';
const csv = write('rounded.csv', [head, ...lines, ''].join('\n'));
const columns = {
  label: Array.from(labels, (label) => CLASSES[label]),
  ...Object.fromEntries(CLASSES.map((name, i) => [`p_${name}`, Array.from(labels, (_, r) => probabilities[3 * r + i])])),
};
const wanted = await evaluate(probabilities, labels, { classes: CLASSES });
/** Without what names rows: a text has lines, an array rows. */
const figuresOf = ({ backend, impossible: _, warnings, ...report }: Report) =>
  ({ ...report, warnings: warnings.map((text) => text.replace(/\((?:rows|lines) [^)]*\)/, '')) }) as Report;

describe('rounded estimates in files', () => {
  it('are what arrays of them are: parsed once or twice, on one thread or two, kept or not, in every format', async () => {
    expect(wanted).toMatchObject({ roundedOnes: ones, roundedOutside: outside });
    const files = [
      csv,
      write('rounded.ndjson', ndjson(columns)),
      write('rounded.parquet', new Uint8Array(parquet(columns))),
      write('rounded.arrow', arrow(columns)),
    ];
    for (const path of files)
      for (const options of [{}, { threads: 1 }, { prior: 'uniform' as const, threads: 2 }, { keptBytes: 0 }]) {
        const { files: _, guesses, skipped, ...report } = (await scoreFiles([path], { ...options })).report as Report & Record<string, unknown>;
        const expected = 'prior' in options ? await evaluate(probabilities, labels, { classes: CLASSES, prior: 'uniform' }) : wanted;
        if ('keptBytes' in options) {
          closeStructure(report.measures, expected.measures, 1e-13);
          expect(report).toMatchObject({ roundedOnes: ones, roundedOutside: outside });
        } else sameReport(figuresOf(report), figuresOf(expected));
      }
    const classes = write('labels.npy', npy(labels, '<u2', [ROWS]));
    const { report } = await scoreFiles([write('rounded.npy', npy(probabilities, '<f8', [ROWS, 3]))], { labels: [classes], classes: CLASSES });
    closeStructure(report.measures, wanted.measures, 1e-13);
    expect(report).toMatchObject({ roundedOnes: ones, roundedOutside: outside });
  });

  it('of single precision may be outside by 1e-3', async () => {
    const p = Float32Array.of(-9e-4, 1, 0.5, 0.5);
    const options = { labels: [write('two.npy', npy(Uint8Array.of(1, 0), '|u1', [2]))] };
    expect((await scoreFiles([write('p32.npy', npy(p, '<f4', [2, 2]))], options)).report).toMatchObject({ roundedOutside: 1 });
    await expect(scoreFiles([write('bad32.npy', npy(Float32Array.of(-2e-3, 1, 0.5, 0.5), '<f4', [2, 2]))], options)).rejects.toThrow(/row 1.*-0\.00200/);
  });

  it('further outside are refused with file, line, column and the number; --tolerance moves that', () => {
    const bad = write('bad.csv', [head, ...lines.slice(0, 20), 'a,-0.000002,0.5,0.5', ''].join('\n'));
    const { status, stderr } = fairbits(['score', bad]);
    expect(status).toBe(2);
    expect(stderr).toMatch(/bad\.csv:22: column "p_a": the estimate of class "a" is -0\.000002; expected a number from 0 to 1/);
    expect(json(['score', bad, '--tolerance', '1e-5']).roundedOutside).toBe(json(['score', bad, '--on-error', 'skip']).roundedOutside + 1);
    const column = write('column.csv', 'label,p\nyes,-1e-18\nno,1.0000000000000002\nyes,0.5\nno,0.25\n');
    expect(json(['score', column, '--probs', 'p', '--positive', 'yes'])).toMatchObject({
      roundedOutside: 2,
      roundedOnes: 0,
      measures: { bayesianReward: { infinite: 2 } },
    });
    const { stderr: refused } = fairbits(['score', write('column2.csv', 'label,p\nyes,-1e-5\nno,0.5\n'), '--probs', 'p', '--positive', 'yes']);
    expect(refused).toMatch(/column2\.csv:2: .*-0\.00001/);
  });

  it('are counted once where bad rows among them are skipped', () => {
    const mixed = lines.flatMap((each, r) => (r % 100 === 50 ? [each, 'b,0.5,1.5,-1', 'a,0.2,0.2,0.2'] : [each]));
    const skipping = json(['score', write('mixed.csv', [head, ...mixed, ''].join('\n')), '--on-error', 'skip']);
    expect(skipping).toMatchObject({ rows: ROWS, skipped: 60, roundedOnes: ones, roundedOutside: outside });
    closeStructure(skipping.measures, JSON.parse(JSON.stringify(wanted.measures)), 1e-13);
  });

  it('with weights, held to a cutoff, compared, decided on, calibrated, recalibrated and made sets of', () => {
    const weighted = write('weighted.csv', [`${head},w`, ...lines.map((each, r) => `${each},${1 + (r % 3)}`), ''].join('\n'));
    expect(json(['score', weighted, '--weights', 'w'])).toMatchObject({ roundedOnes: ones, roundedOutside: outside });
    expect(json(['score', csv, '--cutoff', 'mml:1000'])).toMatchObject({ roundedOnes: 0, roundedOutside: outside });
    for (const args of [
      ['compare', csv, csv],
      ['decide', csv],
      ['calibrate', csv],
      ['recalibrate', '--fit', csv, '--apply', csv, '--out', devNull],
      ['rules', csv, '--predict-set', 'above:0.3'],
      ['curves', csv, '--positive', 'a'],
    ]) {
      const { status, stderr } = fairbits(args);
      expect([args[0], status], stderr).toEqual([args[0], 0]);
    }
    const known = write('known.csv', 'label,p_a,p_b,t_a,t_b\nb,-1e-18,1.0000000000000002,0,1\na,0.5,0.5,0.25,0.75\n');
    expect(json(['score', known, '--probs', 'p_*', '--true-probs', 't_*']).measures.klDivergence.infinite).toBe(0);
  });

  it('are said in the report for a terminal', () => {
    const { stdout } = fairbits(['score', csv]);
    const text = stdout.replace(/\s+/g, ' ');
    expect(text).toContain(`${ones} of ${ROWS} rows have an estimate of 1 beside others above 0: that is rounding, not certainty`);
    expect(text).toContain(`${outside} estimates outside 0 to 1, by no more than the tolerance, taken as 0 or 1`);
  });
});
