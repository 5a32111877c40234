import { figure, numberOf, percent, pText } from '../ui/figures.js';
import type { JudgedLearner, TestedDifference } from './learnJobs.js';
import type { Learned } from './learnRun.js';

/** What the comparison of two learners comes to, in sentences. */

const meanOf = ({ evaluation }: JudgedLearner, id: 'bayesianReward' | 'accuracy'): number => numberOf(evaluation.means[id].mean);

/** Which of two means is ahead: 0, 1, or undefined where they are level. */
export function aheadBy(means: readonly number[]): 0 | 1 | undefined {
  return means[0] > means[1] ? 0 : means[1] > means[0] ? 1 : undefined;
}

/** "0.8 of 0.9 fair bits per prediction (89 %)", over the folds. */
function earned(learner: JudgedLearner): string {
  const mean = meanOf(learner, 'bayesianReward');
  const { ceiling } = learner;
  if (ceiling === undefined || mean < 0) return `${figure(mean)} fair bits per prediction`;
  return `${figure(mean)} of ${figure(ceiling)} fair bits per prediction (${percent(mean / ceiling).replace(' ', '\u00a0')})`;
}

/** Who earns more, and by how much. */
export function learnVerdict({ learners, judged }: Learned): string {
  const means = judged.learners.map((each) => meanOf(each, 'bayesianReward'));
  const names = learners.map(({ name }) => name);
  const best = aheadBy(means);
  if (best === undefined)
    return means[0] === Number.NEGATIVE_INFINITY
      ? 'Both learners earn −∞: each called impossible what then happened.'
      : `${names[0]} and ${names[1]} earn the same: ${earned(judged.learners[0])}.`;
  const other = best === 0 ? 1 : 0;
  const lead = means[best] - means[other];
  const rest = lead === Number.POSITIVE_INFINITY ? `${names[other]} earns −∞` : `${figure(lead)} more than ${names[other]}`;
  return means[best] < 0
    ? `${names[best]} loses less: ${figure(means[best])} fair bits per prediction, ${rest}.`
    : `${names[best]} earns more: ${earned(judged.learners[best])}, ${rest}.`;
}

/** What decides whether a lead is more than chance. */
export function testWords({ plan, judged }: Learned): string {
  const folds = judged.learners[0].evaluation.folds.length;
  return plan.plan === '5x2cv' ? 'the combined 5×2cv F test (Alpaydin 1999)' : `the corrected resampled t test over ${folds} folds (Nadeau & Bengio 2003)`;
}

const isSure = (tested: TestedDifference, confidence: number): boolean | undefined =>
  'reason' in tested || tested.result.p === null ? undefined : tested.result.p < 1 - confidence;

/** Whether a difference is more than chance, in a few words for a table. */
export function sureWords(tested: TestedDifference, confidence: number): string {
  const sure = isSure(tested, confidence);
  return sure === undefined ? 'not tested' : sure ? 'more than chance' : 'may be chance';
}

/** Whether the lead is more than chance, and what accuracy says. */
export function learnLead(learned: Learned): string {
  const { judged, confidence, learners } = learned;
  const { bayesianReward, accuracy } = judged.tests;
  const bits = aheadBy(judged.learners.map((each) => meanOf(each, 'bayesianReward')));
  const shares = judged.learners.map((each) => meanOf(each, 'accuracy'));
  const right = aheadBy(shares);
  const p = (tested: TestedDifference): string => ('reason' in tested ? '' : `p = ${pText(tested.result.p)}`);
  const lead =
    'reason' in bayesianReward
      ? `Whether that is more than chance cannot be said: ${bayesianReward.reason}.`
      : bits === undefined
        ? ''
        : `By ${testWords(learned)} the lead ${isSure(bayesianReward, confidence) ? 'is more than chance' : 'may be chance'} (${p(bayesianReward)}).`;
  const shown = right === undefined ? undefined : `${percent(shares[right])} against ${percent(shares[1 - right])}`;
  const sure = 'reason' in accuracy ? '' : `, which ${isSure(accuracy, confidence) ? 'is more than chance' : 'may be chance'} (${p(accuracy)})`;
  const often =
    right === undefined
      ? `Both are right equally often, in ${percent(shares[0])} of the rows.`
      : bits === undefined || right === bits
        ? `${learners[right].name} is ${bits === undefined ? '' : 'also '}right more often: ${shown}${sure}.`
        : `By accuracy it is the other way round: ${learners[right].name} is right more often, ${shown}${sure}.`;
  return `${lead} ${often}`.trim();
}
