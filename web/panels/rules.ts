import type { RulesOfFile } from '../../src/files.js';
import { rulesVerdict, significanceOf } from '../../src/parts.js';
import { type ChartFigure, chartFigure } from '../ui/charts.js';
import { h } from '../ui/dom.js';
import { count, figure, percent } from '../ui/figures.js';
import { tableOf } from '../ui/table.js';
import { absent, lead, type Panel, reasonOf, title } from './panel.js';

/** Predictions that are sets of classes: what they save in bits. */
export const rulesPanel: Panel = {
  id: 'sets',
  label: 'Sets',
  available: (app) => app.setFiles.length > 0,
  async render(app, root) {
    const about = [
      title('Sets'),
      lead(
        'A column holds sets of classes, written a|c. By minimum description length (Cleary, Legg & Witten 1996), sets are worth the bits they save in telling the true classes: Sf.',
      ),
    ];
    root.replaceChildren(...about, h('p', { class: 'note' }, 'Reading…'));
    const { version } = app;
    let parts: HTMLElement[];
    try {
      const files = app.setFiles;
      parts = (await app.setReports()).flatMap((report, i) => shown(files[i].file.name, files[i].column, report, app.settings.classes !== undefined));
    } catch (error) {
      parts = [absent(reasonOf(error))];
    }
    if (version === app.version) root.replaceChildren(...about, ...parts);
  },
};

function shown(file: string, column: string, report: RulesOfFile, given: boolean): HTMLElement[] {
  const share = (value: number | null): string => (value === null ? '–' : percent(value));
  return [
    h('p', { class: 'sentence' }, `${file}, column “${column}”, ${count(report.rows)} rows: ${rulesVerdict(report)}`),
    tableOf({
      caption: `Sets in column ${column} of ${file}`,
      columns: ['figure', 'value'],
      rows: [
        ['Sf, bits saved by the sets', figure(report.significance, 2)],
        ['If(D|Q), bits without the sets', figure(report.frequencyNull, 2)],
        ['If(D|T,Q), bits with them', figure(report.frequency, 2)],
        ['Ic(D|Q), all classes equally likely', figure(report.constantNull, 2)],
        ['Ic(D|T,Q), by the sets, classes alike', figure(report.constant, 2)],
        ['sets that hold the true class', share(report.coverage)],
        ['classes in a set, on average', figure(report.meanSetSize, 3)],
        ['rows without a class, with several', `${count(report.unclassified)}, ${count(report.multiplyClassified)}`],
        ['exactly the true class', report.percentCorrect === null ? '–' : `${figure(report.percentCorrect, 2)} %`],
      ],
      note: `${report.warnings.map((text) => `${text}. `).join('')}${given ? `Classes: ${report.classes.join(', ')}.` : `Classes that occur, as truths or in sets: ${report.classes.join(', ')}. Where more could have been predicted, list them in Columns and settings.`}`,
    }),
    h('div', { class: 'grid' }, ...charts(report).map(({ element }) => element)),
  ];
}

function charts(report: RulesOfFile): ChartFigure[] {
  const bars = chartFigure({
    title: 'Bits with and without the sets',
    file: 'complexity',
    draw: (charts, options) => charts.complexityBars(report, options),
    table: (charts) => charts.complexityTable(report),
    shape: 0.5,
  });
  const data = significanceOf(report);
  if (!data.curve) return [bars];
  return [
    bars,
    chartFigure({
      title: 'Sf against percent correct',
      file: 'significance',
      draw: (charts, options) => charts.significanceChart(data, options),
      table: (charts) => charts.significanceTable(data),
    }),
  ];
}
