import { closeSync, readSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { FairbitsError } from '../../base/errors.js';
import { temporaryFile } from '../../rows/bytes/namelessFile.js';

/** Rows to a chunk. */
const CHUNK_ROWS = 65536;
/** What is kept in memory by default: 7 million rows of nine measures. */
const STORED_BYTES = 512 * 2 ** 20;

/** Columns that are there as a whole, in chunks of rows. It can be posted: threads share the memory, or read the file. */
export interface RowSource {
  rows: number;
  columns: number;
  /** The first chunks; column c of a chunk begins at c · CHUNK_ROWS. */
  buffers: SharedArrayBuffer[];
  /** The file where the others are, if there are more. */
  descriptor?: number;
}

/** Keeps columns of rows that come in pieces: in memory as long as they fit, and then in a temporary file. Close it when done. */
export class RowStore {
  private rows = 0;
  private buffers: SharedArrayBuffer[] = [];
  private chunk: Float64Array | undefined;
  private file: number | undefined;

  constructor(
    private readonly columns: number,
    private readonly mostBytes = STORED_BYTES,
  ) {}

  /** Forgets everything. */
  restart(): void {
    this.rows = 0;
    this.buffers = [];
    this.chunk = undefined;
    this.close();
  }

  /** Adds rows: an array for each column. */
  add(columns: readonly Float64Array[]): void {
    const length = columns[0].length;
    for (let done = 0; done < length; ) {
      const at = this.rows % CHUNK_ROWS;
      this.chunk ??= new Float64Array(new SharedArrayBuffer(8 * CHUNK_ROWS * this.columns));
      const rows = Math.min(length - done, CHUNK_ROWS - at);
      for (let c = 0; c < this.columns; c++) this.chunk.set(columns[c].subarray(done, done + rows), c * CHUNK_ROWS + at);
      done += rows;
      this.rows += rows;
      if (at + rows === CHUNK_ROWS) this.closeChunk();
    }
  }

  private closeChunk(): void {
    const { chunk } = this;
    if (!chunk) return;
    if (this.file === undefined && (this.buffers.length + 1) * chunk.byteLength <= this.mostBytes) {
      this.buffers.push(chunk.buffer as SharedArrayBuffer);
      this.chunk = undefined;
      return;
    }
    this.spill(chunk);
    if (this.rows % CHUNK_ROWS !== 0) this.chunk = undefined;
  }

  private spill(chunk: Float64Array): void {
    try {
      this.file ??= temporaryFile();
      const bytes = new Uint8Array(chunk.buffer);
      for (let at = 0; at < bytes.length; ) at += writeSync(this.file, bytes, at);
    } catch (error) {
      if (error instanceof FairbitsError) throw error;
      const why = (error as Error).message;
      throw new FairbitsError(
        'file',
        `the rewards to resample do not fit into ${tmpdir()}: ${why}. Set TMPDIR to a place with room for ${8 * this.columns} bytes per row.`,
        { found: why, expected: 'room for the rewards' },
      );
    }
  }

  /** Everything, to be read. */
  source(): RowSource {
    if (this.rows % CHUNK_ROWS !== 0) this.closeChunk();
    const { rows, columns, buffers, file } = this;
    return { rows, columns, buffers, ...(file === undefined ? {} : { descriptor: file }) };
  }

  close(): void {
    if (this.file !== undefined) closeSync(this.file);
    this.file = undefined;
  }
}

/** The chunks of a source, in order: an array for each column. They hold until the next one is asked for. */
export function* chunksOf({ rows, columns, buffers, descriptor }: RowSource): Generator<Float64Array[]> {
  let room: Float64Array<ArrayBuffer> | undefined;
  for (let i = 0, from = 0; from < rows; i++, from += CHUNK_ROWS) {
    let chunk: Float64Array;
    if (i < buffers.length) chunk = new Float64Array(buffers[i]);
    else {
      room ??= new Float64Array(CHUNK_ROWS * columns);
      read(descriptor as number, new Uint8Array(room.buffer), (i - buffers.length) * room.byteLength);
      chunk = room;
    }
    const here = Math.min(CHUNK_ROWS, rows - from);
    yield Array.from({ length: columns }, (_, c) => chunk.subarray(c * CHUNK_ROWS, c * CHUNK_ROWS + here));
  }
}

function read(file: number, bytes: Uint8Array, position: number): void {
  for (let at = 0; at < bytes.length; ) {
    const got = readSync(file, bytes, at, bytes.length - at, position + at);
    if (got === 0) throw new Error('the file of rewards is shorter than what was written');
    at += got;
  }
}
