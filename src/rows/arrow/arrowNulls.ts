import type { Kernels } from '../../kernels/kernels.js';
import type { Reading } from '../bytes/reading.js';
import type { ArrowBuffers, Stored } from './arrowBuffers.js';
import type { FoundMessage } from './arrowFind.js';
import type { Laid } from './arrowLayout.js';

/** A column of a record batch, before it is read. */
export interface ColumnSource {
  message: FoundMessage;
  laid: Laid;
  codec: number | undefined;
}

/** Which rows of a column are null; undefined where none is. */
export function* nullsOf(buffers: ArrowBuffers, { message, laid, codec }: ColumnSource): Reading<Stored | undefined> {
  if (laid.nullCount === 0) return undefined;
  const bits = yield* buffers.stored(message, laid.buffers[0], codec, laid.length / 8);
  if (bits.length * 8 < laid.length) throw new Error('a column says of too few rows whether they are null');
  return bits;
}

/** Tells which of some rows are null. */
export function* eachNull(kernels: Kernels, buffers: ArrowBuffers, bits: Stored, from: number, count: number, note: (row: number) => void): Reading<void> {
  for (let first = from; first < from + count; ) {
    const byte = first >> 3;
    const end = Math.min(from + count, first + (buffers.piece.length - 1) * 8);
    const held = yield* buffers.bytes(bits, byte, (end + 7) >> 3, buffers.piece);
    for (let i = kernels.firstClear(held, first - byte * 8, end - byte * 8); i < end - byte * 8; ) {
      note(byte * 8 + i);
      i = kernels.firstClear(held, i + 1, end - byte * 8);
    }
    first = end;
  }
}
