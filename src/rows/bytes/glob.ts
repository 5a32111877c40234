import { type Dirent, readdirSync } from 'node:fs';
import { join, parse, sep } from 'node:path';
import { FairbitsError } from '../../base/errors.js';
import { partMatcher } from '../../base/partMatcher.js';
import { statIf } from './statIf.js';
import { unreadable } from './unreadable.js';

const GLOB_SIGNS = /[*?[]/;

/** A name as it is, or the files that match a pattern, by name: *, ?, [a-c] within a part of the path, ** for any folders. */
export function expandGlob(name: string): string[] {
  if (!GLOB_SIGNS.test(name) || statIf(name)) return [name];
  const { root } = parse(name);
  const parts = name
    .slice(root.length)
    .split(sep === '/' ? '/' : /[\\/]/)
    .filter((part) => part !== '');
  const found = matches(root, parts);
  if (found.length === 0) throw new FairbitsError('file', `no file matches ${name}`, { file: name, expected: 'a file' });
  return [...new Set(found)].sort();
}

/** The files that the parts of a pattern lead to, from one of them on. Folders that were looked into with the same parts left are not looked into again. */
function matches(folder: string, parts: readonly string[], at = 0, seen = new Set<string>()): string[] {
  const key = `${at}/${folder}`;
  if (seen.has(key)) return [];
  seen.add(key);
  const part = parts[at];
  const isLast = at === parts.length - 1;
  const lead = (path: string): string[] => (isLast ? fileAt(path) : matches(path, parts, at + 1, seen));
  if (!GLOB_SIGNS.test(part)) return lead(join(folder, part));
  const entries = entriesOf(folder || '.');
  if (part === '**') {
    const folders = entries.filter((each) => each.isDirectory() && !each.name.startsWith('.'));
    const here = isLast ? matches(folder, ['*']) : matches(folder, parts, at + 1, seen);
    return [...here, ...folders.flatMap(({ name }) => matches(join(folder, name), parts, at, seen))];
  }
  const fits = partMatcher(part);
  // As in a shell, what is hidden must be asked for.
  const found = entries.filter(({ name }) => (part.startsWith('.') || !name.startsWith('.')) && fits(name));
  return found.flatMap(({ name }) => lead(join(folder, name)));
}

function fileAt(path: string): string[] {
  return statIf(path)?.isDirectory() === false ? [path] : [];
}

/** What lies in a folder; nothing where it is none, for patterns lead to files as well. */
function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return [];
    throw unreadable(folder, error);
  }
}

export { partMatcher };
