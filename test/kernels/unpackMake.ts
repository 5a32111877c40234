/** Packs bytes in all the ways there are, as a random number decides: the formats have more of them than compressors use. */

const hashOf = (bytes: Uint8Array, at: number): number => bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16) | (bytes[at + 3] << 24);

type Step = { literals: [from: number, to: number]; match?: { offset: number; length: number } };

/** Literals and matches of four bytes or more, `far` bytes back at most; the last `spared` bytes are literals. */
function* steps(bytes: Uint8Array, next: () => number, far: number, spared: number): Generator<Step> {
  const last = new Map<number, number>();
  let from = 0;
  let at = 0;
  while (at + 4 <= bytes.length - spared) {
    const hash = hashOf(bytes, at);
    const place = last.get(hash);
    last.set(hash, at);
    if (place === undefined || at - place > far || next() < 0.1) {
      at++;
      continue;
    }
    let length = 4;
    while (at + length < bytes.length - spared && bytes[place + length] === bytes[at + length]) length++;
    if (next() < 0.3) length = 4 + Math.floor(next() * (length - 3));
    yield { literals: [from, at], match: { offset: at - place, length } };
    at += length;
    from = at;
  }
  yield { literals: [from, bytes.length] };
}

const bytesOf = (n: number, count: number): number[] => Array.from({ length: count }, (_, i) => Math.floor(n / 2 ** (8 * i)) & 255);

/** A block of Snappy. */
export function packSnappy(bytes: Uint8Array, next: () => number): Uint8Array {
  const out: number[] = [];
  let whole = bytes.length;
  for (; whole > 127; whole = Math.floor(whole / 128)) out.push((whole & 127) | 128);
  out.push(whole);
  for (const { literals, match } of steps(bytes, next, next() < 0.5 ? 2 ** 32 : 3000, 0)) {
    for (let [from, to] = literals; from < to; ) {
      const n = next() < 0.1 ? Math.ceil(next() * (to - from)) : to - from;
      const least = n <= 60 ? 0 : Math.ceil((32 - Math.clz32(n - 1)) / 8);
      const header = next() < 0.1 ? 4 : least;
      out.push(header === 0 ? (n - 1) << 2 : (59 + header) << 2, ...bytesOf(n - 1, header));
      for (let i = 0; i < n; i++) out.push(bytes[from + i]);
      from += n;
    }
    if (!match) continue;
    const { offset } = match;
    for (let { length } = match; length > 0; ) {
      let n = Math.min(length, next() < 0.2 ? 1 + Math.floor(next() * 64) : 64);
      if (offset < 2048 && n >= 4 && next() < 0.5) {
        n = Math.min(n, 11);
        out.push(((offset >> 8) << 5) | ((n - 4) << 2) | 1, offset & 255);
      } else if (offset < 65536 && next() < 0.8) out.push(((n - 1) << 2) | 2, ...bytesOf(offset, 2));
      else out.push(((n - 1) << 2) | 3, ...bytesOf(offset, 4));
      length -= n;
    }
  }
  return Uint8Array.from(out);
}

/** A block of LZ4. */
export function packLz4(bytes: Uint8Array, next: () => number): Uint8Array {
  const out: number[] = [];
  const rest = (n: number): void => {
    for (; n >= 255; n -= 255) out.push(255);
    out.push(n);
  };
  for (const { literals, match } of steps(bytes, next, 65535, 12)) {
    const [from, to] = literals;
    const [n, length] = [to - from, match ? match.length - 4 : 0];
    out.push((Math.min(n, 15) << 4) | Math.min(length, 15));
    if (n >= 15) rest(n - 15);
    for (let i = from; i < to; i++) out.push(bytes[i]);
    if (!match) break;
    out.push(...bytesOf(match.offset, 2));
    if (length >= 15) rest(length - 15);
  }
  return Uint8Array.from(out);
}

/** Bits in the order in which they are written; they are read from the last to the first. */
class Bits {
  private readonly bits: number[] = [];
  push(value: number, count: number): void {
    for (let i = 0; i < count; i++) this.bits.push(Math.floor(value / 2 ** i) & 1);
  }
  /** With a one at the end, and zeros to a whole byte. */
  bytes(): number[] {
    const all = [...this.bits, 1];
    return Array.from({ length: Math.ceil(all.length / 8) }, (_, i) => all.slice(8 * i, 8 * i + 8).reduce((sum, bit, j) => sum + bit * 2 ** j, 0));
  }
}

/** A frame of blocks, with its size. */
export function frameOf(blocks: number[][], size: number): Uint8Array {
  const packed = blocks.flatMap((block, i) => [...bytesOf(block.length * 8 + 4 + Number(i === blocks.length - 1), 3), ...block]);
  return Uint8Array.from([0x28, 0xb5, 0x2f, 0xfd, 0xa0, ...bytesOf(size, 4), ...packed]);
}

/**
 * A frame of literals in Huffman codes with the weights that are given, of the symbols from 0 on, the last one left out, two to a byte;
 * in one stream or in four. Blocks after the first take over its codes.
 */
