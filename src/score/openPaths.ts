import { fileAccess } from './fileAccess.js';
import { Inputs } from './inputs.js';
import type { OpenFiles } from './reading.js';
import { readNow } from './readNow.js';

/** Paths, globs and standard input, as they lie on disk. */
export async function openPaths(names: readonly string[]): Promise<OpenFiles> {
  const inputs = await Inputs.open(names);
  const { files } = inputs;
  return {
    files,
    read: (reading) => readNow(files, reading),
    access: (index) => fileAccess(files[index].path, files[index].name),
    close: () => inputs.close(),
  };
}
