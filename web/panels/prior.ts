import { type PriorCurve, reversals, rewardLead } from '../../src/index.js';
import { classIndex, finiteCurve, measure, measureLabel, NO_CURVE } from '../../src/parts.js';
import type { App } from '../app.js';
import { type ChartFigure, chartFigure } from '../ui/charts.js';
import { h } from '../ui/dom.js';
import { select, slider } from '../ui/fields.js';
import { figure, percent } from '../ui/figures.js';
import { intervalBelow } from '../ui/interval.js';
import { learnerName } from '../ui/learnerName.js';
import { tableOf } from '../ui/table.js';
import { lead, type Panel, reasonOf, title } from './panel.js';

/** More sliders than this are of no use. */
const MOST_SLIDERS = 30;
const LEAST = 0.001;
const IDS = ['bayesianReward', 'generalizedReward', 'modalReward'] as const;

interface View {
  table: HTMLElement;
  sliders: { set(value: number): void }[];
  curve: ChartFigure;
  turns: HTMLElement;
  again: HTMLElement;
}

const views = new WeakMap<HTMLElement, View>();
/** What the classes share whose prior is not varied. */
const OTHERS = { proportions: 'keep their proportions', evenly: 'share the rest evenly' } as const;

interface Choice {
  class: string;
  measure: (typeof IDS)[number];
  others: keyof typeof OTHERS;
  /** Whose reversals are looked for. */
  pair: [number, number];
}

const choice: Choice = { class: '', measure: 'generalizedReward', others: 'proportions', pair: [0, 1] };

/** The prior on sliders, and what every reward is under it. */
export const priorPanel: Panel = {
  id: 'prior',
  label: 'Prior',
  available: (app) => app.learners.length > 0,
  render(app, root) {
    const { classes } = app;
    choose(app);
    const shownClasses = classes.slice(0, MOST_SLIDERS);
    const sliders = shownClasses.map((name, i) => slider(name, app.prior[i], { min: LEAST, max: 1 - LEAST, step: 0.001 }, (value) => move(app, i, value)));
    const set = (text: string, values: () => Float64Array | undefined): HTMLElement => h('button', { type: 'button', onclick: () => dispatch(values()) }, text);
    const curve = chartFigure({
      title: 'Reward under every prior of one class',
      file: 'priors',
      draw: (charts, options) => charts.priorCurves(curveData(app), options),
      table: (charts) => charts.priorCurvesTable(curveData(app)),
    });
    const turns = h('p', { class: 'turns' });
    const again = h(
      'button',
      { type: 'button', class: 'main', onclick: () => root.dispatchEvent(new CustomEvent('again', { bubbles: true })) },
      'Score again under this prior',
    );
    const update = (): void => {
      curve.redraw();
      turns.textContent = turnsText(app);
    };
    const dispatch = (values: Float64Array | undefined): void => {
      app.moved = values;
      root.dispatchEvent(new CustomEvent('prior', { bubbles: true }));
    };
    const table = h('div', { class: 'rewards' });
    views.set(root, { table, sliders, curve, turns, again });
    root.replaceChildren(
      title('Prior'),
      lead(
        'The prior is what a bettor would quote who knew only how frequent the classes are. If you move it, every reward moves with its interval; the statistics of each file are enough for that. Which of two learners is better can depend on it (Hope & Korb 2002, Thesis 1); the lead in Bayesian reward does not.',
      ),
      h(
        'div',
        { class: 'split' },
        h(
          'form',
          { class: 'sliders', onsubmit: (event) => event.preventDefault() },
          h(
            'fieldset',
            {},
            h('legend', {}, 'Prior of each class'),
            ...sliders.map(({ element }) => element),
            shownClasses.length < classes.length
              ? h('p', { class: 'note' }, `${classes.length - shownClasses.length} classes more keep their proportions.`)
              : null,
          ),
          h(
            'div',
            { class: 'row' },
            set('Uniform', () => new Float64Array(classes.length).fill(1 / classes.length)),
            set('Test set', () => app.learners[0].statistics.prior('test')),
            set('As scored', () => undefined),
          ),
          again,
          h(
            'p',
            { class: 'note' },
            'Rewards, their intervals and the verdict follow at once; ranking, calibration and the test of the lead depend on no prior. Comparisons of other measures, the worst rows and exports are those of the prior the files were scored with: score again for these.',
          ),
        ),
        h(
          'div',
          {},
          // Beside the sliders, so that both are seen while one is moved.
          table,
          h(
            'div',
            { class: 'row' },
            select(
              'Measure',
              IDS.map((id) => [id, measureLabel(id)] as const),
              choice.measure,
              (value) => {
                choice.measure = value as (typeof IDS)[number];
                update();
              },
            ),
            select(
              'Class whose prior is varied',
              classes.map((name) => [name, name] as const),
              choice.class,
              (value) => {
                choice.class = value;
                update();
              },
            ),
            classes.length > 2
              ? select('The other classes', Object.entries(OTHERS), choice.others, (value) => {
                  choice.others = value as keyof typeof OTHERS;
                  update();
                })
              : '',
            ...(app.learners.length > 2
              ? ([0, 1] as const).map((side) =>
                  select(
                    side === 0 ? 'Reversals of' : 'and',
                    app.names.map((name, i) => [String(i), name] as const),
                    String(choice.pair[side]),
                    (value) => {
                      choice.pair[side] = Number(value);
                      update();
                    },
                  ),
                )
              : []),
          ),
          curve.element,
          turns,
        ),
      ),
    );
    show(app, root);

    function move(app: App, at: number, value: number): void {
      const prior = app.prior;
      const rest = 1 - prior[at];
      const others = prior.length - 1;
      dispatch(prior.map((share, i) => (i === at ? value : rest > 0 ? (share / rest) * (1 - value) : (1 - value) / others)));
    }
  },
  moved: show,
};

