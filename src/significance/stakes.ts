import { FairbitsError } from '../base/errors.js';
import { ln1p } from '../math/elementary.js';
import { exp } from '../math/exp.js';
import { ln } from '../math/log.js';

const STAKES = 24;

/**
 * A mixture of exp(λS − ψ(λ)V) over stakes λ = 2^−(j+1)/c with weights 1/((j+1)(j+2)), the rest kept in the pocket, for differences of no more than
 * `bound` in size: c = 2·bound, ψ(λ) = (−ln(1 − cλ) − cλ)/c². S is the sum of differences, V that of squares about centres that were known before each
 * (eProcess.ts says why that is an e-process).
 */
export class Stakes {
  private readonly lambdas = new Float64Array(STAKES);
  private readonly psis = new Float64Array(STAKES);
  private readonly weights = new Float64Array(STAKES);
  private readonly pocket: number;

  constructor(bound: number) {
    if (!(bound > 0 && bound < Infinity))
      throw new FairbitsError('option', `the bound of the differences is ${bound}: expected a positive number, known before the data are`, {
        found: bound,
        expected: 'a positive number',
      });
    const c = 2 * bound;
    let spent = 0;
    for (let j = 0, part = 0.5; j < STAKES; j++, part /= 2) {
      const weight = 1 / ((j + 1) * (j + 2));
      spent += weight;
      this.lambdas[j] = part / c;
      this.psis[j] = psi(part) / (c * c);
      this.weights[j] = weight;
    }
    this.pocket = 1 - spent;
  }

  /** The largest exponent, or 0. The mixture is no larger than its largest part. */
  largest(total: number, squares: number): number {
    let largest = 0;
    for (let j = 0; j < STAKES; j++) {
      const exponent = this.lambdas[j] * total - this.psis[j] * squares;
      if (exponent > largest) largest = exponent;
    }
    return largest;
  }

  /** ln of the mixture. Parts that are less than 2⁻⁶⁰ of the largest do not show in it. */
  log(total: number, squares: number): number {
    const largest = this.largest(total, squares);
    let mixture = this.pocket * exp(-largest);
    for (let j = 0; j < STAKES; j++) {
      const exponent = this.lambdas[j] * total - this.psis[j] * squares - largest;
      if (exponent > -42) mixture += this.weights[j] * exp(exponent);
    }
    return largest + ln(mixture);
  }
}

/** −ln(1 − x) − x; by its series where it would cancel. */
function psi(x: number): number {
  if (x > 0.01) return -ln1p(-x) - x;
  let total = 0;
  for (let i = 12; i >= 2; i--) total = total * x + 1 / i;
  return total * x * x;
}
