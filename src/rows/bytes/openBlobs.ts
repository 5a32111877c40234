import { FairbitsError } from '../../base/errors.js';
import { formatOf } from '../formats.js';
import { blobAccess, blobName, gzippedBlobAccess, gzippedStreamAccess, isGzipped, memberAccess } from './blobAccess.js';
import type { ByteAccess } from './byteAccess.js';
import { ReadAhead } from './readAhead.js';
import type { InputFile, OpenFiles, OpenOptions, Read, Reading, Stretch } from './reading.js';

/** Opens Files and Blobs, as pages have them. */
export async function openBlobs(blobs: readonly Blob[], { labels = [], signal }: OpenOptions<Blob> = {}): Promise<OpenFiles> {
  if (blobs.length === 0) throw new FairbitsError('file', 'there are no files: expected at least one', { found: 0, expected: 'a file' });
  signal?.throwIfAborted();
  const accesses: ByteAccess[] = [];
  const close = (): void => {
    for (const access of accesses) access.close();
  };
  try {
    for (const blob of [...blobs, ...labels]) accesses.push(await openBlob(blob, signal));
  } catch (error) {
    close();
    throw error;
  }
  const files = accesses.map(inputOf);
  return {
    files,
    labelsFrom: blobs.length,
    alone: accesses.some(({ blob }) => !blob),
    read: readerOfBlobs(accesses, signal),
    async member(file, part) {
      const known = files.findIndex(({ name }) => name === part.name);
      if (known >= 0) return known;
      accesses.push(await memberAccess(accesses[file].blob as Blob, part, signal));
      files.push({ ...inputOf(accesses[accesses.length - 1]), member: true });
      return files.length - 1;
    },
    close,
  };
}

function inputOf({ name, size, blob }: ByteAccess): InputFile {
  return { name, size, path: '', ...(blob ? { blob } : {}) };
}

/** What reads Files that another thread has opened. */
export function blobReader(files: readonly InputFile[], signal: AbortSignal): Read {
  return readerOfBlobs(
    files.map(({ blob, name }) => blobAccess(blob as Blob, name)),
    signal,
  );
}

async function openBlob(blob: Blob, signal: AbortSignal | undefined): Promise<ByteAccess> {
  if (!(blob instanceof Blob))
    throw new FairbitsError('type', `found ${blob === null ? 'null' : typeof blob} among the files: expected a File or a Blob`, {
      found: blob,
      expected: 'a File or a Blob',
    });
  if (!(await isGzipped(blob))) return blobAccess(blob);
  const name = blobName(blob);
  const stream = await gzippedStreamAccess(blob, name, signal);
  const format = formatOf(name, new Uint8Array(await stream.slice(0, Math.min(64, stream.size))));
  if (stream.blob || format === 'csv' || format === 'ndjson') return stream;
  // The other formats are read here and there.
  stream.close();
  return gzippedBlobAccess(blob, name, signal);
}

/** Does readings to their end, waiting for the bytes. */
function readerOfBlobs(accesses: readonly ByteAccess[], signal: AbortSignal | undefined): Read {
  const ahead = new ReadAhead((file) => accesses[file]);
  const read = async <T>(reading: Reading<T>, of?: () => readonly Stretch[]): Promise<T> => {
    try {
      ahead.expect(of?.() ?? []);
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
  };
  return Object.assign(read, { prepare: (of: readonly Stretch[]) => ahead.prepare(of) });
}
