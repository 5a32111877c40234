import { closeSync, constants, fstatSync, openSync, readSync, writeSync } from 'node:fs';
import { isatty } from 'node:tty';
import { visibleLines } from '../../terminal/visible.js';
import type { Place } from './place.js';

/** Bytes that are poured at a time. */
const BYTES = 2 ** 20;

/** How long to wait for who reads, in milliseconds. */
const WAIT = 5;

/** Pours a file into what is no file, some at a time: there may be more of it than memory. A terminal gets nothing that it would obey. */
export async function pour(from: string, to: Exclude<Place, { kind: 'file' }>): Promise<void> {
  const bytes = new Uint8Array(BYTES);
  const source = openSync(from, 'r');
  const [sink, own] = to.kind === 'descriptor' ? opened(to.descriptor) : [await openDevice(to.path), true];
  const decoder = isatty(sink) ? new TextDecoder('utf-8', { ignoreBOM: true }) : undefined;
  try {
    for (let got = readSync(source, bytes); got > 0; got = readSync(source, bytes)) {
      const part = bytes.subarray(0, got);
      if (!(await writeAll(sink, decoder ? Buffer.from(visibleLines(decoder.decode(part, { stream: true }))) : part))) return;
    }
  } finally {
    closeSync(source);
    if (own) closeSync(sink);
  }
}

/** Writes text to a descriptor that is open, all of it; where a reader closes early (| head), that is no failure. */
export async function writeText(descriptor: number, text: string): Promise<void> {
  const [sink, own] = opened(descriptor);
  try {
    await writeAll(sink, Buffer.from(text));
  } finally {
    if (own) closeSync(sink);
  }
}

/** Writes bytes; whether more are wanted. Where there is no room the process does not stand still, so that a signal can stop it. */
async function writeAll(sink: number, bytes: Uint8Array): Promise<boolean> {
  for (let done = 0; done < bytes.length; ) {
    try {
      done += writeSync(sink, bytes, done, bytes.length - done);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EPIPE') return false;
      if (code !== 'EAGAIN') throw error;
      await waited();
    }
  }
  return true;
}

/** A descriptor to write to, and whether it is to be closed. A pipe is opened once more where the system can do so, so that nobody waits in a call. */
function opened(descriptor: number): [number, boolean] {
  if (process.platform !== 'linux' || !fstatSync(descriptor).isFIFO()) return [descriptor, false];
  try {
    return [openSync(`/proc/self/fd/${descriptor}`, constants.O_WRONLY | constants.O_NONBLOCK), true];
  } catch {
    return [descriptor, false];
  }
}

/** Opens a pipe or device as it is. A pipe that nobody reads yet is waited for. */
async function openDevice(path: string): Promise<number> {
  for (;;) {
    try {
      return openSync(path, constants.O_WRONLY | (constants.O_NONBLOCK ?? 0));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENXIO') throw error;
      await waited();
    }
  }
}

const waited = (): Promise<void> => new Promise((done) => setTimeout(done, WAIT));
