import { shortened } from '../../src/parts.js';
import { h } from './dom.js';
import { swatch } from './swatch.js';

/** Names that go together differ at their ends, so what is left out is in the middle. */
const LONGEST = 26;

/** A learner's name with its colour. */
export function learnerName(name: string, learner: number): HTMLElement {
  const short = shortened(name, LONGEST);
  return h('span', { class: 'learner', title: short === name ? undefined : name }, swatch(learner), short);
}
