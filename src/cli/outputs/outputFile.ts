import {
  chmodSync,
  chownSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  ftruncateSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { namelessFile, temporaryFile } from '../../rows/bytes/namelessFile.js';
import { type PlannedFile, unwritable } from './plan.js';
import { pour, writtenParts } from './pour.js';

/** What mode bits are kept of a file that is replaced. */
const MODE = 0o7777;

/**
 * A file that appears whole or not at all. What is written is kept in a file without a name, on the same disk; when all is done it is copied to one beside
 * its place, under a name that nobody knows beforehand, which is then renamed. So there is nothing to be left behind until then, whatever ends the process.
 */
export class OutputFile {
  /** What it is called before it is put in its place. */
  private partial: string | undefined;
  private file: number | undefined;
  private written = 0;

  constructor(readonly planned: PlannedFile) {
    const { place } = planned;
    this.file = this.guard(() => (place.kind === 'file' ? namelessFile(folderAbove(place.path)) : temporaryFile()));
  }

  /** Whether it is a file of its own, which can be put in its place at once. */
  get replaces(): boolean {
    return this.planned.place.kind === 'file';
  }

  write(text: string): void {
    this.guard(() => {
      const bytes = Buffer.from(text);
      for (let at = 0; at < bytes.length; ) {
        const some = writeSync(this.file as number, bytes, at, bytes.length - at, this.written);
        at += some;
        this.written += some;
      }
    });
  }

  /** Begins anew. */
  restart(head: string): void {
    this.guard(() => ftruncateSync(this.file as number));
    this.written = 0;
    this.write(head);
  }

  /** Gives it a name beside its place. What lies at its place keeps its mode, and its owner where the system allows it. */
  async name(): Promise<void> {
    const { place } = this.planned;
    if (place.kind !== 'file') return;
    const partial = beside(place.path, 'partial');
    try {
      // Exclusively: what lies there is no file of ours, and a link is not followed.
      const sink = openSync(partial, 'wx', Number(place.found?.mode ?? 0o666n) & 0o777);
      this.partial = partial;
      try {
        for await (const part of writtenParts(this.file as number)) for (let at = 0; at < part.length; ) at += writeSync(sink, part, at);
      } finally {
        closeSync(sink);
      }
      if (!place.found) return;
      const { uid, gid, mode } = place.found;
      try {
        chownSync(partial, Number(uid), Number(gid));
      } catch {
        // Only root can give a file away.
      }
      chmodSync(partial, Number(mode) & MODE);
    } catch (error) {
      throw unwritable(this.planned, error);
    }
  }

  /** Pours it into the pipe, device or descriptor that it is for. */
  async pour(): Promise<void> {
    const { place } = this.planned;
    if (place.kind === 'file') return;
    try {
      await pour(writtenParts(this.file as number), place);
    } catch (error) {
      throw unwritable(this.planned, error);
    }
  }

  /** Puts it in its place. What undoes that, as long as what was there before is kept, and what ends the keeping. */
  put(keep: boolean): { undo(): void; forget(): void } {
    const { place } = this.planned;
    if (place.kind !== 'file') throw new Error('only a file can be put in its place');
    const { path } = place;
    return this.guard(() => {
      const kept = keep ? keptBeside(path) : undefined;
      const forget = (): void => {
        if (kept !== undefined) rmSync(kept, { force: true });
      };
      try {
        renameSync(this.partial as string, path);
        this.partial = undefined;
      } catch (error) {
        forget();
        throw error;
      }
      return { forget, undo: () => (kept === undefined ? rmSync(path, { force: true }) : renameSync(kept, path)) };
    });
  }

  /** Lets go of what was written, and of its name, unless it is in its place. */
  discard(): void {
    try {
      if (this.file !== undefined) closeSync(this.file);
    } catch {
      // It goes anyway.
    }
    this.file = undefined;
    if (this.partial !== undefined) rmSync(this.partial, { force: true });
    this.partial = undefined;
  }

  private guard<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw unwritable(this.planned, error);
    }
  }
}

/** The folder of a file, or the one in which that will be made. */
function folderAbove(path: string): string {
  const folder = dirname(path);
  return existsSync(folder) ? folder : folderAbove(folder);
}

/** A new name in the folder of a file; not much longer than its own, which may be as long as names can be. */
function beside(path: string, what: string): string {
  return join(dirname(path), `${[...basename(path)].slice(0, 40).join('')}.${crypto.randomUUID()}.${what}`);
}

/** Keeps what lies at a path under another name as well; undefined where there is nothing. */
function keptBeside(path: string): string | undefined {
  if (!existsSync(path)) return undefined;
  const kept = beside(path, 'before');
  try {
    linkSync(path, kept);
  } catch {
    // Not every file system has links.
    copyFileSync(path, kept, constants.COPYFILE_EXCL);
  }
  return kept;
}
