import type { DecodedArray } from 'hyparquet';
import { convert, DEFAULT_PARSERS } from 'hyparquet/src/convert.js';
import { byteStreamSplit } from 'hyparquet/src/encoding.js';
import { readPlain } from 'hyparquet/src/plain.js';
import type { ColumnDecoder } from 'hyparquet/src/types.js';
import { decodeText } from '../../base/utf8.js';
import { hybrid } from '../../kernels/plain/read/packedNumbers.js';
import type { ColumnPages } from './parquetChunk.js';
import { deltaLengthTexts, deltaTexts, readDeltas } from './parquetDelta.js';
import type { DataPage, DictionaryPage } from './parquetPage.js';

/** What a value takes at least where it is written out, in bytes. */
const MIN_VALUE_BYTES = { BOOLEAN: 1 / 8, INT32: 4, INT64: 8, INT96: 12, FLOAT: 4, DOUBLE: 8, BYTE_ARRAY: 4, FIXED_LEN_BYTE_ARRAY: 1 };
/** Values that are held at once, however few bytes they take; and others for each byte. */
const MOST_VALUES = 2 ** 20;
const VALUES_TO_BYTE = 256;
/** Decimal numbers have no more bytes. */
const MOST_DECIMAL = 32;

/** Values that are held at once where they take so many bytes. */
export function mostValues(bytes: number): number {
  return MOST_VALUES + bytes * VALUES_TO_BYTE;
}

/** The values of a page, whatever they are and however they are written; of plain ones no more than `most`. */
export function oddValues({ bytes, from, to, values, encoding }: DataPage, chunk: ColumnPages, most = Infinity): ArrayLike<unknown> {
  const { type } = chunk.about;
  const count = encoding === 'PLAIN' ? Math.min(values, most) : values;
  const end = count < values && isFixed(type) ? Math.min(to, from + Math.ceil(count * MIN_VALUE_BYTES[type])) : to;
  // The library reads on behind the end of what it is given, to the end of the memory that this lies in.
  return converted(writtenValues(bytes.slice(from, end), count, encoding, chunk), chunk);
}

/** Whether all values of a type take the same. */
const isFixed = (type: ColumnPages['about']['type']): boolean => type !== 'BYTE_ARRAY' && type !== 'FIXED_LEN_BYTE_ARRAY';

/** The entries of a dictionary. */
export function oddEntries({ bytes, to, entries }: DictionaryPage, chunk: ColumnPages): ArrayLike<unknown> {
  return converted(writtenValues(bytes.slice(0, to), entries, 'PLAIN', chunk), chunk);
}

function writtenValues(bytes: Uint8Array<ArrayBuffer>, count: number, encoding: DataPage['encoding'], { about: { type }, element }: ColumnPages): DecodedArray {
  const reader = { view: new DataView(bytes.buffer), offset: 0 };
  if (encoding === 'PLAIN' || encoding === 'BYTE_STREAM_SPLIT') {
    const size = type === 'FIXED_LEN_BYTE_ARRAY' ? Math.max(1, element.type_length ?? 1) : MIN_VALUE_BYTES[type];
    if (count * size > bytes.length) throw new Error(`${count} values in ${bytes.length} bytes`);
    return encoding === 'PLAIN' ? readPlain(reader, type, count, element.type_length) : byteStreamSplit(reader, count, type, element.type_length);
  }
  if (count > mostValues(bytes.length)) throw new Error(`${count} values in ${bytes.length} bytes`);
  if (encoding === 'RLE' && type === 'BOOLEAN') return truths(bytes, count);
  if (encoding === 'DELTA_BINARY_PACKED' && (type === 'INT32' || type === 'INT64')) {
    const numbers = type === 'INT32' ? new Int32Array(count) : new BigInt64Array(count);
    readDeltas(bytes, count, numbers);
    return numbers;
  }
  if (type === 'BYTE_ARRAY' || type === 'FIXED_LEN_BYTE_ARRAY') {
    if (encoding === 'DELTA_LENGTH_BYTE_ARRAY') return deltaLengthTexts(bytes, count);
    if (encoding === 'DELTA_BYTE_ARRAY') return deltaTexts(bytes, count);
  }
  throw new Error(`values of type ${type} are written as ${encoding ?? 'something unknown'}, which cannot be read`);
}

/** Truths as runs and bits, behind their length in bytes. */
function truths(bytes: Uint8Array, count: number): boolean[] {
  const numbers = new Uint32Array(count);
  if (!hybrid(bytes, bytes.length, 1, Uint32Array.of(4, 0, 0, 0), 2, numbers, count)) throw new Error('a page of truths ends early');
  return Array.from(numbers, (each) => each === 1);
}

/** Text is all that it holds: a byte-order mark at its start, too. */
const PARSERS = { ...DEFAULT_PARSERS, stringFromBytes: (bytes: Uint8Array) => bytes && decodeText(bytes) };

/** Values as what they mean. */
function converted(values: DecodedArray, { about, path, element }: ColumnPages): ArrayLike<unknown> {
  if (element.converted_type === 'DECIMAL' || element.logical_type?.type === 'DECIMAL')
    for (const value of values) if (value instanceof Uint8Array && value.length > MOST_DECIMAL) throw new Error(`a decimal number of ${value.length} bytes`);
  const { type, codec, path_in_schema: pathInSchema } = about;
  const decoder: ColumnDecoder = { pathInSchema, type, element, schemaPath: path, codec, parsers: PARSERS, utf8: true };
  return convert(values, decoder);
}
