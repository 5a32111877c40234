import type { CompressionCodec, Compressors } from 'hyparquet';
import { decompressPage } from 'hyparquet/src/datapage.js';
import type { Room, Unpacker } from './parquetRoom.js';

/** How many times as long as what is packed a page can be: a run of zstd is 128 KiB in four bytes. */
const MAX_UNPACK_RATIO: Partial<Record<CompressionCodec, number>> = { SNAPPY: 22, LZ4_RAW: 256, LZ4: 256, GZIP: 1033, ZSTD: 2 ** 15 };

const UNPACKERS: Partial<Record<CompressionCodec, Unpacker>> = { SNAPPY: 'unpackSnappy', LZ4_RAW: 'unpackLz4', ZSTD: 'unpackZstd' };

/** Those that are not in the core, once they have been loaded. */
let rare: Compressors = {};

/** Loads what unpacks the pages of some codecs, if one of them is not in the core. */
export async function loadUnpackers(codecs: Iterable<CompressionCodec>): Promise<void> {
  for (const codec of codecs) if (codec !== 'UNCOMPRESSED' && !UNPACKERS[codec]) rare = (await import('./decompressors.js')).decompressors;
}

/** That so many bytes can come to so many more, before room is made for them. */
export function checkUnpacked(codec: CompressionCodec, packed: number, unpacked: number): void {
  if (unpacked > (packed + 64) * (MAX_UNPACK_RATIO[codec] ?? 2 ** 20)) throw new Error(`a page of ${packed} bytes should unpack to ${unpacked}`);
}

/** Unpacks a page into as many bytes as it is said to have. */
export function unpackPage(codec: CompressionCodec, packed: Uint8Array, out: Uint8Array, room: Room): void {
  const unpacker = UNPACKERS[codec];
  if (!unpacker) {
    // The library may hand back a part of what it was given.
    out.set(decompressPage(packed.slice(), out.length, codec, rare));
    return;
  }
  const written = room.unpack(unpacker, packed, out);
  if (written === -1) throw new Error('a page cannot be unpacked');
  if (written !== out.length) throw new Error(`a page unpacks to ${written} bytes where ${out.length} are expected`);
}
