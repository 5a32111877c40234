import type { Progress as Read } from '../../src/files.js';
import type { Progress } from './jobs.js';

const EVERY_MS = 80;

/** Tells how far a reading is, now and then. */
export function progressOf(heard: (progress: Progress) => void): (read: Read) => void {
  let began = performance.now();
  let told = 0;
  let before = 0;
  let again = false;
  return ({ bytes, totalBytes, rows }) => {
    const now = performance.now();
    // Of very many classes there is more to look at than one reading tells.
    if (bytes < before) {
      again = true;
      began = now;
    }
    before = bytes;
    if (now - told < EVERY_MS) return;
    told = now;
    heard({ share: totalBytes > 0 ? bytes / totalBytes : 0, rows, megabytesPerSecond: now > began ? bytes / 1e3 / (now - began) : 0, again });
  };
}
