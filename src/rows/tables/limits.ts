/**
 * What a file may ask for, by its own size: work and memory are so much, and not what its counts say. Files of nothing but the same value over and over are the
 * only ones that writers make beyond this.
 */

/** Values of the columns that are read, all in all: so many in any file, and so many more for each of its bytes. */
const FILE_CELLS = 2 ** 26;
const CELLS_TO_BYTE = 1024;

/** Bytes that a page unpacks to: so many in any case, so many for each of its values, and so many for each byte it is packed in. */
const PAGE_BYTES = 2 ** 16;
const PAGE_TO_VALUE = 256;
const PAGE_TO_BYTE = 1024;

/** Bytes of pages, and of what they come to, that columns hold at once; and for each byte of the file. */
const HELD_BYTES = 2 ** 28;
const HELD_TO_BYTE = 64;

/** Entries of dictionaries, likewise. */
const ENTRIES = 2 ** 22;
const ENTRIES_TO_BYTE = 64;

/** That so many rows of so many columns can lie in a file. */
export function checkCells(rows: number, columns: number, size: number): void {
  const most = FILE_CELLS + size * CELLS_TO_BYTE;
  if (rows * columns > most) throw new Error(`${rows} rows of ${columns} columns in a file of ${size} bytes, which can hold ${most} values`);
}

/** That dictionaries of so many entries can. */
export function checkEntries(entries: number, size: number): void {
  if (entries > ENTRIES + size * ENTRIES_TO_BYTE) throw new Error(`dictionaries of ${entries} entries in a file of ${size} bytes`);
}

/** That a page of so many values can unpack to so many bytes. */
export function checkPage(packed: number, unpacked: number, values: number, what = 'a page'): void {
  if (unpacked > PAGE_BYTES + values * PAGE_TO_VALUE + packed * PAGE_TO_BYTE) throw new Error(`${what} of ${packed} bytes should unpack to ${unpacked}`);
}

/** Counts what the columns of a reader hold at once. */
export class Held {
  private readonly most: number;
  private readonly bytes = new Map<object, number>();
  private sum = 0;

  constructor(
    size: number,
    private readonly what = 'its pages',
  ) {
    this.most = HELD_BYTES + size * HELD_TO_BYTE;
  }

  /** Something holds so many bytes from now on, in the place of what it held before. */
  set(holder: object, bytes: number): void {
    this.sum += bytes - (this.bytes.get(holder) ?? 0);
    this.bytes.set(holder, bytes);
    if (this.sum > this.most) throw new Error(`${this.what} take more than ${this.most} bytes at once`);
  }
}
