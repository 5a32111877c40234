import { readFileSync } from 'node:fs';
import { FairbitsError } from 'fairbits';
import { describe, expect, it } from 'vitest';
import type { Kernels } from '../../dist/kernels/kernels.js';
import { plainKernels } from '../../dist/kernels/plain.js';
import { wasmKernels } from '../../dist/kernels/wasm.js';
import { openParquet } from '../../dist/rows/parquet/parquetTable.js';
import { type Columns, parquet } from '../sources/fixtures.js';
import { random } from '../support/random.js';
import { dataPage, dictionaryPage, type MadeColumn, madeParquet } from './makeParquet.js';
import { readFrom } from './readFrom.js';
import { type Asked, readTable, wantedOf } from './readTable.js';

const MEMORY = 2 ** 23;
const wasm = await wasmKernels(MEMORY);
const plain = plainKernels();

/** Files that are changed in the test: FAIRBITS_FUZZ=100000 FAIRBITS_SEED=1 for a long run by hand. */
const FUZZ = Number(process.env.FAIRBITS_FUZZ ?? 3000);
const SEED = Number(process.env.FAIRBITS_SEED ?? 1);

const doubles = (...values: number[]): number[] => [...new Uint8Array(Float64Array.from(values).buffer)];
const OPTIONAL = { name: 'd', repetition_type: 'OPTIONAL' } as const;

/** What is said of a file of one column whose pages are not what they should be, the same by both. */
function said(rows: number, column: Partial<MadeColumn>, asked: Asked = { numbers: ['d'] }): string {
  const file = madeParquet(rows, [{ element: { name: 'd' }, pages: [], ...column }]);
  const [one, other] = [wasm, plain].map((kernels) => {
    try {
      return JSON.stringify(readTable(file, asked, kernels));
    } catch (error) {
      expect(error).toBeInstanceOf(FairbitsError);
      return (error as Error).message;
    }
  });
  expect(one).toBe(other);
  return one.replace('x.parquet cannot be read as Parquet: row group 0, column "d": ', '').replace('. Is it cut short, damaged, or of another format?', '');
}

