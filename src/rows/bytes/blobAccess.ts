import { FairbitsError } from '../../base/errors.js';
import type { ByteAccess } from './byteAccess.js';
import { notGzip } from './notGzip.js';
import type { MemberPart } from './reading.js';
import { checkKept, checkMember } from './unpackedSize.js';

/** What messages call a Blob: a File has a name. */
export function blobName(blob: Blob): string {
  return (blob as Partial<File>).name ?? 'the file';
}

/**
 * A Blob or File, as pages have them. Nothing of it is in memory but what is being read.
 *
 * @example
 * ```ts
 * import { blobAccess, openTable } from 'fairbits/files';
 *
 * const file = new File(['{"label": "a", "p_a": 0.7, "p_b": 0.3}\n'], 'one.ndjson');
 * const table = await openTable('ndjson', blobAccess(file));
 * table.columns; // → [ 'label', 'p_a', 'p_b' ]
 * ```
 */
export function blobAccess(blob: Blob, name = blobName(blob)): ByteAccess {
  return {
    name,
    size: blob.size,
    blob,
    async slice(from, to) {
      try {
        return await blob.slice(from, to).arrayBuffer();
      } catch (error) {
        throw unreadableBlob(name, error);
      }
    },
    close() {},
  };
}

/**
 * The same for a gzipped one, which is unpacked first, to be read from anywhere.
 *
 * @example
 * ```ts
 * import { gzipSync } from 'node:zlib';
 * import { gzippedBlobAccess, openTable } from 'fairbits/files';
 *
 * const packed = new Blob([gzipSync('{"label": "a", "p_a": 0.7, "p_b": 0.3}\n')]);
 * const table = await openTable('ndjson', await gzippedBlobAccess(packed, 'one.ndjson.gz'));
 * table.columns; // → [ 'label', 'p_a', 'p_b' ]
 * ```
 */
export async function gzippedBlobAccess(blob: Blob, name = blobName(blob), signal?: AbortSignal): Promise<ByteAccess> {
  try {
    let size = 0;
    const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(piece, controller) {
        size += piece.length;
        checkKept(name, blob.size, size);
        controller.enqueue(piece);
      },
    });
    return blobAccess(await new Response(unpacked(blob, signal).pipeThrough(counted)).blob(), name);
  } catch (error) {
    throw blobNotUnpacked(name, error, signal);
  }
}

/** A part of a Blob that is a file itself; unpacked first where it is packed. */
export async function memberAccess(blob: Blob, { name, from, packed, size, deflated }: MemberPart, signal?: AbortSignal): Promise<ByteAccess> {
  const part = blob.slice(from, from + packed);
  if (!deflated) return blobAccess(part, name);
  try {
    checkMember(name, size, packed, 0);
    let came = 0;
    const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(piece, controller) {
        came += piece.length;
        checkMember(name, size, packed, came);
        controller.enqueue(piece);
      },
    });
    const unpack = new DecompressionStream('deflate-raw') as ReadableWritablePair<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>;
    return blobAccess(
      await new Response(
        part
          .stream()
          .pipeThrough(unpack, signal ? { signal } : {})
          .pipeThrough(counted),
      ).blob(),
      name,
    );
  } catch (error) {
    throw blobNotUnpacked(name, error, signal);
  }
}

/** Whether a Blob is gzipped, by its name or its first bytes. */
export async function isGzipped(blob: Blob): Promise<boolean> {
  if (/\.gz$/i.test(blobName(blob))) return true;
  const [first, second] = new Uint8Array(await blobAccess(blob).slice(0, 2));
  return first === 0x1f && second === 0x8b;
}

/** Unpacked bytes that are kept; of more, only those are in memory that are being read. */
const KEPT = 2 ** 26;

/**
 * A gzipped Blob that is read from its beginning to its end, in one place at a time and as often as wanted. It is unpacked
 * once to see that it is whole and how long it is; a large one again on every way through, so that it is never in memory.
 */
export async function gzippedStreamAccess(blob: Blob, name = blobName(blob), signal?: AbortSignal, kept = KEPT): Promise<ByteAccess> {
  let parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  try {
    for (const reader = unpacked(blob, signal).getReader(); ; ) {
      const { value, done } = await reader.read();
      if (done) break;
      size += value.length;
      if (size <= kept) parts.push(value);
      else parts = [];
    }
  } catch (error) {
    throw blobNotUnpacked(name, error, signal);
  }
  if (size <= kept) return blobAccess(new Blob(parts), name);
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  /** Bytes [start, end), in pieces. */
  let pieces: Uint8Array[] = [];
  let start = 0;
  let end = 0;
  const close = (): void => {
    reader?.cancel().catch(() => {});
    reader = undefined;
  };
  return {
    name,
    size,
    async slice(from, to) {
      if (reader === undefined || from < start) {
        close();
        reader = unpacked(blob, signal).getReader();
        pieces = [];
        start = 0;
        end = 0;
      }
      while (end < to) {
        while (pieces.length > 0 && start + pieces[0].length <= from) start += (pieces.shift() as Uint8Array).length;
        try {
          const { value, done } = await reader.read();
          if (done) break;
          pieces.push(value);
          end += value.length;
        } catch (error) {
          throw blobNotUnpacked(name, error, signal);
        }
      }
      const bytes = new Uint8Array(Math.max(0, Math.min(to, end) - from));
      let at = start;
      for (const piece of pieces) {
        if (at < to && at + piece.length > from) bytes.set(piece.subarray(Math.max(0, from - at), to - at), Math.max(0, at - from));
        at += piece.length;
      }
      return bytes.buffer;
    },
    close,
  };
}

function unpacked(blob: Blob, signal: AbortSignal | undefined): ReadableStream<Uint8Array<ArrayBuffer>> {
  const unpack = new DecompressionStream('gzip') as ReadableWritablePair<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>;
  return blob.stream().pipeThrough(unpack, signal ? { signal } : {});
}

function unreadableBlob(name: string, error: unknown): FairbitsError {
  const found = (error as Error).message;
  return new FairbitsError('file', `${name} cannot be read: ${found} Has it changed since it was chosen, or is it a folder?`, {
    file: name,
    found,
    expected: 'a file that can be read',
  });
}

function blobNotUnpacked(name: string, error: unknown, signal: AbortSignal | undefined): unknown {
  if (error instanceof FairbitsError) return error;
  if (signal?.aborted) return signal.reason;
  // A file that has changed or gone is not to be blamed for what is in it.
  return /^Not(Readable|Found)Error$/.test((error as Error).name) ? unreadableBlob(name, error) : notGzip(name);
}
