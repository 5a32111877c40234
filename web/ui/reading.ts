import { h } from './dom.js';
import { percent } from './figures.js';

/** Says that the rows are being read again, how far that is, and has a button that stops it. */
export function readingNote(stop: () => void): { element: HTMLElement; heard(share: number): void } {
  const text = h('span', {}, 'Reading the rows…');
  const cancel = h('button', { type: 'button', class: 'small', onclick: stop }, 'Cancel');
  return {
    element: h('p', { class: 'note reading' }, text, ' ', cancel),
    heard(share) {
      text.textContent = share < 1 ? `Reading the rows… ${percent(share, 0)}` : 'Resampling…';
      // What comes then is soon done, and hears nothing meanwhile.
      cancel.hidden = share >= 1;
    },
  };
}

/** What stands there when it was stopped, and a button that begins anew. */
export function stoppedNote(words: string, again: () => void): HTMLElement {
  return h('p', { class: 'note' }, `${words} `, h('button', { type: 'button', class: 'small', onclick: again }, 'Read the rows'));
}
