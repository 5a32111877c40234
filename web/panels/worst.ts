import { short } from '../../src/parts.js';
import type { App } from '../app.js';
import { h } from '../ui/dom.js';
import { select } from '../ui/fields.js';
import { count, figure } from '../ui/figures.js';
import { readingNote, stoppedNote } from '../ui/reading.js';
import { tableOf } from '../ui/table.js';
import type { PlacedRow } from '../work/jobs.js';
import { absent, lead, type Panel, reasonOf, title } from './panel.js';

/** Who earned −∞, and where; and the lowest rewards of all. */
export const worstPanel: Panel = {
  id: 'worst',
  label: 'Worst rows',
  available: (app) => app.learners.length > 0,
  async render(app, root) {
    let learner = 0;
    const body = h('div', {});
    const show = async (): Promise<void> => {
      const { version } = app;
      const asked = learner;
      const { worker, id } = app.learners[asked];
      const control = new AbortController();
      const note = readingNote(() => control.abort());
      const { signal } = control;
      // Other files stop it as well.
      app.readingSignal.addEventListener('abort', () => control.abort(), { once: true });
      const current = (): boolean => version === app.version && asked === learner;
      body.replaceChildren(note.element);
      try {
        const rows = await worker.ask('worst', [id], { signal, heard: ({ share }) => note.heard(Math.min(0.99, share)) });
        if (current()) body.replaceChildren(infinite(app, asked), tableOfRows(rows));
      } catch (error) {
        if (!current()) return;
        if ((error as Error).name === 'AbortError') body.replaceChildren(stoppedNote('The rows were not read to their end.', () => void show()));
        else body.replaceChildren(absent(reasonOf(error)));
      }
    };
    root.replaceChildren(
      title('Worst rows'),
      lead('The rows with the lowest Bayesian reward, under the prior that the files were scored with, and where they are.'),
      app.learners.length > 1
        ? select(
            'Learner',
            app.names.map((name, i) => [String(i), name] as const),
            '0',
            (value) => {
              learner = Number(value);
              void show();
            },
          )
        : '',
      body,
    );
    await show();
  },
};

function infinite(app: App, learner: number): HTMLElement {
  const { infinite: found } = app.learners[learner].outcome.json.measures.bayesianReward;
  return h(
    'p',
    {},
    found === 0
      ? `${app.names[learner]} called nothing impossible that then happened.`
      : `${app.names[learner]} called impossible what then happened in ${count(found)} of ${count(app.learners[learner].outcome.json.rows)} rows, and earns −∞ there.`,
  );
}

function tableOfRows(rows: readonly PlacedRow[]): HTMLElement {
  const lines = rows.some(({ line }) => line !== undefined);
  const files = new Set(rows.map(({ file }) => file)).size > 1;
  const bits = files ? 2 : 1;
  return tableOf({
    caption: 'The rows with the lowest rewards',
    columns: [lines ? 'line' : 'row', ...(files ? ['file'] : []), 'bits', 'truth', 'its estimate', ...(lines ? ['what it says'] : [])],
    rows: rows.map(({ row, line, file, reward, truth, estimate, text }) => [
      lines ? (line === undefined ? '–' : String(line)) : String(row + 1),
      ...(files ? [file] : []),
      reward === Number.NEGATIVE_INFINITY ? '−∞' : figure(reward),
      truth,
      short(estimate, 4),
      ...(lines ? [h('code', {}, text ?? '')] : []),
    ]),
    numbers: (column) => column === 0 || column === bits || column === bits + 2,
    note: `${lines ? 'Lines are counted from 1, the header among them.' : 'Rows are counted from 1.'} Its estimate: what the prediction gave to the true class, after the cutoff if there is one.`,
  });
}
