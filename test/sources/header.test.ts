import { describe, expect, it } from 'vitest';
import { FairbitsError } from '../../dist/base/errors.js';
import { readHeader } from '../../dist/rows/csv/header.js';

const read = (text: string | Uint8Array) => readHeader(typeof text === 'string' ? new TextEncoder().encode(text) : text, 'x.csv', true);

describe('a header', () => {
  it.each([
    ['a,"b,c",d\n', ['a', 'b,c', 'd']],
    ['a,"b""c\nd;e"\n', ['a', 'b"c\nd;e']],
    ['5" pipe;it"s\n1;2\n', ['5" pipe', 'it"s']],
    ['a , "b" ,c\n', ['a', 'b', 'c']],
    ['"a"\n"b"\n', ['a']],
  ])('%j', (text, columns) => {
    expect(read(text).columns).toEqual(columns);
  });

  it.each<[string, string | number[], RegExp]>([
    ['lone carriage returns', 'label,p_a\ra,0.5\r', /^x\.csv:1: lines end with carriage returns alone.*tr /],
    ['Latin-1', [...'label,p_'].map((c) => c.charCodeAt(0)).concat(0xe9, 10), /^x\.csv:1: this is not UTF-8.*iconv/],
    ['control characters', '# fine\nlabel,\x1b[2J\n', /^x\.csv:2: this is not text/],
    ['zip', 'PK\x03\x04, a, b\n', /zip archive.*unzip/],
    ['zstd', [0x28, 0xb5, 0x2f, 0xfd, 10], /Zstandard/],
    ['xz', [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0, 10], /xz -d/],
    ['bzip2', 'BZh91AY', /bzip2/],
  ])('is no header: %s', (_, content, message) => {
    const bytes = typeof content === 'string' ? content : Uint8Array.from(content);
    expect(() => read(bytes)).toThrow(FairbitsError);
    expect(() => read(bytes)).toThrow(message);
  });
});