describe('pages that are not what they should be', () => {
  it('have fewer rows or bytes than they say, or more', () => {
    expect(said(3, { pages: [dataPage(2, doubles(1, 2))] })).toBe('2 rows where 3 are expected');
    expect(said(1, { pages: [dataPage(2, doubles(1, 2))] })).toBe('a page of 2 rows after 0 where 1 are expected');
    expect(said(3, { pages: [dataPage(3, doubles(1, 2))] })).toBe('a page of 3 values in 16 bytes');
    expect(said(3, { pages: [dataPage(3, doubles(1, 2), 'BYTE_STREAM_SPLIT')] })).toBe('a page of 3 values in 16 bytes');
    expect(said(1, { pages: [dataPage(1, doubles(1), 'PLAIN', { uncompressed_page_size: 9 })] })).toBe('a page of 8 bytes where 9 are expected');
    expect(said(1, { pages: [dataPage(1, doubles(1), 'PLAIN', { compressed_page_size: 900 })] })).toBe('a page does not fit');
    expect(said(1, { pages: [dataPage(1, doubles(1), 'PLAIN', { compressed_page_size: -1 })] })).toBe('a page does not fit');
    expect(said(1, { pages: [dataPage(-1, doubles(1))] })).toBe('a page of -1 rows after 0 where 1 are expected');
    expect(said(1, { pages: [dataPage(0, []), dataPage(0, []), dataPage(1, doubles(0.5))] })).toBe('[{"numbers":[0.5],"texts":[]}]');
  });

  it('unpack to more than they can, and no room is made for it', () => {
    const long = { uncompressed_page_size: 2 ** 31 - 1 };
    for (const codec of ['SNAPPY', 'ZSTD', 'LZ4_RAW', 'GZIP', 'LZ4'] as const)
      expect(said(1, { codec, pages: [dataPage(1, doubles(1), 'PLAIN', long)] })).toBe('a page of 8 bytes should unpack to 2147483647');
    for (const codec of ['SNAPPY', 'ZSTD', 'LZ4_RAW'] as const)
      expect(said(1, { codec, pages: [dataPage(1, doubles(1), 'PLAIN', { uncompressed_page_size: 8 })] })).toMatch(/a page (cannot be unpacked|unpacks to)/);
    // Snappy of eight bytes, where seven are expected.
    const packed = [8, 7 << 2, ...doubles(1)];
    expect(said(1, { codec: 'SNAPPY', pages: [dataPage(1, packed, 'PLAIN', { uncompressed_page_size: 9 })] })).toBe(
      'a page unpacks to 8 bytes where 9 are expected',
    );
    expect(said(1, { codec: 'SNAPPY', pages: [dataPage(1, packed, 'PLAIN', { uncompressed_page_size: 8 })] })).toBe('[{"numbers":[1],"texts":[]}]');
  });

  it('have levels that make no sense', () => {
    const leveled = (levels: number[], ...values: number[]) => [dataPage(3, [levels.length, 0, 0, 0, ...levels, ...doubles(...values)])];
    expect(said(3, { element: OPTIONAL, pages: leveled([6, 1], 1, 2, 3) })).toBe(
      '[{"numbers":[1],"texts":[]},{"numbers":[2],"texts":[]},{"numbers":[3],"texts":[]}]',
    );
    expect(said(3, { element: OPTIONAL, pages: leveled([3, 0b101], 1, 3) })).toContain('row 2: column \\"d\\" holds null');
    expect(said(3, { element: OPTIONAL, pages: leveled([3, 0b101], 1) })).toBe('a page of 2 values in 8 bytes');
    expect(said(3, { element: OPTIONAL, pages: leveled([6, 2], 1, 2, 3) })).toBe('a level of 2');
    expect(said(3, { element: OPTIONAL, pages: leveled([4, 1], 1, 2, 3) })).toContain('levels of 2 rows');
    expect(said(3, { element: OPTIONAL, pages: leveled([3]) })).toContain('levels of 0 rows');
    expect(said(3, { element: OPTIONAL, pages: leveled([6]) })).toContain('levels of 0 rows');
    expect(said(3, { element: OPTIONAL, pages: [dataPage(3, [200, 0, 0, 0, 6, 1])] })).toBe('a page of levels that do not fit');
    expect(said(3, { element: OPTIONAL, pages: [dataPage(3, [2, 0])] })).toBe('a page of levels that do not fit');
  });

  it('have levels, in the second version, that are not as their head says', () => {
    const second = (nulls: number, length: number, levels: number[], ...values: number[]) => {
      const bytes = [...levels, ...doubles(...values)];
      const about = {
        num_values: 3,
        num_nulls: nulls,
        num_rows: 3,
        encoding: 'PLAIN',
        repetition_levels_byte_length: 0,
        definition_levels_byte_length: length,
      };
      return [{ header: { type: 'DATA_PAGE_V2', uncompressed_page_size: bytes.length, data_page_header_v2: about } as never, bytes }];
    };
    expect(said(3, { element: OPTIONAL, pages: second(1, 2, [3, 0b101], 1, 3) })).toContain('row 2: column \\"d\\" holds null');
    expect(said(3, { element: OPTIONAL, pages: second(3, 2, [6, 0]) })).toContain('row 3: column \\"d\\" holds null');
    expect(said(3, { element: OPTIONAL, pages: second(2, 2, [3, 0b101], 1, 3) })).toBe('a page of 1 nulls where 2 are expected');
    expect(said(3, { element: OPTIONAL, pages: second(4, 2, [3, 0b101], 1, 3) })).toBe('a page of levels that do not fit');
    expect(said(3, { element: OPTIONAL, pages: second(1, 99, [3, 0b101], 1, 3) })).toBe('a page of levels that do not fit');
    expect(said(3, { element: OPTIONAL, pages: second(1, -2, [3, 0b101], 1, 3) })).toBe('a page of levels that do not fit');
    expect(said(3, { element: { name: 'd' }, pages: second(1, 0, [], 1, 2, 3) })).toBe('a page of 0 nulls where 1 are expected');
    expect(said(3, { pages: second(0, 0, [], 1, 2, 3) })).toContain('[2]');
  });

  it('speak of places that no dictionary has', () => {
    const coded = (...bytes: number[]) => dataPage(3, bytes, 'RLE_DICTIONARY');
    const dictionary = dictionaryPage(2, doubles(0.25, 0.5));
    const none = 'places that are not in the dictionary, or too few';
    expect(said(3, { pages: [coded(1, 6, 0)] })).toBe('a page needs a dictionary that is missing');
    expect(said(3, { pages: [dictionary, coded(2, 6, 2)] })).toBe(none);
    expect(said(3, { pages: [dictionary, coded(2, 3, 0b110000, 0)] })).toBe(none);
    expect(said(3, { pages: [dictionary, coded(1, 4, 1)] })).toBe(none);
    expect(said(3, { pages: [dictionary, coded(33, 6, 0)] })).toBe('places of 33 bits in a dictionary');
    expect(said(3, { pages: [dictionary, coded()] })).toBe('a page without places in its dictionary');
    expect(said(3, { pages: [dictionaryPage(0, []), coded(0)] })).toBe(none);
    expect(said(3, { pages: [dictionaryPage(2 ** 28, doubles(1)), coded(0)] })).toBe('a dictionary of 268435456 entries in 8 bytes');
    expect(said(3, { pages: [dictionaryPage(-1, doubles(1)), coded(0)] })).toBe('a dictionary of an unknown length');
    expect(said(3, { pages: [dictionary, coded(1, 6, 1)] })).toContain('[0.5]');
    const names = { element: { name: 'd', type: 'BYTE_ARRAY' }, pages: [dictionaryPage(2 ** 28, [1, 0, 0, 0, 97]), coded(0)] } as const;
    expect(said(3, { ...names, pages: [...names.pages] }, { truth: 'd' })).toBe('268435456 values in 5 bytes');
  });

  it('hold texts that do not end, or lie in the memory of others', () => {
    const element = { name: 'd', type: 'BYTE_ARRAY' } as const;
    const asked = { truth: 'd', classes: ['a'] };
    expect(said(2, { element, pages: [dataPage(2, [1, 0, 0, 0, 97, 1, 0, 0, 0, 97])] }, asked)).toContain('"label":"a"');
    for (const end of [[1, 0, 0, 0], [1, 0, 0], [255, 255, 255, 255, 97], [2, 0, 0, 0, 97], []])
      expect(said(2, { element, pages: [dataPage(2, [1, 0, 0, 0, 97, ...end])] }, asked)).toBe('a page of text ends early');
    const dictionary = [dictionaryPage(1, [50, 0, 0, 0, 97]), dataPage(2, [0], 'RLE_DICTIONARY')];
    expect(said(2, { element, pages: dictionary }, asked)).toBe('what stands there makes no sense');
    expect(said(2, { element, pages: [dataPage(2, [50, 0, 0, 0, 97, 98, 99, 100])] }, { texts: ['d'] })).toBe('a page of text ends early');
  });

  it('are of kinds and encodings that there are not', () => {
    expect(said(1, { pages: [{ header: { type: 'INDEX_PAGE', uncompressed_page_size: 8 }, bytes: doubles(1) }] })).toBe('0 rows where 1 are expected');
    expect(said(1, { pages: [{ header: { type: 'NONE' as never, uncompressed_page_size: 8 }, bytes: doubles(1) }] })).toBe('a page of an unknown kind');
    expect(said(1, { pages: [dataPage(1, doubles(1), 'DELTA_BYTE_ARRAY')] })).not.toContain('[');
    expect(said(1, { pages: [dataPage(1, doubles(1), 'BIT_PACKED')] })).toBe('values of type DOUBLE are written as BIT_PACKED, which cannot be read');
    expect(said(1, { codec: 'LZO', pages: [dataPage(1, doubles(1))] })).toContain('unsupported compression codec');
    // As many values as one likes, in a few bytes.
    const many = 2 ** 25;
    const delta = dataPage(many, [128, 1, 1, 0, 0], 'DELTA_BINARY_PACKED');
    expect(said(many, { element: { name: 'd', type: 'INT64' }, pages: [delta] })).toBe('33554432 values in 5 bytes');
  });

  it('say that something comes over and over, more often than there are rows, or not at all', () => {
    const truth = { truth: 'd', classes: ['true', 'false'] };
    const element = { name: 'd', type: 'BOOLEAN' } as const;
    const run = [0xfe, 0xff, 0xff, 0xff, 0x0f, 1];
    expect(said(3, { element, pages: [dataPage(3, [6, 0, 0, 0, ...run], 'RLE')] }, truth)).toBe(
      JSON.stringify(new Array(3).fill({ numbers: [], label: 'true', texts: [] })),
    );
    expect(said(3, { element, pages: [dataPage(3, [2, 0, 0, 0, 4, 1], 'RLE')] }, truth)).toBe('a page of truths ends early');
    const whole = { element: { name: 'd', type: 'INT32' } } as const;
    const deltas = (...bytes: number[]) => said(3, { ...whole, pages: [dataPage(3, bytes, 'DELTA_BINARY_PACKED')] });
    // Blocks of 128 in 4 parts, three values: 5, 6, 7. Then in −1 parts, which went on for ever; in none; and in blocks of none.
    expect(deltas(128, 1, 4, 3, 10, 2, 0, 0, 0, 0)).toContain('[7]');
    expect(deltas(128, 1, 255, 255, 255, 255, 15, 3, 10, 2, 0, 0, 0, 0)).toBe('differences in blocks of 128, in 4294967295 parts');
    expect(deltas(128, 1, 0, 3, 10, 2, 0, 0, 0, 0)).toBe('differences in blocks of 128, in 0 parts');
    expect(deltas(0, 4, 3, 10, 2, 0, 0, 0, 0)).toBe('differences in blocks of 0, in 4 parts');
    expect(deltas(128)).toBe('differences that end early');
    const text = { element: { name: 'd', type: 'BYTE_ARRAY' } } as const;
    const texts = (same: number, length: number, ...bytes: number[]) =>
      said(1, { ...text, pages: [dataPage(1, [128, 1, 4, 1, same, 128, 1, 4, 1, length, ...bytes], 'DELTA_BYTE_ARRAY')] }, { texts: ['d'] });
    expect(texts(0, 4, 97, 98)).toContain('"ab"');
    expect(texts(2, 4, 97, 98)).toBe('a page of text that makes no sense');
    expect(texts(1, 4, 97, 98)).toBe('a page of text that makes no sense');
    expect(texts(0, 6, 97, 98)).toBe('a page of text ends early');
    const lists = (levels: number[], definitions = [6, 1], rows = 3) => {
      const bytes = [levels.length, 0, 0, 0, ...levels, definitions.length, 0, 0, 0, ...definitions, ...[97, 98, 99].flatMap((byte) => [1, 0, 0, 0, byte])];
      const element = { name: 'd', type: 'BYTE_ARRAY', repetition_type: 'REPEATED' } as const;
      return said(rows, { element, pages: [dataPage(3, bytes)], about: { num_values: 3n } }, { sets: 'd', classes: ['a', 'b', 'c'] });
    };
    expect(lists([0xfe, 0xff, 0xff, 0xff, 0x0f, 0])).toContain('{"numbers":[],"set":["c"],"texts":[]}');
    expect(lists([0xfe, 0xff, 0xff, 0xff, 0x0f, 1])).toBe('a list that goes on before it begins');
    expect(lists([3, 0b010])).toBe('2 rows where 3 are expected');
    expect(lists([3, 0b000], [6, 1], 2)).toBe('3 rows where 2 are expected');
    expect(lists([3, 0b010], [6, 1], 2)).toContain('{"numbers":[],"set":["a","b"],"texts":[]},{"numbers":[],"set":["c"],"texts":[]}');
    expect(lists([3, 0b010], [3, 0b101])).toBe('a list that goes on with nothing');
    expect(lists([6, 2])).toBe('levels that make no sense');
  });

  it('hold decimal numbers of any length', () => {
    const element = { name: 'd', type: 'BYTE_ARRAY', converted_type: 'DECIMAL', scale: 2, precision: 9 } as const;
    expect(said(1, { element, pages: [dataPage(1, [1, 0, 0, 0, 25])] })).toContain('[0.25]');
    expect(said(1, { element, pages: [dataPage(1, [33, 0, 0, 0, ...new Array(33).fill(1)])] })).toBe('a decimal number of 33 bytes');
  });

  it('lie where the file is not, or are of another type', () => {
    const pages = [dataPage(1, doubles(1))];
    for (const about of [{ data_page_offset: 2n }, { total_compressed_size: 2n ** 50n }, { total_compressed_size: -5n }, { data_page_offset: 2n ** 60n }])
      expect(said(1, { pages, about })).toMatch(/it should lie in bytes -?\d+ to -?\d+, and the file has \d+/);
    expect(said(1, { pages, about: { type: 'FLOAT' } })).toBe('its type is FLOAT, where the schema says DOUBLE');
    expect(said(1, { pages, about: { path_in_schema: ['e'] } })).toBe('it is missing');
    expect(said(1, { pages, about: { path_in_schema: ['d', 'e'] } })).toBe('it is not as the schema says');
    // A dictionary that is said to lie behind the data is none.
    expect(said(1, { pages, about: { dictionary_page_offset: 900n } })).toContain('[1]');
  });

  it('have heads of any length', () => {
    for (const length of [0, 200, 300, 70_000, 300_000]) {
      // What it says of its values is skipped.
      const statistics = { field_5: new Uint8Array(length), field_6: new Uint8Array(length) };
      const about = { field_1: 1, field_2: 0, field_3: 3, field_4: 3, field_5: statistics };
      const head = { field_1: 0, field_2: 8, field_3: 8, field_5: about };
      const file = madeParquet(2, [
        {
          element: { name: 'd' },
          pages: [
            { head, bytes: doubles(0.5) },
            { head, bytes: doubles(0.25) },
          ],
        },
      ]);
      for (const mostBytes of [length < 1000 ? 1 : 5000, Infinity])
        expect(readTable(file, { numbers: ['d'] }, wasm, mostBytes)).toEqual([0.5, 0.25].map((each) => ({ numbers: [each], texts: [] })));
    }
  });
});

