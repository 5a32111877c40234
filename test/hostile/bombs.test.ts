import { spawnSync } from 'node:child_process';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { dataPage, dictionaryPage, type MadeColumn, madeParquet } from '../rows/makeParquet.js';
import { write } from '../score/cli.js';
import { npy } from '../sources/fixtures.js';

const doubles = (...values: number[]): number[] => [...new Uint8Array(Float64Array.from(values).buffer)];
const hook = write('peak.cjs', 'process.on("exit", () => process.stderr.write("peak " + process.resourceUsage().maxRSS / 1024));\n');

/** What the command says of a small file, on either backend; and that it takes little memory, in MB, and processor time, in seconds. */
function said(args: string[], megabytes = 400): string[] {
  return ['wasm', 'plain'].map((backend) => {
    const began = performance.now();
    const { status, stderr } = spawnSync(process.execPath, ['-r', hook, 'dist/bin/fairbits.js', 'score', ...args, '--threads', '1', '--backend', backend], {
      encoding: 'utf8',
      timeout: 90_000,
    });
    expect(status, stderr).toBe(2);
    expect(Number(/peak ([\d.]+)/.exec(stderr)?.[1])).toBeLessThan(megabytes);
    expect(performance.now() - began).toBeLessThan(60_000);
    return stderr.replace(/\n?peak [\d.]+/, '').replace(/^fairbits: scoring.*\n/gm, '');
  });
}

const label: MadeColumn = { element: { name: 'label', type: 'BYTE_ARRAY' }, pages: [] };
const constant = (name: string, rows: number): MadeColumn => ({
  element: { name },
  pages: [dictionaryPage(1, doubles(0.5)), dataPage(rows, [0], 'RLE_DICTIONARY')],
});
const names = (rows: number): MadeColumn => ({ ...label, pages: [dictionaryPage(1, [1, 0, 0, 0, 97]), dataPage(rows, [0], 'RLE_DICTIONARY')] });

describe('a small Parquet file that says it is large', () => {
  const parquet = (name: string, rows: number, columns: MadeColumn[]): string[] => said([write(name, madeParquet(rows, columns))]);

  it('10⁸ rows', () => {
    const rows = 100_000_000;
    for (const text of parquet('rows.parquet', rows, [names(rows), constant('p_a', rows), constant('p_b', rows)]))
      expect(text).toContain('its footer: 100000000 rows of 3 columns in a file of');
  });

  it('a run that is longer than its page', () => {
    const column: MadeColumn = {
      element: { name: 'p_a' },
      pages: [dictionaryPage(1, doubles(0.5)), dataPage(5, [1, 0xfe, 0xff, 0xff, 0xff, 0x0f, 1], 'RLE_DICTIONARY')],
    };
    for (const text of parquet('run.parquet', 5, [names(5), column, constant('p_b', 5)])) expect(text).toContain('places that are not in the dictionary');
  });

  it('a gigabyte of Snappy, of Zstandard and of Brotli', () => {
    for (const codec of ['SNAPPY', 'ZSTD', 'BROTLI', 'GZIP'] as const) {
      const page = dataPage(5, doubles(1), 'PLAIN', { uncompressed_page_size: 2 ** 30 });
      for (const text of parquet('packed.parquet', 5, [names(5), { element: { name: 'p_a' }, codec, pages: [page] }, constant('p_b', 5)]))
        expect(text).toContain('a page of 8 bytes should unpack to 1073741824');
    }
  });

  it('a page of the second version without the length of its levels', () => {
    // The head as it is written, field by field: the length of the definition levels, field 5, is left out.
    const head = { field_1: 3, field_2: 24, field_3: 24, field_8: { field_1: 3, field_2: 0, field_3: 3, field_4: 0, field_6: 0 } };
    const column: MadeColumn = { element: { name: 'p_a', repetition_type: 'OPTIONAL' }, pages: [{ head, bytes: doubles(0.5, 0.5, 0.5) }] };
    for (const text of parquet('second.parquet', 3, [names(3), column, constant('p_b', 3)])) expect(text).toContain('a page of levels that do not fit');
  });

  it('columns in columns, and more of them than there are', () => {
    const nested = (children: number): MadeColumn => ({ element: { name: 'p_a', num_children: children, type: undefined as never }, pages: [] });
    for (const text of parquet('children.parquet', 5, [names(5), nested(2 ** 30), constant('p_b', 5)]))
      expect(text).toContain('its schema has fewer columns than it says');
    const chain = Array.from({ length: 100 }, () => nested(1));
    for (const text of parquet('deep.parquet', 5, [names(5), ...chain, constant('p_b', 5)])) expect(text).toContain('columns in columns without end');
  });

  it('two dictionaries, and pages that are read again', () => {
    const twice: MadeColumn = { element: { name: 'p_a' }, pages: [dictionaryPage(1, doubles(0.5)), ...constant('p_a', 5).pages] };
    for (const text of parquet('twice.parquet', 5, [names(5), twice, constant('p_b', 5)])) expect(text).toContain('a second dictionary');
  });
});

it('an NPY file whose shape is larger than the file', () => {
  const labels = write('l.npy', npy(new Uint8Array(3), '|u1', [3]));
  for (const shape of [[3, 10 ** 9], [0, 10 ** 12], [10 ** 300, 10 ** 300], new Array(2000).fill(1)])
    for (const text of said([write('p.npy', npy(new Float64Array(6), '<f8', shape).slice(0, 20_000)), '--labels', labels])) expect(text).toContain('p.npy');
});

describe('a gzipped file of nothing but zeros', () => {
  // As many streams one after another as it takes: what is packed in one is never in memory here, for a process that this one starts begins with its peak.
  const packed = gzipSync(Buffer.alloc(2 ** 20, 48));
  const zeros = (start: string): Buffer => Buffer.concat([gzipSync(start), ...new Array<Buffer>(400).fill(packed)]);

  it('in one line of text flows by, to the longest line there may be', () => {
    const file = write('zeros.csv.gz', zeros('label,p_a,p_b\na,0.5,0.5\n'));
    for (const text of said([file])) expect(text).toContain('zeros.csv.gz:3: a row is longer than 16777216 bytes');
  });

  it('of a format that has to be kept is not', () => {
    const file = write('zeros.parquet.gz', zeros('PAR1'));
    for (const text of said([file])) expect(text).toContain('unpacks to more than 128 times its size');
  });
});
