import { FairbitsError } from '../errors.js';
import { blobAccess, blobName, gzippedBlobAccess, gzippedStreamAccess, isGzipped } from '../sources/blobAccess.js';
import type { ByteAccess } from '../sources/byteAccess.js';
import { formatOf } from '../sources/formats.js';
import { ReadAhead } from './readAhead.js';
import type { Open, OpenFiles, Reading } from './reading.js';

/** The error of an empty list of files. */
export function noFiles(): FairbitsError {
  return new FairbitsError('file', 'there are no files: expected at least one', { found: 0, expected: 'a file' });
}

/** Opens Files and Blobs, as pages have them. */
export function openBlobs(signal: AbortSignal | undefined): Open<Blob> {
  return async (blobs): Promise<OpenFiles> => {
    const accesses: ByteAccess[] = [];
    const close = (): void => {
      for (const access of accesses) access.close();
    };
    try {
      for (const blob of blobs) accesses.push(await open(blob, signal));
    } catch (error) {
      close();
      throw error;
    }
    const ahead = new ReadAhead(accesses);
    return {
      files: accesses.map(({ name, size }) => ({ name, size, path: '' })),
      read: (reading) => readLater(ahead, reading, signal),
      access: (index) => accesses[index],
      close,
    };
  };
}

async function open(blob: Blob, signal: AbortSignal | undefined): Promise<ByteAccess> {
  if (!(blob instanceof Blob))
    throw new FairbitsError('type', `found ${blob === null ? 'null' : typeof blob} among the files: expected a File or a Blob`, {
      found: blob,
      expected: 'a File or a Blob',
    });
  if (!(await isGzipped(blob))) return blobAccess(blob);
  const name = blobName(blob);
  const stream = await gzippedStreamAccess(blob, name, signal);
  const format = formatOf(name, new Uint8Array(await stream.slice(0, Math.min(64, stream.size))));
  if (format === 'csv' || format === 'ndjson') return stream;
  // The other formats are read here and there.
  stream.close();
  return gzippedBlobAccess(blob, name, signal);
}

/** Does a reading to its end, waiting for the bytes. */
async function readLater<T>(ahead: ReadAhead, reading: Reading<T>, signal: AbortSignal | undefined): Promise<T> {
  try {
    for (let step = reading.next(); ; ) {
      if (step.done) return step.value;
      signal?.throwIfAborted();
      const { file, into, at } = step.value;
      step = reading.next(await ahead.read(file, into, at));
    }
  } finally {
    // Where it was stopped from outside the reading has not ended, and frees what it holds.
    reading.return(undefined as T);
  }
}
