import { shown } from '../tables/batch.js';

/** A line that should be a JSON object, or what it is instead. */
export function parseRow(line: string): { value: Record<string, unknown> } | { found: string; expected: string } {
  const expected = 'a JSON object';
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { value: value as Record<string, unknown> };
    return { found: shown(value), expected };
  } catch {
    return { found: shown(line), expected };
  }
}

/** The keys of a JSON object as they are written, in their order; undefined where there are two of the same. The text is known to be an object. */
export function keyTokens(text: string): string[] | undefined {
  const tokens: string[] = [];
  let depth = 0;
  let last = '';
  for (const [part] of text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:]/g)) {
    if (part === '{' || part === '[') depth++;
    else if (part === '}' || part === ']') depth--;
    else if (part !== ':') last = part;
    else if (depth === 1) tokens.push(last);
  }
  const keys = new Set(tokens.map((token) => JSON.parse(token) as string));
  return keys.size === tokens.length ? tokens : undefined;
}

/** What a column is, and of a list how long that is: a key, or what lies under one: { "probs": { "a": 0.1 } } has the column probs.a, { "probs": [0.1, 0.9] } has probs[0] and probs[1]. */
export type Paths = Readonly<Record<string, readonly [key: string, under: string | number, length?: number]>>;

/** The columns of an object, and the paths of those that lie under a key. */
export function columnsOf(row: Record<string, unknown>): { columns: string[]; paths: Paths } {
  const columns: string[] = [];
  const paths: Record<string, readonly [string, string | number, number?]> = {};
  const add = (name: string, ...path: [key: string, under: string | number, length?: number]): void => {
    if (Object.hasOwn(row, name) || Object.hasOwn(paths, name)) return;
    columns.push(name);
    paths[name] = path;
  };
  for (const [key, value] of Object.entries(row)) {
    columns.push(key);
    if (Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === 'number'))
      value.forEach((_, i) => void add(`${key}[${i}]`, key, i, value.length));
    else if (typeof value === 'object' && value !== null && !Array.isArray(value)) for (const under of Object.keys(value)) add(`${key}.${under}`, key, under);
  }
  return { columns, paths };
}

/** What a column says in a row; what an object has by nature is none of its keys. */
export function own(row: Record<string, unknown>, column: string, paths: Paths = {}): unknown {
  if (Object.hasOwn(row, column)) return row[column];
  if (!Object.hasOwn(paths, column)) return undefined;
  const [key, under] = paths[column];
  const inside = Object.hasOwn(row, key) ? row[key] : undefined;
  return typeof inside === 'object' && inside !== null && Object.hasOwn(inside, under) ? (inside as Record<string | number, unknown>)[under] : undefined;
}

/** The list that a column is a place of, where it is not as long as that of the first row; undefined where it is, or there is none. */
export function oddList(row: Record<string, unknown>, column: string, paths: Paths): { key: string; found: number; length: number } | undefined {
  const [key, , length] = Object.hasOwn(paths, column) && !Object.hasOwn(row, column) ? paths[column] : [];
  const list = key !== undefined && length !== undefined && Object.hasOwn(row, key) ? row[key] : undefined;
  return Array.isArray(list) && list.length !== length ? { key: key as string, found: list.length, length: length as number } : undefined;
}
