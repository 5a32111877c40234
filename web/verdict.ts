import type { Comparison, MeasureReport, Report } from '../src/parts.js';
import type { PageLearner } from './session.js';
import { count, figure, numberOf, percent, pText } from './ui/figures.js';
import { pageWords } from './ui/pageWords.js';

/** What it comes to, in a sentence. */

const PRIORS: Record<string, string> = {
  test: 'the class frequencies',
  train: 'the class frequencies of the training set',
  uniform: 'that every class has the same chance',
  given: 'the prior',
};

export interface LivePrior {
  source: string;
  /** The Bayesian reward of each learner under it. */
  rewards: MeasureReport[];
}

export function verdict(learners: readonly PageLearner[], order: readonly number[], prior: LivePrior): string {
  return learners.length === 1 ? ofOne(learners[0], prior) : ofSeveral(learners, order, prior);
}

/** A reward beside what perfect predictions would earn. */
function earned({ mean, ceiling, share }: MeasureReport): string {
  return ceiling === undefined
    ? `${figure(mean)} fair bits per prediction`
    : `${figure(mean)} of ${figure(ceiling)} fair bits per prediction (${percent(numberOf(share)).replace(' ', '\u00a0')})`;
}

const lost = (mean: number): string => `${figure(-mean)} fair bits per prediction`;

/** "earn 0.1 of 0.9 fair bits per prediction (11 %)", or "lose …". */
export function wouldEarn(reward: MeasureReport): string {
  const mean = numberOf(reward.mean);
  return mean < 0 ? `lose ${lost(mean)}` : `earn ${earned(reward)}`;
}

function ofOne({ name, outcome: { json } }: PageLearner, { source, rewards: [reward] }: LivePrior): string {
  const mean = numberOf(reward.mean);
  if (mean === Number.NEGATIVE_INFINITY) return impossible(name, json);
  const prior = PRIORS[source] ?? PRIORS.given;
  const says = mean < 0 ? `${name} loses ${lost(mean)}` : `${name} earns ${earned(reward)}`;
  if (!reward.interval) return `${says} over ${prior}.`;
  const [low, high] = reward.interval.map(numberOf);
  if (low > 0) return `${says}: it knows more than ${prior}.`;
  if (high < 0) return `${says}: it would have done better to quote ${source === 'uniform' ? 'equal chances' : prior}.`;
  return `${says}: it may know no more than ${prior}.`;
}

function impossible(name: string, json: Report): string {
  const { infinite } = json.measures.bayesianReward;
  return `${name} earns −∞: it called impossible what then happened in ${count(infinite)} of ${count(json.rows)} rows.`;
}

function ofSeveral(learners: readonly PageLearner[], order: readonly number[], { rewards }: LivePrior): string {
  const means = rewards.map(({ mean }) => numberOf(mean));
  const [best, second] = order;
  if (means[best] === Number.NEGATIVE_INFINITY) return 'Every learner earns −∞: each called impossible what then happened.';
  const lead = means[best] - means[second];
  if (lead === 0) return `${learners[best].name} and ${learners[second].name} earn the same: ${earned(rewards[best])}.`;
  const rest =
    lead === Number.POSITIVE_INFINITY
      ? `${learners.length === 2 ? learners[second].name : 'the others'} −∞`
      : `${figure(lead)} more than ${learners[second].name}`;
  return means[best] < 0
    ? `${learners[best].name} loses least: ${lost(means[best])}, ${rest}.`
    : `${learners[best].name} earns most: ${earned(rewards[best])}, ${rest}.`;
}

/** Whether the lead of the best is more than chance; under every prior, for differences in Bayesian reward do not depend on it. */
export function leadSentence({ pairs, confidence }: Comparison, names: readonly string[], [best, second]: readonly number[]): string {
  const pair = pairs.find(({ first, second: other }) => [first, other].includes(names[best]) && [first, other].includes(names[second]));
  const found = pair?.differences.bayesianReward;
  if (!found || found.p === null || found.pAdjusted === null)
    return found?.reason ? `Whether that is more than chance cannot be said: ${pageWords(found.reason)}.` : '';
  return found.significant
    ? `The lead is more than chance (p = ${pText(found.pAdjusted)}, adjusted for ${pairs.length} pair${pairs.length === 1 ? '' : 's'}).`
    : `The lead over ${names[second]} may be chance (p = ${pText(found.pAdjusted)} at ${percent(confidence)} confidence).`;
}
