import { expect, it } from 'vitest';
import { createEngine } from '../../dist/core/engine.js';
import { Room } from '../../dist/rows/parquet/parquetRoom.js';
import { Held } from '../../dist/rows/tables/limits.js';

/** Bytes as a literal of Snappy's: how many there are, then themselves. */
function literal(bytes: Uint8Array): Uint8Array {
  const head: number[] = [];
  for (let left = bytes.length; ; left >>>= 7) {
    head.push(left > 127 ? (left & 127) | 128 : left);
    if (left <= 127) break;
  }
  const last = bytes.length - 1;
  return Uint8Array.from([...head, 63 << 2, last & 255, (last >> 8) & 255, (last >> 16) & 255, last >>> 24]);
}

it('unpacks pages of several MiB in the core, in a memory that serves for the next one', async () => {
  const { kernels } = await createEngine({ memory: 2 ** 23, backend: 'wasm' });
  let made = 0;
  const another = kernels.another.bind(kernels);
  kernels.another = (bytes) => {
    made++;
    return another(bytes);
  };
  const room = new Room(kernels, 4, new Held(2 ** 20));
  for (const [size, memories] of [
    [3_000_001, 1],
    [2_900_000, 1],
    [9_000_000, 2],
  ]) {
    const bytes = Uint8Array.from({ length: size }, (_, i) => (i * 31) >> 3);
    const head = literal(bytes);
    const packed = room.packed(head.length + size);
    packed.set(head);
    packed.set(bytes, head.length);
    const out = room.page(undefined, size).subarray(0, size);
    expect(room.unpack('unpackSnappy', packed, out)).toBe(size);
    expect(Buffer.compare(out, bytes)).toBe(0);
    expect(made).toBe(memories);
  }
  // What is wrong is said so.
  expect(room.unpack('unpackSnappy', room.packed(3_000_000).fill(0), new Uint8Array(3_000_000))).not.toBe(3_000_000);
});
