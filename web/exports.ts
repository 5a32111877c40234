import type { RulesOfFile } from '../src/files.js';
import type { App } from './app.js';
import { reasonOf } from './panels/panel.js';
import { reportHtml, setsHtml } from './report.js';
import { announce, h } from './ui/dom.js';
import { learnerName } from './ui/learnerName.js';
import { save } from './ui/save.js';
import { tableOf } from './ui/table.js';

/** Files to take away: what the command line would have written. */
export function exportsBar(app: App): HTMLElement {
  return bar(
    tableOf({
      caption: 'Files to take away',
      columns: ['learner', 'report', 'reward of every row'],
      rows: app.learners.map(({ name, outcome, worker, id }, i) => [
        learnerName(name, i),
        button('JSON', `the report of ${name} as JSON`, () => save(`${name}.json`, json(outcome.json))),
        button('CSV', `the rewards of ${name} as CSV`, async () => save(`${name}-rewards.csv`, await worker.ask('rewards', [id]))),
      ]),
      numbers: () => false,
    }),
    [
      button('Report as HTML', 'Report as HTML', async () =>
        save(app.learners.length === 1 ? `${app.names[0]}.html` : 'comparison.html', html(await reportHtml(app))),
      ),
      app.learners.length > 1 ? button('Comparison as JSON', 'Comparison as JSON', async () => save('comparison.json', json(await app.comparison()))) : null,
    ],
    'JSON and CSV are what the command line writes of the same files, under the prior they were scored with. Every chart has a button that saves it as SVG.',
  );
}

/** The same of files that have sets and no estimates. */
export function setsBar(app: App, reports: readonly RulesOfFile[]): HTMLElement {
  return bar(
    tableOf({
      caption: 'Files to take away',
      columns: ['file', 'figures', 'report'],
      rows: reports.map((report) => [
        report.file,
        button('JSON', `the sets of ${report.file} as JSON`, () => save(`${report.file}.json`, json(report))),
        button('HTML', `the sets of ${report.file} as HTML`, async () => save(`${report.file}.html`, html(await setsHtml(app, report)))),
      ]),
      numbers: () => false,
    }),
    [],
    'JSON is what the command line writes of the same file and classes. Every chart has a button that saves it as SVG.',
  );
}

const json = (content: unknown): Blob => new Blob([`${JSON.stringify(content, null, 2)}\n`], { type: 'application/json' });
const html = (text: string): Blob => new Blob([text], { type: 'text/html' });

function button(text: string, label: string, run: () => unknown): HTMLElement {
  const made = async (): Promise<void> => {
    announce(`${label}: making it…`);
    try {
      await run();
      announce(`${label}: made.`);
    } catch (error) {
      // What it is made of may have been stopped, or a worker has failed.
      announce(`${label}: it could not be made. ${reasonOf(error)}`);
    }
  };
  return h('button', { type: 'button', class: 'small', 'aria-label': label, onclick: made }, text);
}

function bar(table: HTMLElement, buttons: (HTMLElement | null)[], note: string): HTMLElement {
  return h(
    'details',
    { class: 'exports' },
    h('summary', {}, 'Export'),
    table,
    h('div', { class: 'row' }, ...buttons, h('button', { type: 'button', class: 'small', onclick: () => print() }, 'Print')),
    h('p', { class: 'note' }, note),
  );
}
