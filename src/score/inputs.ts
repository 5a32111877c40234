import { closeSync, createReadStream, createWriteStream, mkdtempSync, openSync, readSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { FairbitsError } from '../errors.js';
import { notGzip } from '../sources/notGzip.js';
import { expandGlob } from './glob.js';
import { unreadable } from './unreadable.js';

/** Files to read, as they lie on disk: standard input and gzipped files are unpacked beside, and removed again. */
export class Inputs {
  readonly files: {
    path: string;
    size: number;
    /** What it was called, where it lies somewhere else for now. */
    name: string;
  }[] = [];
  private folder: string | undefined;
  /** Temporary files so far: two inputs may have the same name. */
  private made = 0;

  static async open(names: readonly string[]): Promise<Inputs> {
    const inputs = new Inputs();
    try {
      for (const name of names) for (const path of name === '-' ? ['-'] : expandGlob(name)) await inputs.add(path);
    } catch (error) {
      inputs.close();
      throw error;
    }
    return inputs;
  }

  private async add(path: string): Promise<void> {
    if (path === '-') {
      if (!held) return this.keep(process.stdin, 'standard input');
      this.files.push(held);
      return;
    }
    let stat: ReturnType<typeof statSync>;
    try {
      stat = statSync(path);
    } catch (error) {
      throw unreadable(path, error);
    }
    if (stat.isDirectory())
      throw new FairbitsError(
        'file',
        `${path} is a folder: expected a file of predictions. For all files in it, give a quoted glob such as '${join(path, '*.csv')}'.`,
        { file: path, found: 'a folder', expected: 'a file' },
      );
    if (stat.isFIFO() || stat.isSocket()) return this.keep(createReadStream(path), path);
    if (/\.gz$/i.test(path) || beginsGzip(path)) return this.unpack(path, path);
    this.files.push({ path, size: stat.size, name: path });
  }

  /** Keeps what can be read once only, and not from the middle; unpacks it if it is gzipped. */
  private async keep(stream: NodeJS.ReadableStream, name: string): Promise<void> {
    const path = await this.run([stream], name, basename(name));
    if (!beginsGzip(path)) return this.take(path, name);
    await this.unpack(path, name);
    rmSync(path);
  }

  private async unpack(path: string, name: string): Promise<void> {
    const streams = [createReadStream(path), (await import('node:zlib')).createGunzip()] as const;
    this.take(await this.run(streams, name, `${basename(name).replace(/\.gz$/i, '')}`), name);
  }

  private take(path: string, name: string): void {
    this.files.push({ path, size: statSync(path).size, name });
  }

  /** Runs streams into a temporary file. It is removed on every way out, an interrupt's among them. */
  private async run(streams: readonly [NodeJS.ReadableStream, ...NodeJS.ReadWriteStream[]], name: string, called: string): Promise<string> {
    if (this.folder === undefined) {
      this.folder = mkdtempSync(join(tmpdir(), 'fairbits-'));
      process.on('exit', this.remove);
    }
    const path = join(this.folder, `${this.made++}-${called.replace(/[^\w.-]/g, '_')}`);
    try {
      const { pipeline } = await import('node:stream/promises');
      await pipeline([...streams, createWriteStream(path)]);
      return path;
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code === 'EACCES' || code === 'EIO') throw unreadable(name, error);
      if (code?.startsWith('Z_')) throw notGzip(name);
      const hint = code === 'ENOSPC' ? ` There is no room for it in ${tmpdir()}; set TMPDIR to another place.` : '';
      throw new FairbitsError('file', `${name} cannot be unpacked: ${message}.${hint}`, {
        file: name,
        found: message,
        expected: 'a whole file, and room to unpack it',
      });
    }
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

/** Whether a file is gzipped, whatever it is called. */
function beginsGzip(path: string): boolean {
  const start = new Uint8Array(2);
  try {
    const file = openSync(path, 'r');
    try {
      readSync(file, start, 0, 2, 0);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    throw unreadable(path, error);
  }
  return start[0] === 0x1f && start[1] === 0x8b;
}
