import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { Socket } from 'node:net';
import type { Gunzip } from 'node:zlib';
import type { InputFile } from './reading.js';

/** Where the bytes of a stream go. */
export interface StreamSink {
  /** Where there is room for some. */
  room(): Uint8Array;
  /** So many were put there; whether more are wanted. */
  wrote(bytes: number): boolean;
}

/** Where the bytes of a stream come from. */
export interface StreamOrigin {
  /** Puts bytes into a sink until it wants no more; whether the stream has ended. */
  pour(sink: StreamSink): Promise<boolean>;
  close(): void;
}

/** A gzipped file, or a descriptor of what can be read once only, which is closed when it has been. */
export type StreamSource = { name: string } & ({ packed: Pick<InputFile, 'path' | 'opened'> } | { once: number });

export function openOrigin(source: StreamSource): StreamOrigin {
  if ('packed' in source) {
    const { path, opened } = source.packed;
    return new FileOrigin(opened?.descriptor ?? openSync(path, 'r'), opened?.from ?? 0, opened === undefined);
  }
  return fstatSync(source.once).isFile() ? new FileOrigin(source.once, null, false) : new PipeOrigin(source.once);
}

/** Room that is asked for at once where a pipe is read: it holds no more. */
const PIPE = 2 ** 16;

/** A pipe or socket. It is never waited for by a call that blocks, for a thread inside of one cannot be stopped. */
class PipeOrigin implements StreamOrigin {
  private readonly socket: Socket;
  private sink: StreamSink | undefined;
  /** Where the next bytes will be, and whose room that is. */
  private next: { bytes: Uint8Array; of: StreamSink | undefined } = { bytes: new Uint8Array(PIPE), of: undefined };
  private ended = false;
  private problem: Error | undefined;
  private settle = (): void => {};

  constructor(descriptor: number) {
    const onread = {
      // This is asked for ahead, when the next bytes may come to go to another sink.
      buffer: () => {
        const room = this.sink?.room().subarray(0, PIPE);
        this.next = room?.length ? { bytes: room, of: this.sink } : { bytes: new Uint8Array(PIPE), of: undefined };
        return this.next.bytes;
      },
      callback: (bytes: number) => {
        const sink = this.sink as StreamSink;
        const more = this.next.of === sink ? sink.wrote(bytes) : putInto(sink, this.next.bytes.subarray(0, bytes));
        if (!more) this.settle();
        return more;
      },
    };
    this.socket = new Socket({ fd: descriptor, readable: true, writable: false, onread } as ConstructorParameters<typeof Socket>[0]);
    this.socket.pause();
    this.socket.on('end', () => {
      this.ended = true;
      this.settle();
    });
    this.socket.on('error', (error) => {
      this.problem = error;
      this.settle();
    });
  }

  async pour(sink: StreamSink): Promise<boolean> {
    this.sink = sink;
    if (!this.ended && !this.problem)
      await new Promise<void>((settle) => {
        this.settle = settle;
        this.socket.resume();
      });
    if (this.problem) throw this.problem;
    return this.ended;
  }

  close(): void {
    this.socket.destroy();
  }
}

/** Puts bytes into a sink, all of them; whether more are wanted. */
export function putInto(sink: StreamSink, bytes: Uint8Array): boolean {
  let more = true;
  for (let at = 0; at < bytes.length; ) {
    const room = sink.room();
    const part = bytes.subarray(at, at + room.length);
    room.set(part);
    at += part.length;
    more = sink.wrote(part.length);
  }
  return more;
}

/** A file, from a place to its end; from where others have left it, if the place is null. */
class FileOrigin implements StreamOrigin {
  constructor(
    private readonly descriptor: number,
    private position: number | null,
    private readonly own: boolean,
  ) {}

  async pour(sink: StreamSink): Promise<boolean> {
    for (;;) {
      const room = sink.room();
      const bytes = readSync(this.descriptor, room, 0, room.length, this.position);
      if (bytes === 0) return true;
      if (this.position !== null) this.position += bytes;
      if (!sink.wrote(bytes)) return false;
    }
  }

  close(): void {
    if (this.own) closeSync(this.descriptor);
  }
}

/** Bytes that are read at once to be unpacked, and that they are unpacked to: with less the threads that do it wait for one another. */
const PACKED_CHUNK_BYTES = 2 ** 17;
const UNPACKED = 2 ** 19;

/** What comes packed from another origin, the first bytes of which may have been read already. */
export class Unpacked implements StreamOrigin {
  /** Bytes that have come out so far. */
  private came = 0;
  /** Hears how many bytes came from how many. */
  watch: ((packed: number, unpacked: number) => void) | undefined;
  private readonly pieces: AsyncIterator<Uint8Array>;
  private left: Uint8Array = new Uint8Array();

  private constructor(
    private readonly packed: StreamOrigin,
    private readonly gunzip: Gunzip,
    first: Uint8Array,
  ) {
    this.pieces = gunzip[Symbol.asyncIterator]();
    this.feed(first).catch((error) => gunzip.destroy(error));
  }

  static async open(packed: StreamOrigin, first: Uint8Array): Promise<Unpacked> {
    const { createGunzip } = await import('node:zlib');
    return new Unpacked(packed, createGunzip({ chunkSize: UNPACKED }), first);
  }

  private async feed(first: Uint8Array): Promise<void> {
    const { gunzip } = this;
    let piece = new Uint8Array();
    const sink: StreamSink = {
      room: () => {
        piece = new Uint8Array(PACKED_CHUNK_BYTES);
        return piece;
      },
      wrote: (bytes) => gunzip.write(piece.subarray(0, bytes)),
    };
    gunzip.write(first);
    for (;;) {
      if (gunzip.writableNeedDrain) await new Promise((drained) => gunzip.once('drain', drained));
      if (await this.packed.pour(sink)) break;
    }
    gunzip.end();
  }

  async pour(sink: StreamSink): Promise<boolean> {
    for (;;) {
      while (this.left.length > 0) {
        const room = sink.room();
        const part = this.left.subarray(0, room.length);
        room.set(part);
        this.left = this.left.subarray(part.length);
        if (!sink.wrote(part.length)) return false;
      }
      const { value, done } = await this.pieces.next();
      if (done) return true;
      this.left = value;
      this.came += value.length;
      this.watch?.(this.gunzip.bytesWritten, this.came);
    }
  }

  close(): void {
    this.gunzip.destroy();
    this.packed.close();
  }
}
