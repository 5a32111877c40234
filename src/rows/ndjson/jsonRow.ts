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

/** A key's value; what an object has by nature is none of its keys. */
export function own(row: Record<string, unknown>, key: string): unknown {
  return Object.hasOwn(row, key) ? row[key] : undefined;
}