/** The class to vary and the pair to look at, where nothing that is here was chosen. */
function choose(app: App): void {
  const { classes } = app;
  const { positive } = app.learners[0].statistics.tally;
  if (!classes.includes(choice.class)) choice.class = classes[positive >= 0 ? positive : 1];
  const [best, second = best] = app.order;
  choice.pair = [best, second];
}

function show(app: App, root: HTMLElement): void {
  const view = views.get(root);
  if (!view) return;
  const { prior } = app;
  view.sliders.forEach((each, i) => {
    each.set(prior[i]);
  });
  view.table.replaceChildren(rewardTable(app));
  view.curve.redraw();
  view.turns.textContent = turnsText(app);
  view.again.toggleAttribute('disabled', !app.moved);
}

/** What every learner earns under the prior on the sliders. */
function rewardTable(app: App): HTMLElement {
  return tableOf({
    caption: `Mean rewards under this prior, with ${percent(app.confidence)} intervals`,
    titled: true,
    columns: ['learner', ...IDS.map((id) => `${measureLabel(id)}${measure(id).unit === 'bits' ? ', bits' : ''}`)],
    rows: app.order.map((i) => [learnerName(app.names[i], i), ...IDS.map((id) => rewardCell(app, i, id))]),
    tall: true,
    cards: true,
  });
}

function rewardCell(app: App, learner: number, id: string): HTMLElement {
  const { mean, interval, reason } = app.measure(learner, id);
  return h('span', {}, h('b', {}, figure(mean)), intervalBelow(interval, reason));
}

/** Priors along the path that varies one class: the others keep the proportions they have on the sliders, or share the rest evenly. */
function path(app: App, by: Choice) {
  const { classes, prior } = app;
  const at = classIndex(classes, by.class);
  // A class that has nearly everything leaves nothing to share out.
  const base = by.others === 'evenly' || prior[at] > 1 - 1e-9 ? 'uniform' : Object.fromEntries(classes.map((name, i) => [name, prior[i]]));
  return { class: by.class, base, measure: by.measure } as const;
}

/** The curves that a report has, whatever is chosen on the panel: of the generalized reward, the other classes keeping their proportions. */
export function reportCurves(app: App, varied: string): ReturnType<typeof curveData> {
  const [best, second = best] = app.order;
  return curveData(app, { class: varied, measure: 'generalizedReward', others: 'proportions', pair: [best, second] });
}

