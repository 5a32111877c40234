import { type Batch as ArrowBatch, batchType, type Column, type DataType, Type } from '@uwdata/flechette';
import { decodeText } from '../../base/utf8.js';
import type { Laid } from './arrowLayout.js';
import type { Region } from './arrowMetadata.js';

/** Whole numbers of 64 bits stay what they are. */
const FLECHETTE_OPTIONS = { useBigInt: true };

/** The types that are text, and those of bytes that lie as it does. */
const BYTES_OF_TEXT = new Map<number, number>([
  [Type.Utf8, Type.Binary],
  [Type.LargeUtf8, Type.LargeBinary],
  [Type.Utf8View, Type.BinaryView],
]);

type NumbersView = new (buffer: ArrayBufferLike, offset: number, length: number) => ArrayBufferView;

interface Buffers {
  validity?: Uint8Array;
  values?: unknown;
  offsets?: unknown;
  sizes?: unknown;
  data?: Uint8Array[];
  children?: ArrowBatch<unknown>[];
}

/** A column of the library's kind over bytes that were read: `bytesOf` has those of each buffer. */
export function columnOver(laid: Laid, bytesOf: (region: Region) => Uint8Array, dictionary: (id: number) => Column<unknown>): ArrowBatch<unknown> {
  const { type, length, nullCount, buffers } = laid;
  const at = (i: number): Uint8Array => bytesOf(buffers[i]);
  const as = (i: number, kind: unknown): ArrayBufferView => viewOf(at(i), kind as NumbersView | undefined);
  const { values, offsets } = type as unknown as Record<'values' | 'offsets', unknown>;
  const make = (parts: Buffers): ArrowBatch<unknown> => {
    const bytesOfText = BYTES_OF_TEXT.get(type.typeId);
    const kind = batchType(bytesOfText === undefined ? type : ({ ...type, typeId: bytesOfText } as DataType), FLECHETTE_OPTIONS) as unknown as new (
      options: object,
    ) => ArrowBatch<unknown>;
    const children = laid.children.map((child) => columnOver(child, bytesOf, dictionary));
    const column = new kind({ length, nullCount, type, ...parts, ...(children.length > 0 ? { children } : {}) });
    checkColumnRoom(column);
    // Read as bytes: the library's own text loses a byte-order mark.
    if (bytesOfText !== undefined) {
      const bytes = column.value.bind(column) as (row: number) => Uint8Array;
      column.value = (row: number) => decodeText(bytes(row));
    }
    return column;
  };
  switch (type.typeId) {
    case Type.Null:
    case Type.RunEndEncoded:
      return make({});
    case Type.Utf8:
    case Type.LargeUtf8:
    case Type.Binary:
    case Type.LargeBinary:
      return make({ validity: at(0), offsets: as(1, offsets), values: at(2) });
    case Type.BinaryView:
    case Type.Utf8View:
      return make({ validity: at(0), values: at(1), data: buffers.slice(2).map(bytesOf) });
    case Type.List:
    case Type.LargeList:
    case Type.Map:
      return make({ validity: at(0), offsets: as(1, offsets) });
    case Type.ListView:
    case Type.LargeListView:
      return make({ validity: at(0), offsets: as(1, offsets), sizes: as(2, offsets) });
    case Type.FixedSizeList:
    case Type.Struct:
      return make({ validity: at(0) });
    case Type.Union:
      throw new Error('it has a column of unions');
    case Type.Dictionary: {
      const column = make({ validity: at(0), values: as(1, type.indices.values) });
      return (column as ArrowBatch<unknown> & { setDictionary(values: Column<unknown>): ArrowBatch<unknown> }).setDictionary(dictionary(type.id));
    }
    default:
      return make({ validity: at(0), values: as(1, values) });
  }
}

/** Bytes as numbers of a kind; bytes if of none. */
function viewOf(bytes: Uint8Array, kind: NumbersView | undefined): ArrayBufferView {
  if (!kind) return bytes;
  const { BYTES_PER_ELEMENT: size } = kind as unknown as { BYTES_PER_ELEMENT: number };
  const even = bytes.byteOffset % size === 0 ? bytes : bytes.slice();
  return new kind(even.buffer, even.byteOffset, Math.floor(even.length / size));
}

/** That a column has the bytes for its rows. */
function checkColumnRoom(column: ArrowBatch<unknown>): void {
  const { length, nullCount, validity, values, offsets, sizes, children, type } = column;
  const room = Math.min(roomIn(type, values as ArrayLike<unknown> | undefined, offsets as ArrayLike<unknown> | undefined, length), sizes?.length ?? length);
  if (room < length) throw new Error(`a column has room for ${Math.max(0, room)} of ${length} rows`);
  if (nullCount && validity && validity.length * 8 < length) throw new Error('a column says of too few rows whether they are null');
  const [child] = children ?? [];
  if (child) checkLists(column, child.length);
  else if (offsets) checkLists(column, (values as ArrayLike<unknown>).length);
}

function roomIn(type: DataType, values: ArrayLike<unknown> | undefined, offsets: ArrayLike<unknown> | undefined, length: number): number {
  if (type.typeId === Type.ListView || type.typeId === Type.LargeListView) return offsets?.length ?? 0;
  if (offsets) return offsets.length - 1;
  if (!values) return length;
  const { length: held } = values;
  if (type.typeId === Type.Bool) return held * 8;
  if (type.typeId === Type.Utf8View || type.typeId === Type.BinaryView) return Math.floor(held / 16);
  if (type.typeId === Type.Decimal && type.bitWidth > 64) return Math.floor(held / (type.bitWidth / 64));
  return held;
}

/** Entries of lists that are looked at, at most: lists may share them, but not so often that there is no end to it. */
const MOST_ENTRIES = 2 ** 26;

/** That lists, or texts, lie in what they are cut from. */
function checkLists({ length, type, offsets, sizes }: ArrowBatch<unknown>, held: number): void {
  if (type.typeId === Type.FixedSizeList && type.stride * length > held) throw new Error('lists go on behind their column');
  if (!offsets) return;
  let entries = 0;
  for (let r = 0; r < length; r++) {
    const from = Number(offsets[r]);
    const to = sizes ? from + Number(sizes[r]) : Number(offsets[r + 1]);
    entries += to - from;
    if (!(from >= 0 && from <= to && to <= held)) throw new Error(`what row ${r} holds does not lie in its column`);
    if (entries > Math.max(held, MOST_ENTRIES)) throw new Error('lists have too many entries');
  }
}
