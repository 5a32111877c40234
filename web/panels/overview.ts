import type { App } from '../app.js';
import { h } from '../ui/dom.js';
import { select } from '../ui/fields.js';
import { pageWords } from '../ui/pageWords.js';
import { MODAL, reliabilityFigure } from './calibration.js';
import { absent, lead, type Panel, title } from './panel.js';
import { classesWithCurves, rocFigure } from './ranking.js';

/** Two questions about the estimates, side by side: are they as often right as they say, and do they sort the rows? */
export const overviewPanel: Panel = {
  id: 'overview',
  label: 'Overview',
  available: (app) => app.learners.length > 0,
  render(app, root) {
    const parts = [reliability(app), roc(app)];
    root.replaceChildren(
      title('Overview'),
      lead('Fair bits reward both: estimates that come true as often as they say, and estimates that tell the rows apart.'),
      // In a row of their own, so that the charts stand on one line.
      h('div', { class: 'row' }, ...parts.map(({ field }) => field)),
      h('div', { class: 'two' }, ...parts.map(({ chart }) => chart)),
    );
  },
};

interface Part {
  /** Where it can be chosen what the chart is of. */
  field: HTMLElement | null;
  chart: HTMLElement;
}

function reliability(app: App): Part {
  const missing = app.learners.map(({ outcome }) => outcome.json.calibration).find(({ modal }) => !modal);
  if (missing) return { field: null, chart: absent(pageWords(missing.reason ?? missing.approximate ?? 'There is no reliability table of so many classes.')) };
  const classes = app.learners.every(({ outcome }) => outcome.json.calibration.byClass) ? app.classes : [];
  return chosen([MODAL, ...classes], 'Reliability of', (of) => reliabilityFigure(app, of));
}

function roc(app: App): Part {
  const classes = classesWithCurves(app);
  if (classes.length === 0) return { field: null, chart: absent(`${app.classes.length} classes are too many for a curve of each.`) };
  return chosen(classes, 'ROC of', (positive) => rocFigure(app, positive));
}

/** A chart of the first, or of another that is chosen. */
function chosen(all: readonly string[], label: string, draw: (of: string) => HTMLElement): Part {
  const chart = h('div', {}, draw(all[0]));
  const choices = all.map((name) => [name, name] as const);
  return { field: all.length > 1 ? select(label, choices, all[0], (of) => chart.replaceChildren(draw(of))) : null, chart };
}
