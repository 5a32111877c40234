import type { MeasureReport } from '../../src/parts.js';
import { seriesStyle } from '../../src/parts.js';
import { h } from '../ui/dom.js';
import { numberOf } from '../ui/figures.js';

/** From where to where a scale goes, in bits: from 0, or the lowest reward below it, to the ceiling. */
export interface Range {
  low: number;
  high: number;
}

/** One range for all rewards, so that their bars can be compared. Losses larger than the ceiling run off its end, or all else would be too small to see. */
export function rangeOf(rewards: readonly MeasureReport[]): Range {
  const high = Math.max(...rewards.map(({ ceiling }) => ceiling ?? 0));
  const ends = rewards.flatMap(({ mean, interval }) => [numberOf(mean), ...(interval ?? []).map(numberOf)]).map((end) => Math.max(end, -high));
  const low = Math.min(0, ...ends.filter((end) => !Number.isNaN(end)));
  // Some room at the left of the lowest.
  return { low: low < 0 ? Math.max(-high, 1.08 * low) : 0, high };
}

/** A reward on its scale: a bar from 0, with the interval as a whisker. Its figures stand beside it as text. */
export function scaleBar({ mean: reported, interval }: MeasureReport, { low, high }: Range, learner: number): HTMLElement {
  const place = (bits: number): number => (100 * (Math.min(high, Math.max(low, bits)) - low)) / (high - low);
  const mean = numberOf(reported);
  const bar = h('div', { class: mean < 0 ? 'scale-bar below' : 'scale-bar' });
  between(bar, place(Math.min(0, mean)), place(Math.max(0, mean)));
  bar.style.background = seriesStyle(learner).stroke;
  const zero = h('div', { class: 'scale-zero' });
  zero.style.left = `${place(0)}%`;
  const made = h('div', { class: 'scale', 'aria-hidden': 'true' }, bar, zero);
  if (interval) {
    const whisker = h('div', { class: 'scale-interval' });
    const [from, to] = interval.map(numberOf);
    between(whisker, place(from), place(to));
    made.append(whisker);
  }
  if (mean < low) made.append(h('span', { class: 'scale-off' }, '◂'));
  return made;
}

function between(element: HTMLElement, from: number, to: number): void {
  element.style.left = `${from}%`;
  element.style.width = `${to - from}%`;
}

/** What the ends of a scale are. */
export function scaleEnds({ low, high }: Range, words: { zero: string; high: string }): HTMLElement {
  const zero = h('span', { class: 'end-zero' }, words.zero);
  const at = (100 * -low) / (high - low);
  zero.style.marginLeft = `${at}%`;
  return h('div', { class: 'scale-ends', 'aria-hidden': 'true' }, zero, h('span', {}, words.high));
}
