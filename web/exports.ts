import type { App } from './app.js';
import { reportHtml } from './report.js';
import { announce, h } from './ui/dom.js';
import { learnerName } from './ui/learnerName.js';
import { save } from './ui/save.js';
import { tableOf } from './ui/table.js';

/** Files to take away: what the command line would have written. */
export function exportsBar(app: App): HTMLElement {
  const json = (content: unknown): Blob => new Blob([`${JSON.stringify(content, null, 2)}\n`], { type: 'application/json' });
  const button = (text: string, label: string, run: () => unknown): HTMLElement =>
    h(
      'button',
      {
        type: 'button',
        class: 'small',
        'aria-label': label,
        onclick: async () => {
          announce(`${label}: making it…`);
          await run();
          announce(`${label}: made.`);
        },
      },
      text,
    );
  return h(
    'details',
    { class: 'exports' },
    h('summary', {}, 'Export'),
    tableOf({
      caption: 'Files to take away',
      columns: ['learner', 'report', 'reward of every row'],
      rows: app.learners.map(({ name, outcome, hand, id }, i) => [
        learnerName(name, i),
        button('JSON', `the report of ${name} as JSON`, () => save(`${name}.json`, json(outcome.json))),
        button('CSV', `the rewards of ${name} as CSV`, async () => save(`${name}-rewards.csv`, await hand.ask('rewards', [id]))),
      ]),
      numbers: () => false,
    }),
    h(
      'div',
      { class: 'row' },
      button('Report as HTML', 'Report as HTML', async () =>
        save(app.learners.length === 1 ? `${app.names[0]}.html` : 'comparison.html', new Blob([await reportHtml(app)], { type: 'text/html' })),
      ),
      app.learners.length > 1 ? button('Comparison as JSON', 'Comparison as JSON', async () => save('comparison.json', json(await app.comparison()))) : null,
      h('button', { type: 'button', class: 'small', onclick: () => print() }, 'Print'),
    ),
    h(
      'p',
      { class: 'note' },
      'JSON and CSV are what fairbits score --json and --rewards write of the same files, under the prior they were scored with. Every chart has a button that saves it as SVG.',
    ),
  );
}
