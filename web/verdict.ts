import type { Comparison, MeasureReport, Report } from '../src/parts.js';
import type { PageLearner } from './session.js';
import { count, figure, numberOf, percent, pText } from './ui/figures.js';

/** What it comes to, in a sentence. */

const AGAINST: Record<string, string> = {
  test: 'quoting the class frequencies of the test set',
  train: 'quoting the class frequencies of the training set',
  uniform: 'giving every class the same chance',
  given: 'quoting the prior',
};

export interface LivePrior {
  source: string;
  /** The Bayesian reward of each learner under it. */
  rewards: MeasureReport[];
}

export function verdict(learners: readonly PageLearner[], prior: LivePrior): string {
  return learners.length === 1 ? ofOne(learners[0], prior) : ofSeveral(learners, prior);
}

const bits = (value: number): string => `${figure(value)} fair bits`;

function ofOne({ name, outcome: { json } }: PageLearner, { source, rewards: [{ mean: reported, interval }] }: LivePrior): string {
  const over = AGAINST[source] ?? AGAINST.given;
  const mean = numberOf(reported);
  if (mean === Number.NEGATIVE_INFINITY) return impossible(name, json);
  if (!interval) return mean < 0 ? `${name} loses ${bits(-mean)} per prediction against ${over}.` : `${name} earns ${bits(mean)} per prediction over ${over}.`;
  const [low, high] = interval.map(numberOf);
  const sure = ` (${percent(json.confidence)} interval ${figure(low)} to ${figure(high)})`;
  if (low > 0) return `${name} earns ${bits(mean)} per prediction over ${over}${sure}: it knows more than the prior.`;
  if (high < 0) return `${name} loses ${bits(-mean)} per prediction against ${over}${sure}: the prior would have done better.`;
  return `${name} earns ${bits(mean)} per prediction over ${over}${sure}: that may be chance.`;
}

function impossible(name: string, json: Report): string {
  const { infinite } = json.measures.bayesianReward;
  return `${name} earns −∞: it called impossible what then happened in ${count(infinite)} of ${count(json.rows)} rows. A cutoff keeps such estimates away from 0.`;
}

function ofSeveral(learners: readonly PageLearner[], { source, rewards }: LivePrior): string {
  const means = rewards.map(({ mean }) => numberOf(mean));
  const order = means.map((_, i) => i).sort((a, b) => means[b] - means[a] || a - b);
  const [best, second] = order;
  if (means[best] === Number.NEGATIVE_INFINITY)
    return 'Every learner earns −∞: each called impossible what then happened. A cutoff keeps such estimates away from 0.';
  const lead = means[best] - means[second];
  const over = AGAINST[source] ?? AGAINST.given;
  if (lead === 0) return `${learners[best].name} and ${learners[second].name} earn the same: ${bits(means[best])} per prediction over ${over}.`;
  const rest = lead === Number.POSITIVE_INFINITY ? 'the others −∞' : `${figure(lead)} more than ${learners[second].name}`;
  const sign = means[best] < 0 ? 'loses least' : 'earns most';
  return `${learners[best].name} ${sign}: ${bits(means[best])} per prediction over ${over}, ${rest}.`;
}

/** Whether the lead of the best is more than chance; under every prior, for differences in Bayesian reward do not depend on it. */
export function leadSentence({ pairs, confidence }: Comparison, names: readonly string[], means: readonly number[]): string {
  const [best, second] = names.map((_, i) => i).sort((a, b) => means[b] - means[a] || a - b);
  const pair = pairs.find(({ first, second: other }) => [first, other].includes(names[best]) && [first, other].includes(names[second]));
  const found = pair?.differences.bayesianReward;
  if (!found || found.p === null || found.pAdjusted === null) return found?.reason ? `Whether that is more than chance cannot be said: ${found.reason}.` : '';
  return found.significant
    ? `The lead is more than chance (p = ${pText(found.pAdjusted)}, adjusted for ${pairs.length} pair${pairs.length === 1 ? '' : 's'}).`
    : `The lead over ${names[second]} may be chance (p = ${pText(found.pAdjusted)} at ${percent(confidence)} confidence).`;
}
