import { rankingDefinitions } from '../../src/parts.js';
import type { App } from '../app.js';
import { type Charts, chartFigure } from '../ui/charts.js';
import { h } from '../ui/dom.js';
import { select } from '../ui/fields.js';
import { figure } from '../ui/figures.js';
import { learnerName } from '../ui/learnerName.js';
import { pageWords } from '../ui/pageWords.js';
import { tableOf } from '../ui/table.js';
import { absent, lead, type Panel, title } from './panel.js';

/** ROC, precision–recall, lift, gains and costs of one class against the rest. */
export const rankingPanel: Panel = {
  id: 'ranking',
  label: 'Ranking',
  available: (app) => app.learners.length > 0,
  render(app, root) {
    const shown = classesWithCurves(app);
    let [positive] = shown;
    const body = h('div', { class: 'grid' });
    const show = (): void => body.replaceChildren(...charts(app, positive));
    root.replaceChildren(
      title('Ranking'),
      lead(
        'How well the estimates of a class sort the rows: every threshold at once. Rankings do not show whether the estimates are right as often as they say.',
      ),
      figures(app),
      shown.length > 1
        ? select(
            'Class',
            shown.map((name) => [name, name] as const),
            positive,
            (value) => {
              positive = value;
              show();
            },
          )
        : '',
      shown.length > 0 ? body : absent(`${app.classes.length} classes are too many for a curve of each.`),
    );
    if (shown.length > 0) show();
  },
};

/** Classes whose rows are ranked against the others'. */
export const classesWithCurves = (app: App): readonly string[] => app.learners[0].outcome.drawn;

/** What the charts of a class are drawn of, when it has come. */
async function rankedData(app: App, positive: string) {
  const series = app.learners.map(async ({ name, curves }) => {
    const { ranking, ...rest } = (await curves)[positive];
    return { name, curves: rest, auc: ranking.auc, averagePrecision: ranking.averagePrecision };
  });
  return { of: app.classes.length === 2 ? `"${positive}"` : `"${positive}" against the rest`, series: await Promise.all(series) };
}

type Ranked = Awaited<ReturnType<typeof rankedData>>;

/** A chart of a class's curves: its title, what its file is called, and what draws it and its table. */
type CurveChart = [title: string, file: string, draw: (c: Charts) => Charts['rocCurve'], table: (c: Charts) => Charts['rocTable'], shape?: number];

function curveFigure(data: Promise<Ranked>, positive: string, [title, file, draw, table, shape]: CurveChart): HTMLElement {
  return chartFigure({
    title,
    file: `${file}-${positive}`,
    data,
    draw: (c, options, ranked) => draw(c)(ranked, options),
    table: (c, ranked) => table(c)(ranked),
    shape,
  }).element;
}

const rocChart = (app: App, positive: string): CurveChart => [
  `ROC: ${app.classes.length === 2 ? positive : `${positive} against the other classes`}`,
  'roc',
  (c) => c.rocCurve,
  (c) => c.rocTable,
  0.95,
];

const OTHERS: CurveChart[] = [
  ['Precision and recall', 'precision-recall', (c) => c.precisionRecall, (c) => c.precisionRecallTable],
  ['Lift', 'lift', (c) => c.liftChart, (c) => c.liftTable],
  ['Cumulative gains', 'gains', (c) => c.gainsChart, (c) => c.gainsTable],
  ['Cost curve', 'costs', (c) => c.costCurve, (c) => c.costTable],
];

export const rocFigure = (app: App, positive: string): HTMLElement => curveFigure(rankedData(app, positive), positive, rocChart(app, positive));

function charts(app: App, positive: string): HTMLElement[] {
  const data = rankedData(app, positive);
  return [rocChart(app, positive), ...OTHERS].map((chart) => curveFigure(data, positive, chart));
}

/** What the areas are, and what is to be known about these. */
function notes(app: App): string {
  const told = app.learners.flatMap(({ outcome: { json } }) => [json.ranking?.reason, json.ranking?.approximate].filter((text) => text !== undefined));
  return [
    ...rankingDefinitions(app.classes.length).map(({ name, meaning, source }) => `${name}: ${meaning}${source ? ` (${source})` : ''}.`),
    ...[...new Set(told.map(pageWords))].map((text) => `${text[0].toUpperCase()}${text.slice(1)}.`),
  ].join(' ');
}

function figures(app: App): HTMLElement {
  const two = app.classes.length === 2;
  return tableOf({
    caption: 'Areas',
    columns: two ? ['learner', 'AUC', 'interval (DeLong)', 'average precision'] : ['learner', 'AUC, one against one', 'AUC, one against the rest'],
    rows: app.order.map((i) => {
      const { ranking } = app.learners[i].outcome.json;
      const who = learnerName(app.names[i], i);
      if (!ranking) return [who, '–'];
      if ('auc' in ranking) {
        const { auc, interval, averagePrecision } = ranking;
        return [who, figure(auc), interval ? `${figure(interval[0])} … ${figure(interval[1])}` : '–', figure(averagePrecision)];
      }
      return [who, figure(ranking.aucOneVsOne), figure(ranking.aucOneVsRest)];
    }),
    note: notes(app),
    cards: true,
  });
}
