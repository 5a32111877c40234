import { readFileSync } from 'node:fs';
import { createEngine, type ErrorCode, evaluate, FairbitsError, klDivergence, lemma1 } from 'fairbits';
import { describe, expect, it } from 'vitest';
import { sameBits } from './support/compare.js';
import { caught, rejected } from './support/error.js';
import { random, testSet } from './support/random.js';

const engine = await createEngine();

/** Every code that src/errors.ts knows; a test below must meet each of them. */
const met = new Set<ErrorCode>();
const codes = [...readFileSync(new URL('../src/base/errors.ts', import.meta.url), 'utf8').matchAll(/^ {2}\| '([a-z-]+)'/gm)].map(([, code]) => code);

function meet(code: ErrorCode, run: () => unknown): FairbitsError {
  met.add(code);
  return caught(code, run);
}

describe('rows that cannot be taken', () => {
  // Each puts something wrong into a row of three classes, and says how it must be reported.
  const wrong: [string, ErrorCode, number[], number, number | undefined, unknown][] = [
    ['NaN', 'estimate-not-finite', [0.5, NaN, 0.5], 0, 1, NaN],
    ['∞', 'estimate-not-finite', [0, 0, Infinity], 0, 2, Infinity],
    ['−∞', 'estimate-not-finite', [-Infinity, 0, 1], 0, 0, -Infinity],
    ['a negative estimate', 'estimate-negative', [1.1, 0, -0.1].map((x) => Math.min(1, x)), 0, 2, -0.1],
    ['below 0 by more than the tolerance', 'estimate-negative', [0.5, -1.1e-6, 0.5], 0, 1, -1.1e-6],
    ['an estimate above 1', 'estimate-above-one', [1.5, 0, 0], 0, 0, 1.5],
    ['above 1 by more than the tolerance', 'estimate-above-one', [0, 1.0000011, 0], 0, 1, 1.0000011],
    ['percentages', 'estimate-above-one', [0.5, 20, 79.5], 0, 1, 20],
    ['a sum below 1', 'estimates-sum', [0.25, 0.25, 0.25], 0, undefined, 0.75],
    ['a sum above 1', 'estimates-sum', [0.5, 0.5, 0.5], 0, undefined, 1.5],
    ['nothing but zeros', 'estimates-sum', [0, 0, 0], 0, undefined, 0],
    ['a label too large', 'label-out-of-range', [0.25, 0.25, 0.5], 3, undefined, 3],
    ['65,535', 'label-out-of-range', [0.25, 0.25, 0.5], 65535, undefined, 65535],
    ['65,536, which is 0 in 16 bits', 'label-out-of-range', [0.25, 0.25, 0.5], 65536, undefined, 65536],
    ['70,000', 'label-out-of-range', [0.25, 0.25, 0.5], 70000, undefined, 70000],
    ['2³² − 1', 'label-out-of-range', [0.25, 0.25, 0.5], 4294967295, undefined, 4294967295],
  ];

  const ordinary = testSet(random(1), 30000, 3);

  describe.each(wrong)('%s', (_, code, row, label, column, found) => {
    it.each([0, 1, 200, 10921, 10922, 29999])('at row %d', (at) => {
      const estimates = ordinary.estimates.slice();
      const labels = Uint32Array.from(ordinary.labels);
      estimates.set(row, at * 3);
      labels[at] = label;
      for (const run of [
        () => engine.tally(['a', 'b', 'c']).add(estimates, labels),
        () => engine.rewards('quadraticLoss', estimates, labels, { classes: ['a', 'b', 'c'] }),
      ]) {
        const error = meet(code, run);
        expect(error.row).toBe(at);
        expect(error.found).toBe(found);
        expect(error.message).toContain(`row ${at}:`);
        expect(error.message).toContain(String(found));
        expect(error.message).toContain('expected');
        expect(error.expected).toBeTruthy();
        if (column === undefined) expect(error.class).toBeUndefined();
        else {
          expect(error.class).toBe('abc'[column]);
          expect(error.message).toContain(`"${'abc'[column]}"`);
        }
      }
    });
  });

  it('one column of P(positive)', () => {
    for (const [bad, code] of [
      [NaN, 'estimate-not-finite'],
      [-1.1e-6, 'estimate-negative'],
      [1.0000011, 'estimate-above-one'],
    ] as const) {
      const error = meet(code, () => engine.tally(2).add(Float64Array.of(0.5, 0.5, bad), Uint8Array.of(0, 1, 0)));
      expect([error.row, error.found]).toEqual([2, bad]);
      expect(error.message).toContain('row 2: P(positive)');
    }
    expect(meet('label-out-of-range', () => engine.tally(2).add(Float64Array.of(0.5, 0.5), Uint8Array.of(0, 2))).expected).toBe('0 to 1');
  });

  it('a weight that is none', () => {
    const error = meet('weight', () => engine.tally(2).add(Float64Array.of(0.5, 0.5), Uint8Array.of(0, 1), Float64Array.of(1, -2)));
    expect([error.row, error.found]).toEqual([1, -2]);
    expect(error.message).toContain('0, or a number from 1e-15 to 1e15');
  });

  it('how far a sum may be off: 1e-6 for float64, 1e-3 for float32, or as asked', () => {
    const off = (by: number) => [0.25, 0.25, 0.5 + by];
    const labels = Uint8Array.of(0);
    for (const sign of [1, -1]) {
      engine.tally(3).add(Float64Array.from(off(sign * 9.9e-7)), labels);
      const { message } = caught('estimates-sum', () => engine.tally(3).add(Float64Array.from(off(sign * 1.1e-6)), labels));
      expect(message).toMatch(/expected 1 within 0\.000001\. Set a larger tolerance, or have rows divided by their sums, and counted\.$/);
      engine.tally(3).add(Float32Array.from(off(sign * 9.9e-4)), labels);
      meet('estimates-sum', () => engine.tally(3).add(Float32Array.from(off(sign * 1.1e-3)), labels));
      engine.tally(3, { tolerance: 0.1 }).add(Float64Array.from(off(sign * 0.09)), labels);
      meet('estimates-sum', () => engine.tally(3, { tolerance: 1e-9 }).add(Float64Array.from(off(sign * 1e-8)), labels));
      engine.tally(2).add(Float64Array.of(0.5, 0.5 + sign * 9.9e-7), labels);
      meet('estimates-sum', () => engine.tally(2).add(Float64Array.of(0.5, 0.5 + sign * 1.1e-6), labels));
    }
    for (const tolerance of [-1, NaN])
      expect(meet('option', () => engine.tally(3, { tolerance }).add(Float64Array.from(off(0)), labels)).found).toBe(tolerance);
  });

  it('a tolerance of 0 still takes rows that sum to 1 but for rounding', () => {
    const tenths = new Float64Array(10).fill(0.1);
    expect(tenths.reduce((a, b) => a + b)).not.toBe(1);
    expect(engine.tally(10, { tolerance: 0 }).add(tenths, Uint8Array.of(3)).rows).toBe(1);
  });
});

