import { createHash } from 'node:crypto';

const LONGEST_TEXT = 6000;
const LONGEST_LIST = 16_000;
const START = 2000;

/** What is long as its SHA-256, its length and its beginning. An object is kept, but for what is long in it. */
export function shortened(value) {
  if (typeof value === 'string') return value.length > LONGEST_TEXT ? short(value, 'characters', value.length) : value;
  if (typeof value !== 'object' || value === null) return value;
  const text = JSON.stringify(value);
  if (text.length <= LONGEST_LIST) return value;
  if (Array.isArray(value) && value.length > 20) return short(text, 'items', value.length);
  if (Array.isArray(value)) return value.map(shortened);
  return Object.fromEntries(Object.entries(value).map(([key, own]) => [key, shortened(own)]));
}

function short(text, unit, length) {
  return { sha256: createHash('sha256').update(text).digest('hex'), [unit]: length, start: text.slice(0, START) };
}
