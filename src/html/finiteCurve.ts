import { type PriorCurve, type PriorPathOptions, priorCurve, type Tallied } from '../core/thesis1.js';

/**
 * Rewards under every prior. Who earns −∞ does so under all of them and has no curve, but keeps its place, and with it the others
 * their colours; null where nobody has one.
 */
export function finiteCurve(tallies: readonly Tallied[], path: PriorPathOptions): PriorCurve | null {
  const finite = tallies.filter((each) => ('tally' in each ? each.tally : each).impossible === 0);
  if (finite.length === 0) return null;
  const curve = priorCurve(finite, path);
  return {
    ...curve,
    means: tallies.map((each) => (finite.includes(each) ? curve.means[finite.indexOf(each)] : curve.priors.map(() => Number.NaN))),
    ahead: curve.ahead.map((best) => (best === null ? null : tallies.indexOf(finite[best]))),
  };
}

export const NO_CURVE = 'every learner called impossible what then happened, and earns −∞ under every prior';
