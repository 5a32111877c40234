import { accessSync, type BigIntStats, constants, fstatSync, lstatSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

export const STANDARD_OUTPUT = 1;

/** Where an output goes, with what lies there. */
export type OutputPlace =
  /** A file, or where one will be: links are followed, so that a link stays one. */
  | { kind: 'file'; path: string; found?: BigIntStats }
  /** What is open already, such as standard output: it is added to, and neither cut nor replaced. */
  | { kind: 'descriptor'; descriptor: number; found: BigIntStats }
  /** A pipe or device, which must not be replaced by a file. */
  | { kind: 'device'; path: string; found: BigIntStats };

/** Why nothing can be written at a place. */
class NoPlace extends Error {}

/** As many links as a system follows. */
const MOST_LINKS = 40;

/** Where a path leads to. `toBe` is a folder that will be there by then. */
export function outputPlaceOf(path: string, toBe?: string): OutputPlace {
  if (path === '-') return openPlace(STANDARD_OUTPUT);
  if (path === '') throw new NoPlace('its name is empty');
  let at = resolve(path);
  for (let links = 0; links <= MOST_LINKS; links++) {
    const open = descriptorAt(at);
    if (open !== undefined) return openPlace(open);
    const folder = realFolder(dirname(at), toBe);
    at = join(folder, basename(at));
    const found = lstatIf(at);
    if (!found && links > 0) throw new NoPlace(`it is a link to ${at}, which is not there`);
    if (!found && /[\\/]$/.test(path)) throw new NoPlace('there is no such folder');
    if (!found) return { kind: 'file', path: at };
    if (found.isDirectory()) throw new NoPlace('it is a folder');
    if (found.isSymbolicLink()) at = resolve(folder, readlinkSync(at));
    else if (!found.isFile()) return { kind: 'device', path: at, found };
    else {
      checkWritable(at);
      return { kind: 'file', path: at, found };
    }
  }
  throw new NoPlace('it is a link that leads nowhere');
}

/** The descriptor that a path stands for: /dev/stdout, /dev/fd/3 and what these are links to. */
function descriptorAt(path: string): number | undefined {
  if (path === '/dev/stdout') return STANDARD_OUTPUT;
  if (path === '/dev/stderr') return 2;
  const [, number] = /^\/(?:dev|proc\/(?:self|thread-self|\d+(?:\/task\/\d+)?))\/fd\/(\d+)$/.exec(path) ?? [];
  const other = /^\/proc\/(\d+)/.exec(path);
  return number === undefined || (other && Number(other[1]) !== process.pid) ? undefined : Number(number);
}

function openPlace(descriptor: number): OutputPlace {
  try {
    return { kind: 'descriptor', descriptor, found: fstatSync(descriptor, { bigint: true }) };
  } catch {
    throw new NoPlace(`descriptor ${descriptor} is not open`);
  }
}

/** The folder itself, without links. */
function realFolder(path: string, toBe: string | undefined): string {
  try {
    return realpathSync(path);
  } catch (error) {
    if (toBe !== undefined && isAbove(folderPlace(path), folderPlace(toBe))) return folderPlace(path);
    throw error;
  }
}

const isAbove = (folder: string, other: string): boolean => folder === other || folder === dirname(folder) || other.startsWith(join(folder, '/'));

/** Where a folder is, or will be when it is made: the part of it that is there, without links, and the rest. */
export function folderPlace(path: string): string {
  const whole = resolve(path);
  try {
    return realpathSync(whole);
  } catch {
    return dirname(whole) === whole ? whole : join(folderPlace(dirname(whole)), basename(whole));
  }
}

/** A file that may not be written is not to be replaced either. */
function checkWritable(path: string): void {
  try {
    accessSync(path, constants.W_OK);
  } catch {
    throw new NoPlace('it is write-protected');
  }
}

function lstatIf(path: string): BigIntStats | undefined {
  return lstatSync(path, { bigint: true, throwIfNoEntry: false });
}

/** What lies at a path, or is open; undefined where that cannot be told. */
export function foundAt(path: string | number): BigIntStats | undefined {
  try {
    return typeof path === 'number' ? fstatSync(path, { bigint: true }) : statSync(path, { bigint: true });
  } catch {
    return undefined;
  }
}

/** Whether two are one file or pipe, under whatever names. A device may be several things at once. */
export function isSameFile(a: BigIntStats | undefined, b: BigIntStats | undefined): boolean {
  return a !== undefined && b !== undefined && a.ino === b.ino && a.dev === b.dev && (a.isFile() || a.isFIFO() || a.isSocket());
}
