import type { SliceFigures, SliceRequest, SlicesJSON } from '../../src/files.js';
import { slicesDropped, slicesVerdict, sliceTitle } from '../../src/parts.js';
import type { App } from '../app.js';
import { absent, lead, reasonOf, title } from '../panels/panel.js';
import { sliceColumns } from '../panels/slices.js';
import { reportOfSlices } from '../report.js';
import { chartFigure } from '../ui/charts.js';
import { h } from '../ui/dom.js';
import { checkbox, select } from '../ui/fields.js';
import { count, figure, numberOf, percent, pText } from '../ui/figures.js';
import { intervalBelow } from '../ui/interval.js';
import { pageWords } from '../ui/pageWords.js';
import { readingNote, stoppedNote } from '../ui/reading.js';
import { save } from '../ui/save.js';
import { tableOf } from '../ui/table.js';

/** Slices in the table; all are in what is exported. */
const MOST_LISTED = 200;
const MOST_SHOWN = 14;
const BINS = [3, 4, 5, 10, 20] as const;

/** What is chosen on the panel. */
interface Choice {
  learner: number;
  column: string;
  pairs: boolean;
  bins: number;
}

/** Shows the rows by the values of columns. */
export function renderSlices(app: App, root: HTMLElement): void {
  const choice: Choice = { learner: 0, column: '', pairs: false, bins: 10 };
  const body = h('div', { class: 'parts' });
  let asked = 0;
  const show = async (): Promise<void> => {
    const { version } = app;
    const mine = ++asked;
    const { worker, id } = app.learners[choice.learner];
    const control = new AbortController();
    const note = readingNote(() => control.abort());
    // Other files stop it as well.
    app.readingSignal.addEventListener('abort', () => control.abort(), { once: true });
    const current = (): boolean => version === app.version && mine === asked;
    body.replaceChildren(note.element);
    const by: SliceRequest = { columns: choice.column === '' ? undefined : [choice.column], pairs: choice.pairs && choice.column === '', bins: choice.bins };
    try {
      const heard = ({ share }: { share: number }): void => note.heard(Math.min(0.99, share));
      const found = await worker.ask('slices', [id, by], { signal: control.signal, heard });
      if (current()) body.replaceChildren(...shown(app, choice, found));
    } catch (error) {
      if (!current()) return;
      if ((error as Error).name === 'AbortError') body.replaceChildren(stoppedNote('The rows were not read to their end.', () => void show()));
      else body.replaceChildren(absent(emptyWords(error)));
    }
  };
  const changed = <Key extends keyof Choice>(key: Key, value: Choice[Key]): void => {
    choice[key] = value;
    void show();
  };
  const columns = sliceColumns(app);
  root.replaceChildren(
    title('Slices'),
    lead(
      'Where are the predictions not good? Rows by the values of a column, under the prior that the files were scored with. The list begins where most is lost: the number of rows times what each earns less than the other rows.',
    ),
    h(
      'div',
      { class: 'row' },
      app.learners.length > 1
        ? select(
            'Learner',
            app.names.map((name, i) => [String(i), name] as const),
            '0',
            (value) => changed('learner', Number(value)),
          )
        : null,
      select('Column', [['', 'every column'], ...columns.map((name) => [name, name] as const)], '', (value) => changed('column', value)),
      select(
        'Numbers are cut into',
        BINS.map((bins) => [String(bins), `${bins} bins of equal mass`] as const),
        '10',
        (value) => changed('bins', Number(value)),
      ),
      checkbox('every two columns together, too', false, (on) => changed('pairs', on)),
    ),
    body,
  );
  void show();
}

/** Why there are no slices. */
function emptyWords(error: unknown): string {
  const reason = reasonOf(error);
  return /no column to slice by/.test(reason)
    ? 'The file has no column to slice by: besides true classes and estimates, slices need a column that describes the rows, such as a region, a date or an age.'
    : reason;
}

