import type { ColumnMetaData, DataPageHeader, DecodedArray, PageHeader, SchemaTree } from 'hyparquet';
import { parquetHeader } from 'hyparquet/src/column.js';
import { convert, DEFAULT_PARSERS } from 'hyparquet/src/convert.js';
import { decompressPage, readDataPage, readDataPageV2 } from 'hyparquet/src/datapage.js';
import { readPlain } from 'hyparquet/src/plain.js';
import type { ColumnDecoder, DataPage } from 'hyparquet/src/types.js';
import { decompressors as compressors } from './decompressors.js';

/** One page of a flat column: its values, or places in a dictionary. Values skip what is null. */
export interface Page {
  rows: number;
  values: DecodedArray;
  dictionary?: DecodedArray;
  /** Which rows have a value; undefined where all have one. */
  present?: boolean[];
}

/**
 * Decodes the pages of a flat column. The library's own way from pages to columns goes row by row as soon as a column may
 * hold nulls, which most writers say of every column; here such a page costs what any other does.
 */
export function readPages(bytes: ArrayBuffer, about: ColumnMetaData, schemaPath: SchemaTree[], rows: number): Page[] {
  const { element } = schemaPath[schemaPath.length - 1];
  const { type, codec } = about;
  const decoder = { pathInSchema: about.path_in_schema, type, element, schemaPath, codec, compressors, parsers: DEFAULT_PARSERS, utf8: true };
  const required = { ...decoder, schemaPath: [schemaPath[0], { ...schemaPath[1], element: { ...element, repetition_type: 'REQUIRED' as const } }] };
  const reader = { view: new DataView(bytes), offset: 0 };
  const pages: Page[] = [];
  let dictionary: DecodedArray | undefined;
  for (let done = 0; done < rows; ) {
    if (reader.offset >= bytes.byteLength - 1) throw new Error(`${done} rows where ${rows} are expected`);
    const header = parquetHeader(reader);
    const size = header.compressed_page_size;
    if (!(size >= 0 && reader.offset + size <= bytes.byteLength)) throw new Error('a page does not fit');
    const page = new Uint8Array(bytes, reader.offset, size);
    reader.offset += size;
    if (header.type === 'DICTIONARY_PAGE' && header.dictionary_page_header) {
      const plain = decompressPage(page, header.uncompressed_page_size, codec, compressors);
      const entries = readPlain(
        { view: new DataView(plain.buffer, plain.byteOffset, plain.byteLength), offset: 0 },
        type,
        header.dictionary_page_header.num_values,
        element.type_length,
      );
      dictionary = convert(entries, decoder);
      continue;
    }
    const v1 = header.type === 'DATA_PAGE' ? header.data_page_header : undefined;
    const v2 = header.type === 'DATA_PAGE_V2' ? header.data_page_header_v2 : undefined;
    const about = v1 ?? v2;
    if (!about) {
      if (header.type === 'INDEX_PAGE') continue;
      throw new Error('a page of an unknown kind');
    }
    const count = about.num_values;
    if (!(count >= 0 && done + count <= rows)) throw new Error(`a page of ${count ?? 'unknown'} rows after ${done} where ${rows} are expected`);
    const { definitionLevels, dataPage } = v1
      ? readFirst(decompressPage(page, header.uncompressed_page_size, codec, compressors), v1, decoder, required)
      : readSecond(page, header, decoder, required);
    const coded = about.encoding?.endsWith('_DICTIONARY');
    if (coded && !dictionary) throw new Error('a page needs a dictionary that is missing');
    const present = definitionLevels?.includes(0) ? definitionLevels.map((level) => level > 0) : undefined;
    pages.push({
      rows: count,
      values: coded ? dataPage : convert(dataPage, decoder),
      ...(coded && dictionary ? { dictionary } : {}),
      ...(present ? { present } : {}),
    });
    done += count;
  }
  return pages;
}

/**
 * A page of the first version. Most columns that may hold nulls hold none, and then the levels that would say which rows
 * are null need not be written out, one by one: the page is one of a column without nulls.
 */
