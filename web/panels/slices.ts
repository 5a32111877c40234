import type { App } from '../app.js';
import type { Panel } from './panel.js';

/** Rows by the values of a column: where are the predictions not good? What shows them is loaded after the rest. */
export const slicesPanel: Panel = {
  id: 'slices',
  label: 'Slices',
  // Every column is looked at, which takes longer than to score.
  ahead: 4e6,
  available: (app) => app.learners.length > 0 && sliceColumns(app).some((name) => !NUMBERING.test(name)),
  async render(app, root) {
    (await loadSlices()).renderSlices(app, root);
  },
};

export const loadSlices = (): Promise<typeof import('../slices/slicesView.js')> => import('../slices/slicesView.js');

const NUMBERING = /^(?:|#|ids?|.*_id|index|idx|row|nr|no)$/i;
const TRUTHS = /^(?:label|truth|target|class|actual|y|y_true|outcome)$/i;
const ESTIMATES = /^(?:p|probs?|probas?|y_proba|predict_proba|score)(?:[_( ]|$)/i;

/** Columns to choose from: those that are neither the truth nor the estimates of a class, as far as names tell. */
export function sliceColumns({ settings: { truth }, dropped, classes }: App): string[] {
  const columns = dropped.find(({ looked }) => looked.columns.length > 0)?.looked.columns ?? [];
  return columns.filter((name) => name !== truth && !(truth === undefined && TRUTHS.test(name)) && !classes.includes(name) && !ESTIMATES.test(name));
}
