import { randomUUID } from 'node:crypto';
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
import { TemporaryFolder } from '../../rows/bytes/temporaryFolder.js';
import { type PlannedFile, unwritable } from './plan.js';
import { pour } from './pour.js';

/** What mode bits are kept of a file that is replaced. */
const MODE = 0o7777;

/** A file that appears whole or not at all: written beside its place under a name that nobody knows beforehand, and renamed when done. */
export class OutputFile {
  private readonly partial: string;
  /** Where what a pipe or device gets is kept until it is whole. */
  private readonly temporary = new TemporaryFolder();
  private file: number | undefined;
  private written = 0;

  constructor(readonly planned: PlannedFile) {
    const { place } = planned;
    this.partial = this.guard(() => (place.kind === 'file' ? beside(place.path, 'partial') : this.temporary.place('partial')));
    // Exclusively: what lies there is no file of ours, and a link is not followed.
    this.file = this.guard(() => openSync(this.partial, 'wx', place.kind === 'file' ? Number(place.found?.mode ?? 0o666n) & 0o777 : 0o600));
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

  /** Ends the writing; what lies at its place keeps its mode, and its owner where the system allows it. */
  close(): void {
    this.guard(() => {
      const { file } = this;
      this.file = undefined;
      closeSync(file as number);
      const { place } = this.planned;
      if (place.kind !== 'file' || !place.found) return;
      const { uid, gid, mode } = place.found;
      try {
        chownSync(this.partial, Number(uid), Number(gid));
      } catch {
        // Only root can give a file away.
      }
      chmodSync(this.partial, Number(mode) & MODE);
    });
  }

  /** Pours it into the pipe, device or descriptor that it is for. */
  async pour(): Promise<void> {
    const { place } = this.planned;
    if (place.kind === 'file') return;
    try {
      await pour(this.partial, place);
    } catch (error) {
      throw unwritable(this.planned, error);
    }
    this.temporary.remove();
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
        renameSync(this.partial, path);
      } catch (error) {
        forget();
        throw error;
      }
      return { forget, undo: () => (kept === undefined ? rmSync(path, { force: true }) : renameSync(kept, path)) };
    });
  }

  discard(): void {
    try {
      if (this.file !== undefined) closeSync(this.file);
    } catch {
      // It goes anyway.
    }
    this.file = undefined;
    this.temporary.remove();
    if (this.replaces) rmSync(this.partial, { force: true });
  }

  private guard<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw unwritable(this.planned, error);
    }
  }
}

/** A new name in the folder of a file; not much longer than its own, which may be as long as names can be. */
function beside(path: string, what: string): string {
  return join(dirname(path), `${[...basename(path)].slice(0, 40).join('')}.${randomUUID()}.${what}`);
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
