import { closeSync, constants, createReadStream, fstatSync, openSync, readFileSync, readSync, type Stats, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { FairbitsError } from '../../base/errors.js';
import { formatOf } from '../formats.js';
import type { Feed } from './feed.js';
import { expandGlob } from './glob.js';
import { temporaryFile } from './namelessFile.js';
import type { StreamSource } from './origins.js';
import type { InputFile, MemberPart, OpenedFile } from './reading.js';
import { changed, changeSince, type Stamp, stampOf } from './stamp.js';
import { checkKept, checkMember } from './unpackedSize.js';
import { notUnpacked, unreadable } from './unreadable.js';

const STANDARD_INPUT = 0;

/** Files to read, as they lie on disk. Pipes and gzipped files are streams, if such are wanted; else they are kept in files without a name. */
export class Inputs {
  readonly files: InputFile[] = [];
  /** Where among them the labels of arrays begin. */
  labelsFrom = 0;
  /** What reads the streams, if there are any. */
  feed: Feed | undefined;
  /** Files without a name that hold what was kept. */
  private readonly kept: number[] = [];
  /** What files on disk were when they were first looked at. */
  private readonly stamps: { name: string; at: string | number; stamp: Stamp }[] = [];

  private constructor(private readonly streams: boolean) {}

  /** `streams` says that those of text are read once only, from front to back. */
  static async open(names: readonly string[], labels: readonly string[] = [], streams = false): Promise<Inputs> {
    const inputs = new Inputs(streams);
    try {
      const expanded = (wanted: readonly string[]): string[] => wanted.flatMap((name) => (name === '-' ? [name] : expandGlob(name)));
      const paths = expanded(names);
      inputs.labelsFrom = paths.length;
      const found = [...paths, ...expanded(labels)].map((path) => ({ path, stat: statOf(path) }));
      // Who writes to a pipe may do so only when another has been read to its end, so only the last one can wait for the others.
      const last = found.findLastIndex(({ path, stat }) => path === '-' || isPipe(stat));
      for (const [i, { path, stat }] of found.entries()) await inputs.add(path, stat, i === last);
    } catch (error) {
      inputs.close();
      throw error;
    }
    return inputs;
  }

  private async add(path: string, stat: Stats, lastPipe: boolean): Promise<void> {
    const standard = path === '-';
    const name = standard ? 'standard input' : path;
    if (standard && held) {
      this.files.push(held);
      return;
    }
    if (stat.isDirectory() && !standard)
      throw new FairbitsError(
        'file',
        `${path} is a folder: expected a file of predictions. For all files in it, give a quoted glob such as '${join(path, '*.csv')}'.`,
        { file: path, found: 'a folder', expected: 'a file' },
      );
    if (!standard) checkContents(path, stat);
    const from = standard && stat.isFile() ? offsetOfStandardInput() : undefined;
    const once = isPipe(stat) || (standard && stat.isFile() && from === undefined);
    // Elsewhere a pipe that nobody writes to yet seems to have ended, if it is opened without waiting for who does.
    if (once && this.streams && lastPipe && (standard || process.platform === 'linux'))
      return this.stream({ name, once: standard ? STANDARD_INPUT : openSync(path, constants.O_RDONLY | constants.O_NONBLOCK) });
    if (once || (standard && from === undefined)) return this.keep(standard ? process.stdin : createReadStream(path), name);
    const file: InputFile = { path, name, size: stat.size };
    if (stat.isFile()) this.stamp(file, standard ? STANDARD_INPUT : path);
    if (from !== undefined) Object.assign(file, { path: '', size: Math.max(0, stat.size - from), opened: { descriptor: STANDARD_INPUT, from } });
    if (!/\.gz$/i.test(path) && !beginsGzip(file)) this.files.push(file);
    else if (this.streams) await this.stream({ name, packed: file });
    else await this.unpack(file);
  }

  /** Reads what can be read once as it comes; unless it is no text. */
  private async stream(source: StreamSource): Promise<void> {
    const { Feed } = await import('./feed.js');
    this.feed ??= new Feed();
    const { name } = source;
    const { bytes, ended } = await this.feed.open(source);
    const stream = this.feed.heads.length - 1;
    this.files.push({ path: '', name, size: ended ? bytes.length : Infinity, stream });
    if (formatOf(name, bytes) !== 'csv') await this.keepStream(this.files.length - 1);
  }

  private stamp(file: InputFile, at: string | number): void {
    const { name } = file;
    try {
      const stamp = stampOf(at);
      this.stamps.push({ name, at, stamp });
      Object.assign(file, { stamp, size: Number(stamp.size) });
    } catch (error) {
      throw unreadable(name, error);
    }
  }

  /** Throws if a file on disk is not what it was when it was opened. */
  checkUnchanged(): void {
    for (const { name, at, stamp } of this.stamps) {
      const how = changeSince(stamp, stampIf(at));
      if (how) throw changed(name, how);
    }
  }

  /** Makes a file on disk of one that is a stream, and has not been let flow. */
  async keepStream(index: number): Promise<void> {
    const file = this.files[index];
    const descriptor = this.newFile();
    await this.feed?.keep(file.stream as number, descriptor);
    Object.assign(file, asFile(descriptor));
    delete file.stream;
  }

  /** Keeps what can be read once only, and not from the middle; unpacks it if it is gzipped. */
  private async keep(stream: NodeJS.ReadableStream, name: string): Promise<void> {
    const file = { path: '', name, ...(await this.run([stream], name)) };
    if (beginsGzip(file)) await this.unpack(file);
    else this.files.push(file);
  }

  private async unpack({ path, name, opened }: InputFile): Promise<void> {
    const packed = createReadStream(path, opened ? { fd: opened.descriptor, start: opened.from, autoClose: false } : {});
    const gunzip = (await import('node:zlib')).createGunzip();
    this.files.push({ path: '', name, ...(await this.run([packed, gunzip], name, (came) => checkKept(name, gunzip.bytesWritten, came))) });
  }

  /** Makes a file of a part of one: by its place, or unpacked where it is packed. */
  async member(index: number, { name, from, packed, size, deflated }: MemberPart): Promise<number> {
    const whole = this.files[index];
    const known = this.files.findIndex((each) => each.name === name);
    if (known >= 0) return known;
    if (!deflated) {
      this.files.push({ ...whole, name, size, from: (whole.from ?? 0) + from, member: true });
      return this.files.length - 1;
    }
    const { path, opened } = whole;
    const start = (opened?.from ?? 0) + from;
    const stream = createReadStream(path, { start, end: start + packed - 1, ...(opened ? { fd: opened.descriptor, autoClose: false } : {}) });
    const inflate = (await import('node:zlib')).createInflateRaw();
    const check = (came: number): void => checkMember(name, size, packed, came);
    check(0);
    this.files.push({ path: '', name, member: true, ...(await this.run([stream, inflate], name, check)) });
    return this.files.length - 1;
  }

  private newFile(): number {
    const descriptor = temporaryFile();
    this.kept.push(descriptor);
    return descriptor;
  }

  /** Runs streams into a temporary file; `check` hears how much has come. */
  private async run(
    streams: readonly [NodeJS.ReadableStream, ...NodeJS.ReadWriteStream[]],
    name: string,
    check: (came: number) => void = () => {},
  ): Promise<Pick<InputFile, 'size' | 'opened'>> {
    const descriptor = this.newFile();
    let came = 0;
    let problem: unknown;
    try {
      const { pipeline } = await import('node:stream/promises');
      await pipeline([...streams, into] as never);
      return asFile(descriptor);
    } catch (error) {
      // The streams are told of it as of something that was stopped.
      throw notUnpacked(name, problem ?? error);
    }

    async function into(source: AsyncIterable<Uint8Array>): Promise<void> {
      for await (const piece of source) keep(piece);
    }

    function keep(piece: Uint8Array): void {
      try {
        came += piece.length;
        check(came);
        for (let at = 0; at < piece.length; ) at += writeSync(descriptor, piece, at);
      } catch (error) {
        problem = error;
        throw error;
      }
    }
  }

  close(): void {
    this.feed?.stop();
    for (const descriptor of this.kept.splice(0)) closeSync(descriptor);
  }
}

/** Standard input, where it is kept to be opened more than once. */
let held: InputFile | undefined;

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

function statOf(path: string): Stats {
  try {
    return path === '-' ? fstatSync(STANDARD_INPUT) : statSync(path);
  } catch (error) {
    throw unreadable(path === '-' ? 'standard input' : path || '""', error);
  }
}

/** That something has a size that can be relied on: what a device or the system makes up as it is read has none. */
function checkContents(path: string, stat: Stats): void {
  const device = stat.isCharacterDevice() || stat.isBlockDevice();
  if (!device && !(stat.isFile() && stat.size === 0 && hasBytes(path))) return;
  const found = device ? 'is a device' : 'has no size, but bytes that are made as it is read';
  throw new FairbitsError('file', `${path} ${found}: expected a file. Standard input, which is -, may be of any kind.`, {
    file: path,
    found,
    expected: 'a file',
  });
}

function hasBytes(path: string): boolean {
  try {
    const descriptor = openSync(path, 'r');
    try {
      return readSync(descriptor, new Uint8Array(1)) > 0;
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    throw unreadable(path, error);
  }
}

function stampIf(at: string | number): Stamp | undefined {
  try {
    return stampOf(at);
  } catch {
    return undefined;
  }
}

/** What has been written to a descriptor, from its beginning on. */
function asFile(descriptor: number): { size: number; opened: OpenedFile } {
  return { size: fstatSync(descriptor).size, opened: { descriptor, from: 0 } };
}

function isPipe(stat: Stats): boolean {
  return stat.isFIFO() || stat.isSocket();
}

/** How far standard input, which is a file, has been read by others; undefined where the system does not tell. */
function offsetOfStandardInput(): number | undefined {
  try {
    const [, offset] = /^pos:\s*(\d+)$/m.exec(readFileSync(`/proc/self/fdinfo/${STANDARD_INPUT}`, 'utf8')) ?? [];
    return offset === undefined ? undefined : Number(offset);
  } catch {
    return undefined;
  }
}

/** Whether a file is gzipped, whatever it is called. */
function beginsGzip({ path, name, opened }: InputFile): boolean {
  const start = new Uint8Array(2);
  try {
    const { descriptor, from }: OpenedFile = opened ?? { descriptor: openSync(path, 'r'), from: 0 };
    try {
      readSync(descriptor, start, 0, 2, from);
    } finally {
      if (!opened) closeSync(descriptor);
    }
  } catch (error) {
    throw unreadable(name, error);
  }
  return start[0] === 0x1f && start[1] === 0x8b;
}
