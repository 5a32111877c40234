import type { Command } from 'commander';
import { expandGlob } from '../../rows/bytes/glob.js';
import { statIf } from '../../rows/bytes/statIf.js';

/** A file as it was named on the command line, and by which option: none where it is an argument. */
export interface NamedFile {
  path: string;
  option?: string;
}

/** Options that name files to be read, and how they name them. Patterns stand for what they match. */
const READ: Record<string, (value: unknown) => string[]> = {
  labels: (value) => (value as string[]).flatMap(matched),
  baseline: (value) => matched(value as string),
  fit: (value) => matched(value as string),
  apply: (value) => matched(value as string),
  test: (value) => matched(value as string),
  // Costs may be given as they are, or as the file that they stand in.
  costs: (value) => [value as string].filter(statIf),
  prior: (value) => (typeof value === 'object' && value !== null && 'train' in value && typeof value.train === 'string' ? matched(value.train) : []),
};

/** Options that name a file to be written. */
const WRITTEN = ['rewards', 'save', 'html', 'out', 'folds', 'junit'];

/** Options that name a file that a command reads and writes itself, as it goes. */
const KEPT = ['state'];

/** The option that names a folder for files to be written. */
const FOLDER = 'svg';

/** Arguments that are no files to look at again at the end: the name of a test or learner, and a stream, which may grow meanwhile. All others name files. */
const NO_FILES = ['name', 'stream'];

/** Every file that a command reads. Standard input is `-`. What cannot be found is left to whoever reads it. */
export function readBy(command: Command): NamedFile[] {
  const given = command.registeredArguments.flatMap(
    (argument, i) => (NO_FILES.includes(argument.name()) ? [] : (command.processedArgs[i] ?? [])) as string | string[],
  );
  const options: Record<string, unknown> = command.opts();
  return [
    ...given.flatMap(matched).map((path) => ({ path })),
    ...Object.entries(READ).flatMap(([name, files]) =>
      options[name] === undefined ? [] : files(options[name]).map((path) => ({ path, option: optionCalled(name) })),
    ),
  ];
}

/** Every file that a command is to write, and the folder for others. */
export function writtenBy(command: Command): { files: Required<NamedFile>[]; folder?: Required<NamedFile> } {
  const options: Record<string, unknown> = command.opts();
  const named = (name: string) => (options[name] === undefined ? [] : [{ path: options[name] as string, option: optionCalled(name) }]);
  const [folder] = named(FOLDER);
  return { files: WRITTEN.flatMap(named), ...(folder ? { folder } : {}) };
}

/** Whether an option is known to name files, for the test that finds those that are not. */
export const namesFiles = (name: string): boolean => Object.hasOwn(READ, name) || WRITTEN.includes(name) || KEPT.includes(name) || name === FOLDER;

const optionCalled = (name: string): string => `--${name}`;

function matched(path: string): string[] {
  if (path === '-') return [path];
  try {
    return expandGlob(path);
  } catch {
    return [];
  }
}
