import type { App } from '../app.js';
import { h } from '../ui/dom.js';
import { count } from '../ui/figures.js';

/** Where something earns −∞: the cutoff that would make it finite, one click away. Where one is in force: a way back. */
export function cutoffOffer(app: App, again: () => void): HTMLElement | string {
  const apply = (cutoff: string | undefined): void => {
    app.keep({ cutoff });
    again();
  };
  const { rows, cutoff } = app.learners[0].outcome.json;
  const impossible = app.learners.filter((_, i) => app.mean(i, 'bayesianReward') === Number.NEGATIVE_INFINITY);
  if (impossible.length > 0) {
    const suggested = `mml:${rows}`;
    return h(
      'p',
      { class: 'offer' },
      h('button', { type: 'button', class: 'main', onclick: () => apply(suggested) }, `Apply the cutoff ${suggested}`),
      h(
        'span',
        {},
        `It holds estimates as far from 0 and 1 as ${count(rows)} rows of training could justify. The file does not say how many there were, so this is the number of its own rows; Columns and settings takes another.`,
      ),
    );
  }
  if (cutoff.name === 'none') return '';
  const changed = app.learners.reduce((sum, { outcome }) => sum + outcome.json.cutoff.changed, 0);
  return h(
    'p',
    { class: 'offer' },
    h('button', { type: 'button', class: 'small', onclick: () => apply(undefined) }, 'Remove the cutoff'),
    h('span', {}, `Scored with the cutoff ${cutoff.name}, which changed ${count(changed)} estimate${changed === 1 ? '' : 's'}.`),
  );
}
