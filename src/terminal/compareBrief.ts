import { count } from '../base/figures.js';
import { numberOf } from '../base/reported.js';
import { listed, shortenedAll } from '../charts/words.js';
import type { ComparedLearner, Comparison } from '../compare/comparison.js';
import { leftOutText } from '../compare/leftOutText.js';
import { shortNames } from '../compare/shortNames.js';
import type { Verdict } from '../compare/verdict.js';
import type { Brief, BriefTable } from './brief.js';
import { MAX_NAME_WIDTH } from './matrix.js';
import { against, digitsOf, earnText, level, percentText, rewardText, sideOf } from './rewardWords.js';
import { cutoffText } from './scoreBrief.js';
import { figure, LINE_WIDTH } from './table.js';

type Compared = Pick<Comparison, 'learners' | 'pairs' | 'prior'>;

/** Up to so many learners the table of pairs has their differences, else signs. */
const FEW_LEARNERS = 5;
/** More learners than this are counted in a sentence, not listed. */
const MOST_LISTED = 5;

/** One learner against another: who is ahead by how much, as the first of the two sees it. */
interface SeenPair {
  difference: number;
  is: Verdict['is'];
}

/** From the highest mean reward down; those without one last. */
export function sorted({ learners }: Pick<Comparison, 'learners'>): ComparedLearner[] {
  const worth = ({ measures }: ComparedLearner): number => numberOf(measures.bayesianReward.mean);
  return [...learners].sort((a, b) => {
    const [x, y] = [worth(a), worth(b)].map((each) => (Number.isNaN(each) ? -Infinity : each));
    return x === y ? 0 : y - x;
  });
}

function seen({ pairs }: Pick<Comparison, 'pairs'>, a: string, b: string): SeenPair {
  const pair = pairs.find(({ first, second }) => (first === a && second === b) || (first === b && second === a));
  if (!pair) return { difference: NaN, is: 'untested' };
  const difference = numberOf(pair.differences.bayesianReward.difference);
  return { difference: pair.first === a ? difference : -difference, is: pair.verdict.is };
}

/** Who is best, by how much, and whether that is chance. */
export function compareVerdict(comparison: Compared, names = shortNames(comparison.learners.map(({ name }) => name))): string {
  const { prior } = comparison;
  const [best, ...others] = sorted(comparison);
  const own = best.measures.bayesianReward;
  const called = (name: string): string => names.get(name) ?? name;
  if (typeof own.mean !== 'number')
    return 'Every learner called impossible what then happened, and earns −∞: a cutoff tells them apart (--cutoff mml:N, N the size of the training set).';
  const those = (is: Verdict['is'], all = others): string[] => all.filter(({ name }) => seen(comparison, best.name, name).is === is).map(({ name }) => name);
  const by = (name: string): string => {
    const { difference } = seen(comparison, best.name, name);
    return `${called(name)} by ${figure(difference, digitsOf(difference))}`;
  };
  const said = (found: readonly string[]): string => (found.length > MOST_LISTED ? `${found.length} others` : listed(found.map(by)));
  const beaten = those('better');
  const close = those('chance');
  const same = those('same');
  const ruined = those('untested');
  const told = [
    ...(beaten.length > 0 ? [`It beats ${said(beaten)}, ${beaten.length > 1 ? 'each ' : ''}by more than chance.`] : []),
    ...(close.length > 0 ? [`Its lead over ${said(close)} may be chance.`] : []),
    ...(same.length > 0 ? [`${listed(same.map(called))} earn${same.length === 1 ? 's' : ''} the same.`] : []),
    ...(ruined.length > 0 ? [`${listed(ruined.map(called))} earn${ruined.length === 1 ? 's' : ''} −∞, having called impossible what then happened.`] : []),
    ...(sideOf(own) === 'above' ? [] : [`But it is not better than ${against(prior.source)}${sideOf(own) === 'below' ? '' : ' by more than chance'}.`]),
  ];
  const worth = own.mean < 0 ? `though its predictions ${earnText(own)}` : `with ${rewardText(own)}`;
  return `${called(best.name)} is best, ${worth}. ${told.join(' ')}`;
}

/** The answer in short; the rest is in the full comparison. */
export function compareBrief(comparison: Comparison): Brief {
  const order = sorted(comparison);
  const names = shortNames(order.map(({ name }) => name));
  const warnings = [
    ...leftOutText(comparison.rows, comparison),
    ...order.flatMap(({ name, warnings: own, withCutoff }) => [
      ...own.map((text) => `${names.get(name)}: ${text}`),
      ...(withCutoff ? [`${names.get(name)}: ${cutoffText(withCutoff)} --cutoff ${withCutoff.cutoff} compares all of them under it.`] : []),
    ]),
  ];
  return {
    verdict: compareVerdict(comparison, names),
    tables: [learnersTable(comparison, order, names), pairsTable(comparison, order, names)],
    warnings,
    notes: compareNotes(comparison),
  };
}

