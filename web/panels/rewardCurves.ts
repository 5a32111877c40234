import { chartFigure } from '../ui/charts.js';
import { h } from '../ui/dom.js';
import { select, slider } from '../ui/fields.js';
import { hasFiles, lead, type Panel, title } from './panel.js';

const CLASSES = [2, 3, 4, 5, 10, 26];

/** What one prediction earns: the papers' figures, for any prior. */
export const rewardCurvesPanel: Panel = {
  id: 'rewards',
  label: 'Reward curves',
  available: hasFiles,
  render(app, root) {
    let k = CLASSES.includes(app.classes.length) ? app.classes.length : 2;
    let q = k === 2 ? 0.5 : 1 / k;
    const data = () => ({
      prior: [q, ...new Array<number>(k - 1).fill((1 - q) / (k - 1))],
      measures: ['bayesianReward', 'generalizedReward', 'goodReward', 'kononenkoBratko', 'modalReward'] as const,
    });
    const chart = chartFigure({
      title: 'Reward for the probability of the true class',
      file: 'rewards',
      draw: (charts, options) => charts.rewardCurves(data(), options),
      table: (charts) => charts.rewardCurvesTable(data()),
    });
    const prior = slider('Prior of the true class', q, { min: 0.01, max: 0.99, step: 0.01, text: (x) => x.toFixed(2) }, (value) => {
      q = value;
      prior.set(q);
      chart.redraw();
    });
    root.replaceChildren(
      title('What a prediction earns'),
      lead(
        'The probability that a prediction gave to what then happened, and what it earns for it. A fair reward is 0 at the prior: whoever quotes the prior knows nothing. Good’s is 0 there for two classes and a prior of ½ only. (Hope & Korb 2002, figures 1 to 3; 2004, figure 1.)',
      ),
      h(
        'div',
        { class: 'row' },
        prior.element,
        select(
          'Classes',
          CLASSES.map((n) => [String(n), String(n)] as const),
          String(k),
          (value) => {
            k = Number(value);
            q = 1 / k;
            prior.set(q);
            chart.redraw();
          },
        ),
      ),
      h('div', { class: 'grid' }, chart.element),
    );
  },
};
