import type { App } from '../app.js';
import { h } from '../ui/dom.js';
import { count } from '../ui/figures.js';
import { wouldEarn } from '../verdict.js';

/** Where something earns −∞: the cutoff that would make it finite, one click away. Where one is in force: a way back. */
export function cutoffOffer(app: App, again: () => void): HTMLElement | string {
  const apply = (cutoff: string | undefined): void => {
    app.keep({ cutoff });
    again();
  };
  const { cutoff } = app.learners[0].outcome.json;
  const impossible = app.learners.flatMap(({ name, outcome: { json } }, i) =>
    json.withCutoff && app.mean(i, 'bayesianReward') === Number.NEGATIVE_INFINITY ? [{ name, ...json.withCutoff }] : [],
  );
  if (impossible.length > 0) {
    const [{ cutoff: suggested, n, nOf }] = impossible;
    // One cutoff goes for all; files of other lengths were looked at under others.
    const would = impossible.flatMap((each) =>
      each.cutoff === suggested && each.bayesianReward ? [`${each.name} would ${wouldEarn(each.bayesianReward)}`] : [],
    );
    const whose =
      nOf === 'test set'
        ? 'The file does not say how many there were, so this is the number of its own rows; you can set another in Columns and settings.'
        : 'This is the size of the training set.';
    return h(
      'p',
      { class: 'offer' },
      h('button', { type: 'button', class: 'main', onclick: () => apply(suggested) }, `Apply the cutoff ${suggested}`),
      h(
        'span',
        {},
        would.length > 0
          ? h('b', {}, `Under this cutoff, which was not applied, ${would.join('; ')}${app.moved ? ', by the prior that was scored with' : ''}. `)
          : '',
        `It holds estimates as far from 0 and 1 as ${count(n)} rows of training could justify. ${whose}`,
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
