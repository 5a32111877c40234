import { FairbitsError } from '../../base/errors.js';
import { begin, loadState, nextWords, PLACE, REPLICATE, type Seed, saveState, wordOf } from '../../kernels/plain/random.js';

const BUFFER_WORDS = 32;
const FORK = 3;

/**
 * Seeded random numbers, the same on every machine: xoshiro256++ (Blackman & Vigna 2021), seeded by SplitMix64.
 * `fork(i)` gives generators that share nothing with this one or with each other, whatever either has drawn so far.
 *
 * @example
 * ```ts
 * import { Random } from 'fairbits';
 *
 * const random = new Random(1);
 * random.below(6); // → 5
 * random.below(6); // → 4
 * new Random(1).shuffle(['a', 'b', 'c', 'd']); // → [ 'a', 'c', 'b', 'd' ]
 * ```
 */
export class Random {
  private readonly seed: Seed;
  private readonly state = new Int32Array(8);
  private readonly words = new Uint32Array(2 * BUFFER_WORDS);
  private used = this.words.length;

  constructor(seed: number | Seed = 1) {
    this.seed = toSeed(seed);
    begin(wordOf(this.seed, REPLICATE, 0), wordOf(this.seed, PLACE, 0xffffffff));
    saveState(this.state);
  }

  /** The generator of this seed with the number `index`, 0 to 2^32 − 1. */
  fork(index: number): Random {
    return new Random(forkSeed(this.seed, index));
  }

  /** A whole number from 0 to 2^32 − 1. */
  uint32(): number {
    if (this.used === this.words.length) {
      loadState(this.state);
      nextWords(this.words, BUFFER_WORDS);
      saveState(this.state);
      this.used = 0;
    }
    return this.words[this.used++];
  }

  /** A number from 0 to 1, without 1: one of 2^53, each as likely. */
  uniform(): number {
    const low = this.uint32();
    return (this.uint32() * 2 ** 21 + (low >>> 11)) * 2 ** -53;
  }

  /** A whole number from 0 to n − 1, each exactly as likely; n at most 2^32. */
  below(n: number): number {
    if (!(Number.isInteger(n) && n >= 1 && n <= 2 ** 32))
      throw new FairbitsError('option', `a random number below ${n}: expected a whole number from 1 to 2^32`, { found: n, expected: '1 to 2^32' });
    // Those above the last whole multiple of n are drawn again. The quotient's floor is exact: it is below 2^32/n, and 1/n
    // far more than its rounding. A remainder of numbers above 2^31 takes twice as long.
    for (;;) {
      const x = this.uint32();
      const multiple = Math.floor(x / n) * n;
      if (multiple + n <= 2 ** 32) return x - multiple;
    }
  }

  /** Puts the elements of an array into random order, in place; every order exactly as likely (Fisher & Yates). */
  shuffle<T extends { length: number; [index: number]: unknown }>(array: T): T {
    for (let i = array.length - 1; i > 0; i--) {
      const j = this.below(i + 1);
      const kept = array[i];
      array[i] = array[j];
      array[j] = kept;
    }
    return array;
  }
}

/** The seed of the generator with a number, for what is seeded by two halves. */
export function forkSeed(seed: Seed, index: number): Seed {
  const [high, low] = wordOf(seed, FORK, index);
  return { high: high >>> 0, low: low >>> 0 };
}

/** A seed as 64 bits. */
export function toSeed(seed: number | Seed): Seed {
  if (typeof seed === 'object') return seed;
  if (!Number.isSafeInteger(seed) || seed < 0)
    throw new FairbitsError('option', `the seed is ${seed}: expected a whole number from 0 to 2^53 − 1`, { found: seed, expected: '0 to 2^53 − 1' });
  return { low: seed >>> 0, high: Math.floor(seed / 2 ** 32) };
}
