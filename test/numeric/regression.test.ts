import { readFileSync } from 'node:fs';
import { RegressionTally, regression } from 'fairbits';
import { describe, expect, it } from 'vitest';
import { fairbits, json, write } from '../score/cli.js';
import { close, sameStructure } from '../support/compare.js';
import { caught } from '../support/error.js';
import fc from '../support/properties.js';
import { random } from '../support/random.js';

const expected = JSON.parse(readFileSync('test/oracle/expected.json', 'utf8')).regress as { file: string; expected: Record<string, number> }[];

function data(seed: number, rows: number, noise = 0.5, shift = 0): [actual: Float64Array, predicted: Float64Array] {
  const next = random(seed);
  const actual = Float64Array.from({ length: rows }, () => shift + 10 * (next() - 0.3));
  return [actual, actual.map((a) => a + noise * (next() - 0.4))];
}

/** Witten & Frank, §5.8, as it is printed. */
function reference(a: Float64Array, p: Float64Array, base = a.reduce((s, x) => s + x, 0) / a.length) {
  const n = a.length;
  const sum = (term: (i: number) => number) => Array.from(a, (_, i) => term(i)).reduce((s, x) => s + x, 0);
  const mean = (x: Float64Array) => x.reduce((s, y) => s + y, 0) / n;
  const [ma, mp] = [mean(a), mean(p)];
  const squared = sum((i) => (p[i] - a[i]) ** 2);
  const absolute = sum((i) => Math.abs(p[i] - a[i]));
  const relativeSquaredError = squared / sum((i) => (a[i] - base) ** 2);
  const S = (x: Float64Array, mx: number, y: Float64Array, my: number) => sum((i) => (x[i] - mx) * (y[i] - my)) / (n - 1);
  return {
    meanSquaredError: squared / n,
    rootMeanSquaredError: Math.sqrt(squared / n),
    meanAbsoluteError: absolute / n,
    relativeSquaredError,
    rootRelativeSquaredError: Math.sqrt(relativeSquaredError),
    relativeAbsoluteError: absolute / sum((i) => Math.abs(a[i] - base)),
    correlation: S(p, mp, a, ma) / Math.sqrt(S(p, mp, p, mp) * S(a, ma, a, ma)),
  };
}

