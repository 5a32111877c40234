import { closeSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { FairbitsError } from '../errors.js';

/** A file that appears whole or not at all: written beside its place, and renamed when done. */
export class OutputFile {
  private readonly partial: string;
  private file: number | undefined;

  constructor(private readonly path: string) {
    this.partial = `${path}.${process.pid}.partial`;
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
      renameSync(this.partial, this.path);
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
      throw new FairbitsError('file', `${this.path} cannot be written: ${why}. Nothing was left behind.`, {
        file: this.path,
        found: why,
        expected: 'a place that can be written',
      });
    }
  }
}

const open = new Set<OutputFile>();

/** Removes what is not finished: for the way out. */
export function discardOutputs(): void {
  for (const file of [...open]) file.discard();
}
