import { FairbitsError } from '../errors.js';
import type { ByteAccess } from './byteAccess.js';

/** A Blob or File, as pages have them. Nothing of it is in memory but what is being read. */
export function blobAccess(blob: Blob, name = (blob as Partial<File>).name ?? 'the file'): ByteAccess {
  return {
    name,
    size: blob.size,
    slice: (from, to) => blob.slice(from, to).arrayBuffer(),
    close() {},
  };
}

/** The same for a gzipped one, which is unpacked first: gzip cannot be read from the middle. */
export async function gzippedBlobAccess(blob: Blob, name = (blob as Partial<File>).name ?? 'the file'): Promise<ByteAccess> {
  try {
    const unpacked = await new Response(blob.stream().pipeThrough(new DecompressionStream('gzip'))).blob();
    return blobAccess(unpacked, name);
  } catch (error) {
    throw new FairbitsError('file', `${name} cannot be unpacked: ${(error as Error).message}. Is it cut short?`, {
      file: name,
      found: (error as Error).message,
      expected: 'a whole gzip file',
    });
  }
}