describe('numeric prediction (Witten & Frank, §5.8)', () => {
  it.each(expected)('agrees with an independent oracle: $file', ({ file, expected: want }) => {
    const got = json(['regress', `test/oracle/${file}`, '--actual', 'actual', '--predicted', 'predicted']);
    for (const [key, value] of Object.entries(want)) close(got[key], value, 1e-12, key);
    expect(got.reasons).toEqual({});
  });

  it('is what the formulas give, with and without a training mean', () => {
    for (let seed = 0; seed < 5; seed++) {
      const [a, p] = data(seed, 50 + 400 * seed);
      for (const trainingMean of [undefined, 1.25, -40]) {
        const got = regression(a, p, trainingMean === undefined ? {} : { trainingMean });
        for (const [key, value] of Object.entries(reference(a, p, trainingMean))) close(got[key as 'correlation'] as number, value, 1e-12, key);
        expect(got.baseline.source).toBe(trainingMean === undefined ? 'actual' : 'training');
      }
    }
  });

  it('does not depend on chunks, by a bit', () => {
    const [a, p] = data(3, 500);
    const whole = regression(a, p);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 500 }), { maxLength: 8 }), (cuts) => {
        const places = [0, ...cuts.sort((x, y) => x - y), 500];
        const tally = new RegressionTally();
        for (const step of ['look', 'add'] as const)
          for (let i = 1; i < places.length; i++) tally[step](a.subarray(places[i - 1], places[i]), p.subarray(places[i - 1], places[i]));
        sameStructure(tally.report(), whole);
      }),
    );
  });

  it('a large offset takes no digits: what a running sum of squares would lose', () => {
    const [a, p] = data(1, 1000);
    const far = 2 ** 40;
    const exact = [a, p].map((x) => x.map((y) => Math.round(y * 1024) / 1024));
    const want = regression(exact[0], exact[1]);
    const got = regression(
      exact[0].map((x) => x + far),
      exact[1].map((x) => x + far),
    );
    for (const key of ['meanSquaredError', 'meanAbsoluteError', 'relativeSquaredError', 'relativeAbsoluteError', 'correlation'] as const)
      close(got[key] as number, want[key] as number, 1e-13, key);
  });

  it('in any unit the relative measures are the same, the largest and the smallest too', () => {
    const [a, p] = data(2, 300);
    const want = regression(a, p);
    for (const unit of [2 ** 1015, 2 ** -1000, 2 ** 600, 2 ** -600, -1]) {
      const got = regression(
        a.map((x) => x * unit),
        p.map((x) => x * unit),
      );
      for (const key of ['relativeSquaredError', 'rootRelativeSquaredError', 'relativeAbsoluteError', 'correlation'] as const)
        close(got[key] as number, want[key] as number, 1e-12, `${key} at ${unit}`);
      close(got.rootMeanSquaredError / Math.abs(unit), want.rootMeanSquaredError, 1e-12);
    }
    expect(
      regression(
        a.map((x) => x * 2 ** 1000),
        p.map((x) => x * 2 ** 1000),
      ).meanSquaredError,
    ).toBe(Infinity);
  });

  it('values at both ends of what there is', () => {
    const big = Number.MAX_VALUE;
    const got = regression(Float64Array.of(-big, big, big), Float64Array.of(big, big, -big));
    close(got.relativeAbsoluteError as number, 3 / 2, 1e-12);
    close(got.correlation as number, -0.5, 1e-12);
    close(got.baseline.mean / big, 1 / 3, 1e-12);
    expect(regression(Float64Array.of(5e-324, 1e-323), Float64Array.of(1e-323, 5e-324)).relativeAbsoluteError).toBeCloseTo(2, 12);
  });

  it('perfect and opposite predictions', () => {
    const [a] = data(4, 100);
    expect(regression(a, a)).toMatchObject({ meanSquaredError: 0, relativeSquaredError: 0, relativeAbsoluteError: 0 });
    close(regression(a, a).correlation as number, 1, 1e-15);
    close(
      regression(
        a,
        a.map((x) => -x),
      ).correlation as number,
      -1,
      1e-15,
    );
    const mean = regression(a, a).baseline.mean;
    close(
      regression(
        a,
        a.map(() => mean),
      ).relativeSquaredError as number,
      1,
      1e-12,
    );
  });

  it('measures of a resample follow from the means of its terms', () => {
    for (const unit of [1, 2 ** 300]) {
      const [a, p] = data(7, 200).map((x) => x.map((y) => y * unit));
      const tally = new RegressionTally().look(a, p);
      const terms: Float64Array[][] = [];
      const report = tally
        .add(a.subarray(0, 150), p.subarray(0, 150), (columns) => terms.push(columns))
        .add(a.subarray(150), p.subarray(150), (columns) => terms.push(columns))
        .report();
      const columns = terms[0].map((column, i) => [...column, ...terms[1][i]]);
      // A resample that draws each of the first half twice. Its baseline is still that of all rows.
      const drawn = Float64Array.from({ length: 200 }, (_, r) => r >> 1);
      const got = tally.measuresOf(columns.map((column) => drawn.reduce((sum, r) => sum + column[r], 0) / 200));
      const [da, dp] = [a, p].map((x) => Float64Array.from(drawn, (r) => x[r] / unit));
      const want = reference(da, dp, report.baseline.mean / unit);
      for (const [key, value] of Object.entries(want)) {
        const size =
          key === 'meanSquaredError' ? unit * unit : key.startsWith('relative') || key.startsWith('rootRelative') || key === 'correlation' ? 1 : unit;
        close(got[key as 'correlation'] / size, value, 1e-12, key);
      }
    }
  });
});

