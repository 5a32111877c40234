import { type Dirent, readdirSync } from 'node:fs';
import { join, parse, sep } from 'node:path';
import { FairbitsError } from '../../base/errors.js';
import { statIf } from './statIf.js';
import { unreadable } from './unreadable.js';

const MAGIC = /[*?[]/;

/** A name as it is, or the files that match a pattern, by name: *, ?, [a-c] within a part of the path, ** for any folders. */
export function expandGlob(name: string): string[] {
  if (!MAGIC.test(name) || statIf(name)) return [name];
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
  if (!MAGIC.test(part)) return lead(join(folder, part));
  const entries = list(folder || '.');
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
function list(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return [];
    throw unreadable(folder, error);
  }
}

/** Any text; all else stands for one character. */
const STAR = Symbol('*');
type Sign = typeof STAR | ((char: string) => boolean);

function signsOf(part: string): Sign[] {
  const signs: Sign[] = [];
  /** From where on no bracket closes. */
  let closed = part.length;
  for (let at = 0; at < part.length; at++) {
    const char = part[at];
    if (char === '[' && at < closed) {
      const from = at + (part[at + 1] === '!' ? 2 : 1);
      let to = from;
      while (to < part.length && part[to] !== ']') to += part[to] === '\\' ? 2 : 1;
      if (to >= part.length) closed = at;
      else if (to > from) {
        signs.push(setSign(part.slice(from, to), from > at + 1));
        at = to;
        continue;
      }
    }
    signs.push(char === '*' ? STAR : char === '?' ? () => true : (other) => other === char);
  }
  return signs;
}

/** One of some characters, or none of them. */
function setSign(set: string, not: boolean): Sign {
  try {
    const pattern = new RegExp(`^[${not ? '^' : ''}${set.replace(/[[\]^\\]/g, '\\$&')}]$`, 's');
    return (char) => pattern.test(char);
  } catch {
    // From a later letter to an earlier one lies nothing.
    return () => not;
  }
}

/**
 * What tells whether a name fits a part of a path with *, ? and [a-c]. Where something does not fit, the last star takes one character more: a star
 * before it need never be tried again, so the work is no more than the lengths of both multiplied.
 */
export function partMatcher(part: string): (name: string) => boolean {
  const signs = signsOf(part);
  return (name) => {
    let at = 0;
    let sign = 0;
    let star = -1;
    let taken = 0;
    while (at < name.length) {
      const wanted = signs[sign];
      if (wanted === STAR) {
        star = sign++;
        taken = at;
      } else if (wanted?.(name[at])) {
        at++;
        sign++;
      } else if (star >= 0) {
        at = ++taken;
        sign = star + 1;
      } else return false;
    }
    while (signs[sign] === STAR) sign++;
    return sign === signs.length;
  };
}
