import { closeSync, openSync, readSync, realpathSync, renameSync, rmSync, type Stats, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FairbitsError } from '../base/errors.js';
import { statIf } from '../rows/bytes/statIf.js';

/** A file that appears whole or not at all: written beside its place, and renamed when done. */
export class OutputFile {
  /** Where it ends up: what a link stands for, so that the link stays one. */
  private readonly place: string;
  private readonly partial: string;
  /** A device or a pipe, which must not be replaced by a file: what was written is poured into it when whole. */
  private readonly special: boolean;
  private file: number | undefined;

  /** `inputs` are files that are read, and must not be written over. */
  constructor(
    private readonly path: string,
    inputs: readonly string[] = [],
  ) {
    const found = statIf(path);
    if (found?.isDirectory()) throw this.unwritable('it is a folder');
    this.special = found !== undefined && !found.isFile();
    this.place = found?.isFile() ? realpathSync(path) : path;
    if (found && !this.special && inputs.some((input) => same(found, statIf(input)))) throw this.unwritable('it is read, too');
    if ([...open].some(({ place }) => place === this.place)) throw this.unwritable('another result is to be written there');
    this.partial = this.special ? join(tmpdir(), `fairbits-${process.pid}-${open.size}.partial`) : `${this.place}.${process.pid}.partial`;
    this.guard(() => {
      this.file = openSync(this.partial, 'w');
    });
    open.add(this);
  }

  write(text: string): void {
    this.guard(() => {
      const bytes = Buffer.from(text);
      for (let at = 0; at < bytes.length; ) at += writeSync(this.file as number, bytes, at);
    });
  }

  /** Begins anew. */
  restart(head: string): void {
    this.guard(() => {
      if (this.file !== undefined) closeSync(this.file);
      this.file = openSync(this.partial, 'w');
    });
    this.write(head);
  }

  finish(): void {
    this.guard(() => {
      closeSync(this.file as number);
      this.file = undefined;
      if (this.special) {
        pour(this.partial, this.place);
        rmSync(this.partial);
      } else renameSync(this.partial, this.place);
    });
    open.delete(this);
  }

  discard(): void {
    try {
      if (this.file !== undefined) closeSync(this.file);
    } finally {
      this.file = undefined;
      rmSync(this.partial, { force: true });
      open.delete(this);
    }
  }

  private guard(work: () => void): void {
    try {
      work();
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      const why = code === 'ENOSPC' ? 'the disk is full' : code === 'ENOENT' ? 'there is no such folder' : code === 'EACCES' ? 'permission denied' : message;
      throw this.unwritable(why);
    }
  }

  private unwritable(why: string): FairbitsError {
    return new FairbitsError('file', `${this.path} cannot be written: ${why}. Nothing was left behind.`, {
      file: this.path,
      found: why,
      expected: 'a place that can be written',
    });
  }
}

/** Copies a file into a device or pipe, some at a time: there may be more of it than memory. */
function pour(from: string, to: string): void {
  const bytes = new Uint8Array(2 ** 20);
  const [source, sink] = [openSync(from, 'r'), openSync(to, 'w')];
  try {
    for (let got = readSync(source, bytes); got > 0; got = readSync(source, bytes))
      for (let done = 0; done < got; ) done += writeSync(sink, bytes, done, got - done);
  } catch (error) {
    // A reader that closes early (| head) wants no more; that is no failure.
    if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error;
  } finally {
    closeSync(source);
    closeSync(sink);
  }
}

const same = (a: Stats, b: Stats | undefined): boolean => a.ino === b?.ino && a.dev === b.dev;

const open = new Set<OutputFile>();

/** Removes what is not finished: for the way out. */
export function discardOutputs(): void {
  for (const file of [...open]) file.discard();
}
