import { type Dirent, readdirSync } from 'node:fs';
import { join, parse, sep } from 'node:path';
import { FairbitsError } from '../../base/errors.js';
import { globPattern } from '../../base/globPattern.js';
import { statIf } from './statIf.js';
import { unreadable } from './unreadable.js';

const MAGIC = /[*?[]/;

/** A name as it is, or the files that match a pattern, by name: *, ?, [a-c] within a part of the path, ** for any folders. */
export function expandGlob(name: string): string[] {
  if (!MAGIC.test(name) || statIf(name)) return [name];
  const { root } = parse(name);
  const found = matches(
    root,
    name
      .slice(root.length)
      .split(sep === '/' ? '/' : /[\\/]/)
      .filter((part) => part !== ''),
  );
  if (found.length === 0) throw new FairbitsError('file', `no file matches ${name}`, { file: name, expected: 'a file' });
  return [...new Set(found)].sort();
}

function matches(folder: string, [part, ...rest]: string[]): string[] {
  if (!MAGIC.test(part)) return rest.length > 0 ? matches(join(folder, part), rest) : fileAt(join(folder, part));
  const entries = list(folder || '.');
  if (part === '**') {
    const folders = entries.filter((each) => each.isDirectory() && !each.name.startsWith('.'));
    return [...matches(folder, rest.length > 0 ? rest : ['*']), ...folders.flatMap(({ name }) => matches(join(folder, name), [part, ...rest]))];
  }
  const pattern = globPattern(part);
  // As in a shell, what is hidden must be asked for.
  const found = entries.filter(({ name }) => pattern.test(name) && (part.startsWith('.') || !name.startsWith('.')));
  return found.flatMap(({ name }) => (rest.length > 0 ? matches(join(folder, name), rest) : fileAt(join(folder, name))));
}

function fileAt(path: string): string[] {
  return statIf(path)?.isDirectory() === false ? [path] : [];
}

/** What lies in a folder; nothing where it is none, for patterns lead to files as well. */
function list(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return [];
    throw unreadable(folder, error);
  }
}
