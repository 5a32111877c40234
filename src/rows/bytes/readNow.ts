import { closeSync, openSync, readSync } from 'node:fs';
import { FairbitsError } from '../../base/errors.js';
import type { Flow } from './flow.js';
import type { InputFile, Reading, Request } from './reading.js';
import { changed, changeSince, stampOf } from './stamp.js';
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
    const { name, size, opened, from = 0 } = this.files[file];
    // Bytes that have come to a file since are none of it.
    const wanted = Math.min(into.length, size - at);
    if (wanted <= 0) return 0;
    let got: number;
    try {
      got = readSync(opened?.descriptor ?? this.handleOf(file), into, 0, wanted, (opened?.from ?? 0) + from + at);
    } catch (error) {
      throw error instanceof FairbitsError ? error : unreadable(name, error);
    }
    if (got === 0) throw changed(name, `it had ${size} bytes, and ends at byte ${at} now`);
    return got;
  }

  private handleOf(file: number): number {
    const known = this.open.get(file);
    if (known !== undefined) return known;
    const { name, path, stamp } = this.files[file];
    const handle = openSync(path, 'r');
    this.open.set(file, handle);
    const how = stamp && changeSince(stamp, stampOf(handle));
    if (how) throw changed(name, how);
    return handle;
  }

  close(): void {
    for (const handle of this.open.values()) closeSync(handle);
  }
}
