import type { Reported } from '../../src/parts.js';
import { h } from './dom.js';
import { figure } from './figures.js';

/** The ends of an interval below a figure, in one line; or why there is none. */
export function intervalBelow(interval: readonly [Reported, Reported] | null | undefined, otherwise = ''): HTMLElement {
  return interval ? h('small', { class: 'interval' }, `${figure(interval[0])} … ${figure(interval[1])}`) : h('small', {}, otherwise);
}