describe('an error leaves a tally as it was', () => {
  it.each([
    ['one column', 2, true, 70000],
    ['two columns', 2, false, 70000],
    ['three classes', 3, false, 70000],
    ['three classes, held', 3, false, 30000],
  ])('%s: at the first, a middle and the last row of many pieces', (name, k, column, rows) => {
    const options = name.endsWith('held') ? { cutoff: 'mml:50' as const } : {};
    const next = random(rows + k);
    const before = testSet(next, 1001, k, column);
    const set = testSet(next, rows, k, column);
    const width = column ? 1 : k;
    const tally = engine.tally(k, options).add(before.estimates, before.labels);
    const saved = JSON.stringify(tally);
    const statistics = tally.statistics();
    for (const at of [0, 1, 32767, 32768, Math.floor(rows / 2), rows - 1].filter((row) => row < rows)) {
      for (const spoil of ['estimate', 'label']) {
        const estimates = set.estimates.slice();
        const labels = Uint16Array.from(set.labels);
        if (spoil === 'estimate') estimates[at * width] = NaN;
        else labels[at] = k;
        const copy = estimates.slice();
        const error = meet(spoil === 'estimate' ? 'estimate-not-finite' : 'label-out-of-range', () => tally.add(estimates, labels));
        expect(error.row).toBe(at);
        expect(JSON.stringify(tally)).toBe(saved);
        expect(tally.statistics()).toEqual(statistics);
        sameBits(estimates, copy);
      }
    }
    tally.add(set.estimates, set.labels);
    const fresh = engine.tally(k, options).add(before.estimates, before.labels).add(set.estimates, set.labels);
    expect(JSON.stringify(tally)).toBe(JSON.stringify(fresh));
  });

  it('an engine goes on after an error', () => {
    const set = testSet(random(6), 500, 3);
    const wanted = engine.rewards('bayesianReward', set.estimates, set.labels);
    meet('label-out-of-range', () =>
      engine.rewards(
        'bayesianReward',
        set.estimates,
        set.labels.map(() => 9),
      ),
    );
    expect(engine.rewards('bayesianReward', set.estimates, set.labels)).toEqual(wanted);
  });
});

