import { CompressionType, setCompressionCodec, tableFromIPC } from '@uwdata/flechette';
import { decompress } from 'fzstd';

/** What the library finds in the rows of an Arrow file, column by column. It is told how to unpack for as long as it reads, so that our reader has to bring its own. */
export function arrowRows(bytes: Uint8Array): unknown[][] {
  setCompressionCodec(CompressionType.LZ4_FRAME, { encode: refuse, decode: unpackLz4 });
  setCompressionCodec(CompressionType.ZSTD, { encode: refuse, decode: (packed) => decompress(packed) });
  try {
    const table = tableFromIPC(bytes, { useBigInt: true });
    const columns = Array.from({ length: table.numCols }, (_, i) => table.getChildAt(i));
    return Array.from({ length: table.numRows }, (_, r) => columns.map((column) => column.at(r)));
  } finally {
    setCompressionCodec(CompressionType.LZ4_FRAME, undefined as never);
    setCompressionCodec(CompressionType.ZSTD, undefined as never);
  }
}

function refuse(): never {
  throw new Error('nothing is packed here');
}

/** The bytes of an LZ4 frame, one after another. */
function unpackLz4(packed: Uint8Array): Uint8Array {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.length);
  const out: number[] = [];
  const flags = packed[4];
  for (let at = 7 + (flags & 8 ? 8 : 0); at < packed.length; ) {
    const head = view.getUint32(at, true);
    if (head === 0) break;
    const length = head & 0x7fffffff;
    const block = packed.subarray(at + 4, at + 4 + length);
    if (head >>> 31) out.push(...block);
    else unpackBlock(block, out);
    at += 4 + length + (flags & 16 ? 4 : 0);
  }
  return Uint8Array.from(out);
}

function unpackBlock(block: Uint8Array, out: number[]): void {
  for (let at = 0; at < block.length; ) {
    const token = block[at++];
    const long = (length: number): number => {
      let sum = length;
      if (length === 15)
        for (let more = 255; more === 255; ) {
          more = block[at++];
          sum += more;
        }
      return sum;
    };
    for (let left = long(token >> 4); left > 0; left--) out.push(block[at++]);
    if (at >= block.length) return;
    const distance = block[at] | (block[at + 1] << 8);
    at += 2;
    for (let left = long(token & 15) + 4; left > 0; left--) out.push(out[out.length - distance]);
  }
}
