import { type Comparison, leftOutText, measure, measures, measureWords, type Reported, shortened } from '../../src/parts.js';
import type { App } from '../app.js';
import { chartFigure } from '../ui/charts.js';
import { h } from '../ui/dom.js';
import { select } from '../ui/fields.js';
import { figure, percent, pText } from '../ui/figures.js';
import { pageWords } from '../ui/pageWords.js';
import { readingNote, stoppedNote } from '../ui/reading.js';
import { tableOf } from '../ui/table.js';
import { absent, lead, type Panel, reasonOf, title } from './panel.js';

const MOST_LISTED = 12;
/** Letters of a name in the table of pairs. */
const LONGEST = 24;

/** Who is better than whom, and is it more than chance? */
export const comparePanel: Panel = {
  id: 'compare',
  label: 'Compare',
  available: (app) => app.learners.length > 1,
  async render(app, root) {
    const about = [
      title('Compare'),
      lead(
        'Learners on the same rows, pair by pair, under the prior that the files were scored with; differences in Bayesian reward are the same under every prior. p is two-sided and adjusted for the number of pairs (Holm).',
      ),
    ];
    const again = (): void => {
      void this.render(app, root);
      // The verdict waits for it as well.
      root.dispatchEvent(new CustomEvent('comparing', { bubbles: true }));
    };
    const note = readingNote(() => app.stopReading());
    root.replaceChildren(...about, note.element);
    const { version } = app;
    let comparison: Comparison;
    try {
      comparison = await app.comparison((share) => note.heard(share));
    } catch (error) {
      if (version !== app.version) return;
      const stopped = (error as Error).name === 'AbortError';
      root.replaceChildren(
        ...about,
        stopped ? stoppedNote('The learners were not compared: the rows were not read to their end.', again) : absent(reasonOf(error)),
      );
      return;
    }
    if (version !== app.version) return;
    let id = 'bayesianReward';
    let against = worst(app);
    const tables = h('div', { class: 'beside' });
    const show = (): void => {
      const data = { confidence: app.confidence, pairs: comparison.pairs, ids: [id] };
      tables.replaceChildren(
        pairTable(comparison, id),
        chartFigure({
          title: `Differences: ${measure(id).name}`,
          file: `differences-${id}`,
          draw: (charts, options) => charts.differencesForest(data, options),
          table: (charts) => charts.differencesTable(data),
          shape: 0.6,
          widest: 900,
        }).element,
      );
    };
    const wealth = chartFigure({
      title: 'Wealth of learners that bet against each other',
      file: 'wealth',
      draw: (charts, options) => charts.wealthCurve(wealthData(app, comparison, against), options),
      table: (charts) => charts.wealthTable(wealthData(app, comparison, against)),
      note: 'Each stakes all it has on the classes in proportion to its estimates, at the odds the other quotes; who calls impossible what happens is ruined.',
    });
    const leftOut = leftOutText(comparison.rows, comparison).map((text) => h('p', { class: 'note' }, `${text}.`));
    root.replaceChildren(
      ...about,
      ...leftOut,
      select(
        'Measure',
        measures.map(({ id, name }) => [id, name] as const),
        id,
        (value) => {
          id = value;
          show();
        },
      ),
      tables,
      h('h2', {}, 'The bet'),
      select(
        'Wealth relative to',
        app.names.map((name, i) => [String(i), name] as const),
        String(against),
        (value) => {
          against = Number(value);
          wealth.redraw();
        },
      ),
      h(
        'div',
        { class: 'two' },
        wealth.element,
        h(
          'ul',
          { class: comparison.pairs.length > MOST_LISTED ? 'sentences tall' : 'sentences', ...(comparison.pairs.length > MOST_LISTED ? { tabindex: 0 } : {}) },
          ...comparison.pairs.map(({ first, second, bet }) => h('li', {}, h('b', {}, `${first} and ${second}: `), bet.sentence)),
        ),
      ),
      h(
        'p',
        { class: 'note' },
        `Intervals at ${percent(comparison.confidence)}: ${comparison.bootstrap.interval} bootstrap of pairs, ${comparison.bootstrap.replicates} replicates, seed ${comparison.bootstrap.seed}; ${comparison.multiplicity}. Rows are aligned by their order.`,
      ),
    );
    show();
  },
};

function pairTable({ pairs, confidence }: Comparison, id: string): HTMLElement {
  return tableOf({
    caption: `Pairs of learners: ${measure(id).name}`,
    columns: ['pair', 'difference', `${percent(confidence)} interval`, 'p', 'adjusted', 'better'],
    rows: pairs.map(({ first, second, differences }) => {
      const { difference, interval, p, pAdjusted, better, significant, reason } = differences[id];
      return [
        h('span', { class: 'pair', title: `${first} − ${second}` }, shortened(first, LONGEST), ' − ', shortened(second, LONGEST)),
        figure(difference),
        interval
          ? `${figure(interval[0])} … ${figure(interval[1])}`
          : h('span', { class: 'words' }, reason === undefined ? '–' : pageWords(reason).replace(id, measureWords(id))),
        pText(p),
        pText(pAdjusted),
        h(
          'span',
          { class: 'words' },
          better === null ? 'neither' : `${shortened(better, LONGEST)}${significant ? '' : p === null ? ', not tested' : ', may be chance'}`,
        ),
      ];
    }),
    numbers: (column) => column > 0 && column < 5,
    tall: pairs.length > MOST_LISTED,
    cards: true,
    note: `p: ${pairs[0].differences[id].test}.`,
  });
}

/** Whose wealth makes the best yardstick: that of the learner with the lowest finite reward. */
function worst(app: App): number {
  const means = app.learners.map((_, i) => app.mean(i, 'bayesianReward'));
  return means.reduce((low, mean, i) => (Number.isFinite(mean) && (!Number.isFinite(means[low]) || mean < means[low]) ? i : low), 0);
}

/** Every learner's wealth over one's; that one's own is the line at 0, so that all keep their colours. */
function wealthData({ names }: App, { pairs }: Comparison, against: number) {
  const yardstick = names[against];
  const [some] = pairs.filter(({ first, second }) => first === yardstick || second === yardstick);
  return {
    against: yardstick,
    lines: names.map((name) => {
      const pair = pairs.find(({ first, second }) => (first === name && second === yardstick) || (second === name && first === yardstick));
      if (!pair) return { name, rows: some.bet.wealth.rows, bits: some.bet.wealth.rows.map(() => 0) };
      const { rows, bits } = pair.bet.wealth;
      return { name, rows, bits: pair.first === name ? bits : bits.map(turned) };
    }),
  };
}

const turned = (bits: Reported): Reported => (bits === 'Infinity' ? '-Infinity' : bits === '-Infinity' ? 'Infinity' : bits === null ? null : -bits);