function readFirst(page: Uint8Array, about: DataPageHeader, decoder: ColumnDecoder, required: ColumnDecoder): DataPage {
  const { repetition_type } = decoder.element;
  const optional = repetition_type === 'OPTIONAL' && about.definition_level_encoding === 'RLE';
  const from = optional ? allPresent(page, about.num_values) : repetition_type === 'REQUIRED' ? 0 : undefined;
  if (from === undefined) return readDataPage(page, about, decoder);
  const bare = page.subarray(from);
  const places = about.encoding.endsWith('_DICTIONARY') ? readPlaces(bare, about.num_values) : undefined;
  return places ? { definitionLevels: [], repetitionLevels: [], dataPage: places } : readDataPage(bare, about, required);
}

/**
 * Places in a dictionary (of up to 2²⁴ entries; writers stop far earlier): after their width in bits, runs (an even number,
 * twice the length; then the place) or packed ones (an odd one, twice the groups of 8 and 1; then the bits). The library
 * makes an array of objects of them.
 */
export function readPlaces(bytes: Uint8Array, rows: number): Uint32Array | undefined {
  const [width] = bytes;
  if (!(width <= 24)) return undefined;
  const places = new Uint32Array(rows);
  if (width === 0) return places;
  const mask = 2 ** width - 1;
  let at = 1;
  for (let seen = 0; seen < rows; ) {
    let head = 0;
    for (let shift = 0, more = true; more; shift += 7) {
      if (at >= bytes.length || shift > 28) throw new Error(`${seen} places in a dictionary where ${rows} are expected`);
      head += (bytes[at] & 127) * 2 ** shift;
      more = bytes[at++] > 127;
    }
    const length = Math.floor(head / 2);
    if (length === 0) throw new Error('a run of no places in a dictionary');
    if (head % 2 === 0) {
      let place = 0;
      for (let shift = 0; shift < width; shift += 8) place += bytes[at++] * 2 ** shift;
      if (at > bytes.length) throw new Error(`${seen} places in a dictionary where ${rows} are expected`);
      places.fill(place, seen, seen + length);
      seen += length;
      continue;
    }
    const next = at + length * width;
    const stop = Math.min(rows, seen + 8 * length);
    if (at + Math.ceil(((stop - seen) * width) / 8) > bytes.length) throw new Error(`fewer places in a dictionary than the ${rows} that are expected`);
    for (let held = 0, bits = 0; seen < stop; bits -= width, held >>>= width) {
      for (; bits < width; bits += 8) held |= bytes[at++] << bits;
      places[seen++] = held & mask;
    }
    at = next;
  }
  return places;
}

/** The same for the second version, whose header counts the nulls, and says where the levels end. */
function readSecond(page: Uint8Array, header: PageHeader, decoder: ColumnDecoder, required: ColumnDecoder): DataPage {
  const about = header.data_page_header_v2;
  if (about?.num_nulls !== 0 || decoder.element.repetition_type !== 'OPTIONAL') return readDataPageV2(page, header, decoder);
  const levels = about.repetition_levels_byte_length + about.definition_levels_byte_length;
  const bare = { ...about, repetition_levels_byte_length: 0, definition_levels_byte_length: 0 };
  const rest = { ...header, uncompressed_page_size: header.uncompressed_page_size - levels, data_page_header_v2: bare };
  return readDataPageV2(page.subarray(levels), rest, required);
}

/**
 * Where the values of a page begin, if its levels of one bit say that no row is null; otherwise undefined. Levels come as
 * runs (an even number, twice the length; then the level) or packed (an odd one, twice the bytes and 1; then the bits).
 */
export function allPresent(page: Uint8Array, rows: number): number | undefined {
  if (page.length < 4) return undefined;
  const end = 4 + new DataView(page.buffer, page.byteOffset).getUint32(0, true);
  if (end > page.length) return undefined;
  let at = 4;
  for (let seen = 0; seen < rows; ) {
    let head = 0;
    for (let shift = 0, more = true; more; shift += 7) {
      if (at >= end || shift > 28) return undefined;
      head += (page[at] & 127) * 2 ** shift;
      more = page[at++] > 127;
    }
    const length = Math.floor(head / 2);
    if (length === 0) return undefined;
    if (head % 2 === 0) {
      if (at >= end || page[at++] !== 1) return undefined;
      seen += length;
      continue;
    }
    for (const stop = at + length; at < stop && seen < rows; at++, seen += 8) {
      // The last bits may belong to no row.
      const bits = 2 ** Math.min(8, rows - seen) - 1;
      if (at >= end || (page[at] & bits) !== bits) return undefined;
    }
  }
  return end;
}
