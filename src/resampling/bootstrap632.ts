import { FairbitsError } from '../base/errors.js';

/** The weights as the papers print them; (1 − 1/n)ⁿ is 0.368 for many rows. */
const OUT = 0.632;
const IN = 0.368;

/** What .632 is made of: the mean over rows that were not learned from, and that over the rows that were. */
export interface BootstrapErrors {
  /** Of rows that were not learned from: the mean over bootstrap samples. */
  outOfBag: number;
  /** Of the rows that were learned from, all of them. */
  resubstitution: number;
}

/**
 * Witten & Frank, §5.4: 0.632 × the error out of bag + 0.368 × the error of resubstitution. Of rewards and losses alike.
 *
 * @example
 * ```ts
 * import { bootstrap632 } from 'fairbits';
 *
 * bootstrap632({ outOfBag: 0.3, resubstitution: 0.1 }); // → 0.2264
 * ```
 */
export function bootstrap632({ outOfBag, resubstitution }: BootstrapErrors): number {
  return OUT * outOfBag + IN * resubstitution;
}

/** What .632+ is made of: also what estimates would be worth that had nothing to do with the truth. */
export interface NoInformation extends BootstrapErrors {
  /** What there would be if labels had nothing to do with rows: every label against every prediction (γ̂ of Efron & Tibshirani). */
  noInformation: number;
  /** Which way is better: `lower`, as errors and losses are, by default. */
  better?: 'higher' | 'lower';
}

/** The .632+ estimate, the weight that it gives to what is out of bag, and how much the learner overfits, from 0 to 1. */
export interface Bootstrap632Plus {
  estimate: number;
  /** Of the value out of bag: from 0.632 without overfitting to 1. */
  weight: number;
  /** From 0, no overfitting, to 1: as bad out of bag as if nothing had been learned. */
  relativeOverfitting: number;
}

/**
 * Efron & Tibshirani 1997, "Improvements on cross-validation: the .632+ bootstrap method" (JASA 92, 548–560): more weight to
 * what is out of bag the more a learner overfits. R = (oob − resub)/(noInfo − resub), weight = .632/(1 − .368 R).
 * R is kept in [0, 1] as they do: 0 where either is no worse than resubstitution, and an out-of-bag value worse than no
 * information counts as no information. Their closing formula, .632 + (oob' − resub)·.368·.632 R'/(1 − .368 R'), holds the
 * out-of-bag value in its second term alone; here in both, so that the estimate never leaves the range of what it is made of.
 *
 * @example
 * ```ts
 * import { bootstrap632Plus } from 'fairbits';
 *
 * // Learned by heart: no error on what it has seen, a coin’s on the rest.
 * bootstrap632Plus({ outOfBag: 0.5, resubstitution: 0, noInformation: 0.5, better: 'lower' }); // → { estimate: 0.5, weight: 1, relativeOverfitting: 1 }
 * ```
 */
export function bootstrap632Plus({ outOfBag, resubstitution, noInformation, better = 'lower' }: NoInformation): Bootstrap632Plus {
  for (const [name, value] of Object.entries({ outOfBag, resubstitution, noInformation })) {
    if (!Number.isFinite(value))
      throw new FairbitsError('value', `${name} is ${value}: the .632+ estimator needs finite numbers; a cutoff holds estimates away from 0 and 1`, {
        found: value,
        expected: 'a finite number',
      });
  }
  const worse = (a: number, b: number) => (better === 'lower' ? a > b : a < b);
  if (!worse(outOfBag, resubstitution) || !worse(noInformation, resubstitution))
    return { estimate: bootstrap632({ outOfBag, resubstitution }), weight: OUT, relativeOverfitting: 0 };
  const held = worse(outOfBag, noInformation) ? noInformation : outOfBag;
  const relativeOverfitting = (held - resubstitution) / (noInformation - resubstitution);
  const weight = relativeOverfitting === 1 ? 1 : OUT / (1 - IN * relativeOverfitting);
  return { estimate: (1 - weight) * resubstitution + weight * held, weight, relativeOverfitting };
}