function shown(app: App, { learner, column, bins }: Choice, found: SlicesJSON): HTMLElement[] {
  const { slices, notes, adjustment, confidence, bayesianReward } = found;
  const of = column === '' ? undefined : column;
  const data = { confidence, slices, column: of };
  const name = app.names[learner];
  const words = [...notes, ...slicesDropped(found)].map((text) => `${sentence(pageWords(text))}`);
  const charts = [{ ...data, reward: { ofAll: numberOf(bayesianReward.mean) } }, data].map((each, i) =>
    chartFigure({
      title: i === 0 ? 'What each slice earns' : 'Difference from the other rows',
      file: i === 0 ? 'slices' : 'slices-differences',
      draw: (made, options) => made.slicesForest(each, options),
      ...(i === 0 ? { table: (made) => made.slicesTable(data) } : {}),
      shape: Math.min(2, 0.3 + 0.05 * slices.length),
    }),
  );
  return [
    h('p', { class: 'sentence' }, slicesVerdict(found)),
    h('div', { class: 'two' }, ...charts.map(({ element }) => element)),
    tableOfSlices(slices, confidence, of),
    h(
      'p',
      { class: 'note' },
      `${words.length > 0 ? `${words.join(' ')} ` : ''}Right: how often the most probable class was the true one; says: how often it should have been, by the estimates. p: tests whether the rows of a slice could be drawn at random from all rows, adjusted over the ${count(adjustment.tested)} slices that were tested (Benjamini–Hochberg).`,
    ),
    h(
      'div',
      { class: 'row' },
      h(
        'button',
        {
          type: 'button',
          class: 'small',
          onclick: () => save(`${name}-slices.json`, new Blob([`${JSON.stringify(found, null, 2)}\n`], { type: 'application/json' })),
        },
        'Slices as JSON',
      ),
      h(
        'button',
        {
          type: 'button',
          class: 'small',
          onclick: async () => save(`${name}-slices.html`, new Blob([await reportOfSlices(app, learner, found, bins)], { type: 'text/html' })),
        },
        'Slices as HTML',
      ),
    ),
  ];
}

const sentence = (text: string): string => `${text[0].toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;

function tableOfSlices(slices: readonly SliceFigures[], confidence: number, column: string | undefined): HTMLElement {
  const listed = slices.slice(0, MOST_LISTED);
  const share = (value: SliceFigures['confidence']): string => (Number.isFinite(numberOf(value)) ? percent(numberOf(value)) : '–');
  const bits = (value: SliceFigures['bitsLost']): string => (value === 'Infinity' ? '∞' : figure(value, 1));
  return tableOf({
    caption: column === undefined ? 'Slices, where most is lost first' : `Slices by ${column}, where most is lost first`,
    columns: [column ?? 'slice', 'rows', 'fair bits', 'share of perfect', 'right', 'says', 'difference to the others', 'adjusted p', 'bits lost'],
    labels: ['slice', 'rows', 'fair bits', 'share of perfect', 'right', 'says', 'difference', 'adjusted p', 'bits lost'],
    rows: listed.map(({ column: by, value, rows, bayesianReward, accuracy, confidence: says, difference, bitsLost }) => [
      h('span', { class: 'pair' }, column === undefined ? sliceTitle({ column: by, value }) : value),
      count(rows),
      h('span', {}, figure(bayesianReward.mean), intervalBelow(bayesianReward.interval)),
      share(bayesianReward.share),
      share(accuracy.mean),
      share(says),
      h(
        'span',
        {},
        Math.abs(numberOf(difference.value)) === Infinity ? (numberOf(difference.value) < 0 ? '−∞' : '∞') : figure(difference.value),
        difference.interval ? intervalBelow(difference.interval) : h('small', {}, difference.reason ?? ''),
      ),
      pText(difference.adjustedP),
      bits(bitsLost),
    ]),
    cards: true,
    tall: listed.length > MOST_SHOWN,
    note: `Intervals at ${percent(confidence)}.${slices.length > listed.length ? ` ${count(listed.length)} of ${count(slices.length)} slices; the others are in the JSON.` : ''}`,
  });
}
