import type { Comparison, MeasureReport, Report } from '../../src/parts.js';
import type { App } from '../app.js';
import { h } from '../ui/dom.js';
import { figure, numberOf, percent, pText } from '../ui/figures.js';
import { learnerName } from '../ui/learnerName.js';
import { tableOf } from '../ui/table.js';
import { rangeOf, scaleBar, scaleEnds } from './scale.js';

/** More learners than this are scrolled to. */
const MOST_SHOWN = 10;

/** The headline on its scale, and a few figures beside it: of one learner large, of several a row for each, the best first. */
export function board(app: App, comparison: Comparison | undefined): HTMLElement {
  return app.learners.length === 1 ? ofOne(app) : ofSeveral(app, comparison);
}

const KNOWS_NOTHING: Record<string, string> = {
  test: 'the class frequencies of the test set',
  train: 'the class frequencies of the training set',
  uniform: 'that every class has the same chance',
  given: 'the prior',
};

/** Why a reward over many classes is small. */
const betsWords = ({ classes: { length } }: App): string =>
  length > 2 ? ` With ${length} classes it is an average over ${length} bets, one on or against each.` : '';

/** What 0 stands for. */
const zeroWords = (app: App): string => `0 stands for knowing no more than ${KNOWS_NOTHING[app.livePrior.source] ?? KNOWS_NOTHING.given}`;

function ofOne(app: App): HTMLElement {
  const reward = app.measure(0, 'bayesianReward');
  const { json } = app.learners[0].outcome;
  const range = rangeOf([reward]);
  const share = numberOf(reward.share);
  const figures = [
    tile('Accuracy', percent(app.mean(0, 'accuracy')), betweenPercents(app.measure(0, 'accuracy'))),
    tile(aucName(json), figure(aucOf(json)), aucInterval(json)),
    tile('Calibration error (ECE)', figure(eceOf(json)), 'how far estimates are from what came true'),
    tile('Log loss', figure(app.measure(0, 'logLoss').mean), 'nats, lower is better'),
  ];
  return h(
    'div',
    { class: 'headline' },
    h(
      'div',
      { class: 'headline-figure' },
      h('p', { class: 'huge' }, figure(reward.mean), h('small', {}, ' fair bits per prediction')),
      h(
        'p',
        { class: 'muted' },
        Number.isFinite(share) ? h('b', {}, `${percent(share)} `) : null,
        Number.isFinite(share)
          ? `of the ${figure(reward.ceiling)} that perfect predictions of these rows would earn`
          : 'an infinite loss has no place on the scale',
        reward.interval ? `; ${percent(app.confidence)} interval ${figure(reward.interval[0])} to ${figure(reward.interval[1])}` : '',
      ),
    ),
    h(
      'div',
      { class: 'headline-scale' },
      scaleBar(reward, range, 0),
      scaleEnds(range, { zero: '0', high: `perfect: ${figure(range.high)}` }),
      h('p', { class: 'note' }, `${zeroWords(app)}.${betsWords(app)}`),
    ),
    h('dl', { class: 'tiles' }, ...figures),
  );
}

function tile(name: string, value: string, below: string): HTMLElement {
  return h('div', {}, h('dt', {}, name), h('dd', {}, h('b', {}, value), h('small', {}, below)));
}

const betweenPercents = ({ interval }: MeasureReport): string => (interval ? interval.map((end) => percent(numberOf(end))).join(' to ') : '');

function ofSeveral(app: App, comparison: Comparison | undefined): HTMLElement {
  const { order } = app;
  const rewards = order.map((i) => app.measure(i, 'bayesianReward'));
  const range = rangeOf(rewards);
  const made = tableOf({
    caption: 'Learners, the best first',
    columns: [
      'learner',
      h('div', {}, h('span', { class: 'unseen' }, 'on the scale'), scaleEnds(range, { zero: '0', high: `perfect ${figure(range.high)}` })),
      'fair bits',
      'share of perfect',
      'behind the best',
      'accuracy',
      aucName(app.learners[0].outcome.json),
      'ECE',
    ],
    labels: ['learner', '', 'fair bits', 'share', 'behind the best', 'accuracy', 'AUC', 'ECE'],
    rows: order.map((i, place) => {
      const { json } = app.learners[i].outcome;
      const { mean, interval, share } = rewards[place];
      return [
        learnerName(app.names[i], i),
        scaleBar(rewards[place], range, i),
        h(
          'span',
          {},
          h('b', { class: 'large' }, figure(mean)),
          interval ? h('small', {}, `± ${figure((numberOf(interval[1]) - numberOf(interval[0])) / 2)}`) : null,
        ),
        Number.isFinite(numberOf(share)) ? percent(numberOf(share)) : '–',
        behind(app, order[0], i, comparison),
        percent(app.mean(i, 'accuracy')),
        figure(aucOf(json)),
        figure(eceOf(json)),
      ];
    }),
    numbers: (column) => column > 1,
    cards: true,
    tall: order.length > MOST_SHOWN,
    note: `Fair bits per prediction with half the width of their ${percent(app.confidence)} interval. ${zeroWords(app)}; a share of 100 % would be perfect predictions of these rows.${betsWords(app)} AUC: how well the estimates sort the rows. ECE: how far estimates are from what came true, on average.`,
  });
  made.classList.add('board');
  return made;
}

/** How far a learner is behind the best, and whether that is more than chance. */
function behind(app: App, best: number, learner: number, comparison: Comparison | undefined): HTMLElement | string {
  if (learner === best) return h('span', {}, 'best');
  const lead = app.mean(best, 'bayesianReward') - app.mean(learner, 'bayesianReward');
  const names = [app.names[best], app.names[learner]];
  const found = comparison?.pairs.find(({ first, second }) => names.includes(first) && names.includes(second))?.differences.bayesianReward;
  const sure = !comparison ? ' ' : !found || found.pAdjusted === null ? 'not tested' : found.significant ? 'more than chance' : 'may be chance';
  const p = found && found.pAdjusted !== null ? `p = ${pText(found.pAdjusted)}, adjusted for all pairs` : undefined;
  return h('span', {}, Number.isNaN(lead) ? '–' : lead === Infinity ? '∞' : figure(lead), h('small', { title: p }, sure));
}

const aucName = ({ ranking }: Report): string => (ranking && 'auc' in ranking ? 'AUC' : 'AUC, all pairs');

function aucOf({ ranking }: Report): number | null {
  if (!ranking) return null;
  return 'auc' in ranking ? ranking.auc : ranking.aucOneVsOne;
}

function aucInterval({ ranking }: Report): string {
  if (ranking && 'auc' in ranking && ranking.interval) return `${figure(ranking.interval[0])} to ${figure(ranking.interval[1])}`;
  return 'how well the estimates sort the rows';
}

const eceOf = ({ calibration }: Report) => calibration.modal?.equalMass.expected ?? null;
