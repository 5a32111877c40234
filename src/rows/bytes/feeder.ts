import { writeSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { postedError } from '../../base/postedError.js';
import { Flow, type PostedFlow } from './flow.js';
import { openOrigin, putInto, type StreamOrigin, type StreamSink, type StreamSource, Unpacked } from './origins.js';
import { HEAD } from './reading.js';
import { checkKept } from './unpackedSize.js';
import { notUnpacked } from './unreadable.js';

/** What the thread that reads streams is told: open one more, keep one in a file, or let all flow but those that are of no use. */
export type FeederOrder = { open: StreamSource } | { keep: number; descriptor: number } | { flow: PostedFlow; without: number[] };

/** What a stream begins with, whether that is all of it, and whether it is gzipped. */
export interface StreamHead {
  bytes: Uint8Array;
  ended: boolean;
  packed: boolean;
}

/** A stream that has been looked into. */
interface Opened {
  source: StreamSource;
  /** What has been read; undefined where it was closed again, for it is read anew. */
  begun: ({ origin: StreamOrigin } & StreamHead) | undefined;
}

const streams: Opened[] = [];

/** One order after another. */
let lastOrder: Promise<unknown> = Promise.resolve();
parentPort?.on('message', (order: FeederOrder) => {
  lastOrder = lastOrder.then(() => obey(order));
});

async function obey(order: FeederOrder): Promise<void> {
  let name = '';
  try {
    if ('open' in order) {
      const { open: source } = order;
      ({ name } = source);
      const begun = await beginStream(source);
      parentPort?.postMessage({ done: { bytes: begun.bytes, ended: begun.ended, packed: begun.packed } });
      // A file can be read again, so that not all of them need to be open. The first is read first.
      const again = 'packed' in source && streams.length > 0;
      if (again) begun.origin.close();
      streams.push({ source, begun: again ? undefined : begun });
    } else if ('keep' in order) {
      ({ name } = streams[order.keep].source);
      await keep(order.keep, order.descriptor);
      parentPort?.postMessage({ done: {} });
    } else {
      const flow = Flow.from(order.flow);
      const sink: StreamSink = {
        room: () => flow.room(),
        wrote(bytes) {
          flow.wrote(bytes);
          return true;
        },
      };
      // What comes slowly is told all the same.
      const telling = setInterval(() => flow.tell(), 10);
      for (const [index, { source }] of streams.entries()) {
        ({ name } = source);
        if (!order.without.includes(index) && !flow.unwanted) await pourAll(index, sink);
        flow.end();
      }
      clearInterval(telling);
      parentPort?.postMessage({ done: {} });
    }
  } catch (error) {
    parentPort?.postMessage({ error: postedError(notUnpacked(name, error)) });
  }
}

/** Opens a stream, unpacks it if it is gzipped, and reads its head. */
async function beginStream(source: StreamSource): Promise<NonNullable<Opened['begun']>> {
  const origin = openOrigin(source);
  // What a pipe has at first, which may be little.
  const first = new Head(2);
  let ended = await origin.pour(first);
  const packed = 'packed' in source || (first.bytes[0] === 0x1f && first.bytes[1] === 0x8b);
  if (!packed) {
    first.wanted = HEAD;
    if (!ended && first.bytes.length < HEAD) ended = await origin.pour(first);
    return { origin, bytes: first.bytes, ended, packed };
  }
  const unpacked = await Unpacked.open(origin, first.bytes);
  const head = new Head(HEAD);
  return { origin: unpacked, ended: await unpacked.pour(head), bytes: head.bytes, packed };
}

/** The first bytes of a stream. */
class Head implements StreamSink {
  private readonly buffer = new Uint8Array(HEAD);
  private filled = 0;

  constructor(public wanted: number) {}

  get bytes(): Uint8Array {
    return this.buffer.subarray(0, this.filled);
  }

  room(): Uint8Array {
    return this.buffer.subarray(this.filled);
  }

  wrote(bytes: number): boolean {
    this.filled += bytes;
    return this.filled < this.wanted;
  }
}

/** Puts all of a stream into a sink, and closes it. */
async function pourAll(index: number, sink: StreamSink, kept = false): Promise<void> {
  const { source, begun } = streams[index];
  const { origin, bytes, ended } = begun ?? (await beginStream(source));
  if (kept && origin instanceof Unpacked) origin.watch = (packed, unpacked) => checkKept(source.name, packed, unpacked);
  putInto(sink, bytes);
  if (!ended) await origin.pour(sink);
  origin.close();
  streams[index].begun = undefined;
}

/** Puts all of a stream into a file that is open. */
async function keep(index: number, file: number): Promise<void> {
  const buffer = new Uint8Array(HEAD);
  const sink: StreamSink = {
    room: () => buffer,
    wrote(bytes) {
      for (let at = 0; at < bytes; ) at += writeSync(file, buffer, at, bytes - at);
      return true;
    },
  };
  await pourAll(index, sink, true);
}
