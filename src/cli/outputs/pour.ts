import { closeSync, constants, fstatSync, openSync, readSync, writeSync } from 'node:fs';
import { isatty } from 'node:tty';
import { visibleLines } from '../../terminal/visible.js';
import type { OutputPlace } from './place.js';

/** Bytes that are poured at a time. */
const BYTES = 2 ** 20;

/** How long to wait for who reads, in milliseconds. */
const READER_WAIT = 5;

/** What was written to a descriptor, some at a time: there may be more of it than memory. Others get their turn between, signals among them. */
export async function* writtenParts(file: number): AsyncGenerator<Uint8Array> {
  const bytes = new Uint8Array(BYTES);
  for (let at = 0; ; ) {
    const got = readSync(file, bytes, 0, BYTES, at);
    if (got === 0) return;
    yield bytes.subarray(0, got);
    at += got;
    await new Promise((turn) => setImmediate(turn));
  }
}

/** Pours bytes into what is no file. A terminal gets nothing that it would obey. */
export async function pour(parts: AsyncIterable<Uint8Array>, to: Exclude<OutputPlace, { kind: 'file' }>): Promise<void> {
  const [sink, own] = to.kind === 'descriptor' ? opened(to.descriptor) : [await openDevice(to.path), true];
  const decoder = isatty(sink) ? new TextDecoder('utf-8', { ignoreBOM: true }) : undefined;
  try {
    for await (const part of parts) if (!(await writeAll(sink, decoder ? Buffer.from(visibleLines(decoder.decode(part, { stream: true }))) : part))) return;
  } finally {
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

const waited = (): Promise<void> => new Promise((done) => setTimeout(done, READER_WAIT));
