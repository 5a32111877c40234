import { createEngine } from 'fairbits';
import { describe, expect, it } from 'vitest';
import { LN2, ln, log2 } from '../dist/math/log.js';
import { bigLn, type Pair, pairLn, pairLog2, ulpsOff } from './support/bigLog.js';
import { sameBits } from './support/compare.js';
import { type Random, random } from './support/random.js';

const engine = await createEngine();

/** 53 random bits in [1, 2). */
const mantissa = (next: Random) => 1 + Math.floor(next() * 2 ** 26) * 2 ** -26 + Math.floor(next() * 2 ** 26) * 2 ** -52;

const regions: [string, (next: Random) => number][] = [
  ['all binades', (next) => mantissa(next) * 2 ** (Math.floor(next() * 2046) - 1022)],
  ['probabilities', (next) => mantissa(next) / 2 ** (1 + Math.floor(next() * 30))],
  ['[½, 2)', (next) => mantissa(next) / (next() < 0.5 ? 1 : 2)],
  ['near 1', (next) => 1 + (next() < 0.5 ? -1 : 1) * mantissa(next) * 2 ** (-3 - Math.floor(next() * 49))],
  ['near √½ and √2', (next) => Math.SQRT2 * (1 + (next() - 0.5) * 2 ** -Math.floor(4 + next() * 45)) * (next() < 0.5 ? 1 : 0.5)],
  ['denormals', (next) => Math.max(5e-324, mantissa(next) * 2 ** (-1023 - Math.floor(next() * 52)))],
];

const EACH = 40000;

function worst(log: (x: number) => number, truth: (x: number) => Pair): { ulps: number; at: number; region: string } {
  let most = { ulps: 0, at: 1, region: '' };
  for (const [i, [region, draw]] of regions.entries()) {
    const next = random(1000 + i);
    for (let turn = 0; turn < EACH; turn++) {
      const x = draw(next);
      if (x === 1) continue;
      const ulps = ulpsOff(log(x), truth(x));
      if (!(ulps <= most.ulps)) most = { ulps, at: x, region };
    }
  }
  return most;
}

describe('the reference', () => {
  it('in pairs of doubles agrees with the one in integers to 2^-90', () => {
    for (const [i, [, draw]] of regions.entries()) {
      const next = random(i);
      for (let turn = 0; turn < 300; turn++) {
        const x = draw(next);
        if (x === 1) continue;
        const { hi, lo } = pairLn(x);
        // Both as multiples of 2^-200; a double times 2^200 is an integer here but for its last bits, far below 2^-90 of it.
        const whole = (y: number) => BigInt(Math.trunc(y * 2 ** 200));
        const truth = bigLn(x);
        const off = whole(hi) + whole(lo) - truth;
        const size = truth < 0n ? -truth : truth;
        expect((off < 0n ? -off : off) << 90n <= size, `ln ${x}`).toBe(true);
      }
    }
  });

  it('in integers knows ln 2 and ln 10', () => {
    const digits = (fixed: bigint) => ((fixed * 10n ** 40n) >> 200n).toString();
    expect(digits(bigLn(2))).toBe('6931471805599453094172321214581765680755');
    expect(digits(bigLn(10))).toBe('23025850929940456840179914546843642076011');
  });
});

describe('accuracy', () => {
  // Six million values of each had 0.866 and 0.872 at worst, both near √2, where f is largest.
  it.each([
    ['ln', ln, pairLn],
    ['log2', log2, pairLog2],
  ] as const)('%s is within 0.9 ulp over all binades, near 1, near √2 and for denormals', (_, log, truth) => {
    const { ulps, at, region } = worst((x) => log(x), truth);
    expect(ulps, `at ${at} (${region})`).toBeLessThan(0.9);
    // A measurement that finds nothing is none: no logarithm of doubles is right to half an ulp everywhere.
    expect(ulps).toBeGreaterThan(0.5);
  });

  it('log2 of every power of two is exact', () => {
    for (let e = -1074; e <= 1023; e++) expect(log2(2 ** e)).toBe(e);
  });

  it('ln and log2 of 1 are 0, of 0 −∞, also of −0', () => {
    for (const log of [ln, log2]) {
      expect(log(1)).toBe(0);
      expect(log(0)).toBe(-Infinity);
      expect(log(-0)).toBe(-Infinity);
    }
    expect(LN2).toBe(ln(2));
  });

  it('neither ever falls where its argument grows by an ulp', () => {
    const next = random(5);
    for (const [, draw] of regions) {
      for (let turn = 0; turn < 3000; turn++) {
        const x = draw(next);
        const more = x + Math.max(5e-324, x * 2 ** -51);
        expect(ln(more) >= ln(x), `ln ${x}`).toBe(true);
        expect(log2(more) >= log2(x), `log2 ${x}`).toBe(true);
      }
    }
  });

  it('x·2^scale is a number that need not fit', () => {
    const next = random(6);
    for (let turn = 0; turn < 2000; turn++) {
      const x = mantissa(next);
      const scale = Math.floor((next() - 0.5) * 1e6);
      expect(Math.abs(ln(x, scale) / (Math.log(x) + scale * Math.LN2) - 1)).toBeLessThan(1e-15);
      expect(Math.abs(log2(x, scale) / (Math.log2(x) + scale) - 1)).toBeLessThan(1e-15);
    }
    for (const x of [0.3, 1.7, 1e-5]) for (const scale of [-40, 3, 500]) expect(Object.is(ln(x * 2 ** scale), ln(x, scale))).toBe(true);
  });
});

describe('logColumn', () => {
  it('is log2 of each number, or of what it leaves over, with the same bits', () => {
    const values = Float64Array.from(
      regions.flatMap(([, draw], i) => {
        const next = random(50 + i);
        return Array.from({ length: 1001 }, () => draw(next));
      }),
    );
    values[7] = 0;
    const estimates = values.filter((value) => value <= 1);
    estimates[9] = 1;
    expect(estimates.length).toBeGreaterThan(2000);
    const { kernels } = engine;
    const x = kernels.float64(values.length);
    const out = kernels.float64(values.length);
    for (const length of [values.length, 1, 2, 255, 256, 257, 513]) {
      x.set(values);
      kernels.logColumn(x, out, length, false);
      sameBits(out.subarray(0, length), values.subarray(0, length).map(one(log2)));
    }
    for (const length of [estimates.length, 1, 2, 255, 256, 257, 513]) {
      x.set(estimates);
      kernels.logColumn(x, out, length, true);
      sameBits(out.subarray(0, length), estimates.subarray(0, length).map(one((value) => log2(1 - value))));
    }
    kernels.free(x);
    kernels.free(out);
  });
});

/** A function of a number that takes no other arguments from map. */
function one(log: (x: number) => number): (x: number) => number {
  return (x) => log(x);
}