describe('footers', () => {
  const bytes = new Uint8Array(parquet({ label: ['a', 'b'], p_a: [0.5, 0.25] }));
  const opened = (file: Uint8Array): string => {
    try {
      return String(readFrom(file, openParquet(0, 'x.parquet', file.length)).rows);
    } catch (error) {
      expect(error).toBeInstanceOf(FairbitsError);
      return (error as Error).message;
    }
  };

  it('are missing, cut short or of another format', () => {
    expect(opened(bytes)).toBe('2');
    expect(opened(bytes.subarray(0, 7))).toBe('x.parquet cannot be read as Parquet: it has only 7 bytes. Is it cut short, damaged, or of another format?');
    expect(opened(bytes.subarray(0, -1))).toContain('its footer: parquet file invalid (footer != PAR1)');
    const long = bytes.slice();
    new DataView(long.buffer).setUint32(long.length - 8, 2 ** 30, true);
    expect(opened(long)).toContain('its footer: parquet metadata length 1073741824 exceeds available buffer');
    for (let length = 0; length < bytes.length; length++) expect(opened(bytes.subarray(0, length))).toContain('cannot be read as Parquet');
  });

  it('hold lists of lists, and numbers, that do not end', () => {
    const footer = (...bytes: number[]): string => {
      const file = new Uint8Array(12 + bytes.length);
      file.set(bytes, 4);
      const view = new DataView(file.buffer);
      view.setUint32(file.length - 8, bytes.length, true);
      view.setUint32(file.length - 4, 0x31524150, true);
      return opened(file);
    };
    // Each said to be of 32 million lists: the library would make room for them all.
    const list = [0xf9, 0xff, 0xff, 0xff, 0x0f];
    expect(footer(0x19, ...new Array(1000).fill(list).flat())).toContain('its footer: structures that do not end');
    expect(footer(0x19, ...list, ...list)).toContain('its footer: it ends early');
    expect(footer(0x16, ...new Array(1000).fill(0xff))).toContain('its footer: a number that does not end');
    expect(footer(0x18, 0xff, 0xff, 0xff, 0x7f)).toContain('its footer: it ends early');
    expect(footer(0x1d)).toContain('its footer: a field of kind 13');
    expect(footer(0)).toContain('its footer: what stands there makes no sense');
  });

  it('are longer than what is read first', () => {
    const columns: Columns = Object.fromEntries(Array.from({ length: 1500 }, (_, i) => [`a rather long name of a column, number ${i}`, [i]]));
    const file = new Uint8Array(parquet(columns));
    expect(file.length).toBeGreaterThan(2 ** 17);
    const name = Object.keys(columns)[1400];
    expect(readTable(file, { numbers: [name] }, wasm, 10_000)).toEqual([{ numbers: [1400], texts: [] }]);
  });
});

