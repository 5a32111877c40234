import { type Costs, type Decisions, parseCosts, totalCost, zeroOne } from '../../src/index.js';
import type { App } from '../app.js';
import { chartFigure } from '../ui/charts.js';
import { h } from '../ui/dom.js';
import { select } from '../ui/fields.js';
import { count, figure, percent } from '../ui/figures.js';
import { intervalBelow } from '../ui/interval.js';
import { learnerName } from '../ui/learnerName.js';
import { tableOf } from '../ui/table.js';
import { absent, lead, type Panel, reasonOf, title } from './panel.js';

/** More costs than this are not typed in by hand. */
const MOST_EDITED = 12;

/** What predictions are worth to someone for whom errors differ. */
export const decisionsPanel: Panel = {
  id: 'decisions',
  label: 'Decisions',
  available: (app) => app.learners.length > 0,
  async render(app, root) {
    const { classes } = app;
    let costs = givenCosts(app);
    let learner = 0;
    const body = h('div', { class: 'decided' });
    const matrix = h('div', { class: 'grid' });
    const showMatrix = (): void => {
      const { json } = app.learners[learner].outcome;
      if (!json.confusion) {
        matrix.replaceChildren(absent(`A confusion matrix of ${classes.length} classes is too large to look at.`));
        return;
      }
      const data = { classes: json.classes, counts: json.confusion };
      matrix.replaceChildren(
        chartFigure({
          title: `Confusion matrix: ${app.names[learner]}`,
          file: `confusion-${app.names[learner]}`,
          draw: (charts, options) => charts.confusionMatrix(data, options),
          table: (charts) => charts.confusionTable(data),
        }).element,
      );
    };
    let asking = new AbortController();
    const show = async (): Promise<void> => {
      const { version } = app;
      body.replaceChildren(fromCounts(app, costs));
      const asked = costs;
      // Costs are typed figure by figure, and only the last of them matter.
      asking.abort();
      asking = new AbortController();
      const { signal } = asking;
      try {
        const found = await Promise.all(
          app.learners.map(({ worker, id, statistics }) => worker.ask('decide', [id, reordered(asked, classes, statistics.classes)], { signal })),
        );
        if (version === app.version && asked === costs) body.replaceChildren(fromRows(app, found));
      } catch (error) {
        if (version === app.version && asked === costs) body.append(absent(reasonOf(error)));
      }
    };
    const edit = (changed: Costs): void => {
      costs = changed;
      const plain = JSON.stringify(costs) === JSON.stringify(zeroOne(classes.length));
      app.keep({ costs: plain ? undefined : costs.map((row) => row.join(',')).join(';') });
      void show();
    };
    root.replaceChildren(
      title('Decisions'),
      lead(
        'What each error costs, rows by actual class, columns by what is predicted; gains are negative. Estimates let one choose the cheapest class rather than the most probable one: what that saves shows what they are worth.',
      ),
      classes.length <= MOST_EDITED ? editor(app, costs, edit) : absent(`With ${classes.length} classes every error costs 1 here.`),
      body,
      ...(app.learners.length > 1
        ? [
            select(
              'Confusion matrix of',
              app.names.map((name, i) => [String(i), name] as const),
              '0',
              (value) => {
                learner = Number(value);
                showMatrix();
              },
            ),
          ]
        : []),
      matrix,
    );
    showMatrix();
    await show();
  },
};

function givenCosts({ settings, classes }: App): Costs {
  try {
    if (settings.costs) return parseCosts(settings.costs, classes, 'the costs in the address');
  } catch {
    // They are of other classes.
  }
  return zeroOne(classes.length);
}

/** The same costs for a file that has the classes in another order. */
function reordered(costs: Costs, classes: readonly string[], wanted: readonly string[]): Costs {
  const at = wanted.map((name) => classes.indexOf(name));
  return at.map((i) => at.map((j) => costs[i][j]));
}

function editor({ classes }: App, costs: Costs, changed: (costs: Costs) => void): HTMLElement {
  const cells = costs.map((row, i) =>
    row.map((cost, j) => {
      const cell = h('input', {
        type: 'number',
        step: 'any',
        value: cost,
        'aria-label': `cost of predicting ${classes[j]} for ${classes[i]}`,
        class: i === j ? 'right' : undefined,
      });
      cell.addEventListener('input', () => {
        const read = cells.map((line) => line.map(({ value }) => (value.trim() === '' ? Number.NaN : Number(value))));
        cell.setAttribute('aria-invalid', String(!Number.isFinite(read[i][j])));
        if (read.every((line) => line.every(Number.isFinite))) changed(read);
      });
      return cell;
    }),
  );
  const reset = h(
    'button',
    {
      type: 'button',
      class: 'small',
      onclick: () => {
        for (const [i, line] of cells.entries()) for (const [j, cell] of line.entries()) cell.value = String(Number(i !== j));
        changed(zeroOne(classes.length));
      },
    },
    'Every error costs 1',
  );
  const made = tableOf({
    caption: 'Costs: rows by actual class, columns by predicted class',
    titled: true,
    columns: ['actual \\ predicted', ...classes],
    rows: classes.map((name, i) => [name, ...cells[i]]),
  });
  made.classList.add('costs');
  return h('div', {}, made, reset);
}

const who = (app: App, i: number): HTMLElement => learnerName(app.names[i], i);

/** What the confusion matrix can say: the most probable class, whatever the number of rows. */
function fromCounts(app: App, costs: Costs): HTMLElement {
  return tableOf({
    caption: 'Average cost of predicting the most probable class',
    columns: ['learner', 'most probable class: cost per row'],
    rows: app.order.map((i) => {
      const { json } = app.learners[i].outcome;
      return [
        who(app, i),
        json.confusion ? figure(totalCost(json.confusion, reordered(costs, app.classes, json.classes)) / (json.weights?.total ?? json.rows)) : '–',
      ];
    }),
  });
}

function fromRows(app: App, found: readonly Decisions[]): HTMLElement {
  return tableOf({
    caption: 'Average cost per row',
    titled: true,
    columns: [
      'learner',
      'most probable class',
      'cheapest class',
      'saves',
      'share saved',
      'choices changed',
      'as estimates expect',
      'one class always',
      'knowing the truth',
    ],
    rows: app.order.map((i) => {
      const { modal, leastCost, saved, always, perfect, rows } = found[i];
      return [
        who(app, i),
        figure(modal.mean),
        figure(leastCost.mean),
        h('span', {}, figure(saved.mean), intervalBelow(saved.interval, saved.reason)),
        saved.share === null ? '–' : percent(saved.share),
        `${count(leastCost.changed)} of ${count(rows)}`,
        figure(leastCost.expected),
        h('span', {}, figure(always.mean), h('small', {}, always.class)),
        figure(perfect.mean),
      ];
    }),
    cards: true,
    note: 'The cheapest class has the least expected cost under the estimates (Witten & Frank, §5.7). Where that costs much more than the estimates expect, they are not calibrated.',
  });
}
