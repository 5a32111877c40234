import { FairbitsError } from './errors.js';

const MOST_CLASSES = 65535;

/** A number of classes, or their names in the order of the columns. */
export type Classes = number | readonly string[];

/** The names of the classes; numbers where there are none. */
export function classNames(classes: Classes): readonly string[] {
  const k = typeof classes === 'number' ? classes : classes.length;
  if (!Number.isInteger(k) || k < 2 || k > MOST_CLASSES) {
    throw new FairbitsError('class-count', `${k} classes: expected a whole number from 2 to ${MOST_CLASSES}`, { found: k, expected: `2 to ${MOST_CLASSES}` });
  }
  if (typeof classes === 'number') return Array.from({ length: k }, (_, i) => String(i));
  const seen = new Set<string>();
  for (const name of classes) {
    if (seen.has(name)) throw new FairbitsError('class-names', `the class "${name}" is named twice`, { class: name, found: name, expected: 'different names' });
    seen.add(name);
  }
  return [...classes];
}

/** The index of a class given by name or index. */
export function classIndex(names: readonly string[], wanted: number | string): number {
  const index = typeof wanted === 'number' ? wanted : names.indexOf(wanted);
  if (Number.isInteger(index) && index >= 0 && index < names.length) return index;
  throw new FairbitsError('class-names', `there is no class ${JSON.stringify(wanted)}: the classes are ${list(names)}`, {
    class: wanted,
    found: wanted,
    expected: list(names),
  });
}

/** Names for a message: the first few of many, and of a very long one what it begins with. */
export function list(names: readonly string[]): string {
  const shown = names
    .slice(0, 10)
    .map((name) => (name.length <= MAX_NAME_SHOWN ? name : `${name.slice(0, MAX_NAME_SHOWN)}…`))
    .join(', ');
  return names.length <= 10 ? shown : `${shown}, … (${names.length} in all)`;
}

const MAX_NAME_SHOWN = 200;
