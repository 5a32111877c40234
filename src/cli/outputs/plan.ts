import type { BigIntStats } from 'node:fs';
import type { Command } from 'commander';
import { FairbitsError } from '../../base/errors.js';
import { TOO_MANY_OPEN } from '../../rows/bytes/namelessFile.js';
import { changed, changeSince } from '../../rows/bytes/stamp.js';
import { type NamedFile, readBy, writtenBy } from './fileOptions.js';
import { folderPlace, foundAt, isSameFile, type OutputPlace, outputPlaceOf, STANDARD_OUTPUT } from './place.js';

/** A file that is to be written, and where that is. */
export interface PlannedFile extends Required<NamedFile> {
  place: OutputPlace;
}

/** What a run reads and writes. */
export interface OutputPlan {
  read: (NamedFile & { found: BigIntStats })[];
  written: PlannedFile[];
  folder?: Required<NamedFile>;
  /** Whether an output takes standard output, so that what is for people goes to standard error. */
  outputTaken: boolean;
}

/**
 * Everything that a command reads and writes, looked at before anything is opened: no output may be a file that is read, by whatever name,
 * and no two outputs may be one.
 */
export function outputPlanOf(command: Command): OutputPlan {
  const read = readBy(command).flatMap((file) => {
    const found = foundAt(file.path === '-' ? 0 : file.path);
    return found ? [{ ...file, found }] : [];
  });
  const { files, folder } = writtenBy(command);
  if (folder) checkFolder(folder, files);
  const written: PlannedFile[] = [];
  const plan: OutputPlan = { read, written, ...(folder ? { folder } : {}), outputTaken: false };
  const output = foundAt(STANDARD_OUTPUT);
  const printed = read.find(({ found }) => found.isFile() && isSameFile(found, output));
  if (printed)
    throw new FairbitsError('file', `standard output goes to ${called(printed)}, which is read: expected another file. Nothing was written.`, {
      file: printed.path,
      expected: 'another file',
    });
  for (const file of files) {
    const place = placeFor(file, folder?.path);
    const planned = { ...file, place };
    checkFree(plan, planned);
    written.push(planned);
    if (place.kind === 'descriptor' && (place.descriptor === STANDARD_OUTPUT || isSameFile(place.found, output))) {
      if (command.opts().json) throw takenName(file, '--json is to be written to standard output');
      plan.outputTaken = true;
    }
  }
  return plan;
}

/**
 * That every file that is read is what it was when the run began. Some are opened more than once, and each time only what changes until they are closed is
 * noticed; a report must not be of one file's rows here and of another's there.
 */
export function checkInputs({ read }: OutputPlan): void {
  for (const { path, option, found } of read) {
    const how = found.isFile() ? changeSince(found, foundAt(path === '-' ? 0 : path)) : undefined;
    if (how) throw changed(path === '-' && option === undefined ? 'standard input' : path, how);
  }
}

/** Where a file is to be written. */
function placeFor(file: Required<NamedFile>, toBe?: string): OutputPlace {
  try {
    return outputPlaceOf(file.path, toBe);
  } catch (error) {
    throw unwritable(file, error);
  }
}

/** Another file to be written, which was not known before: a chart. */
export function planFile(plan: OutputPlan, file: Required<NamedFile>, toBe: string): PlannedFile {
  const planned = { ...file, place: placeFor(file, toBe) };
  checkFree(plan, planned);
  plan.written.push(planned);
  return planned;
}

/** That a place is neither read nor written to by something else. */
function checkFree({ read, written }: OutputPlan, file: PlannedFile): void {
  const { place } = file;
  const input = read.find(({ found }) => isSameFile(found, place.found));
  if (input) throw takenName(file, `it is read, too, as ${called(input)}`);
  const other = written.find((each) => isOne(each.place, place));
  if (other) throw takenName(file, `another result is to be written there, ${called(other)}`);
  if (place.kind !== 'file') return;
  const stream = [STANDARD_OUTPUT, 2].find((descriptor) => isSameFile(foundAt(descriptor), place.found));
  if (stream !== undefined) throw takenName(file, `standard ${stream === STANDARD_OUTPUT ? 'output' : 'error'} goes there, too`);
}

function isOne(a: OutputPlace, b: OutputPlace): boolean {
  if (isSameFile(a.found, b.found)) return true;
  if (a.kind === 'descriptor') return b.kind === 'descriptor' && a.descriptor === b.descriptor;
  return a.kind === 'file' && b.kind === 'file' && sameName(a.path, b.path);
}

/** Where names that differ in case or in how they are composed alone are one, both are taken for one. */
function sameName(a: string, b: string): boolean {
  const folded = (path: string): string => (['darwin', 'win32'].includes(process.platform) ? path.normalize().toLowerCase() : path);
  return folded(a) === folded(b);
}

function checkFolder(folder: Required<NamedFile>, files: readonly Required<NamedFile>[]): void {
  const { option, path } = folder;
  const wrong = (why: string): FairbitsError =>
    new FairbitsError('file', `${option} ${path}: ${why}. Nothing was written.`, { file: path, found: why, expected: 'a folder, or a place for one' });
  if (path === '-') throw wrong('charts are several files, and standard output is one: expected a folder (./- for one of that name)');
  if (path === '') throw wrong('its name is empty');
  const found = foundAt(path);
  if (found && !found.isDirectory()) throw wrong('this is a file, not a folder');
  const file = files.find((each) => each.path !== '-' && folderPlace(each.path) === folderPlace(path));
  if (file && !found) throw takenName(file, `a folder is to be made there, ${called(folder)}`);
}

const called = ({ option, path }: NamedFile): string => {
  const name = path === '-' ? (option === undefined ? 'standard input' : 'standard output') : path;
  return option === undefined ? name : `${option} ${name}`;
};

function takenName(file: Required<NamedFile>, why: string): FairbitsError {
  return new FairbitsError('file', `${nameOf(file)} cannot be written: ${why}. Nothing was written. Give ${file.option} another place.`, {
    file: file.path,
    found: why,
    expected: 'a place of its own',
  });
}

const nameOf = ({ path, option }: Required<NamedFile>): string => (path === '-' ? `standard output (${option} -)` : path === '' ? `${option} ""` : path);

/** The error of a file that the system will not let us write. */
export function unwritable(file: Required<NamedFile>, error: unknown): FairbitsError {
  if (error instanceof FairbitsError) return error;
  const why = reasonOf(error);
  return new FairbitsError('file', `${nameOf(file)} cannot be written: ${why}. Nothing was left behind.`, {
    file: file.path,
    found: why,
    expected: 'a place that can be written',
  });
}

/** Why something cannot be written. */
export function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return UNWRITABLE_REASONS[code ?? ''] ?? message;
}

const UNWRITABLE_REASONS: Record<string, string> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'the file would be larger than is allowed',
  ENOENT: 'there is no such folder',
  ENOTDIR: 'a part of it is a file',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ELOOP: 'it is a link that leads nowhere',
  ENAMETOOLONG: 'its name is too long',
  EMFILE: TOO_MANY_OPEN,
};
