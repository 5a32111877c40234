import type { ReliabilityBin, Report } from '../../src/parts.js';
import type { App } from '../app.js';
import { chartFigure } from '../ui/charts.js';
import { h } from '../ui/dom.js';
import { select } from '../ui/fields.js';
import { count, figure, pText } from '../ui/figures.js';
import { learnerName } from '../ui/learnerName.js';
import { pageWords } from '../ui/pageWords.js';
import { tableOf } from '../ui/table.js';
import { absent, lead, type Panel, title } from './panel.js';

export const MODAL = 'the most probable class';
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
      root.replaceChildren(
        ...about,
        absent(pageWords(missing.reason ?? missing.approximate ?? 'There is no reliability table of so many classes.')),
        cellTable(app),
      );
      return;
    }
    let of = MODAL;
    const body = h('div', { class: 'parts' });
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
    );
    show();
  },
};

type Calibration = Report['calibration'];
type ClassCalibration = NonNullable<Calibration['modal']>;

/** A bin that holds a row has nothing but numbers. */
const binsOf = (of: ClassCalibration['equalMass']): ReliabilityBin[] => of.bins as ReliabilityBin[];

const eachOf = (all: readonly Calibration[], of: string): ClassCalibration[] =>
  all.map(({ modal, byClass }) => (of === MODAL ? modal : byClass?.[of]) as ClassCalibration);

function reliabilityData(app: App, each: readonly ClassCalibration[], of: string) {
  return {
    of: of === MODAL ? of : `"${of}"`,
    confidence: app.confidence,
    series: each.map(({ equalMass }, i) => ({ name: app.names[i], bins: binsOf(equalMass) })),
    histogram: { bins: binsOf(each[0].equalWidth), count: BINS },
  };
}

/** Every learner in one picture. */
export function reliabilityFigure(app: App, of: string): HTMLElement {
  const all = app.learners.map(({ outcome }) => outcome.json.calibration);
  const data = reliabilityData(app, eachOf(all, of), of);
  return chartFigure({
    title: `Reliability: ${of}`,
    file: `reliability-${of}`,
    draw: (charts, options) => charts.reliabilityDiagram(data, options),
    table: (charts) => charts.reliabilityTable(data),
    shape: 1.2,
  }).element;
}

function views(app: App, all: readonly Calibration[], of: string): HTMLElement[] {
  const each = eachOf(all, of);
  const data = reliabilityData(app, each, of);
  const diagrams = [
    reliabilityFigure(app, of),
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
          }).element;
        })
      : []),
  ];
  return [
    tableOf({
      caption: `Calibration figures: ${of}`,
      columns: [
        'learner',
        'calibration error (ECE)',
        'largest error',
        'bias',
        'Spiegelhalter z',
        'p',
        'Brier score',
        'recalibration would gain',
        'discrimination',
        'uncertainty',
      ],
      rows: app.order.map((i) => {
        const { equalMass, spiegelhalter, decompositions } = each[i];
        return [
          learnerName(app.names[i], i),
          figure(equalMass.expected),
          figure(equalMass.maximum),
          figure(equalMass.bias),
          figure(spiegelhalter.z),
          pText(spiegelhalter.p as number | null),
          ...parts(decompositions.quadratic.corp),
        ];
      }),
      cards: true,
      note: `Calibration error, expected (ECE) and largest, over ${BINS} bins of equal mass (Naeini, Cooper & Hauskrecht 2015); a bias above 0 means estimates too high on the whole. The Brier score is the squared distance of this one estimate from what came true, 0 or 1; Spiegelhalter’s test asks whether it is what the estimates themselves expect. It is what recalibration would gain − discrimination, what the learner knows, + uncertainty, how hard the task is (CORP: Dimitriadis, Gneiting & Jordan 2021). The quadratic loss under Measures sums such squares over all classes.`,
    }),
    h('div', { class: 'two' }, diagrams[0], cellTable(app)),
    h('div', { class: 'grid small' }, ...diagrams.slice(1)),
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
    rows: app.order.map((i) => {
      const { miscalibration, overconfident, underconfident, cells } = app.learners[i].outcome.json.calibration;
      return [learnerName(app.names[i], i), figure(miscalibration), figure(overconfident), figure(underconfident), count(cells)];
    }),
    note: `How far the probability of the most probable class is from how often it came true, over cells of 10 rows or more: the figure under Measures, split by which way the cells are off.${approximate ? ` ${pageWords(approximate)}.` : ''}`,
    cards: true,
  });
}
