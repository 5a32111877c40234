/** Bytes that lie somewhere, to be read in any order: a file on disk, or one that a page was given. */
export interface ByteAccess {
  /** What messages call it. */
  readonly name: string;
  readonly size: number;
  /** What they are in, where they can be read from anywhere. */
  readonly blob?: Blob;
  /** Bytes [from, to), in a buffer of their own. */
  slice(from: number, to: number): Promise<ArrayBuffer>;
  close(): void;
}
