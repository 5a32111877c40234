import { fixedReciprocal, toFixed } from '../../math/exactSum.js';
import { LN2, log2 } from '../../math/log.js';
import { stakesOf } from '../priors.js';

/** Below this a log of the prior is too near 0 to be divided by as a multiple of 2^-256: priors below 1e-30, or as near to 1. */
const MIN_LOG = 2 ** -100;

/** Why such a prior needs another look at the rows. */
export const EXTREME = 'the prior of a class is so near to 0 or 1 that its log must be divided by row by row';

/** What exact sums need of a prior: its logs, in bits, as multiples of 2^-256. */
export class ExactPrior {
  /** log2 q and log2(1 − q) of each class. */
  readonly own: bigint[];
  readonly other: bigint[];
  private readonly logs: { own: number; other: number }[];
  private stakes: ReturnType<typeof stakesOf> | undefined;
  private inverses: { own: bigint[]; other: bigint[] } | undefined;

  constructor(readonly values: Float64Array) {
    this.logs = Array.from(values, (q) => ({ own: log2(q), other: 1 - q === 1 ? -q / LN2 : log2(1 - q) }));
    this.own = this.logs.map(({ own }) => toFixed(own));
    this.other = this.logs.map(({ other }) => toFixed(other));
  }

  /** Whether one of its values is so near to 0 or 1 that rewards which divide by its logs must be taken row by row. */
  get extreme(): boolean {
    return this.logs.some(({ own, other }) => Math.min(-own, -other) < MIN_LOG);
  }

  /** 1/log2 q and 1/log2(1 − q). */
  get inverse(): { own: bigint[]; other: bigint[] } {
    this.inverses ??= { own: this.own.map(fixedReciprocal), other: this.other.map(fixedReciprocal) };
    return this.inverses;
  }

  /** The sum of the logs of a row that quotes the prior and whose class is c, added up as the kernels add them. */
  whole(c: number): bigint {
    return toFixed(this.logs.reduce((sum, { own, other }, i) => (i === 0 ? 0 : sum) + (i === c ? own : other), 0));
  }

  /** The same over the number of classes, as the kernel has it that multiplies first (assembly/bayesian.ts). */
  stake(c: number): bigint {
    this.stakes ??= stakesOf(this.values);
    const { product, mantissa, exponent } = this.stakes(c);
    return toFixed((1 / this.values.length) * (product > 0 ? log2(product) : log2(mantissa, exponent)));
  }
}