describe('what has no value', () => {
  it('constant actual values: null, and why', () => {
    // A third summed thrice and divided is not a third.
    const got = regression(Float64Array.of(0.1, 0.1, 0.1), Float64Array.of(0.2, 0.1, 0.3));
    expect(got).toMatchObject({ relativeSquaredError: null, rootRelativeSquaredError: null, relativeAbsoluteError: null, correlation: null });
    expect(got.reasons.relativeSquaredError).toMatch(/actual values are all the same/);
    expect(got.reasons.correlation).toMatch(/the actual values are all the same/);
    close(got.meanAbsoluteError, 0.1, 1e-15);
  });

  it('constant actual values, but another training mean: only the correlation has none', () => {
    const got = regression(Float64Array.of(1, 1), Float64Array.of(2, 3), { trainingMean: 3 });
    expect(got).toMatchObject({ relativeSquaredError: 5 / 8, relativeAbsoluteError: 3 / 4, correlation: null });
    expect(Object.keys(got.reasons)).toEqual(['correlation']);
  });

  it('constant predictions', () => {
    const got = regression(Float64Array.of(1, 2, 4), Float64Array.of(0.1, 0.1, 0.1));
    expect(got.correlation).toBeNull();
    expect(got.reasons.correlation).toMatch(/the predicted values/);
    expect(got.relativeSquaredError).toBeGreaterThan(1);
  });

  it('one row', () => {
    expect(regression(Float64Array.of(3), Float64Array.of(5))).toMatchObject({
      rows: 1,
      meanSquaredError: 4,
      meanAbsoluteError: 2,
      relativeSquaredError: null,
      correlation: null,
    });
  });

  it('errors', () => {
    expect(caught('value', () => regression(Float64Array.of(1, NaN), Float64Array.of(1, 2)))).toMatchObject({
      row: 1,
      message: expect.stringMatching(/row 1: the actual value is NaN/),
    });
    expect(caught('value', () => regression(Float64Array.of(1, 2), Float64Array.of(-Infinity, 2))).row).toBe(0);
    caught('length', () => regression(Float64Array.of(1), Float64Array.of(1, 2)));
    caught('length', () => regression(new Float64Array(), new Float64Array()));
    caught('option', () => regression(Float64Array.of(1), Float64Array.of(1), { trainingMean: NaN }));
    caught('length', () => new RegressionTally().look(Float64Array.of(1, 2), Float64Array.of(1, 2)).add(Float64Array.of(1), Float64Array.of(1)).report());
    caught('type', () => regression([1] as unknown as Float64Array, Float64Array.of(1)));
  });
});

describe('fairbits regress', () => {
  const flags = ['--actual', 'y', '--predicted', 'f'];

  it('reads numbers of any kind, on both sides of a buffer', () => {
    const [a, p] = data(9, 60000, 3);
    const file = write('numbers.csv', `f,x,y\n${Array.from(a, (x, r) => `${p[r]},"z",${r % 2 ? x : x.toExponential()}`).join('\n')}`);
    const { file: _, files: _f, intervals: __, bootstrap: ___, ...got } = json(['regress', file, ...flags]);
    expect(got).toEqual(JSON.parse(JSON.stringify(regression(a, p))));
    expect(json(['regress', file, ...flags, '--training-mean', '-7.5']).baseline).toEqual({ mean: -7.5, source: 'training' });
  });

  it('prints a report of 80 columns, with reasons', () => {
    const { stdout, status } = fairbits(['regress', write('one.csv', 'y,f\n1,2\n'), ...flags]);
    expect(status).toBe(0);
    expect(stdout).toMatch(/rootMeanSquaredError +1\.0000/);
    expect(stdout).toMatch(/^1 row; read /m);
    expect(stdout).toContain('! correlation: the actual and the predicted values are all the same');
    for (const line of stdout.split('\n')) expect([...line].length, line).toBeLessThanOrEqual(80);
  });

  it('one row has measures, but no interval, and says why', () => {
    const { meanAbsoluteError, intervals, reasons } = json(['regress', write('one.csv', 'y,f\n1,3\n'), ...flags]);
    expect([meanAbsoluteError, intervals.meanAbsoluteError]).toEqual([2, null]);
    expect(reasons.meanAbsoluteError).toBe('no interval: one row drawn again is the same row');
    expect(reasons.correlation).toMatch(/all the same/);
    const two = json(['regress', write('two.csv', 'y,f\n1,3\n2,3\n'), ...flags]);
    expect(two.intervals.meanAbsoluteError).toEqual([1, 2]);
    expect(two.reasons).toEqual({ correlation: expect.stringMatching(/the predicted values are all the same/) });
  });

  it('infinite is written as text', () => {
    expect(json(['regress', write('huge.csv', 'y,f\n1e300,2e300\n-1e300,1e300\n'), ...flags])).toMatchObject({
      meanSquaredError: 'Infinity',
      relativeSquaredError: 2.5,
    });
  });

  it.each([
    ['NaN', 'y,f\n1,2\nNaN,3\n', flags, /bad\.csv:3: column "y" holds "NaN": expected a finite number\. Check --actual\./],
    ['nothing', 'y,f\n1,2\n3,\n', flags, /bad\.csv:3: column "f" holds "": expected a finite number\. Check --predicted\./],
    ['text', 'y,f\n1,two\n', flags, /bad\.csv:2: column "f" holds "two"/],
    ['infinity', 'y,f\n1e999,2\n', flags, /bad\.csv:2: column "y" holds "1e999"/],
    ['a missing column', 'y,g\n1,2\n', flags, /bad\.csv:1: there is no column "f"; the columns are y, g\. Say which with --predicted\./],
    ['one column twice', 'y,f\n1,2\n', ['--actual', 'y', '--predicted', 'y'], /expected two columns/],
    ['no rows', 'y,f\n', flags, /there is a header but no row/],
    ['no option', 'y,f\n1,2\n', ['--actual', 'y'], /--predicted/],
    ['a training mean that is none', 'y,f\n1,2\n', [...flags, '--training-mean', 'x'], /--training-mean x: expected a number/],
  ])('%s: an error with its place', (_, text, given, message) => {
    const { status, stderr } = fairbits(['regress', write('bad.csv', text), ...given]);
    expect(stderr).toMatch(message);
    expect(status).toBe(2);
  });
});

