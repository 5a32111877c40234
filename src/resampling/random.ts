import { FairbitsError } from '../errors.js';

/**
 * A seeded generator: the same seed gives the same numbers on every machine, as it takes 32-bit integers alone.
 * xoshiro128** (Blackman & Vigna 2021, "Scrambled linear pseudorandom number generators", ACM TOMS 47(4)); its four words
 * are filled by a hash of the seed, so that neighbouring seeds have nothing in common.
 */
export class Random {
  private a: number;
  private b: number;
  private c: number;
  private d: number;

  /** `seed` is a whole number from 0 to 2⁵³ − 1. `forks` is for `fork`. */
  constructor(
    private readonly seed = 1,
    private readonly forks: readonly number[] = [],
  ) {
    if (!(Number.isSafeInteger(seed) && seed >= 0))
      throw new FairbitsError('option', `the seed is ${seed}: expected a whole number from 0 to 2^53 - 1`, { found: seed, expected: '0 to 2^53 - 1' });
    let hash = 0;
    for (const word of [seed, seed / 2 ** 32, ...forks]) hash = mix((hash + 0x9e3779b9) ^ (word >>> 0));
    const next = () => {
      hash = (hash + 0x9e3779b9) | 0;
      return mix(hash);
    };
    this.a = next();
    this.b = next();
    this.c = next();
    // All four words 0 would stay 0 for ever.
    this.d = next() | (this.a | this.b | this.c ? 0 : 1);
  }

  /** The generator of this seed with the number `index`, 0 to 2³² − 1: it shares nothing with this one, whatever this has drawn so far. */
  fork(index: number): Random {
    return new Random(this.seed, [...this.forks, index]);
  }

  /** 32 random bits, as a number from 0 to 2³² − 1. */
  uint32(): number {
    const result = Math.imul(rotate(Math.imul(this.b, 5), 7), 9) >>> 0;
    const t = this.b << 9;
    this.c ^= this.a;
    this.d ^= this.b;
    this.b ^= this.c;
    this.a ^= this.d;
    this.c ^= t;
    this.d = rotate(this.d, 11);
    return result;
  }

  /**
   * A whole number from 0 to n − 1, each equally likely; n up to 2³². Lemire 2019, "Fast random integer generation in an
   * interval" (ACM TOMACS 29(1)): the upper half of x·n, drawn again where the lower half falls into the uneven rest.
   */
  below(n: number): number {
    if (!(Number.isInteger(n) && n >= 1 && n <= 2 ** 32))
      throw new FairbitsError('option', `no number can be drawn below ${n}: expected a whole number from 1 to 2^32`, { found: n, expected: '1 to 2^32' });
    for (;;) {
      const x = this.uint32();
      if (n === 2 ** 32) return x;
      const low = Math.imul(x, n) >>> 0;
      if (low < n && low < (2 ** 32 - n) % n) continue;
      // x·n has up to 64 bits; its halves of 16 bits times n have 48, which a number holds exactly.
      return Math.floor(((x >>> 16) * n + Math.floor(((x & 0xffff) * n) / 65536)) / 65536);
    }
  }

  /** Puts the values into a random order, each order equally likely (Fisher & Yates), in place. */
  shuffle<T extends Uint32Array | unknown[]>(values: T): T {
    for (let i = values.length - 1; i > 0; i--) {
      const j = this.below(i + 1);
      const kept = values[i];
      values[i] = values[j];
      values[j] = kept;
    }
    return values;
  }
}

const rotate = (x: number, by: number): number => (x << by) | (x >>> (32 - by));

/** Every bit of x into every bit of the result (the finalizer of MurmurHash3, with better constants by C. Wellons). */
function mix(x: number): number {
  let h = x;
  h = Math.imul(h ^ (h >>> 16), 0x21f0aaad);
  h = Math.imul(h ^ (h >>> 15), 0x735a2d97);
  return h ^ (h >>> 15);
}
