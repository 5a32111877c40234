import type { App } from './app.js';
import { h } from './ui/dom.js';
import { checkbox, select, textField } from './ui/fields.js';
import { pageWords } from './ui/pageWords.js';

/** How the files are taken: what was guessed, and a way to say otherwise. */
export function settingsForm(app: App, open: boolean, again: () => void): HTMLElement {
  const { settings } = app;
  const columns = [...new Set(app.dropped.flatMap(({ looked }) => looked.columns))];
  const npy = app.dropped.some(({ looked }) => looked.npy);
  const guesses = app.learners[0]?.outcome.json.guesses ?? [];
  const fields = [
    app.dropped.length > 1
      ? select(
          'The files are',
          [
            ['', 'as lengths suggest'],
            ['learners', 'learners on one test set'],
            ['parts', 'parts of one test set'],
          ],
          settings.as ?? '',
          (value) => app.keep({ as: (value || undefined) as 'learners' | undefined }),
        )
      : null,
    npy
      ? textField('Classes, in the order of the columns', settings.classes ?? '', { placeholder: '0,1,2' }, (value) => app.keep({ classes: value }))
      : columnSelect('True classes', 'guess', columns, settings.truth, (value) => app.keep({ truth: value })),
    npy ? null : probabilities(app, columns),
    select(
      'Estimates are',
      [
        ['', 'as they look'],
        ['percent', 'percentages'],
        ['logits', 'logits'],
      ],
      settings.scale ?? '',
      (value) => app.keep({ scale: (value || undefined) as 'percent' | undefined }),
    ),
    npy
      ? null
      : textField('Long rows: id, class, estimate', settings.long ?? '', { placeholder: 'one row to a prediction' }, (value) => app.keep({ long: value })),
    npy ? null : columnSelect('Weights', 'every row once', columns, settings.weights, (value) => app.keep({ weights: value })),
    npy ? null : columnSelect('Sets of classes', 'guess', columns, settings.sets, (value) => app.keep({ sets: value })),
    !npy && app.setFiles.length > 0
      ? textField('Classes that could be predicted', settings.classes ?? '', { placeholder: 'those that occur' }, (value) => app.keep({ classes: value }))
      : null,
    positive(app),
    textField('Cutoff', settings.cutoff ?? '', { placeholder: 'none, or mml:5000', list: 'cutoffs' }, (value) => app.keep({ cutoff: value })),
    select(
      'Confidence',
      [0.8, 0.9, 0.95, 0.99, 0.999].map((x) => [String(x), `${100 * x} %`] as const),
      String(app.confidence),
      (value) => app.keep({ confidence: Number(value) === 0.95 ? undefined : Number(value) }),
    ),
  ];
  return h(
    'details',
    { class: 'settings', open },
    h('summary', {}, 'Columns and settings'),
    guesses.length > 0 ? h('ul', {}, ...guesses.map((text) => h('li', {}, pageWords(text)))) : null,
    h(
      'form',
      {
        onsubmit: (event) => {
          event.preventDefault();
          again();
        },
      },
      h('div', { class: 'fields' }, ...fields),
      h('datalist', { id: 'cutoffs' }, ...['none', 'mml:1000', 'epsilon:1e-6'].map((value) => h('option', { value }))),
      h(
        'div',
        { class: 'row' },
        checkbox('divide rows by their sums', settings.renormalize ?? false, (on) => app.keep({ renormalize: on })),
        checkbox('skip bad rows, and count them', settings.skip ?? false, (on) => app.keep({ skip: on })),
      ),
      h(
        'div',
        { class: 'row' },
        h('button', { type: 'submit', class: 'main' }, 'Score again'),
        app.dropped.length === 1 && app.learners.length === 1 && app.dropped[0].looked.format === 'csv'
          ? h('button', { type: 'button', onclick: () => document.dispatchEvent(new CustomEvent('data')) }, 'It is data to learn from')
          : null,
      ),
    ),
  );
}

/** One of the columns, or what is done without. */
const columnSelect = (label: string, without: string, columns: readonly string[], chosen: string | undefined, changed: (value: string) => void): HTMLElement =>
  select(label, [['', without], ...columns.map((name) => [name, name] as const)], chosen ?? '', changed);

/** Which columns hold estimates; none ticked means a guess. */
function probabilities(app: App, columns: readonly string[]): HTMLElement {
  const [pattern] = /^[^*,]+(?=\*$)/.exec(app.settings.probs ?? '') ?? [];
  const listed = (app.settings.probs ?? '').split(',');
  const ticked = new Set(columns.filter((name) => (pattern === undefined ? listed.includes(name) : name.startsWith(pattern))));
  const told = h('summary', {});
  const tell = (): void => {
    told.textContent = ticked.size === 0 ? 'Estimates: guess' : `Estimates: ${ticked.size} column${ticked.size === 1 ? '' : 's'}`;
  };
  tell();
  return h(
    'details',
    { class: 'field columns' },
    told,
    h(
      'fieldset',
      {},
      h('legend', { class: 'unseen' }, 'Columns of estimates'),
      ...columns.map((name) =>
        checkbox(name, ticked.has(name), (on) => {
          if (on) ticked.add(name);
          else ticked.delete(name);
          tell();
          app.keep({
            probs: patternOf(
              columns.filter((each) => ticked.has(each)),
              columns,
            ),
          });
        }),
      ),
    ),
  );
}

function positive(app: App): HTMLElement | null {
  const { settings, classes } = app;
  if (classes.length > 2) return null;
  if (classes.length === 2)
    return select('Positive class', [['', 'the usual one'], ...classes.map((name) => [name, name] as const)], settings.positive ?? '', (value) =>
      app.keep({ positive: value }),
    );
  return textField('Positive class, of one column', settings.positive ?? '', {}, (value) => app.keep({ positive: value }));
}

/** Columns that alone begin alike are written with a star: what it stands for is then the class. */
function patternOf(chosen: readonly string[], columns: readonly string[]): string {
  let shared = chosen[0] ?? '';
  while (!chosen.every((name) => name.startsWith(shared))) shared = shared.slice(0, -1);
  // "p_away" and "p_awful" share more than their prefix.
  const prefix = /^(.*[^\p{L}\p{N}])/u.exec(shared)?.[1];
  return chosen.length > 1 && prefix !== undefined && columns.every((name) => name.startsWith(prefix) === chosen.includes(name))
    ? `${prefix}*`
    : chosen.join(',');
}
