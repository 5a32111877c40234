const MAGIC = 0x184d2204;
const UNCOMPRESSED = 0x80000000;

/** Unpacks an LZ4 frame: blocks that may refer to what earlier blocks unpacked to. Checksums are passed over. */
export function decodeLz4Frame(bytes: Uint8Array): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 7 || view.getUint32(0, true) !== MAGIC) throw new Error('what should be an LZ4 frame is none');
  const flags = bytes[4];
  if (flags >> 6 !== 1) throw new Error(`LZ4 version ${flags >> 6} is not known`);
  const sized = (flags & 8) !== 0;
  const out = new Output(sized ? Number(view.getBigUint64(6, true)) : bytes.length * 4);
  let at = 6 + (sized ? 8 : 0) + (flags & 1 ? 4 : 0) + 1;
  for (;;) {
    const word = view.getUint32(at, true);
    at += 4;
    if (word === 0) return out.bytes();
    const length = word % UNCOMPRESSED;
    if (at + length > bytes.length) throw new Error('an LZ4 frame ends early');
    const block = bytes.subarray(at, at + length);
    if (word >= UNCOMPRESSED) out.literals(block, 0, length);
    else decodeBlock(block, out);
    at += length + (flags & 16 ? 4 : 0);
  }
}

/** A block is a sequence of literals and of copies of what came before, by distance and length. */
function decodeBlock(block: Uint8Array, out: Output): void {
  let at = 0;
  const extended = (nibble: number): number => {
    let length = nibble;
    if (nibble === 15)
      for (let byte = 255; byte === 255; length += byte) {
        if (at >= block.length) throw new Error('an LZ4 block ends early');
        byte = block[at++];
      }
    return length;
  };
  while (at < block.length) {
    const token = block[at++];
    const literals = extended(token >> 4);
    if (at + literals > block.length) throw new Error('an LZ4 block ends early');
    out.literals(block, at, literals);
    at += literals;
    // The last sequence has literals only.
    if (at === block.length) return;
    const distance = block[at] | (block[at + 1] << 8);
    at += 2;
    out.copy(distance, extended(token & 15) + 4);
  }
}

/** Bytes that grow at the end. */
class Output {
  private all: Uint8Array<ArrayBuffer>;
  private length = 0;

  constructor(expected: number) {
    // What a frame says of its size is a hint, not to be trusted with all of memory.
    this.all = new Uint8Array(Math.min(Math.max(64, expected), 2 ** 28));
  }

  literals(from: Uint8Array, at: number, count: number): void {
    this.room(count);
    this.all.set(from.subarray(at, at + count), this.length);
    this.length += count;
  }

  copy(distance: number, count: number): void {
    if (!(distance > 0 && distance <= this.length)) throw new Error('an LZ4 block refers to what is not there');
    this.room(count);
    const { all } = this;
    const to = this.length;
    if (distance >= count) all.copyWithin(to, to - distance, to - distance + count);
    else for (let i = 0; i < count; i++) all[to + i] = all[to + i - distance];
    this.length += count;
  }

  bytes(): Uint8Array {
    return this.all.subarray(0, this.length);
  }

  private room(count: number): void {
    if (this.length + count <= this.all.length) return;
    const larger = new Uint8Array(Math.max(this.all.length * 2, this.length + count));
    larger.set(this.all.subarray(0, this.length));
    this.all = larger;
  }
}
