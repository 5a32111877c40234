import { namedRecord } from '../../base/namedRecord.js';
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

/**
 * Where a column lies in an object: { "probs": { "a": 0.1 } } has the column probs.a, { "probs": [0.1, 0.9] } has probs[0] and probs[1], { "probs": { "values": [0.1, 0.9] } } has
 * probs.values[0], and { "probs": [{ "label": "a", "score": 0.1 }] } has probs.a, wherever that stands in the list.
 */
export interface JsonPath {
  keys: readonly (string | number)[];
  /** Of a place in a list: how long that is, and what it is called. */
  length?: number;
  list?: string;
  /** Of an entry that names its class: the keys of the name and of the number. */
  entry?: readonly [name: string, number: string];
}
export type Paths = Readonly<Record<string, JsonPath>>;

/** What the classes of entries in lists are called, and their numbers. */
const ENTRY_NAMES = ['label', 'class', 'name', 'category'];
const ENTRY_NUMBERS = ['score', 'prob', 'probability', 'p', 'proba', 'confidence', 'value'];

/** The columns of an object, and the paths of those that lie under a key. */
export function columnsOf(row: Record<string, unknown>): { columns: string[]; paths: Paths } {
  const columns: string[] = [];
  const paths = namedRecord<JsonPath>();
  const add = (name: string, path: JsonPath): void => {
    if (Object.hasOwn(row, name) || Object.hasOwn(paths, name)) return;
    columns.push(name);
    paths[name] = path;
  };
  const addList = (list: string, keys: readonly string[], values: readonly unknown[]): void =>
    values.forEach((_, i) => void add(`${list}[${i}]`, { keys: [...keys, i], length: values.length, list }));
  for (const [key, value] of Object.entries(row)) {
    columns.push(key);
    const entry = entryKeys(value);
    if (isNumbers(value)) addList(key, [key], value);
    else if (entry)
      for (const each of value as Record<string, unknown>[]) add(`${key}.${String(each[entry[0]])}`, { keys: [key, String(each[entry[0]])], entry });
    else if (isRecord(value))
      for (const [under, inside] of Object.entries(value)) {
        add(`${key}.${under}`, { keys: [key, under] });
        if (isNumbers(inside)) addList(`${key}.${under}`, [key, under], inside);
      }
  }
  return { columns, paths };
}

/** The keys of the names and numbers of entries that each name another class; undefined for anything else. */
function entryKeys(value: unknown): [string, string] | undefined {
  if (!Array.isArray(value) || value.length === 0 || !value.every(isRecord)) return undefined;
  const entries = value as Record<string, unknown>[];
  const name = ENTRY_NAMES.find((key) => entries.every((each) => ['string', 'number', 'boolean'].includes(typeof each[key])));
  const number = ENTRY_NUMBERS.find((key) => entries.every((each) => typeof each[key] === 'number'));
  return name !== undefined && number !== undefined && new Set(entries.map((each) => String(each[name]))).size === entries.length ? [name, number] : undefined;
}

function isNumbers(value: unknown): value is number[] {
  return Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === 'number');
}

/** Whether a value is an object with keys. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What a column says in a row; what an object has by nature is none of its keys. */
export function own(row: Record<string, unknown>, column: string, paths: Paths = {}): unknown {
  if (Object.hasOwn(row, column)) return row[column];
  if (!Object.hasOwn(paths, column)) return undefined;
  const { keys, entry } = paths[column];
  if (!entry) return under(row, keys);
  const entries = under(row, keys.slice(0, 1));
  if (!Array.isArray(entries)) return undefined;
  const named = entries.filter((each) => isRecord(each) && String(each[entry[0]]) === keys[1]);
  // A class that is there twice has no estimate.
  return named.length === 1 ? named[0][entry[1]] : undefined;
}

function under(row: Record<string, unknown>, keys: readonly (string | number)[]): unknown {
  let value: unknown = row;
  for (const key of keys) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string | number, unknown>)[key];
  }
  return value;
}

/** The list that a column is a place of, where it is not as long as that of the first row; undefined where it is, or there is none. */
export function oddList(row: Record<string, unknown>, column: string, paths: Paths): { key: string; found: number; length: number } | undefined {
  const path = Object.hasOwn(paths, column) && !Object.hasOwn(row, column) ? paths[column] : undefined;
  if (path?.length === undefined || path.list === undefined) return undefined;
  const list = under(row, path.keys.slice(0, -1));
  return Array.isArray(list) && list.length !== path.length ? { key: path.list, found: list.length, length: path.length } : undefined;
}