/** The curves as they stand on the panel. */
function curveData(
  app: App,
  by: Choice = choice,
): {
  curve: PriorCurve | null;
  names: string[];
  reversals: { prior: number; below: string; above: string }[];
  current?: number;
  reason?: string;
} {
  const { names } = app;
  const current = currentOf(app, by);
  try {
    const { curve, turns } = along(app, by);
    return { curve, names, reversals: turns, ...current, reason: NO_CURVE };
  } catch (error) {
    return { curve: null, names, reversals: [], ...current, reason: reasonOf(error) };
  }
}

/** Where the prior on the sliders is on the path, if it is. */
function currentOf({ classes, prior }: App, by: Choice): { current?: number } {
  const at = classes.indexOf(by.class);
  const others = prior.filter((_, i) => i !== at);
  const evenly = others.every((q) => Math.abs(q - others[0]) < 1e-6);
  return by.others === 'evenly' && !evenly ? {} : { current: prior[at] };
}

interface Along {
  curve: PriorCurve | null;
  turns: { prior: number; below: string; above: string }[];
}

let last: { key: string; found: Along } | undefined;

/** What there is along the path. It stays the same while the class is moved that is varied, for the others keep their proportions. */
function along(app: App, by: Choice): Along {
  const { classes, prior, version } = app;
  const at = classIndex(classes, by.class);
  const others = Array.from(prior, (q, i) => (i === at ? '' : (q / (1 - prior[at])).toPrecision(9)));
  const key = [version, by.measure, by.others, at, ...by.pair, ...(by.others === 'evenly' ? [] : others)].join(' ');
  if (last?.key === key) return last.found;
  const curve = finiteCurve(
    app.learners.map(({ statistics }) => statistics),
    path(app, by),
  );
  last = { key, found: { curve, turns: turnsOf(app, by) } };
  return last.found;
}

function turnsOf(app: App, by: Choice): Along['turns'] {
  const [a, b] = by.pair;
  if (a === b) return [];
  const pair = [app.learners[a], app.learners[b]];
  if (pair.some(({ statistics }) => statistics.tally.impossible > 0)) return [];
  return reversals(pair[0].statistics, pair[1].statistics, path(app, by)).map(({ prior, below, above }) => ({
    prior,
    below: pair[below].name,
    above: pair[above].name,
  }));
}

/** What is varied, and where that turns the verdict round. */
const turnsText = (app: App): string => `${pathText(app)} ${verdictText(app)}`.trim();

function pathText({ classes, livePrior }: App): string {
  if (classes.length === 2) return `The prior of ${choice.class} is varied; the other class has the rest.`;
  return choice.others === 'evenly'
    ? `The prior of ${choice.class} is varied; the other classes share the rest evenly.`
    : `The prior of ${choice.class} is varied; the other classes keep the proportions they have on the sliders${livePrior.source === 'test' ? ', which are those of the test set, as in the command fairbits priors' : ''}.`;
}

function verdictText(app: App): string {
  const [a, b] = choice.pair;
  if (app.learners.length < 2 || a === b) return '';
  const names = `${app.names[a]} and ${app.names[b]}`;
  if ([a, b].some((i) => app.learners[i].statistics.tally.impossible > 0)) return `One of ${names} earns −∞ under every prior.`;
  const { turns } = along(app, choice);
  if (turns.length === 0) {
    const { learners, names: all } = app;
    const lead = rewardLead(learners[a].statistics, learners[b].statistics, choice.measure, onPath(app, a));
    if (lead === 0) return `${names} earn the same under every prior of ${choice.class}.`;
    return `${all[lead > 0 ? a : b]} is ahead of ${all[lead > 0 ? b : a]} under every prior of ${choice.class}.`;
  }
  return turns.map(({ prior, below, above }) => `Below a prior of ${figure(prior)} of ${choice.class} ${below} is ahead, above it ${above}.`).join(' ');
}

/** A prior on the path, in a learner's order of the classes. */
function onPath(app: App, learner: number): Float64Array {
  const { classes } = app.learners[learner].statistics;
  if (choice.others !== 'evenly') return app.priorOf(learner);
  return Float64Array.from(classes, (name) => (name === choice.class ? 0.5 : 0.5 / (classes.length - 1)));
}
