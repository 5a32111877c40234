import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { ByteAccess } from '../sources/byteAccess.js';
import type { InputFile } from './reading.js';
import { unreadable } from './unreadable.js';

/** A file on disk, or open already. Reads are synchronous: one at a time is all that is asked for, and it saves a round through the pool. */
export function fileAccess({ path, name, size, opened }: InputFile): ByteAccess {
  let file: number;
  try {
    file = opened?.descriptor ?? openSync(path, 'r');
  } catch (error) {
    throw unreadable(name, error);
  }
  const begin = opened?.from ?? 0;
  let open = !opened;
  return {
    name,
    size: opened ? size : fstatSync(file).size,
    async slice(from, to) {
      const bytes = new Uint8Array(Math.max(0, to - from));
      for (let at = 0; at < bytes.length; ) {
        let got: number;
        try {
          got = readSync(file, bytes, at, bytes.length - at, begin + from + at);
        } catch (error) {
          throw unreadable(name, error);
        }
        if (got === 0) throw unreadable(name, new Error(`it ends at byte ${from + at}, before byte ${to}`));
        at += got;
      }
      return bytes.buffer;
    },
    close() {
      if (open) closeSync(file);
      open = false;
    },
  };
}
