import type { ColumnMetaData, DecodedArray, SchemaTree } from 'hyparquet';
import { parquetHeader } from 'hyparquet/src/column.js';
import { convert, DEFAULT_PARSERS } from 'hyparquet/src/convert.js';
import { decompressPage, readDataPage, readDataPageV2 } from 'hyparquet/src/datapage.js';
import { readPlain } from 'hyparquet/src/plain.js';
import { compressors } from 'hyparquet-compressors';

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
  const reader = { view: new DataView(bytes), offset: 0 };
  const pages: Page[] = [];
  let dictionary: DecodedArray | undefined;
  for (let done = 0; done < rows; ) {
    if (reader.offset >= bytes.byteLength - 1) throw new Error(`${done} rows where ${rows} are expected`);
    const header = parquetHeader(reader);
    const size = header.compressed_page_size;
    if (!(size >= 0 && reader.offset + size <= bytes.byteLength)) throw new Error(`a page of ${size} bytes does not fit`);
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
      throw new Error(`a page of an unknown kind (${header.type})`);
    }
    const count = about.num_values;
    if (!(count >= 0 && done + count <= rows)) throw new Error(`a page of ${count} rows after ${done} where ${rows} are expected`);
    const { definitionLevels, dataPage } = v1
      ? readDataPage(decompressPage(page, header.uncompressed_page_size, codec, compressors), v1, decoder)
      : readDataPageV2(page, header, decoder);
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
