import type { Kernels } from '../../kernels/kernels.js';
import { type Kind, NO_CLASS } from '../../kernels/numberKinds.js';
import { halfPrecision } from '../../kernels/plain/read/toRows.js';
import { roomUpTo } from '../../kernels/roomUpTo.js';
import { takeAll } from '../../kernels/takeAll.js';
import type { Reading } from '../bytes/reading.js';
import type { Part, Refuse, RowBlock, TableReader, Wanted } from '../table.js';
import { type BadCell, shown } from '../tables/batch.js';
import { BlockMaker, byRow, NOTHING_ELSE } from '../tables/blocks.js';
import { UNKNOWN_CLASS } from '../tables/unknownClass.js';
import { fillFrom, type NpyArray, type NpyArrays } from './npyArray.js';
import { npyText } from './npyTexts.js';

/** What is read at a time where it must be made into something else, unless a row has more; and where there is little room. */
const NPY_PIECE_BYTES = 2 ** 18;
const MIN_NPY_ROOM = 2 ** 12;

/** Different labels that are looked up once in some rows, at most. */
const MOST_KNOWN = 2 ** 12;

/** Whether no more is wanted than true classes and estimates. */
export function isUsual({ numbers, weights, truth, sets, texts = [] }: Wanted): boolean {
  return sets === undefined && texts.length === 0 && !numbers.includes(0) && weights !== 0 && (truth === undefined || truth === 0);
}

/** Reads rows into the core's memory. Those of double precision that are wanted as they are lie there in rows at once. */
export class NpyReader implements TableReader {
  private readonly maker: BlockMaker;
  private readonly piece: Uint8Array;
  /** The class, as it is wanted, of each label. */
  private readonly table: Uint16Array;
  private readonly direct: boolean;

  constructor(
    private readonly arrays: NpyArrays,
    private readonly wanted: Wanted,
    private readonly kernels: Kernels,
  ) {
    const { estimates, k, classes, columns } = arrays;
    const { numbers, weights } = wanted;
    const asTheyAre = numbers.length === k && numbers.every((column, i) => column === i + 1) && weights === undefined;
    this.direct = estimates?.kind === 'f8' && asTheyAre && !(estimates.header.fortran && k > 1);
    this.maker = new BlockMaker(kernels, wanted, columns);
    try {
      const row = Math.max(8, this.direct ? 0 : k * (estimates?.bytes ?? 0));
      const taken = takeAll(kernels, (keep) => ({
        table: keep(kernels.uint16(classes.length)),
        piece: keep(roomUpTo(kernels, Math.max(NPY_PIECE_BYTES, row), Math.max(MIN_NPY_ROOM, row))),
      }));
      this.piece = taken.piece;
      this.table = taken.table;
    } catch (error) {
      this.maker.free();
      throw error;
    }
    this.table.set(classes.map((name) => this.maker.classOf(name)));
  }

  *read({ from: first, to: end }: Part, take: (block: RowBlock) => void, refuse: Refuse): Reading<undefined> {
    const { estimates, labels } = this.arrays;
    const { most, numbers, weights, truth } = this.wanted;
    const placeOf = byRow((estimates ?? labels).name, 0);
    for (let from = first; from < end; from += most) {
      const rows = Math.min(most, end - from);
      const bad = new Map<number, BadCell>();
      if (truth !== undefined) yield* this.fillLabels(from, rows, bad);
      if (estimates && (numbers.length > 0 || weights !== undefined)) yield* this.fillNumbers(estimates, from, rows);
      this.maker.handOver(NOTHING_ELSE, from, rows, bad, placeOf, take, refuse);
    }
    return undefined;
  }

  private *fillNumbers(array: NpyArray, from: number, rows: number): Reading<void> {
    const { kernels, maker, wanted, piece, direct } = this;
    const { rows: n, k } = this.arrays;
    const { bytes, header } = array;
    const kind = array.kind as Kind;
    const { bigEndian, fortran } = header;
    if (direct) {
      const block = new Uint8Array(maker.numbers.buffer, maker.numbers.byteOffset, rows * k * bytes);
      yield* fillFrom(array, block, from * k);
      if (bigEndian) kernels.swapBytes(block, bytes, rows * k);
      return;
    }
    const width = wanted.numbers.length;
    const columns = wanted.weights === undefined ? wanted.numbers : [...wanted.numbers, wanted.weights];
    /** Numbers from one on, a row of them `stride` apart, to the block's rows from one on. */
    const put = (j: number, at: number, stride: number, row: number, count: number): void => {
      if (j < width) kernels.toRows(piece.subarray(at * bytes), kind, stride, count, maker.numbers.subarray(row * width), j, width);
      else kernels.toRows(piece.subarray(at * bytes), kind, stride, count, (maker.weights as Float64Array).subarray(row), 0, 1);
    };
    const across = fortran && k > 1 ? 1 : k;
    const most = Math.floor(piece.length / (bytes * across));
    for (let row = 0; row < rows; row += most) {
      const count = Math.min(most, rows - row);
      const held = piece.subarray(0, count * across * bytes);
      if (across === k) {
        yield* fillFrom(array, held, (from + row) * k);
        if (bigEndian) kernels.swapBytes(held, bytes, count * k);
      }
      for (const [j, column] of columns.entries()) {
        if (across < k) {
          yield* fillFrom(array, held, (column - 1) * n + from + row);
          if (bigEndian) kernels.swapBytes(held, bytes, count);
        }
        put(j, across < k ? 0 : column - 1, across, row, count);
      }
    }
  }

