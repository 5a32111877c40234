import { measure, measures } from '../../src/parts.js';
import type { App } from '../app.js';
import { type ChartFigure, chartFigure } from '../ui/charts.js';
import { h } from '../ui/dom.js';
import { count, figure, percent } from '../ui/figures.js';
import { intervalBelow } from '../ui/interval.js';
import { learnerName } from '../ui/learnerName.js';
import { tableOf } from '../ui/table.js';
import { lead, type Panel, title } from './panel.js';

const MOST_COLUMNS = 6;
const UNITS: Record<string, string> = { bits: 'bits', nats: 'nats', share: 'share', squares: '' };

const forests = new WeakMap<HTMLElement, ChartFigure>();

/** Every measure with its interval. */
export const measuresPanel: Panel = {
  id: 'measures',
  label: 'Measures',
  available: (app) => app.learners.length > 0,
  render(app, root) {
    const table = h('div', { class: 'measures' });
    const forest = chartFigure({
      title: 'Measures with their intervals',
      file: 'measures',
      draw: (charts, options) => charts.measuresForest(forestData(app), options),
      table: (charts) => charts.measuresTable(forestData(app)),
      shape: 1.4,
      widest: 1100,
    });
    root.replaceChildren(
      title('Measures'),
      lead(
        `Mean of each measure over all predictions, with its ${percent(app.confidence)} interval: the mean ± z standard errors, Wilson’s for accuracy. The Bayesian reward is the headline: the bits a prediction earns over the prior, betting on and against every class.`,
      ),
      table,
      forest.element,
    );
    show(app, table);
    forests.set(root, forest);
  },
  moved(app, root) {
    const table = root.querySelector<HTMLElement>('.measures');
    if (table) show(app, table);
    forests.get(root)?.redraw();
  },
};

/** Every measure under the prior on the sliders. */
const forestData = (app: App) => ({
  confidence: app.confidence,
  learners: app.learners.map(({ name, outcome: { json } }, i) => ({
    name,
    measures: Object.fromEntries(
      Object.keys(json.measures).map((id) => {
        const found = app.measure(i, id);
        return [id, isUntold(app, i, id) ? { ...found, reason: 'score again' } : found];
      }),
    ),
  })),
});

/** Whether a prior was moved to where the rows would have to be looked at again. */
function isUntold(app: App, learner: number, id: string): boolean {
  const { interval, infinite } = app.measure(learner, id);
  return app.moved !== undefined && measure(id).usesPrior && interval === null && infinite === 0 && app.learners[learner].outcome.json.rows > 1;
}

/** Why some measures, or their intervals, are not known under a prior that was moved. */
function untoldText(app: App): string {
  const reasons = new Map<string, string>();
  for (const { id, name } of measures)
    for (let i = 0; i < app.learners.length; i++) if (isUntold(app, i, id) && !reasons.has(name)) reasons.set(name, app.measure(i, id).reason ?? '');
  return [...reasons].map(([name, reason]) => ` ${name}: ${reason}; “Score again” under Prior brings it.`).join('');
}

function show(app: App, place: HTMLElement): void {
  const { learners, order } = app;
  const one = learners.length === 1;
  const cell = (learner: number, id: string): HTMLElement => {
    const { mean, interval, reason } = app.measure(learner, id);
    const live = app.moved !== undefined && measure(id).usesPrior;
    return h(
      'span',
      { class: live ? 'live' : undefined },
      h('b', {}, figure(mean)),
      isUntold(app, learner, id) ? h('small', { title: reason }, 'score again') : intervalBelow(interval, reason),
    );
  };
  const rows: (string | Node)[][] = [
    ...measures.map(({ id, name, unit, better, meaning }) => [
      h('span', { title: meaning }, name, h('small', {}, [UNITS[unit], `${better} is better`].filter(Boolean).join(', '))),
      ...order.map((i) => cell(i, id)),
      ...(one ? [h('span', { class: 'words' }, meaning)] : []),
    ]),
    calibrationRow(app, one),
    rankingRow(app, one),
  ];
  const names = order.map((i) => learnerName(app.names[i], i));
  const note = app.moved
    ? {
        note: `The prior was moved: rewards and their intervals follow from the statistics of each file, and nothing is read again.${untoldText(app)}`,
      }
    : {};
  // Many learners have a line each, a few have a column.
  const many = learners.length > MOST_COLUMNS;
  place.classList.toggle('many', many);
  place.replaceChildren(
    many
      ? tableOf({
          caption: 'Measures',
          columns: ['learner', ...rows.map(([head]) => head)],
          rows: names.map((name, i) => [name, ...rows.map((row) => row[i + 1])]),
          tall: true,
          cards: true,
          ...note,
        })
      : tableOf({
          caption: 'Measures',
          columns: ['measure', ...names, ...(one ? ['what it is'] : [])],
          rows,
          numbers: (column) => column > 0 && column <= learners.length,
          cards: true,
          labels: ['measure', ...order.map((i) => app.names[i]), ''],
          ...note,
        }),
  );
}

const cellsText = (cells: number): string => `${count(cells)} cell${cells === 1 ? '' : 's'}`;

function calibrationRow({ learners, order }: App, one: boolean): (string | Node)[] {
  return [
    h('span', { title: 'Korb, Hope & Hughes 2001, eq. 3' }, 'Miscalibration', h('small', {}, 'lower is better')),
    ...order.map((i) => {
      const { outcome } = learners[i];
      const { miscalibration, cells, approximate } = outcome.json.calibration;
      return h('span', {}, h('b', {}, figure(miscalibration)), h('small', {}, `${cellsText(cells)}${approximate ? ', approximate' : ''}`));
    }),
    ...(one ? [h('span', { class: 'words' }, 'distance of confidence from frequency, over cells of 10 rows or more')] : []),
  ];
}

function rankingRow({ learners, order }: App, one: boolean): (string | Node)[] {
  return [
    h('span', {}, 'AUC', h('small', {}, 'higher is better')),
    ...order.map((i) => {
      const { outcome } = learners[i];
      const { ranking } = outcome.json;
      if (!ranking) return '–';
      if ('auc' in ranking) {
        const { auc, interval } = ranking;
        return h('span', {}, h('b', {}, figure(auc)), intervalBelow(interval, ranking.reason));
      }
      return h('span', {}, h('b', {}, figure(ranking.aucOneVsOne)), h('small', {}, 'Hand & Till, all pairs'));
    }),
    ...(one ? [h('span', { class: 'words' }, 'how well the estimates rank the rows')] : []),
  ];
}