export function packHuffman(pieces: number[][], weights: number[], four: boolean): Uint8Array {
  const depth = Math.log2(weights.reduce((sum, weight) => sum + (weight && 2 ** (weight - 1)), 0));
  const codes = new Map<number, [code: number, bits: number]>();
  let place = 0;
  for (let weight = 1; weight <= depth; weight++) {
    for (const [symbol, own] of weights.entries()) {
      if (own !== weight) continue;
      codes.set(symbol, [place / 2 ** (weight - 1), depth + 1 - weight]);
      place += 2 ** (weight - 1);
    }
  }
  const streamOf = (symbols: number[]): number[] => {
    const bits = new Bits();
    for (const symbol of symbols.toReversed()) bits.push(...(codes.get(symbol) as [number, number]));
    return bits.bytes();
  };
  const given = weights.slice(0, -1);
  const tree = [127 + given.length];
  for (let i = 0; i < given.length; i += 2) tree.push((given[i] << 4) | (given[i + 1] ?? 0));
  const [format, width, bytes] = four ? [3, 18, 5] : [0, 10, 3];
  const blocks = pieces.map((literals, i) => {
    const quarter = Math.ceil(literals.length / 4);
    const streams = four ? [0, 1, 2, 3].map((part) => streamOf(literals.slice(part * quarter, (part + 1) * quarter))) : [streamOf(literals)];
    const jumps = streams.slice(0, -1).flatMap((stream) => bytesOf(stream.length, 2));
    const body = [...(i === 0 ? tree : []), ...jumps, ...streams.flat()];
    const header = bytesOf((i === 0 ? 2 : 3) + format * 4 + literals.length * 16 + body.length * 2 ** (4 + width), bytes);
    return [...header, ...body, 0];
  });
  return frameOf(blocks, pieces.flat().length);
}

const LITERAL_BITS = [...Array(16).fill(0), 1, 1, 1, 1, 2, 2, 3, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16];
const MATCH_BITS = [...Array(32).fill(0), 1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16];
const baseOf = (bits: number[], code: number): number => bits.slice(0, code).reduce((sum: number, n: number) => sum + 2 ** n, 0);

/**
 * A frame of sequences whose three codes are always the same; only the bits that are added differ. The literals are
 * always the same too, or any. Returns what is packed as well; nothing where a match would lie before the start.
 */
export function packSingles(
  { literalCode, offsetCode, matchCode, count, more, same }: Record<'literalCode' | 'offsetCode' | 'matchCode' | 'count' | 'more', number> & { same: boolean },
  next: () => number,
): { packed: Uint8Array; expected: Uint8Array } | undefined {
  const expected: number[] = [];
  const last = [1, 4, 8];
  const added: [number, number][][] = [];
  const literals: number[] = [];
  const literal = (): void => {
    literals.push(same ? 65 : Math.floor(next() * 256));
    expected.push(literals[literals.length - 1]);
  };
  for (let i = 0; i < count; i++) {
    const draw = (bits: number): number => Math.floor(next() * 2 ** bits);
    const n = draw(LITERAL_BITS[literalCode]);
    const length = draw(MATCH_BITS[matchCode]);
    const run = baseOf(LITERAL_BITS, literalCode) + n;
    for (let j = 0; j < run; j++) literal();
    // As far back as there is something, if that can be said.
    const most = expected.length + 3 - 2 ** offsetCode;
    const extra = Math.max(0, Math.min(draw(offsetCode), most));
    const value = 2 ** offsetCode + extra;
    let offset = value - 3;
    if (value <= 3) {
      const place = value - (run > 0 ? 1 : 0);
      offset = place === 3 ? last[0] - 1 : last[place];
      if (place > 0) {
        if (place > 1) last[2] = last[1];
        last[1] = last[0];
        last[0] = offset;
      }
    } else last.unshift(offset);
    if (offset === 0 || offset > expected.length) return undefined;
    for (let j = baseOf(MATCH_BITS, matchCode) + 3 + length; j > 0; j--) expected.push(expected[expected.length - offset]);
    added.push([
      [n, LITERAL_BITS[literalCode]],
      [length, MATCH_BITS[matchCode]],
      [extra, offsetCode],
    ]);
  }
  for (let i = 0; i < more; i++) literal();
  const bits = new Bits();
  for (const numbers of added.toReversed()) for (const [value, n] of numbers) bits.push(value, n);
  const counted = count < 128 ? [count] : count < 0x7f00 ? [128 + (count >> 8), count & 255] : [255, ...bytesOf(count - 0x7f00, 2)];
  const header = bytesOf(Number(same) + 3 * 4 + literals.length * 16, 3);
  const block = [...header, ...(same ? [65] : literals), ...counted, 0b01010100, literalCode, offsetCode, matchCode, ...bits.bytes()];
  return { packed: frameOf([block], expected.length), expected: Uint8Array.from(expected) };
}
