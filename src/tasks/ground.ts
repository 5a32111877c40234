import type { Open } from '../rows/bytes/reading.js';
import type { Hand } from '../run/hand.js';

/** Where a task runs. F is what names a file: a path in Node, in a page the File itself. */
export interface Ground<F> {
  open: Open<F>;
  /** Other threads, for so many bytes of files; how many in all, where someone has asked. */
  hands(bytes: number, asked: number | undefined): Hand[];
}
