import { FairbitsError } from '../base/errors.js';
import { type Reported, reported } from '../base/reported.js';
import { exp } from '../math/exp.js';
import { LN2, ln } from '../math/log.js';
import { Stakes } from './stakes.js';

/** Evidence against "on average so far, this one's conditional expected score was no better", valid whenever one looks. */
export interface Evidence {
  /** log2 of the e-value now: bits of evidence; and the most it ever was. */
  bits: Reported;
  mostBits: Reported;
  /** Always valid: 1 over the largest e-value so far, at most 1. */
  p: number;
  /** The row, counted from 0, after which the e-value first reached 1/α; null where it never did. */
  crossedAt: number | null;
}

/** What an e-process must know: a bound on the differences, stated before they are seen. */
export interface EProcessOptions {
  /** No difference is larger than this in size. It must be known before the data are. */
  bound: number;
  /** Where 1/α is crossed; 0.05 by default. */
  alpha?: number;
}

/**
 * An e-process for comparing two forecasters by the differences of a bounded score, after Choe & Ramdas (2023, "Comparing sequential
 * forecasters", Operations Research; the sub-exponential construction of Howard et al. 2021 with a predictable centre).
 *
 * Let d_i be the first's score less the second's, |d_i| ≤ bound, c = 2·bound, γ_i the mean of the differences before i (known before
 * d_i is), S = Σ d_i and V = Σ (d_i − γ_i)². For a stake 0 < λ < 1/c
 *     E(λ) = exp(λS − ψ(λ)V),   ψ(λ) = (−ln(1 − cλ) − cλ)/c²,
 * has an expectation of at most 1 at every stopping time as long as the averages of the conditional expectations of d never exceed 0
 * ("the first is no better than the second on average"): since d − γ ≥ −c, Fan's inequality exp(λx − ψ(λ)x²) ≤ 1 + λx holds for
 * x = d − γ. No independence, no identical distribution, no stationarity is assumed. Not knowing λ, we spread one unit over stakes
 * λ = 2^−(j+1)/c with weights 1/((j+1)(j+2)) and keep the rest in the pocket: a mean of e-processes is an e-process.
 *
 * @example
 * ```ts
 * import { EProcess } from 'fairbits/significance';
 *
 * const process = new EProcess({ bound: 1 });
 * for (let i = 0; i < 100; i++) process.add(0.5);
 * process.evidence().first.bits; // → 17.02
 * ```
 */
export class EProcess {
  private readonly stakes: Stakes;
  private readonly logThreshold: number;
  private readonly most: [number, number] = [0, 0];
  private readonly crossed: [number | null, number | null] = [null, null];
  private rows = 0;
  private total = 0;
  private squares = 0;

  constructor(private readonly options: EProcessOptions) {
    const { bound, alpha = 0.05 } = options;
    this.stakes = new Stakes(bound);
    if (!(alpha > 0 && alpha < 1))
      throw new FairbitsError('option', `alpha is ${alpha}: expected a number between 0 and 1, such as 0.05`, { found: alpha, expected: 'between 0 and 1' });
    this.logThreshold = -ln(alpha);
  }

  /** The next difference, first less second. */
  add(difference: number): void {
    if (!(Math.abs(difference) <= this.options.bound))
      throw new FairbitsError(
        'value',
        `difference ${this.rows} (counted from 0) is ${difference}: expected no more than ${this.options.bound} in size, the bound that was stated`,
        { row: this.rows, found: difference, expected: `at most ${this.options.bound}` },
      );
    const centre = this.rows === 0 ? 0 : this.total / this.rows;
    this.total += difference;
    this.squares += (difference - centre) ** 2;
    this.note(0, this.total);
    this.note(1, -this.total);
    this.rows++;
  }

  /** That the first is better, and that the second is. */
  evidence(): { first: Evidence; second: Evidence } {
    const one = (side: 0 | 1): Evidence => ({
      bits: reported(this.stakes.log(side === 0 ? this.total : -this.total, this.squares) / LN2),
      mostBits: reported(this.most[side] / LN2),
      p: Math.min(1, exp(-this.most[side])),
      crossedAt: this.crossed[side],
    });
    return { first: one(0), second: one(1) };
  }

  private note(side: 0 | 1, total: number): void {
    // The mixture is no larger than its largest part, so most rows need no exponentials.
    if (total <= 0 || this.stakes.largest(total, this.squares) <= this.most[side]) return;
    const value = this.stakes.log(total, this.squares);
    if (value > this.most[side]) this.most[side] = value;
    if (value >= this.logThreshold) this.crossed[side] ??= this.rows;
  }
}

/**
 * The e-processes of a whole column of differences, in its order.
 *
 * @example
 * ```ts
 * import { eProcess } from 'fairbits/significance';
 *
 * const { first, second } = eProcess(new Float64Array(100).fill(0.5), { bound: 1 });
 * first.p < 0.05; // → true
 * second.p; // → 1
 * ```
 */
export function eProcess(differences: ArrayLike<number>, options: EProcessOptions): { first: Evidence; second: Evidence } {
  const process = new EProcess(options);
  for (let i = 0; i < differences.length; i++) process.add(differences[i]);
  return process.evidence();
}
