import { closeSync, openSync, readSync } from 'node:fs';
import type { Flow } from './flow.js';
import type { InputFile, Reading, Request } from './reading.js';
import { unreadable } from './unreadable.js';

/** Does a reading to its end, from files on disk and from streams, whose bytes a thread of its own may wait for. */
export function readNow<T>(files: readonly InputFile[], reading: Reading<T>, flow?: Flow): T {
  const disk = new Disk(files);
  try {
    for (let step = reading.next(); ; ) {
      if (step.done) return step.value;
      step = reading.next(files[step.value.file].stream === undefined ? disk.read(step.value) : waited(step.value));
    }
  } finally {
    // Where the disk fails the reading has not ended, and frees what it holds.
    reading.return(undefined as T);
    disk.close();
  }

  function waited({ file, into, at }: Request): number {
    const { stream } = files[file];
    for (;;) {
      const seen = (flow as Flow).coming;
      const got = (flow as Flow).read(stream as number, into, at);
      if (got !== undefined) return got;
      (flow as Flow).wait(seen);
    }
  }
}

/** The same where the thread has other things to do than to wait; `streamed` gives the bytes of streams, at once if they are there. */
export async function readWhenThere<T>(files: readonly InputFile[], reading: Reading<T>, streamed: (request: Request) => number | Promise<number>): Promise<T> {
  const disk = new Disk(files);
  try {
    for (let step = reading.next(); ; ) {
      if (step.done) return step.value;
      const got = files[step.value.file].stream === undefined ? disk.read(step.value) : streamed(step.value);
      step = reading.next(typeof got === 'number' ? got : await got);
    }
  } finally {
    reading.return(undefined as T);
    disk.close();
  }
}

/** Bytes of streams as they come by a flow. */
export function fromFlow(files: readonly InputFile[], flow: Flow): (request: Request) => number | Promise<number> {
  return ({ file, into, at }) => {
    const { stream } = files[file];
    return flow.read(stream as number, into, at) ?? later(stream as number, into, at);
  };

  async function later(stream: number, into: Uint8Array, at: number): Promise<number> {
    for (;;) {
      const seen = flow.coming;
      const got = flow.read(stream, into, at);
      if (got !== undefined) return got;
      await flow.later(seen);
    }
  }
}

/** Files on disk, opened when they are first read. */
class Disk {
  private readonly open = new Map<number, number>();

  constructor(private readonly files: readonly InputFile[]) {}

  read({ file, into, at }: Request): number {
    const { name, path, opened } = this.files[file];
    try {
      if (opened) return readSync(opened.descriptor, into, 0, into.length, opened.from + at);
      const handle = this.open.get(file) ?? openSync(path, 'r');
      this.open.set(file, handle);
      return readSync(handle, into, 0, into.length, at);
    } catch (error) {
      throw unreadable(name, error);
    }
  }

  close(): void {
    for (const handle of this.open.values()) closeSync(handle);
  }
}
