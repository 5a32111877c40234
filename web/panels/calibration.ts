import type { ReliabilityBin, Report } from '../../src/parts.js';
import type { App } from '../app.js';
import { chartFigure } from '../ui/charts.js';
import { h } from '../ui/dom.js';
import { select } from '../ui/fields.js';
import { count, figure, pText } from '../ui/figures.js';
import { learnerName } from '../ui/learnerName.js';
import { tableOf } from '../ui/table.js';
import { absent, lead, type Panel, title } from './panel.js';

const MODAL = 'the most probable class';
const BINS = 10;

/** Are the estimates as often right as they say? */
export const calibrationPanel: Panel = {
  id: 'calibration',
  label: 'Calibration',
  available: (app) => app.learners.length > 0,
  render(app, root) {
    const about = [
      title('Calibration'),
      lead('Of all predictions that said 70 %, did 70 % come true? Groups of equally many estimates, with Wilson’s intervals.'),
    ];
    const all = app.learners.map(({ outcome }) => outcome.json.calibration);
    const missing = all.find(({ modal }) => !modal);
    if (missing) {
      root.replaceChildren(...about, absent(missing.reason ?? missing.approximate ?? 'There is no reliability table of so many classes.'), cellTable(app));
      return;
    }
    let of = MODAL;
    const body = h('div', {});
    const byClass = all.every((each) => each.byClass);
    const show = (): void => body.replaceChildren(...views(app, all, of));
    root.replaceChildren(
      ...about,
      byClass
        ? select('Estimates of', [[MODAL, MODAL], ...app.classes.map((name) => [name, name] as const)], of, (value) => {
            of = value;
            show();
          })
        : '',
      body,
      cellTable(app),
    );
    show();
  },
};

type Calibration = Report['calibration'];
type ClassCalibration = NonNullable<Calibration['modal']>;

/** A bin that holds a row has nothing but numbers. */
const binsOf = (of: ClassCalibration['equalMass']): ReliabilityBin[] => of.bins as ReliabilityBin[];

function views(app: App, all: readonly Calibration[], of: string): HTMLElement[] {
  const each = all.map(({ modal, byClass }) => (of === MODAL ? modal : byClass?.[of]) as ClassCalibration);
  const data = {
    of: of === MODAL ? of : `"${of}"`,
    confidence: app.confidence,
    series: each.map(({ equalMass }, i) => ({ name: app.names[i], bins: binsOf(equalMass) })),
    histogram: { bins: binsOf(each[0].equalWidth), count: BINS },
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
          const own = { ...data, series: [data.series[i]], histogram: { bins: binsOf(one.equalWidth), count: BINS } };
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
        learnerName(app.names[i], i),
        figure(equalMass.expected),
        figure(equalMass.maximum),
        figure(equalMass.bias),
        figure(spiegelhalter.z),
        pText(spiegelhalter.p as number | null),
        ...parts(decompositions.quadratic.corp),
      ]),
      note: `Expected and maximum error over ${BINS} bins of equal mass (Naeini, Cooper & Hauskrecht 2015); a bias above 0 means estimates too high on the whole. Spiegelhalter’s test asks whether the quadratic loss is what the estimates themselves expect. The quadratic loss is miscalibration − discrimination + uncertainty (CORP: Dimitriadis, Gneiting & Jordan 2021): what recalibration would gain, what the learner knows, and how hard the task is.`,
    }),
    h('div', { class: 'grid' }, ...diagrams.map(({ element }) => element)),
  ];
}

const parts = ({ loss, miscalibration, discrimination, uncertainty }: ClassCalibration['decompositions']['quadratic']['corp']): string[] =>
  [loss, miscalibration, discrimination, uncertainty].map((x) => figure(x));

/** The measure of Korb, Hope & Hughes 2001, over cells of its own. */
function cellTable(app: App): HTMLElement {
  const [{ approximate }] = app.learners.map(({ outcome }) => outcome.json.calibration);
  return tableOf({
    caption: 'Miscalibration (Korb, Hope & Hughes 2001, eq. 3)',
    titled: true,
    columns: ['learner', 'miscalibration', 'overconfident', 'underconfident', 'cells'],
    rows: app.learners.map(({ name, outcome: { json } }, i) => {
      const { miscalibration, overconfident, underconfident, cells } = json.calibration;
      return [learnerName(name, i), figure(miscalibration), figure(overconfident), figure(underconfident), count(cells)];
    }),
    ...(approximate ? { note: `${approximate.replace(' (--memory)', '')}.` } : {}),
  });
}
