/** The twins of assembly/labels.ts. */

import type { CsvPlan } from '../../csvPlan.js';
import { type Kind, NO_CLASS, TEXT_IN_VIEW } from '../../numberKinds.js';
import { planNames } from './names.js';
import { numbersIn } from './toRows.js';

export function labelsOfCodes(values: Uint8Array, kind: Kind, rows: number, least: number, table: Uint16Array, out: Uint16Array): number {
  const codes = numbersIn(values, kind);
  for (let r = 0; r < rows; r++) {
    // Of a code that is no class nothing but that is asked, so that it need not be exact.
    const label = table[Number(codes[r]) - least] ?? NO_CLASS;
    if (label === NO_CLASS) return r;
    out[r] = label;
  }
  return rows;
}

export function labelsOfBits(bits: Uint8Array, from: number, rows: number, table: Uint16Array, out: Uint16Array): number {
  for (let r = 0; r < rows; r++) {
    const i = from + r;
    const label = table[(bits[i >> 3] >> (i & 7)) & 1];
    if (label === NO_CLASS) return r;
    out[r] = label;
  }
  return rows;
}

export function labelsOfTexts(offsets: Uint8Array, wide: boolean, base: number, text: Uint8Array, rows: number, plan: CsvPlan, out: Uint16Array): number {
  const names = planNames(plan);
  const places = numbersIn(offsets, wide ? 'i8' : 'i4');
  let from = Number(places[0]) - base;
  for (let r = 0; r < rows; r++) {
    const to = Number(places[r + 1]) - base;
    if (from < 0 || to < from || to > text.length) return r;
    const label = names.find(text, from, to);
    if (label < 0) return r;
    out[r] = label;
    from = to;
  }
  return rows;
}

export function labelsOfViews(views: Uint8Array, rows: number, plan: CsvPlan, out: Uint16Array): number {
  const names = planNames(plan);
  for (let r = 0; r < rows; r++) {
    const at = r * 16;
    const length = views[at] | (views[at + 1] << 8) | (views[at + 2] << 16) | (views[at + 3] << 24);
    if (length < 0 || length > TEXT_IN_VIEW) return r;
    const label = names.find(views, at + 4, at + 4 + length);
    if (label < 0) return r;
    out[r] = label;
  }
  return rows;
}
