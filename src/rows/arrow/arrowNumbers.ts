import { type DataType, Type } from '@uwdata/flechette';
import type { Kernels } from '../../kernels/kernels.js';
import { bytesOf, type Kind } from '../../kernels/numberKinds.js';
import type { Reading } from '../bytes/reading.js';
import type { BadCell } from '../tables/batch.js';
import { UNKNOWN_CLASS } from '../tables/unknownClass.js';
import type { ArrowBuffers, Stored } from './arrowBuffers.js';
import { type ColumnSource, eachNull, nullsOf } from './arrowNulls.js';

const FLOATS: readonly Kind[] = ['f2', 'f4', 'f8'];

/** How a column's numbers are written, if as the core reads them. */
export function kindIn(type: DataType): Kind | undefined {
  if (type.typeId === Type.Float) return FLOATS[type.precision];
  return type.typeId === Type.Int ? (`${type.signed ? 'i' : 'u'}${type.bitWidth / 8}` as Kind) : undefined;
}

/** Reads a column of numbers into rows, some at a time. */
export class ArrowNumbers {
  private nulls: Stored | undefined;
  private values: Stored | undefined;

  constructor(
    private readonly name: string,
    private readonly kind: Kind,
    private readonly kernels: Kernels,
    private readonly buffers: ArrowBuffers,
  ) {}

  /** Begins with a record batch. */
  *start(source: ColumnSource): Reading<void> {
    const { message, laid, codec } = source;
    this.nulls = yield* nullsOf(this.buffers, source);
    this.values = yield* this.buffers.stored(message, laid.buffers[1], codec, laid.length * bytesOf(this.kind));
    checkRoom(this.name, Math.floor(this.values.length / bytesOf(this.kind)), laid.length);
  }

  /** Reads rows of it to a place in the block's rows; those that are null are bad. */
  *fill(from: number, count: number, out: Float64Array, place: number, width: number, bad: Map<number, BadCell>): Reading<void> {
    const { kernels, buffers, kind, name: column } = this;
    const size = bytesOf(kind);
    const most = buffers.piece.length / size;
    for (let row = 0; row < count; row += most) {
      const rows = Math.min(most, count - row);
      const bytes = yield* buffers.bytes(this.values as Stored, (from + row) * size, (from + row + rows) * size, buffers.piece);
      kernels.toRows(bytes, kind, 1, rows, row === 0 ? out : out.subarray(row * width), place, width);
    }
    if (!this.nulls) return;
    yield* eachNull(kernels, buffers, this.nulls, from, count, (row) => {
      // That something is missing is said before that a class is not known.
      if (!bad.has(row) || bad.get(row)?.expected === UNKNOWN_CLASS) bad.set(row, { column, found: 'null' });
    });
  }
}

/** That a column has the bytes for its rows. */
export function checkRoom(name: string, room: number, rows: number): void {
  if (room < rows) throw new Error(`column "${name}" has room for ${Math.max(0, room)} of ${rows} rows`);
}
