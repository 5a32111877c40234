import { FairbitsError } from 'fairbits';
import { scoreFiles } from 'fairbits/node';
import { afterAll, expect, it } from 'vitest';
import { random } from '../support/random.js';
import { arrow, type Columns, Folder, ndjson, parquet } from './fixtures.js';

const folder = new Folder();
afterAll(() => folder.remove());

const ROWS = 40;
const columns: Columns = {
  label: Array.from({ length: ROWS }, (_, i) => 'ab'[i % 2]),
  p_a: Array.from({ length: ROWS }, (_, i) => (i % 5) / 8),
  p_b: Array.from({ length: ROWS }, (_, i) => 1 - (i % 5) / 8),
};

const FILES: [string, string | Uint8Array | ArrayBuffer][] = [
  ['x.parquet', parquet(columns, { rowGroupSize: 15 })],
  ['file.arrow', arrow(columns, { maxBatchRows: 15 })],
  ['stream.arrow', arrow(columns, { maxBatchRows: 15, format: 'stream' })],
  ['x.ndjson', ndjson(columns)],
];

it('an Arrow dictionary that says it has millions of entries is refused before they are read', async () => {
  const bytes = new Uint8Array(FILES[1][1] as ArrayBuffer).slice();
  const view = new DataView(bytes.buffer);
  // The length of the one column of the dictionary batch {a, b}: two, and no nulls, in front of its buffers.
  const at = Array.from({ length: bytes.length - 24 }, (_, i) => i).find(
    (i) => i % 8 === 0 && view.getBigInt64(i, true) === 2n && view.getBigInt64(i + 8, true) === 0n && i > 300,
  ) as number;
  view.setBigInt64(at, 11_206_658n, true);
  await expect(scoreFiles([folder.write('dictionary.arrow', bytes)], { threads: 1 })).rejects.toThrow(/metadata cannot be read/);
});

// Both backends are handed what was read.
it.each(FILES)('%s with a few bytes changed is an error of the file’s, or has all of its rows', async (name, content) => {
  const whole = typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content);
  expect((await scoreFiles([folder.write(name, whole)], { threads: 1 })).report.rows).toBe(ROWS);
  const next = random(11);
  for (let round = 0; round < 150; round++) {
    const bytes = whole.slice();
    for (let i = 0; i < 1 + (round % 3); i++) {
      // What describes the columns is at the end of Parquet and at the start of Arrow, and more telling than their values.
      const at = Math.floor(next() ** 2 * bytes.length);
      bytes[name.endsWith('parquet') ? bytes.length - 1 - at : at] = round % 2 ? Math.floor(next() * 256) : [0, 1, 127, 255][Math.floor(next() * 4)];
    }
    const outcome = await scoreFiles([folder.write(name, bytes)], { threads: 1, ranking: false }).catch((error: unknown) => error);
    if (outcome instanceof FairbitsError) expect(outcome.message).not.toMatch(/undefined|is not a function|Cannot read prop/);
    else if (outcome instanceof Error) throw outcome;
    // A newline may be among the bytes that changed, and lines of JSON are not counted anywhere.
    else if (name !== 'x.ndjson') expect((outcome as Awaited<ReturnType<typeof scoreFiles>>).report.rows, `round ${round}`).toBe(ROWS);
  }
});
