import type { Kernels } from '../../kernels/kernels.js';
import type { Bins } from '../ranking/histogram.js';

/** Rows that are put into bins at once: few enough to stay near at hand. */
export const BIN_ROWS = 8192;
/** Numbers of whole rows that are held at once: class after class goes through them all, so that the bins of one stay near at hand. */
const WHOLE_NUMBERS = 2 ** 18;
/** What an engine and its arena take beside what is asked for. */
const ENGINE_OVERHEAD = 2 ** 18;

/** Where some rows lie in the kernels' memory while they are put into bins. */
export class BinRoom {
  /** Estimates, negative (also −0) where they did not come true, and their bins. */
  readonly x: Float64Array;
  readonly places: Uint32Array;
  /** Rows that a bin cannot tell apart. */
  readonly marked: Uint32Array;
  /** Whole rows and their true classes. */
  readonly p: Float64Array;
  readonly labels: Uint16Array;

  constructor(
    readonly kernels: Kernels,
    /** Estimates to a row. */
    width = 0,
  ) {
    this.x = kernels.float64(BIN_ROWS);
    this.places = kernels.uint32(BIN_ROWS);
    this.marked = kernels.uint32(BIN_ROWS);
    this.p = kernels.float64(BinRoom.wholeRows(width) * width);
    this.labels = kernels.uint16(BinRoom.wholeRows(width));
  }

  /** How many of the whole rows are put into bins at once. */
  static rows(width: number): number {
    return Math.max(1, Math.min(BIN_ROWS, Math.floor((4 * BIN_ROWS) / Math.max(1, width))));
  }

  /** How many whole rows there is room for: a multiple of those. */
  static wholeRows(width: number): number {
    if (width === 0) return 0;
    const rows = BinRoom.rows(width);
    return rows * Math.max(1, Math.floor(WHOLE_NUMBERS / (rows * width)));
  }

  /** Bytes of the kernels' memory. */
  static bytes(width: number): number {
    return 16 * BIN_ROWS + (8 * width + 2) * BinRoom.wholeRows(width) + ENGINE_OVERHEAD;
  }

  /** Finds the bins of the first so many estimates. */
  place(bins: Bins, length: number): void {
    bins.place(this.kernels, this.x, length, this.places);
  }
}
