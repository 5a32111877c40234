import { countOf } from './lines.js';
import type { PlannedFile, Range, ScorePlan, Span } from './plan.js';

/** The rows of a range as they were read: estimates and true classes, and how many there are of each class. It can be posted. */
export interface HeldRows {
  estimates: Float64Array;
  labels: Uint16Array;
  ofClass: Int32Array;
  span: Span;
}

/** Bytes of a file that are looked at to tell how long its rows are. */
const SAMPLE = 2 ** 14;
const NEWLINE = 10;
/** Rows may be so much shorter in some ranges than in the sample. */
const SPARE = 1.25;

/** How long a file's rows are, judged by the first ones, where its first bytes are these. */
export function rowLength(head: Uint8Array, rowsAt: number): number {
  const sample = head.subarray(rowsAt, rowsAt + SAMPLE);
  return sample.length / Math.max(1, countOf(sample, NEWLINE, 0, sample.length));
}

/**
 * Whether all rows of files with rows of such lengths can be held in so many bytes. To hold them saves reading the files
 * twice where their own class frequencies are the prior.
 */
export function canHold(files: readonly Pick<PlannedFile, 'size' | 'rowsAt'>[], lengths: readonly number[], width: number, bytes: number): boolean {
  const rows = files.reduce((sum, { size, rowsAt }, i) => sum + (size > rowsAt ? (size - rowsAt) / lengths[i] : 0), 0);
  return rows * (8 * width + 2) <= bytes;
}

/** Room for the rows of a range; it can be posted. */
export type Room = Pick<HeldRows, 'estimates' | 'labels'>;

/**
 * Room for the rows of each range where they are to be held, all in one piece: to take many large ones makes V8 collect
 * garbage. What is not written to takes no memory; and where none is to be had the files are read twice.
 */
export function roomFor(ranges: readonly Range[], { width, rowLengths, shareHeld = false }: ScorePlan): Room[] {
  if (!rowLengths) return [];
  const rows = ranges.map(({ file, from, to }) => Math.ceil((SPARE * (to - from)) / rowLengths[file]) + 1);
  const all = rows.reduce((a, b) => a + b, 0);
  const buffer = (bytes: number): ArrayBuffer => (shareHeld ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes)) as ArrayBuffer;
  let estimates: Float64Array;
  let labels: Uint16Array;
  try {
    estimates = new Float64Array(buffer(8 * width * all));
    labels = new Uint16Array(buffer(2 * all));
  } catch {
    return [];
  }
  let end = 0;
  return rows.map((most) => {
    const start = end;
    end += most;
    return { estimates: estimates.subarray(start * width, end * width), labels: labels.subarray(start, end) };
  });
}

/** Puts the rows of a range where there is room for them; if there are many more than was to be expected, it counts them only. */
export class Holder {
  private readonly ofClass: Int32Array;
  private rows = 0;

  constructor(
    private readonly room: Room,
    private readonly width: number,
    classes: number,
  ) {
    this.ofClass = new Int32Array(classes);
  }

  /** Adds the first rows of a chunk. */
  add(estimates: Float64Array, labels: Uint16Array, rows: number): void {
    const { ofClass, width, room } = this;
    for (let r = 0; r < rows; r++) ofClass[labels[r]]++;
    if (this.rows + rows <= room.labels.length) {
      room.estimates.set(estimates.subarray(0, rows * width), this.rows * width);
      room.labels.set(labels.subarray(0, rows), this.rows);
    }
    this.rows += rows;
  }

  get counts(): Float64Array {
    return Float64Array.from(this.ofClass);
  }

  /** All rows that were added, if there was room for them. */
  held(span: Span): { held?: HeldRows } {
    const { rows, width, ofClass, room } = this;
    if (rows > room.labels.length) return {};
    return { held: { estimates: room.estimates.subarray(0, rows * width), labels: room.labels.subarray(0, rows), ofClass, span } };
  }
}
