import type { SchemaElement } from 'hyparquet';
import { type BadCell, noteBad, shown } from '../tables/batch.js';
import { type Decode, FlatColumn, type Shared } from './parquetColumn.js';
import { oddEntries } from './parquetOdd.js';
import type { DataPage, DictionaryPage, PageReader } from './parquetPage.js';

/** A column of numbers. */
export class ParquetNumberColumn extends FlatColumn {
  /** The numbers of the rows that were read last. */
  readonly values: Float64Array | Float32Array;
  readonly stride = 1;
  private dictionary: Float64Array | Float32Array | undefined;
  /** Where it lies: there may be room for more. */
  private held: Float64Array | Float32Array | undefined;

  constructor(element: SchemaElement, pages: PageReader, shared: Shared) {
    super(element.name, pages, shared);
    const { room, most } = shared;
    this.values = element.type === 'FLOAT' ? room.float32(most) : room.float64(most);
  }

  protected get entries(): number {
    return (this.dictionary as Float64Array).length;
  }

  protected forget(): void {
    this.dictionary = undefined;
  }

  protected takeDictionary(page: DictionaryPage): void {
    const { bytes, entries, to } = page;
    const { type } = this.chunk.about;
    if (type === 'DOUBLE' || type === 'FLOAT') {
      const size = type === 'DOUBLE' ? 8 : 4;
      if (entries * size > to) throw new Error(`a dictionary of ${entries} entries in ${to} bytes`);
      this.dictionary = this.roomFor(entries);
      bytesOfValues(this.dictionary, 0, entries).set(bytes.subarray(0, entries * size));
      return;
    }
    const values = oddEntries(page, this.chunk);
    this.dictionary = this.roomFor(values.length);
    for (let i = 0; i < values.length; i++) this.dictionary[i] = numberOfValue(values[i]);
  }

  private roomFor(entries: number): Float64Array | Float32Array {
    const { room } = this.shared;
    if (!this.held || this.held.length < entries) {
      if (this.held) room.free(this.held);
      this.held = this.values instanceof Float32Array ? room.float32(entries) : room.float64(entries);
    }
    return this.held.subarray(0, entries);
  }

  protected byPlaces(places: Uint32Array): Decode {
    const { dictionary, values } = this;
    if (!dictionary) throw new Error('a page needs a dictionary that is missing');
    const { room } = this.shared;
    const loops = room.loops(places, dictionary, values);
    return (row, count) => loops.lookUp(places, count, dictionary, values.subarray(row));
  }

  protected plain(page: DataPage): Decode {
    const { values } = this;
    const { bytes, from, to, encoding, values: all } = page;
    const { type } = this.chunk.about;
    const { room } = this.shared;
    const isFloat = type === 'DOUBLE' || type === 'FLOAT';
    const isWhole = isPlainWhole(this.chunk.element);
    if ((encoding === 'PLAIN' && (isFloat || isWhole)) || (encoding === 'BYTE_STREAM_SPLIT' && isFloat)) {
      const size = type === 'DOUBLE' || type === 'INT64' ? 8 : 4;
      if (all * size > to - from) throw new Error(`a page of ${all} values in ${to - from} bytes`);
      let done = 0;
      if (encoding === 'BYTE_STREAM_SPLIT') {
        const loops = room.loops(bytes, values);
        return (row, count) => {
          loops.joinBytes(bytes, from + done, all, count, values.subarray(row));
          done += count;
        };
      }
      const write = isFloat ? copy : size === 4 ? copyInts : copyLongs;
      return (row, count) => {
        write(bytes, from + done * size, values, row, count);
        done += count;
      };
    }
    const odd = this.odd(page);
    let done = 0;
    return (row, count) => {
      for (let i = 0; i < count; i++) values[row + i] = numberOfValue(odd[done++]);
    };
  }

  protected move(from: number, to: number): void {
    this.values[to] = this.values[from];
  }

  protected absent(row: number, bad: Map<number, BadCell>): void {
    this.values[row] = NaN;
    noteBad(bad, row, { column: this.name, found: 'null' });
  }
}

/** Whether integers mean what they say: they are no part of a decimal number, and the highest bit is a sign. */
export function isPlainWhole({ type, converted_type: converted, logical_type: logical }: SchemaElement): boolean {
  if (type !== 'INT32' && type !== 'INT64') return false;
  if (logical && !(logical.type === 'INTEGER' && (logical.isSigned || logical.bitWidth < 32))) return false;
  return converted === undefined || /^(INT_\d+|UINT_8|UINT_16)$/.test(converted);
}

export function numberOfValue(value: unknown): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'bigint') return Number(value);
  throw new Error(`${shown(value)} where a number is expected`);
}

function bytesOfValues(values: Float64Array | Float32Array, from: number, count: number): Uint8Array {
  const size = values.BYTES_PER_ELEMENT;
  return new Uint8Array(values.buffer, values.byteOffset + from * size, count * size);
}

function copy(bytes: Uint8Array, at: number, to: Float64Array | Float32Array, row: number, count: number): void {
  bytesOfValues(to, row, count).set(bytes.subarray(at, at + count * to.BYTES_PER_ELEMENT));
}

function copyInts(bytes: Uint8Array, at: number, to: Float64Array | Float32Array, row: number, count: number): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset + at, count * 4);
  for (let i = 0; i < count; i++) to[row + i] = view.getInt32(i * 4, true);
}

function copyLongs(bytes: Uint8Array, at: number, to: Float64Array | Float32Array, row: number, count: number): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset + at, count * 8);
  // Rounded once, as the whole number would be.
  for (let i = 0; i < count; i++) to[row + i] = view.getInt32(i * 8 + 4, true) * 2 ** 32 + view.getUint32(i * 8, true);
}
