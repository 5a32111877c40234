import { expect, it } from 'vitest';
import { ReadAhead } from '../../dist/rows/bytes/readAhead.js';

const SIZE = 20 * 2 ** 20;
const bytes = Uint8Array.from({ length: SIZE }, (_, i) => (i * 2654435761) >>> 24);

/** A file in memory, and how much of it was read. */
function watched() {
  const slices: number[] = [];
  const slice = async (from: number, to: number): Promise<ArrayBuffer> => {
    slices.push(to - from);
    return bytes.slice(from, to).buffer;
  };
  return { slices, ahead: new ReadAhead(() => ({ name: 'x', size: SIZE, slice, close: () => {} })) };
}

async function read(ahead: ReadAhead, from: number, length: number): Promise<void> {
  const into = new Uint8Array(length);
  for (let at = 0; at < length; ) {
    const got = await ahead.read(0, into.subarray(at), from + at);
    expect(got).toBeGreaterThan(0);
    at += got;
  }
  expect(Buffer.compare(into, bytes.subarray(from, from + length))).toBe(0);
}

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);

it('reads a file from front to back in large pieces, each once', async () => {
  const { ahead, slices } = watched();
  ahead.expect([{ file: 0, from: 0, to: SIZE }]);
  for (let at = 0; at < SIZE; at += 2 ** 17) await read(ahead, at, 2 ** 17);
  expect(sum(slices)).toBe(SIZE);
  expect(slices.length).toBeLessThan(10);
  expect(await ahead.read(0, new Uint8Array(1), SIZE)).toBe(0);
});

it('reads each byte once where columns are read in turn', async () => {
  const { ahead, slices } = watched();
  const columns = [1, 5, 9, 13].map((column) => column * 2 ** 20);
  ahead.expect(columns.map((from) => ({ file: 0, from, to: from + 2 ** 21 })));
  for (let at = 0; at < 2 ** 21; at += 2 ** 18) for (const column of columns) await read(ahead, column + at, 2 ** 18);
  expect(sum(slices)).toBe(4 * 2 ** 21);
});

it('reads what nobody has announced', async () => {
  const { ahead, slices } = watched();
  await read(ahead, SIZE - 1000, 1000);
  await read(ahead, 0, 2 ** 20);
  expect(sum(slices)).toBeLessThan(2 ** 22);
});
