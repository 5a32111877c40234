import type { Calibration, ClassCalibration } from '../../src/calibration/calibrate.js';
import type { Decomposition } from '../../src/calibration/decomposition.js';
import type { App } from '../app.js';
import { chartFigure } from '../ui/charts.js';
import { h } from '../ui/dom.js';
import { select } from '../ui/fields.js';
import { figure, percent, pText } from '../ui/figures.js';
import { swatch } from '../ui/swatch.js';
import { tableOf } from '../ui/table.js';
import { absent, lead, type Panel, reasonOf, title } from './panel.js';

const MODAL = 'the most probable class';
const BINS = 10;

/** Are the estimates as often right as they say? */
export const calibrationPanel: Panel = {
  id: 'calibration',
  label: 'Calibration',
  available: (app) => app.learners.length > 0,
  async render(app, root) {
    const about = [
      title('Calibration'),
      lead('Of all predictions that said 70 %, did 70 % come true? Groups of equally many estimates, with Wilson’s intervals.'),
    ];
    root.replaceChildren(...about, h('p', { class: 'note' }, 'Reading the rows…'));
    const { version } = app;
    let all: Calibration[];
    try {
      all = await Promise.all(app.learners.map(({ hand, id }) => hand.ask('calibration', [id])));
    } catch (error) {
      if (version === app.version) root.replaceChildren(...about, absent(reasonOf(error)), boundedTable(app));
      return;
    }
    if (version !== app.version) return;
    let of = MODAL;
    const body = h('div', {});
    const choices = [[MODAL, MODAL], ...app.classes.map((name) => [name, name])] as [string, string][];
    const show = (): void => body.replaceChildren(...views(app, all, of));
    root.replaceChildren(
      ...about,
      select('Estimates of', choices, of, (value) => {
        of = value;
        show();
      }),
      body,
    );
    show();
  },
};

function views(app: App, all: readonly Calibration[], of: string): HTMLElement[] {
  const each = all.map((calibration): ClassCalibration => (of === MODAL ? calibration.modal : calibration.byClass[of]));
  const data = {
    of: of === MODAL ? of : `"${of}"`,
    confidence: app.confidence,
    series: each.map(({ equalMass }, i) => ({ name: app.names[i], bins: equalMass.bins })),
    histogram: { bins: each[0].equalWidth.bins, count: BINS },
  };
  const diagrams = [
    chartFigure({
      title: `Reliability: ${of}`,
      file: `reliability-${of}`,
      draw: (charts, options) => charts.reliabilityDiagram(data, options),
      table: (charts) => charts.reliabilityTable(data),
      shape: 1.2,
    }),
    // With several curves there is no room for bands, so each has a picture of its own as well.
    ...(all.length > 1
      ? each.map((one, i) => {
          const own = { ...data, series: [data.series[i]], histogram: { bins: one.equalWidth.bins, count: BINS } };
          return chartFigure({
            title: app.names[i],
            learner: i,
            file: `reliability-${of}-${app.names[i]}`,
            draw: (charts, options) => charts.reliabilityDiagram(own, { ...options, title: `Reliability of ${app.names[i]}: ${of}` }),
            table: (charts) => charts.reliabilityTable(own),
            shape: 1.2,
          });
        })
      : []),
  ];
  return [
    tableOf({
      caption: `Calibration figures: ${of}`,
      columns: [
        'learner',
        'expected error',
        'maximum error',
        'bias',
        'Spiegelhalter z',
        'p',
        'quadratic loss',
        'miscalibration',
        'discrimination',
        'uncertainty',
      ],
      rows: each.map(({ equalMass, spiegelhalter, decompositions }, i) => [
        h('span', { class: 'learner' }, swatch(i), app.names[i]),
        figure(equalMass.expected),
        figure(equalMass.maximum),
        figure(equalMass.bias),
        figure(spiegelhalter.z),
        pText(spiegelhalter.p),
        ...parts(decompositions.quadratic.corp),
      ]),
      note: `Expected and maximum error over ${BINS} bins of equal mass (Naeini, Cooper & Hauskrecht 2015); a bias above 0 means estimates too high on the whole. Spiegelhalter’s test asks whether the quadratic loss is what the estimates themselves expect. The quadratic loss is miscalibration − discrimination + uncertainty (CORP: Dimitriadis, Gneiting & Jordan 2021): what recalibration would gain, what the learner knows, and how hard the task is.`,
    }),
    h('div', { class: 'grid' }, ...diagrams.map(({ element }) => element)),
  ];
}

const parts = ({ loss, miscalibration, discrimination, uncertainty }: Decomposition): string[] =>
  [loss, miscalibration, discrimination, uncertainty].map((x) => figure(x));

/** What is known of rows that are too many to keep. */
function boundedTable(app: App): HTMLElement {
  return tableOf({
    caption: 'Miscalibration',
    columns: ['learner', 'miscalibration', 'overconfident', 'underconfident', 'cells'],
    rows: app.learners.map(({ name, outcome: { json } }) => {
      const { miscalibration, overconfident, underconfident, cells } = json.calibration;
      return [name, figure(miscalibration), figure(overconfident), figure(underconfident), String(cells)];
    }),
    note: `Korb, Hope & Hughes 2001, eq. 3. ${app.learners[0].outcome.json.calibration.approximate ?? ''} ${percent(app.confidence)} confidence.`,
  });
}