  private *fillLabels(from: number, rows: number, bad: Map<number, BadCell>): Reading<void> {
    const { kernels, maker, piece, table } = this;
    const { labels } = this.arrays;
    const { bytes, kind, header } = labels;
    const most = Math.floor(piece.length / bytes);
    for (let row = 0; row < rows; row += most) {
      const count = Math.min(most, rows - row);
      const held = piece.subarray(0, count * bytes);
      yield* fillFrom(labels, held, from + row);
      if (kind === 'text') {
        this.fillTextLabels(held, count, from, row, bad);
        continue;
      }
      if (header.bigEndian && bytes > 1) kernels.swapBytes(held, bytes, count);
      if (kind.startsWith('f')) {
        this.fillFloatLabels(held, count, from, row, bad);
        continue;
      }
      for (let r = 0; r < count; r++) {
        r += kernels.labelsOfCodes(held.subarray(r * bytes), kind, count - r, 0, table, maker.labels.subarray(row + r));
        if (r < count) bad.set(from + row + r, this.badLabel(valueAt(held, r, kind)));
      }
    }
  }

  /** Labels that are texts, which name classes as they do in other formats. Neighbours are often equal. */
  private fillTextLabels(held: Uint8Array, count: number, from: number, row: number, bad: Map<number, BadCell>): void {
    const { maker } = this;
    const { labels, columns } = this.arrays;
    const known = new Map<string, number>();
    for (let r = 0; r < count; r++) {
      const text = npyText(held, r, labels);
      let label = known.get(text);
      if (label === undefined) {
        label = maker.classOf(text);
        if (known.size < MOST_KNOWN) known.set(text, label);
      }
      maker.labels[row + r] = label;
      if (label === NO_CLASS) bad.set(from + row + r, { column: columns[0], found: shown(text), expected: UNKNOWN_CLASS });
    }
  }

  /** Labels that are floating numbers, and whole. */
  private fillFloatLabels(held: Uint8Array, count: number, from: number, row: number, bad: Map<number, BadCell>): void {
    const { table, maker } = this;
    for (let r = 0; r < count; r++) {
      const label = Number(valueAt(held, r, this.arrays.labels.kind as Kind));
      const known = Number.isInteger(label) && label >= 0 && label < table.length ? table[label] : NO_CLASS;
      if (known === NO_CLASS) bad.set(from + row + r, this.badLabel(label));
      else maker.labels[row + r] = known;
    }
  }

  /** A label that counts no class, or one that is not wanted. */
  private badLabel(label: number | bigint): BadCell {
    const { classes, labels, columns } = this.arrays;
    const [column] = columns;
    if (Number.isInteger(Number(label)) && label >= 0 && label < classes.length && this.table[Number(label)] === NO_CLASS)
      return { column, found: JSON.stringify(classes[Number(label)]), expected: UNKNOWN_CLASS };
    return { column, found: String(label), expected: `a class from 0 to ${classes.length - 1}`, file: labels.name };
  }

  free(): void {
    this.maker.free();
    this.kernels.free(this.piece);
    this.kernels.free(this.table);
  }
}

/** One of some numbers. */
export function valueAt(bytes: Uint8Array, r: number, kind: Kind): number | bigint {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  switch (kind) {
    case 'u1':
      return view.getUint8(r);
    case 'u2':
      return view.getUint16(r * 2, true);
    case 'u4':
      return view.getUint32(r * 4, true);
    case 'u8':
      return view.getBigUint64(r * 8, true);
    case 'i1':
      return view.getInt8(r);
    case 'i2':
      return view.getInt16(r * 2, true);
    case 'i4':
      return view.getInt32(r * 4, true);
    case 'f2':
      return halfPrecision(view.getUint16(r * 2, true));
    case 'f4':
      return view.getFloat32(r * 4, true);
    case 'f8':
      return view.getFloat64(r * 8, true);
    default:
      return view.getBigInt64(r * 8, true);
  }
}