function learnersTable({ confidence }: Comparison, order: readonly ComparedLearner[], names: ReadonlyMap<string, string>): BriefTable {
  const short = shortenedAll([...names.values()], MAX_NAME_WIDTH);
  return {
    head: ['learner', 'accuracy', `fair bits ± ${level(confidence)}`, 'share', 'AUC', 'ECE'],
    rows: order.map(({ name, measures: { accuracy, bayesianReward }, ranking, calibration }) => {
      const { mean, interval } = bayesianReward;
      const half = interval && typeof interval[0] === 'number' && typeof interval[1] === 'number' ? (interval[1] - interval[0]) / 2 : undefined;
      const auc = ranking && ('auc' in ranking ? ranking.auc : ranking.aucOneVsOne);
      return [
        short.get(names.get(name) ?? name) ?? name,
        typeof accuracy.mean === 'number' ? `${(100 * accuracy.mean).toFixed(1)} %` : '–',
        `${figure(mean)}${half === undefined ? '' : ` ± ${figure(half)}`}`,
        percentText(bayesianReward.share),
        figure(auc, 3),
        figure(calibration.modal?.equalMass.expected, 3),
      ];
    }),
    right: [false, true, true, true, true, true],
  };
}

/** Every two learners: the row's reward minus the column's, or a sign where there are many. */
function pairsTable(comparison: Comparison, order: readonly ComparedLearner[], names: ReadonlyMap<string, string>): BriefTable {
  const n = order.length;
  const few = n <= FEW_LEARNERS;
  const called = shortenedAll([...names.values()], MAX_NAME_WIDTH);
  const first = order.map(({ name }, i) => `${few ? '' : `${i + 1} `}${called.get(names.get(name) ?? name)}`);
  const room = Math.floor((LINE_WIDTH - Math.max(...first.map((name) => [...name].length))) / n) - 2;
  const heads = few ? [...shortenedAll([...names.values()], Math.max(6, room)).values()] : order.map((_, i) => String(i + 1));
  return {
    title: few ? 'Who beats whom: fair bits of the row minus those of the column' : 'Who beats whom, in fair bits: the row against the column',
    head: ['', ...heads],
    rows: order.map(({ name }, i) => [
      first[i],
      ...order.map((other, j) => (i === j ? '' : few ? differenceCell(seen(comparison, name, other.name)) : signOf(seen(comparison, name, other.name)))),
    ]),
    right: [false, ...order.map(() => true)],
    note: few ? bracketNote(comparison.pairs) : '> better by more than chance, < worse, · may be chance, = the same, ∞ one earns −∞ (not tested)',
  };
}

/** What brackets say, if there are any. */
function bracketNote(pairs: Comparison['pairs']): string {
  if (pairs.some(({ verdict }) => verdict.is === 'chance')) return 'In brackets: may be chance. The others are more than chance.';
  return pairs.every(({ verdict }) => verdict.is === 'better') ? `${pairs.length === 1 ? 'This' : 'Each'} difference is more than chance.` : '';
}

function differenceCell({ difference, is }: SeenPair): string {
  if (Number.isNaN(difference)) return 'both −∞';
  const text = difference === Infinity ? '∞' : difference === -Infinity ? '−∞' : `${difference > 0 ? '+' : ''}${figure(difference)}`;
  return is === 'chance' ? `(${text})` : text;
}

function signOf({ difference, is }: SeenPair): string {
  if (is === 'untested') return '∞';
  if (is !== 'better') return is === 'same' ? '=' : '·';
  return difference > 0 ? '>' : '<';
}

function compareNotes(comparison: Comparison): string[] {
  const { rows, classes, prior, cutoff, confidence, alignedBy, learners, guesses, pairs, decidedBy, multiplicity, bootstrap } = comparison;
  const k = classes.length;
  const test =
    decidedBy.test === 'sign flips'
      ? `a permutation test, which flips the signs of the rows' differences in fair bits at random (${count(bootstrap.replicates)} times)`
      : `a bootstrap of the rows' differences in fair bits (${count(bootstrap.replicates)} times)`;
  return [
    `One test decides ${pairs.length > 1 ? 'each' : 'the'} pair: ${test}. More than chance: p of at most ${level(decidedBy.level)}${pairs.length > 1 ? `, after ${multiplicity.replace(', measure by measure', '')}` : ''}.`,
    `fair bits: what betting by the predictions earns, per prediction, against ${against(prior.source)}${k > 2 ? `; an average over ${k} bets, one on each class` : ''}${cutoff.name === 'none' ? '' : `; cutoff ${cutoff.name}`}`,
    `±: half the ${level(confidence)} interval of the mean; share: of what perfect predictions would earn; AUC: how well they rank${k > 2 ? ', mean over pairs of classes' : ''} (0.5 is guessing, 1 perfect); ECE: expected calibration error (0 is perfect)`,
    `${count(rows)} rows, ${k} classes, ${alignedBy === 'row' ? 'in the same order in' : `by ${alignedBy} of`} ${learners.map(({ file }) => file).join(', ')}`,
    ...guesses,
    'every measure, every pair and its other tests: --full; charts: --html FILE',
  ];
}
