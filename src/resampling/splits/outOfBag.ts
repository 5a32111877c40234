import { Random } from '../../core/resampling/random.js';
import { type Plan, planName, planOptions, rowCount, type Split } from './plan.js';

/** What `outOfBag` can be told: the number of samples, and the seed. */
export interface OutOfBagOptions {
  /** How many bootstrap samples; 50 by default. */
  samples?: number;
  seed?: number;
}

/**
 * The bootstrap as a split (Witten & Frank, §5.4): n rows drawn with replacement to learn from, those never drawn to test on. Of many
 * rows 36.8 % are never drawn; of a few it can happen that all are drawn (of two rows, half the time): `test` is empty then.
 *
 * @example
 * ```ts
 * import { outOfBag } from 'fairbits';
 *
 * const [{ train, test }] = outOfBag({ samples: 1, seed: 1 }).splits(1000);
 * train.length; // → 1000
 * test.length; // → 369
 * ```
 */
export function outOfBag({ samples = 50, seed }: OutOfBagOptions = {}): Plan {
  const settings = planOptions({ repetitions: samples, ...(seed !== undefined && { seed }) });
  return {
    kind: 'out-of-bag',
    name: planName('bootstrap sample, tested out of bag', settings),
    ...settings,
    count: () => samples,
    splits: (rows) => bagSplits(rowCount(rows), samples, settings.seed),
  };
}

function* bagSplits(n: number, samples: number, seed: number): Generator<Split, void, undefined> {
  for (let repetition = 0; repetition < samples; repetition++) {
    const random = new Random(seed).fork(repetition);
    const times = new Uint32Array(n);
    let out = n;
    for (let draw = 0; draw < n; draw++) if (times[random.below(n)]++ === 0) out--;
    const train = new Uint32Array(n);
    const test = new Uint32Array(out);
    let [i, j] = [0, 0];
    for (let row = 0; row < n; row++) {
      if (times[row] === 0) test[j++] = row;
      for (let time = times[row]; time > 0; time--) train[i++] = row;
    }
    yield { repetition, fold: 0, train, test };
  }
}
