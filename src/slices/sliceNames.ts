import { binNames, MISSING_VALUE, NO_DATE, NO_NUMBER, OTHER_VALUES, type SliceColumn } from './slicePlan.js';

const NOTHING_WRITTEN = /^\s*(?:|nan|na|n\/a|null|none|nat|<na>|\?|-)\s*$/i;
const NUMBER_FORM = /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?\s*$/i;
const DATE_FORM = /^\s*(\d{4})[-/](0[1-9]|1[0-2])(?:[-/](?:0[1-9]|[12]\d|3[01])(?:[T ].*)?)?\s*$/;

export const isNothing = (text: string): boolean => NOTHING_WRITTEN.test(text);

/** The number that a text is; undefined where it is none. */
export const sliceNumber = (text: string): number | undefined => (NUMBER_FORM.test(text) ? Number(text) : undefined);

/** The month of a date that begins with its year, as 2026-03; undefined where it is none. */
export function monthOf(text: string): string | undefined {
  const found = DATE_FORM.exec(text);
  return found ? `${found[1]}-${found[2]}` : undefined;
}

/** What names the slice that a value of a column lies in. */
export function sliceNamer({ kind, numeric, edges, kept }: SliceColumn): (text: string) => string {
  const bins = binNames(edges);
  const known = kept && new Set(kept);
  const valueNamed = (text: string): string => {
    const number = numeric ? sliceNumber(text) : undefined;
    const name = number === undefined ? text : String(number);
    return known && !known.has(name) ? OTHER_VALUES : name;
  };
  return (text) => {
    if (isNothing(text)) return MISSING_VALUE;
    if (kind === 'months') return monthOf(text) ?? NO_DATE;
    if (kind === 'values') return valueNamed(text);
    const number = sliceNumber(text);
    return number === undefined ? NO_NUMBER : bins[binOfNumber(number, edges)];
  };
}

/** How many edges are no larger than a number. */
function binOfNumber(number: number, edges: readonly number[]): number {
  let low = 0;
  let high = edges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (edges[middle] <= number) low = middle + 1;
    else high = middle;
  }
  return low;
}