describe('classes', () => {
  it.each([0, 1, 65536, 2.5, -3, NaN])('%d classes', (k) => {
    const error = meet('class-count', () => engine.tally(k));
    expect([error.found, error.expected]).toEqual([k, '2 to 65535']);
    expect(error.message).toContain(String(k));
  });

  it('one name, or a name twice', () => {
    expect(meet('class-count', () => engine.tally(['only'])).found).toBe(1);
    const error = meet('class-names', () => engine.tally(['a', 'b', 'a']));
    expect([error.class, error.found]).toEqual(['a', 'a']);
    expect(error.message).toContain('"a"');
  });

  it('a positive class that is none', () => {
    for (const positive of ['maybe', 2, -1, 0.5]) {
      const error = meet('class-names', () => engine.tally(['no', 'yes'], { positive }));
      expect(error.found).toBe(positive);
      expect(error.message).toContain('no, yes');
    }
  });

  it('Lemma 1 with three', () => {
    expect(meet('class-count', () => lemma1(engine.tally(3))).found).toBe(3);
  });
});

describe('arrays', () => {
  const labels = Uint8Array.of(0, 1, 2);

  it('lengths that do not fit', () => {
    for (const [estimates, k] of [
      [8, 3],
      [10, 3],
      [3, 3],
      [0, 3],
      [5, 2],
      [7, 2],
    ]) {
      const error = meet('length', () => engine.tally(k).add(new Float64Array(estimates), labels));
      expect(error.found).toBe(estimates);
      expect(error.message).toContain(`${estimates} estimates do not fit 3 labels and ${k} classes`);
      expect(error.expected).toContain(String(3 * k));
    }
    expect(meet('length', () => engine.rewards('logLoss', new Float64Array(7), labels)).found).toBe(7);
    expect(meet('length', () => engine.rewards('logLoss', new Float64Array(9).fill(1 / 3), labels, { out: new Float64Array(2) })).found).toBe(2);
    expect(meet('length', () => klDivergence(new Float64Array(4), new Float64Array(6), 2)).found).toBe(6);
    meet('length', () => klDivergence(new Float64Array(4), new Float64Array(4), 3));
  });

  it('other kinds of arrays', () => {
    for (const wrong of [new Int32Array(2), new BigInt64Array(2), {}, null, undefined, 'text'] as unknown as Float64Array[]) {
      const error = meet('type', () => engine.tally(2).add(wrong, Uint8Array.of(0)));
      expect(error.expected).toBe('Float64Array or Float32Array');
      expect(error.message).toContain(String(error.found));
    }
    for (const wrong of [new BigInt64Array(1), {}, null, 'text'] as unknown as Uint8Array[]) {
      expect(meet('type', () => engine.tally(2).add(Float64Array.of(0.5, 0.5), wrong)).expected).toBe('Uint8Array, Uint16Array or Uint32Array');
    }
  });

  it.each(['estimates', 'labels'])('detached %s', async (name) => {
    const estimates = Float64Array.of(0.5, 0.25, 0.25);
    const labels = Uint8Array.of(0);
    const { buffer } = name === 'estimates' ? estimates : labels;
    structuredClone(buffer, { transfer: [buffer] });
    for (const run of [
      () => engine.tally(3).add(estimates, labels),
      () => engine.rewards('logLoss', estimates, labels),
      () => engine.rewards('logLoss', estimates, labels, { classes: 3 }),
    ]) {
      const error = meet('detached', run);
      expect(error.message).toContain(name);
      expect([error.found, error.expected]).toEqual(['a detached buffer', 'a buffer in use']);
    }
    await rejected('detached', evaluate(estimates, labels, { engine }));
  });

  it('nothing to evaluate', async () => {
    expect((await rejected('length', evaluate(new Float64Array(0), new Uint8Array(0), { engine }))).found).toBe(0);
    expect((await rejected('length', evaluate(new Float64Array(5), new Uint8Array(2), { engine }))).found).toBe(5);
    meet('length', () => engine.rewards('logLoss', new Float64Array(0), new Uint8Array(0)));
    expect(engine.rewards('logLoss', new Float64Array(0), new Uint8Array(0), { classes: 3 })).toHaveLength(0);
  });
});

