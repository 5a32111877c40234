/** Bytes that lie somewhere, to be read in any order: a file on disk, or one that a page was given. */
export interface ByteAccess {
  /** What messages call it. */
  readonly name: string;
  readonly size: number;
  /** Bytes [from, to), in a buffer of their own. */
  slice(from: number, to: number): Promise<ArrayBuffer>;
  close(): void;
}