it('rows that cannot be read stop it, or are skipped, counted and named', () => {
  const file = write('skipped.csv', 'a,p\n1,2\nx,3\n3,3\n4,\n5,6\n');
  const args = ['regress', file, '--actual', 'a', '--predicted', 'p'];
  expect(fairbits(args)).toEqual({
    status: 2,
    stdout: '',
    stderr: `fairbits: ${file}:3: column "a" holds "x": expected a finite number. Check --actual.\nTry: fairbits ${args.join(' ')} --on-error skip\n`,
  });
  const { warnings, skipped, ...found } = json([...args, '--on-error', 'skip']);
  expect([found.rows, skipped]).toEqual([3, 2]);
  expect(warnings).toEqual([expect.stringMatching(/^2 rows could not be read and were skipped: .*skipped\.csv:3: column "a" holds "x".*skipped\.csv:5: /)]);
  const whole = json(['regress', write('kept.csv', 'a,p\n1,2\n3,3\n5,6\n'), '--actual', 'a', '--predicted', 'p']);
  expect({ ...found, file: '', files: [] }).toEqual({ ...whole, file: '', files: [] });
  expect(fairbits([...args, '--on-error', 'skip']).stdout).toContain('! 2 rows could not be read and were skipped');
});

describe('intervals', () => {
  const [actual, predicted] = data(8, 400);
  const file = write('intervals.csv', ['a,p', ...Array.from(actual, (a, r) => `${a},${predicted[r]}`), ''].join('\n'));
  const run = (...options: string[]) => json(['regress', file, '--actual', 'a', '--predicted', 'p', ...options]);

  it('are those of resampled rows', () => {
    const { intervals, bootstrap, ...found } = run('--bootstrap', '4000');
    expect(bootstrap).toEqual({ replicates: 4000, seed: 1, interval: 'percentile', confidence: 0.95 });
    // Rows drawn one by one with another generator: the ends agree to within their Monte-Carlo error.
    const next = random(77);
    const again = Array.from({ length: 4000 }, () => {
      const rows = Array.from(actual, () => Math.floor(next() * actual.length));
      const base = actual.reduce((s, x) => s + x, 0) / actual.length;
      const [a, p] = [actual, predicted].map((values) => Float64Array.from(rows, (r) => values[r]));
      return reference(a, p, base);
    });
    for (const [id, [low, high]] of Object.entries(intervals as Record<string, [number, number]>)) {
      const sorted = again.map((each) => each[id as keyof typeof each]).sort((x, y) => x - y);
      const width = sorted[3899] - sorted[99];
      expect(Math.abs(low - sorted[99]), id).toBeLessThan(0.08 * width);
      expect(Math.abs(high - sorted[3899]), id).toBeLessThan(0.08 * width);
      expect(found[id]).toBeGreaterThan(low);
      expect(found[id]).toBeLessThan(high);
    }
  });

  it('can be left out, or be of another kind', () => {
    expect(run('--bootstrap', '0')).toMatchObject({ bootstrap: null, intervals: {} });
    const [low, high] = run('--interval', 'basic').intervals.meanSquaredError;
    const [from, to] = run().intervals.meanSquaredError;
    const mse = run().meanSquaredError;
    expect(low).toBeCloseTo(2 * mse - to, 12);
    expect(high).toBeCloseTo(2 * mse - from, 12);
    expect(fairbits(['regress', file, '--actual', 'a', '--predicted', 'p', '--interval', 'bca']).status).toBe(2);
    expect(fairbits(['regress', file, '--actual', 'a', '--predicted', 'p']).stdout).toContain('1,000 replicates');
  });
});
