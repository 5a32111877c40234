import { FairbitsError } from '../base/errors.js';
import type { Kernels } from './kernels.js';

/** Whether an error says that the kernels' memory is full. */
export function isFull(error: unknown): boolean {
  return error instanceof FairbitsError && error.code === 'arena-full';
}

/** What is left for others is twice as much. */
const SHARE = 3;

/** So many bytes of the kernels' memory; where that is more than a third of what there is, half of it, and so on down to `least`. */
export function roomUpTo(kernels: Pick<Kernels, 'uint8' | 'free'>, most: number, least: number): Uint8Array {
  for (let size = most; size > least; size = Math.max(least, size / 2)) {
    try {
      kernels.free(kernels.uint8(size * SHARE));
      return kernels.uint8(size);
    } catch (error) {
      if (!isFull(error)) throw error;
    }
  }
  return kernels.uint8(least);
}
