import type { App } from '../app.js';
import { h } from '../ui/dom.js';
import { select } from '../ui/fields.js';
import { MODAL, reliabilityFigure } from './calibration.js';
import { absent, lead, type Panel, title } from './panel.js';
import { classesWithCurves, rocFigure } from './ranking.js';

/** Two questions about the estimates, side by side: are they as often right as they say, and do they sort the rows? */
export const overviewPanel: Panel = {
  id: 'overview',
  label: 'Overview',
  available: (app) => app.learners.length > 0,
  render(app, root) {
    root.replaceChildren(
      title('Overview'),
      lead('Fair bits reward both: estimates that come true as often as they say, and estimates that tell the rows apart.'),
      h('div', { class: 'two' }, reliability(app), roc(app)),
    );
  },
};

function reliability(app: App): HTMLElement {
  const missing = app.learners.map(({ outcome }) => outcome.json.calibration).find(({ modal }) => !modal);
  if (missing) return absent(missing.reason ?? missing.approximate ?? 'There is no reliability table of so many classes.');
  return chosen(MODAL, [MODAL, ...(app.learners.every(({ outcome }) => outcome.json.calibration.byClass) ? app.classes : [])], 'Reliability of', (of) =>
    reliabilityFigure(app, of),
  );
}

function roc(app: App): HTMLElement {
  const classes = classesWithCurves(app);
  if (classes.length === 0) return absent(`${app.classes.length} classes are too many for a curve of each.`);
  return chosen(classes[0], classes, 'ROC of', (positive) => rocFigure(app, positive));
}

/** A chart below what it is of, where that can be chosen. */
function chosen(first: string, all: readonly string[], label: string, chart: (of: string) => HTMLElement): HTMLElement {
  const place = h('div', {}, chart(first));
  const choices = all.map((name) => [name, name] as const);
  return h('div', {}, all.length > 1 ? select(label, choices, first, (of) => place.replaceChildren(chart(of))) : null, place);
}
