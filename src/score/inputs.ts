import { createReadStream, createWriteStream, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { FairbitsError } from '../errors.js';
import { notGzip } from '../sources/notGzip.js';

/** Files to read, as they lie on disk: standard input and gzipped files are unpacked beside, and removed again. */
export class Inputs {
  readonly files: {
    path: string;
    size: number;
    /** What it was called, where it lies somewhere else for now. */
    name: string;
  }[] = [];
  private folder: string | undefined;

  static async open(names: readonly string[]): Promise<Inputs> {
    const inputs = new Inputs();
    try {
      for (const name of names) for (const path of name === '-' ? ['-'] : expand(name)) await inputs.add(path);
    } catch (error) {
      inputs.close();
      throw error;
    }
    return inputs;
  }

  private async add(path: string): Promise<void> {
    if (path === '-') {
      if (!held) return this.unpack([process.stdin], 'standard input');
      this.files.push(held);
      return;
    }
    let stat: ReturnType<typeof statSync>;
    try {
      stat = statSync(path);
    } catch (error) {
      throw unreadable(path, error);
    }
    if (stat?.isDirectory())
      throw new FairbitsError(
        'file',
        `${path} is a folder: expected a file of predictions. For all files in it, give a quoted glob such as '${join(path, '*.csv')}'.`,
        { file: path, found: 'a folder', expected: 'a file' },
      );
    if (path.endsWith('.gz')) return this.unpack([createReadStream(path), (await import('node:zlib')).createGunzip()], path);
    this.files.push({ path, size: Number(stat?.size), name: path });
  }

  /** Runs streams into a temporary file. It is removed on every way out, an interrupt's among them. */
  private async unpack(streams: [NodeJS.ReadableStream, ...NodeJS.ReadWriteStream[]], name: string): Promise<void> {
    if (this.folder === undefined) {
      this.folder = mkdtempSync(join(tmpdir(), 'fairbits-'));
      process.on('exit', this.remove);
    }
    const path = join(
      this.folder,
      `${this.files.length}-${basename(name)
        .replace(/[^\w.-]/g, '_')
        .replace(/\.gz$/, '')}`,
    );
    try {
      const { pipeline } = await import('node:stream/promises');
      await pipeline([...streams, createWriteStream(path)]);
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code === 'EACCES') throw unreadable(name, error);
      if (code?.startsWith('Z_')) throw notGzip(name);
      const hint = code === 'ENOSPC' ? ` There is no room for it in ${tmpdir()}; set TMPDIR to another place.` : '';
      throw new FairbitsError('file', `${name} cannot be unpacked: ${message}.${hint}`, {
        file: name,
        found: message,
        expected: 'a whole file, and room to unpack it',
      });
    }
    this.files.push({ path, size: statSync(path).size, name });
  }

  close(): void {
    process.off('exit', this.remove);
    this.remove();
  }

  private readonly remove = (): void => {
    if (this.folder) rmSync(this.folder, { recursive: true, force: true });
    this.folder = undefined;
  };
}

/** Standard input, where it is kept to be opened more than once. */
let held: Inputs['files'][number] | undefined;

/** Keeps standard input, so that files can be opened twice if it is among them; until what this gives is called. */
export async function holdStandardInput(names: readonly string[]): Promise<() => void> {
  if (!names.includes('-') || held) return () => {};
  const inputs = await Inputs.open(['-']);
  [held] = inputs.files;
  return () => {
    held = undefined;
    inputs.close();
  };
}

/** A name as it is, or the files that a pattern with * or ? in its last part matches, by name. */
function expand(name: string): string[] {
  if (!/[*?]/.test(basename(name)) || exists(name)) return [name];
  const pattern = basename(name)
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*/g, '.*')
    .replace(/\?/g, '.');
  const folder = dirname(name);
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch (error) {
    throw unreadable(folder, error);
  }
  const found = names.filter((each) => new RegExp(`^${pattern}$`).test(each)).sort();
  if (found.length === 0) throw new FairbitsError('file', `no file matches ${name}`, { file: name, expected: 'a file' });
  return found.map((each) => join(folder, each));
}

function exists(path: string): boolean {
  try {
    statSync(path);
    return true;
  } catch {
    return false;
  }
}

function unreadable(path: string, error: unknown): FairbitsError {
  const { code } = error as NodeJS.ErrnoException;
  const why = code === 'ENOENT' ? 'there is no such file' : code === 'EACCES' ? 'permission denied' : (error as Error).message;
  return new FairbitsError('file', `${path} cannot be read: ${why}`, { file: path, found: why, expected: 'a file that can be read' });
}