describe('tallies', () => {
  const tally = () => engine.tally(['a', 'b', 'c'], { cutoff: 'mml:10' }).add(Float64Array.of(0.2, 0.3, 0.5), Uint8Array.of(2));

  it('of other classes or another cutoff do not merge, and nothing changes', () => {
    const mine = tally();
    const before = JSON.stringify(mine);
    for (const other of [
      engine.tally(['a', 'b', 'd'], { cutoff: 'mml:10' }),
      engine.tally(['a', 'b'], { cutoff: 'mml:10' }),
      engine.tally(['b', 'a', 'c'], { cutoff: 'mml:10' }),
      engine.tally(['a', 'b', 'c']),
      engine.tally(['a', 'b', 'c'], { cutoff: 'mml:11' }),
    ]) {
      const error = meet('tally', () => mine.merge(other));
      expect(error.message).toContain('the same');
      expect(error.found).not.toBe(error.expected);
      expect(JSON.stringify(mine)).toBe(before);
    }
  });

  it('cut short', () => {
    const text = JSON.stringify(tally());
    for (const length of [0, 1, 20, text.length - 1]) expect(meet('tally', () => engine.tallyFrom(text.slice(0, length))).expected).toContain('toJSON');
  });

  it('of no kind, or another version', () => {
    for (const wrong of ['null', '3', '[]', '{}', '{"format":"other"}']) expect(meet('tally', () => engine.tallyFrom(wrong)).expected).toBe('fairbits-tally');
    const error = meet('tally', () => engine.tallyFrom({ ...tally().toJSON(), version: 3 }));
    expect([error.found, error.expected]).toEqual([3, '1 or 2']);
  });

  it('with parts missing or damaged', () => {
    const whole = tally().toJSON();
    for (const key of ['classes', 'rows', 'clamped', 'renormalized', 'ties', 'impossible', 'sums', 'zeros', 'sides', 'confusion', 'open'] as const) {
      const { [key]: _, ...rest } = whole;
      meet('tally', () => engine.tallyFrom(JSON.stringify(rest)));
      meet('tally', () => engine.tallyFrom(JSON.stringify({ ...whole, [key]: null })));
    }
    for (const key of ['rows', 'mantissas', 'exponents', 'zeros'] as const) {
      const { [key]: _, ...open } = whole.open;
      meet('tally', () => engine.tallyFrom(JSON.stringify({ ...whole, open })));
    }
    meet('tally', () => engine.tallyFrom({ ...whole, sums: whole.sums.slice(1) }));
    meet('tally', () => engine.tallyFrom({ ...whole, sums: whole.sums.map(() => '1.5') }));
    meet('tally', () => engine.tallyFrom({ ...whole, classes: ['a', 'b', 'c', 'd'] }));
    meet('tally', () => engine.tallyFrom({ ...whole, confusion: [[0, 7, 1]] }));
    expect(JSON.stringify(engine.tallyFrom(JSON.stringify(whole)))).toBe(JSON.stringify(whole));
  });
});

describe('options', () => {
  it('a chunk of what cannot be', () => {
    for (const [rows, k] of [
      [-1, 2],
      [1.5, 2],
      [3, 0],
      [NaN, 2],
    ]) {
      const error = meet('option', () => engine.chunk(rows, k));
      expect(error.found).toEqual([rows, k]);
    }
  });

  it('a memory that cannot be', async () => {
    for (const memory of [0, 65536, 2 ** 33, NaN]) {
      met.add('option');
      const error = await rejected('option', createEngine({ backend: 'wasm', memory }));
      expect([error.found, error.expected]).toEqual([memory, '128 KiB to 4 GiB']);
    }
  });

  it('a backend that is none', async () => {
    met.add('backend');
    await rejected('backend', createEngine({ backend: 'none' as 'wasm' }));
  });

  it('a prior and a cutoff that are none', () => {
    meet('prior', () => engine.rewards('bayesianReward', Float64Array.of(0.5), Uint8Array.of(0), { prior: 'flat' as 'uniform' }));
    meet('cutoff', () => engine.tally(2, { cutoff: 'clip' as 'none' }));
  });

  it('a memory that is full', async () => {
    const small = await createEngine({ backend: 'wasm', memory: 131072 });
    const error = meet('arena-full', () => small.chunk(100000, 2));
    expect(error.message).toContain('createEngine({ memory:');
    expect(error.expected).toBe('1600000 free bytes');
  });
});

/** These come from files, and are met where files are read (test/score). */
const ofFiles = ['class', 'columns', 'fields', 'file', 'format', 'id', 'value'];

it('every code has been met', () => {
  expect(codes.length).toBeGreaterThan(10);
  expect([...met, ...ofFiles].sort()).toEqual([...codes].sort());
});

it('is an Error with a name', () => {
  const error = new FairbitsError('option', 'no');
  expect(error).toBeInstanceOf(Error);
  expect(String(error)).toBe('FairbitsError: no');
});