/** All of a file, in a few words: what was read, or why not. */
function outcome(bytes: Uint8Array, asked: Asked, kernels: Kernels): string {
  let rows = 0;
  let hash = 0;
  const add = (value: number): void => {
    hash = (Math.imul(hash, 31) + Math.floor(value * 2 ** 20)) | 0;
  };
  try {
    const table = readFrom(bytes, openParquet(0, 'x.parquet', bytes.length));
    const names = Object.values(asked).flat();
    if (names.some((name) => typeof name === 'string' && name.length < 6 && !/^(a|b|cat|dög)$/.test(name) && !table.columns.includes(name)))
      return 'other columns';
    const wanted = wantedOf(table, asked);
    table.check(wanted);
    const reader = table.reader(wanted, kernels);
    try {
      for (const part of table.cut(0))
        readFrom(
          bytes,
          reader.read(
            { table: 0, ...part },
            (block) => {
              rows += block.rows;
              const labels = asked.truth === undefined ? [] : block.labels;
              for (const view of [block.numbers, labels, block.sets.members, block.sets.sizes]) for (const value of view) add(value);
              for (const text of block.texts.flat()) for (let i = 0; i < text.length; i++) add(text.charCodeAt(i));
            },
            (problem) => {
              rows++;
              if (rows % 50 === 0) expect((problem() as Error).message).toMatch(/^x\.parquet: row \d+: column "/);
            },
          ),
        );
    } finally {
      reader.free();
    }
    expect(rows).toBe(table.rows);
    return `${rows} rows, ${hash}`;
  } catch (error) {
    if (!(error instanceof FairbitsError)) throw error;
    // Names of columns are part of what was changed.
    expect(error.message.replace(/"[^"]*"/g, '')).not.toMatch(/undefined|is not a function|Cannot read prop|arena|NaN/);
    return error.message;
  }
}

it(`${FUZZ} files with a few bytes changed are errors of the file's, or have all of their rows; the same by both backends`, () => {
  const ASKED: Asked[] = [
    { numbers: ['d', 'u', 'f'], truth: 'label', classes: ['a', 'b', 'cat', 'dög'], most: 37 },
    { numbers: ['dec', 'i'], weights: 'w', truth: 'b', classes: ['true', 'false'], texts: ['id'], most: 1000 },
    { sets: 'l', truth: 'w', classes: ['a', 'b', 'cat', 'dög', '0', '1'] },
    { sets: 's', texts: ['label', 'i'], classes: ['a', 'b', 'cat', 'dög'] },
  ];
  const names = [
    'arrow1DictionarySnappy',
    'arrow1PlainNone',
    'arrow1SplitGzip',
    'arrow2DeltaSnappy',
    'arrow2DictionaryZstd',
    'arrow2PlainLz4',
    'arrow2SplitBrotli',
  ];
  const files = [...names, 'duckdb1Zstd', 'duckdb2Lz4', 'polarsSnappy', 'polarsZstd'].map(
    (name) => new Uint8Array(readFileSync(`test/rows/fixtures/${name}.parquet`)),
  );
  const next = random(SEED);
  let errors = 0;
  for (let turn = 0; turn < FUZZ; turn++) {
    const whole = files[turn % files.length];
    const bytes = whole.slice(0, next() < 0.02 ? Math.floor(next() * whole.length) : whole.length);
    const footer = bytes.length - 8 - new DataView(whole.buffer).getUint32(whole.length - 8, true);
    for (let i = 0; i < 1 + Math.floor(next() * 3); i++) {
      // What describes the columns is at the end, and more telling than their values; so is the first page.
      const at = next() < 0.5 ? footer + Math.floor(next() * (bytes.length - footer)) : Math.floor(next() ** 2 * bytes.length);
      const kind = next();
      bytes[at] =
        kind < 0.4 ? Math.floor(next() * 256) : kind < 0.7 ? [0, 1, 127, 128, 255][Math.floor(next() * 5)] : bytes[at] ^ (1 << Math.floor(next() * 8));
    }
    const asked = ASKED[Math.floor(next() * ASKED.length)];
    const one = outcome(bytes, asked, wasm);
    const other = outcome(bytes, asked, plain);
    // What unpacks zstd in TypeScript looks at less of it (src/kernels/plain/unpackZstd.ts).
    if (!one.includes('a page cannot be unpacked')) expect(other, `turn ${turn}`).toBe(one);
    if (!one.includes(' rows, ')) errors++;
  }
  expect(errors).toBeGreaterThan(FUZZ / 10);
  expect(errors).toBeLessThan((FUZZ * 9) / 10);
  // Nothing was left behind in the core's memory.
  wasm.free(wasm.uint8(MEMORY - 2 ** 17));
});
