import type { CompressionCodec, Encoding, PageHeader, SchemaElement } from 'hyparquet';
import { ByteWriter } from 'hyparquet-writer/src/bytewriter.js';
import { writePageHeader } from 'hyparquet-writer/src/datapage.js';
import { writeMetadata } from 'hyparquet-writer/src/metadata.js';
import { serializeTCompactProtocol } from 'hyparquet-writer/src/thrift.js';

/** A page of a column as it is to stand in a file; what its head says may be anything. */
export interface MadePage {
  header?: Partial<PageHeader>;
  /** Or the head, field by field. */
  head?: Record<`field_${number}`, unknown>;
  bytes: Uint8Array | number[];
}

export interface MadeColumn {
  element: Partial<SchemaElement> & { name: string };
  codec?: CompressionCodec;
  pages: MadePage[];
  /** What the footer says of where its pages lie, where that is not so. */
  about?: Record<string, unknown>;
}

const PLAIN = { encoding: 'PLAIN', definition_level_encoding: 'RLE', repetition_level_encoding: 'RLE' } as const;

/** A page of the first version. */
export function dataPage(rows: number, bytes: Uint8Array | number[], encoding: Encoding = 'PLAIN', header: Partial<PageHeader> = {}): MadePage {
  return { header: { type: 'DATA_PAGE', uncompressed_page_size: bytes.length, data_page_header: { num_values: rows, ...PLAIN, encoding }, ...header }, bytes };
}

export function dictionaryPage(entries: number, bytes: Uint8Array | number[]): MadePage {
  return {
    header: { type: 'DICTIONARY_PAGE', uncompressed_page_size: bytes.length, dictionary_page_header: { num_values: entries, encoding: 'PLAIN' } },
    bytes,
  };
}

/** A file of one row group, made of pages. */
export function madeParquet(rows: number, columns: MadeColumn[]): Uint8Array {
  const writer = new ByteWriter();
  writer.appendUint32(0x31524150);
  const chunks = columns.map(({ element: { type = 'DOUBLE', name }, codec = 'UNCOMPRESSED', pages, about }) => {
    const from = writer.offset;
    for (const { header, head, bytes } of pages) {
      if (head) serializeTCompactProtocol(writer, head);
      else writePageHeader(writer, { compressed_page_size: bytes.length, ...header } as PageHeader);
      writer.appendBytes(Uint8Array.from(bytes));
    }
    const size = BigInt(writer.offset - from);
    const meta_data = {
      type,
      encodings: [],
      path_in_schema: [name],
      codec,
      num_values: BigInt(rows),
      total_uncompressed_size: size,
      total_compressed_size: size,
      data_page_offset: BigInt(from),
      ...about,
    };
    return { file_offset: BigInt(from), meta_data };
  });
  const metadata = {
    version: 2,
    schema: [{ name: 'root', num_children: columns.length }, ...columns.map(({ element }) => ({ repetition_type: 'REQUIRED', type: 'DOUBLE', ...element }))],
    num_rows: BigInt(rows),
    row_groups: [{ columns: chunks, total_byte_size: BigInt(writer.offset), num_rows: BigInt(rows) }],
  };
  writeMetadata(writer, metadata as never);
  writer.appendUint32(0x31524150);
  return new Uint8Array(writer.getBuffer());
}
