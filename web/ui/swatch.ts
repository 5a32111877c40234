import { seriesStyle } from '../../src/parts.js';
import { h } from './dom.js';

/** The colour that a learner has in every chart. */
export function swatch(learner: number): HTMLElement {
  const made = h('span', { class: 'swatch', 'aria-hidden': 'true' });
  made.style.background = seriesStyle(learner).stroke;
  return made;
}
