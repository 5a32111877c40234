import type { App } from './app.js';
import type { Settings } from './settings.js';
import { h } from './ui/dom.js';
import type { WorkError } from './work/pageWorker.js';

interface Mend {
  label: string;
  change: { [Key in keyof Settings]?: Settings[Key] | undefined };
}

/** Errors of single rows, which can be skipped. */
const ROW_ERRORS = ['value', 'class', 'fields', 'label-out-of-range', 'estimate-not-finite', 'estimate-negative', 'estimate-above-one', 'weight'];

/** What the command would suggest as options, as settings of the page; undefined where the page has none for it. */
function mendOf({ suggestion, code, line }: WorkError, { scale }: Settings): Mend | undefined {
  // What was said of another file.
  if (scale && code?.startsWith('estimate')) return { label: 'Take the estimates as they look', change: { scale: undefined } };
  const [option, value, next, truth] = suggestion ?? [];
  if (option === '--percent') return { label: 'Take the estimates as percentages', change: { scale: 'percent' } };
  if (option === '--logits') return { label: 'Take the estimates as logits', change: { scale: 'logits' } };
  if (value !== undefined) {
    const name = `“${value.replace(/^"(.*)"$/, '$1')}”`;
    if (option === '--truth') return { label: `Take the true classes from the column ${name}`, change: { truth: value } };
    if (option === '--probs') return { label: `Take the estimates from ${name}`, change: { probs: value } };
    if (option === '--long')
      return { label: 'Take each row as the estimate of one class', change: { long: value, ...(next === '--truth' && truth !== undefined ? { truth } : {}) } };
    if (option === '--positive') return { label: `Take the column as the probability of ${name}`, change: { positive: value } };
  }
  if (suggestion) return undefined;
  if (code === 'estimates-sum') return { label: 'Divide rows by their sums', change: { renormalize: true } };
  return line !== undefined && code !== undefined && ROW_ERRORS.includes(code) ? { label: 'Skip bad rows, and count them', change: { skip: true } } : undefined;
}

/** What the page can do about an error, one click away. */
export function mendOffer(app: App, error: WorkError, again: () => void): HTMLElement | null {
  const mend = mendOf(error, app.settings);
  if (!mend) return null;
  const onclick = (): void => {
    app.keep(mend.change);
    again();
  };
  return h('p', { class: 'offer' }, h('button', { type: 'button', class: 'main', onclick }, mend.label));
}
