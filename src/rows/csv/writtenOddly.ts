import { splitRow } from './text.js';

/** Rows that tell how numbers are written. */
const ROWS_LOOKED_AT = 64;
const DECIMAL_COMMA = /^\s*[+-]?\d*,\d+(?:e[+-]?\d+)?\s*%?\s*$/i;
/** Weka marks the largest estimate. */
const MARKED = /^\s*\*[\d.]/;
const PERCENT = /^\s*[+-]?[\d.,]+\s*%\s*$/;
const LIST = /^\s*[[(]([^[\]()]*)[\])]\s*$/s;

/** How numbers are written in the first rows, where that is not the usual way. */
interface WrittenOddly {
  odd: number[];
  lists: { field: number; length: number }[];
  /** What to say of it. */
  notes: string[];
}

export function writtenOddly(bytes: Uint8Array, at: number, delimiter: number, whole: boolean, fields: number): WrittenOddly {
  const commas = new Set<number>();
  const percents = new Set<number>();
  const marked = new Set<number>();
  const lengths = new Map<number, number>();
  let rows = 0;
  for (; at < bytes.length && rows < ROWS_LOOKED_AT; rows++) {
    const row = splitRow(bytes, at, delimiter, whole);
    if (!row) break;
    at = row.next;
    if (row.fields.length !== fields) continue;
    row.fields.forEach((field, i) => {
      if (DECIMAL_COMMA.test(field)) commas.add(i);
      if (PERCENT.test(field)) percents.add(i);
      if (MARKED.test(field)) marked.add(i);
      const numbers = listIn(field);
      if (numbers && !lengths.has(i)) lengths.set(i, numbers.length);
    });
  }
  const notes = [
    ...(commas.size > 0 ? ['numbers are written with decimal commas'] : []),
    ...(percents.size > 0 ? ['numbers are written with percent signs: 12 % is 0.12'] : []),
  ];
  return {
    odd: [...new Set([...commas, ...percents, ...marked])].sort((a, b) => a - b),
    lists: [...lengths].map(([field, length]) => ({ field, length })),
    notes,
  };
}

/** The texts of the numbers in a list: [0.1, 0.9], or [0.1 0.9] as arrays are printed; undefined where it is none. */
export function listIn(text: string): string[] | undefined {
  const match = LIST.exec(text);
  const parts = match?.[1].trim().split(match[1].includes(',') ? /\s*,\s*/ : /[;\s]+/);
  return parts && parts.length > 1 && parts.every((part) => part === '' || /^[+-]?(?:[\d.]|nan|inf)/i.test(part))
    ? parts.filter((part) => part !== '')
    : undefined;
}
