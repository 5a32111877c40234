import type { App } from './app.js';
import type { Settings } from './settings.js';
import { h } from './ui/dom.js';
import type { WorkError } from './work/pageWorker.js';

interface Mend {
  label: string;
  change: Partial<Settings>;
}

/** Errors of single rows, which can be skipped. */
const ROW_ERRORS = ['value', 'class', 'fields', 'label-out-of-range', 'estimate-not-finite', 'estimate-negative', 'estimate-above-one', 'weight'];

/** What the command would suggest as options, as settings of the page; undefined where the page has none for it. */
function mendOf({ suggestion, code, line }: WorkError): Mend | undefined {
  const [option, value] = suggestion ?? [];
  if (value !== undefined) {
    const name = `“${value.replace(/^"(.*)"$/, '$1')}”`;
    if (option === '--truth') return { label: `Take the true classes from the column ${name}`, change: { truth: value } };
    if (option === '--probs') return { label: `Take the estimates from ${name}`, change: { probs: value } };
    if (option === '--positive') return { label: `Take the column as the probability of ${name}`, change: { positive: value } };
  }
  if (suggestion) return undefined;
  if (code === 'estimates-sum') return { label: 'Divide rows by their sums', change: { renormalize: true } };
  return line !== undefined && code !== undefined && ROW_ERRORS.includes(code) ? { label: 'Skip bad rows, and count them', change: { skip: true } } : undefined;
}

/** What the page can do about an error, one click away. */
export function mendOffer(app: App, error: WorkError, again: () => void): HTMLElement | null {
  const mend = mendOf(error);
  if (!mend) return null;
  const onclick = (): void => {
    app.keep(mend.change);
    again();
  };
  return h('p', { class: 'offer' }, h('button', { type: 'button', class: 'main', onclick }, mend.label));
}
