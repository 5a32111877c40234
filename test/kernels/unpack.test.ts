import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import * as zlib from 'node:zlib';
import { snappyCompress } from 'hyparquet-writer/src/snappy.js';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Kernels } from '../../dist/kernels/kernels.js';
import { plainKernels } from '../../dist/kernels/plain.js';
import { wasmKernels } from '../../dist/kernels/wasm.js';
import { type Random, random } from '../support/random.js';
import { contents } from './unpackContents.mjs';
import { LZ4, ZSTD } from './unpackFixtures.js';
import { kindsOf } from './unpackKinds.js';
import { packHuffman, packLz4, packSingles, packSnappy } from './unpackMake.js';

type Codec = 'unpackZstd' | 'unpackSnappy' | 'unpackLz4';

/** Mutations of each codec: FAIRBITS_FUZZ=100000 for a long run by hand. */
const FUZZ = Number(process.env.FAIRBITS_FUZZ ?? 10_000);
const GUARD = 64;

let wasm: Kernels;
let plain: Kernels;
/** All of the core's memory, to lay arrays at its very end: who reads or writes behind one stops there. */
let memory: Uint8Array;

beforeAll(async () => {
  wasm = await wasmKernels(8 << 20);
  plain = plainKernels();
  memory = new Uint8Array(wasm.uint8(1).buffer);
});

const equal = (a: Uint8Array | undefined, b: Uint8Array | undefined): boolean =>
  a === undefined || b === undefined ? a === b : a.length === b.length && Buffer.compare(a, b) === 0;

/** A place for bytes between others that all are `guard`. */
function guarded(kernels: Kernels, bytes: number | Uint8Array, guard: number) {
  const length = typeof bytes === 'number' ? bytes : bytes.length;
  const all = kernels.uint8(length + 2 * GUARD).fill(guard);
  const view = all.subarray(GUARD, GUARD + length);
  if (typeof bytes !== 'number') view.set(bytes);
  const around = new Uint8Array(GUARD).fill(guard);
  const kept = (): boolean =>
    equal(all.subarray(0, GUARD), around) && equal(all.subarray(GUARD + length), around) && (typeof bytes === 'number' || equal(view, bytes));
  return { view, kept, free: () => kernels.free(all) };
}

/** What comes out, and that nothing else was touched. Written bytes only; undefined for −1. */
function unpacked(kernels: Kernels, codec: Codec, packed: Uint8Array, room: number, guard = 0xa5): Uint8Array | undefined {
  const from = guarded(kernels, packed, guard);
  const to = guarded(kernels, room, guard);
  const written = kernels[codec](from.view, to.view);
  const result = written === -1 ? undefined : to.view.slice(0, written);
  expect(written === -1 || (written >= 0 && written <= room)).toBe(true);
  expect(from.kept() && to.kept()).toBe(true);
  from.free();
  to.free();
  return result;
}

/** The same from arrays that end where the memory does: first the packed bytes, then the others. */
function unpackedAtEnd(codec: Codec, packed: Uint8Array, room: number, packedLast: boolean): Uint8Array | undefined {
  const from = packedLast ? memory.subarray(memory.length - packed.length) : wasm.uint8(packed.length);
  const to = packedLast ? wasm.uint8(room) : memory.subarray(memory.length - room);
  from.set(packed);
  const written = wasm[codec](from, to);
  const result = written === -1 ? undefined : to.slice(0, written);
  wasm.free(packedLast ? to : from);
  return result;
}

/** All that must hold of bytes that are whole. */
function expectWhole(codec: Codec, packed: Uint8Array, expected: Uint8Array, name = ''): void {
  for (const kernels of [wasm, plain]) {
    for (const room of [expected.length, expected.length + 1, expected.length + 300])
      expect(equal(unpacked(kernels, codec, packed, room), expected), `${name} ${kernels.backend} ${room}`).toBe(true);
    if (expected.length > 0) expect(unpacked(kernels, codec, packed, expected.length - 1), `${name} ${kernels.backend}`).toBeUndefined();
  }
  for (const last of [true, false]) expect(equal(unpackedAtEnd(codec, packed, expected.length, last), expected), `${name} at the end`).toBe(true);
}

const fixtures = (table: [string, string, string][]) =>
  table.map(([name, options, base64]) => ({
    name: `${name} ${options}`,
    packed: new Uint8Array(Buffer.from(base64, 'base64')),
    expected: (contents as Record<string, () => Uint8Array>)[name](),
  }));

/** Bytes with something to pack in them: noise, runs and what was there before. */
function bytesOf(next: Random, most: number): Uint8Array {
  const bytes = new Uint8Array(Math.floor(next() ** 2 * most));
  const few = 1 + Math.floor(next() * 255);
  for (let at = 0; at < bytes.length; ) {
    const n = 1 + Math.floor(next() ** 4 * (next() < 0.1 ? 3000 : 60));
    const offset = Math.floor(next() ** 2 * Math.min(at, next() < 0.5 ? 40 : at)) + 1;
    const again = at > 0 && next() < 0.5;
    for (let i = 0; i < n && at < bytes.length; i++, at++) bytes[at] = again ? bytes[at - Math.min(at, offset)] : next() * few;
  }
  return bytes;
}

/** Changes a few bytes or bits, cuts, adds, or takes a piece from elsewhere. */
function mutated(next: Random, bytes: Uint8Array, other: Uint8Array): Uint8Array {
  let out = bytes.slice();
  const at = () => Math.floor((next() < 0.5 ? next() ** 4 : next()) * out.length);
  for (let n = 1 + Math.floor(next() ** 2 * 4); n > 0 && out.length > 0; n--) {
    const how = next();
    if (how < 0.4) out[at()] ^= 1 << Math.floor(next() * 8);
    else if (how < 0.7) out[at()] = next() < 0.3 ? 255 * Math.round(next()) : next() * 256;
    else if (how < 0.8) out = out.slice(0, at());
    else if (how < 0.85) out = Uint8Array.from([...out.subarray(0, at()), next() * 256, ...out.subarray(at())]);
    else if (how < 0.9) out.copyWithin(at(), at(), at());
    else {
      const [to, from] = [at(), Math.floor(next() * other.length)];
      out.set(other.subarray(from, from + Math.min(out.length - to, 1 + Math.floor(next() * 8))), to);
    }
  }
  return out;
}

/**
 * Damaged bytes: whatever comes out, nothing stops or hangs, nothing outside is touched, and what lies around does not matter. Where
 * both backends take them they take them for the same. How many both took.
 */
function fuzz(codec: Codec, seed: number, wholes: { packed: Uint8Array; expected: Uint8Array }[], same: boolean): { both: number; either: number } {
  const next = random(seed);
  let [both, either] = [0, 0];
  for (let run = 0; run < FUZZ; run++) {
    const { packed, expected } = wholes[Math.floor(next() * wholes.length)];
    const bytes = mutated(next, packed, wholes[Math.floor(next() * wholes.length)].packed);
    const room = next() < 0.6 ? expected.length : Math.floor(next() * (expected.length + 100));
    const [a, b] = [wasm, plain].map((kernels) => unpacked(kernels, codec, bytes, room));
    expect(equal(a, unpacked(wasm, codec, bytes, room, 0xff)), `${codec} ${run}: what lies around`).toBe(true);
    expect(equal(a, unpackedAtEnd(codec, bytes, room, run % 2 === 0)), `${codec} ${run}: at the end`).toBe(true);
    if (same || (a && b)) expect(equal(a, b), `${codec} ${run}: both backends`).toBe(true);
    if (a && b) both++;
    if (a || b) either++;
  }
  return { both, either };
}

describe('unpackers', () => {
  it('are in the core, and in that of our page, which is the same; the small entry is without', () => {
    const exported = (path: string): string[] =>
      WebAssembly.Module.exports(new WebAssembly.Module(readFileSync(new URL(path, import.meta.url)))).map(({ name }) => name);
    const all = exported('../../dist/fairbits.wasm').filter((name) => name.startsWith('unpack'));
    expect(all.sort()).toEqual(['unpackLz4', 'unpackSnappy', 'unpackZstd']);
    expect(exported('../../build/page.wasm').filter((name) => name.startsWith('unpack'))).toEqual([]);
    expect(readFileSync(new URL('../../dist/fairbits.page.js', import.meta.url), 'utf8')).not.toContain('invalid zstd data');
  });
});

describe('zstd', () => {
  it('of a real compressor, at all levels', () => {
    for (const { name, packed, expected } of fixtures(ZSTD)) expectWhole('unpackZstd', packed, expected, name);
  });

  it('every kind of block, literals and table is among what is tested', () => {
    const kinds = new Set<string>();
    for (const { packed } of [...fixtures(ZSTD), ...byHand()]) kindsOf(packed, kinds);
    expect([...kinds].sort()).toEqual(
      [
        ...['raw block', 'single block', 'packed block', 'raw literals', 'single literals', 'checksum', 'no checksum', 'skipped frame'],
        ...['tree, one stream', 'tree, four streams 1', 'tree, four streams 2', 'tree, four streams 3', 'packed weights', 'plain weights'],
        ...['no tree, one stream', 'no tree, four streams 3'],
        ...[0, 1, 2, 4, 8].map((bytes) => `size of ${bytes} bytes`),
        ...['none', 'few', 'some', 'many'].map((count) => `sequences ${count}`),
        ...['literals', 'offsets', 'matches'].flatMap((name) =>
          ['the usual table', 'one symbol', 'a table', 'the last table'].map((table) => `${name} by ${table}`),
        ),
      ].sort(),
    );
  });

  /** What compressors have no use for, or seldom. */
  function byHand(): { name: string; packed: Uint8Array; expected: Uint8Array }[] {
    const next = random(5);
    const whole = fixtures(ZSTD);
    const text = whole.find(({ name }) => name === 'text -19 --no-check')!;
    const skipped = [0x53, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3];
    const join = (...parts: (number[] | Uint8Array)[]) => Uint8Array.from(parts.flatMap((part) => [...part]));
    const made: { name: string; packed: Uint8Array; expected: Uint8Array }[] = [
      { name: 'nothing', packed: new Uint8Array(0), expected: new Uint8Array(0) },
      { name: 'only a skipped frame', packed: join(skipped), expected: new Uint8Array(0) },
      {
        name: 'several frames',
        packed: join(skipped, ...whole.map(({ packed }) => packed), skipped),
        expected: join(...whole.map(({ expected }) => expected)),
      },
      // Without the window, but with the size in eight bytes.
      {
        name: 'a size of eight bytes',
        packed: join(text.packed.subarray(0, 4), [0xe0], new Uint8Array(BigUint64Array.of(BigInt(text.expected.length)).buffer), text.packed.subarray(6)),
        expected: text.expected,
      },
      // An id of four bytes that is none.
      { name: 'no dictionary', packed: join(text.packed.subarray(0, 4), [3, 0x50, 0, 0, 0, 0], text.packed.subarray(6)), expected: text.expected },
      // From the errata of the reference: no literals and no sequences; a table of two bytes and a stream of one.
      { name: 'an empty block', packed: Uint8Array.from(Buffer.from('28b52ffd20001500000000', 'hex')), expected: new Uint8Array(0) },
      { name: 'large single blocks', packed: Uint8Array.from(Buffer.from('28b52ffda001000200020010000b000000', 'hex')), expected: new Uint8Array(131073) },
    ];
    // As many sequences as it takes to say so in three bytes; then any.
    const many = { literalCode: 1, offsetCode: 0, matchCode: 0, count: 32_600 };
    for (let run = 0; run < 400; run++) {
      const codes = { literalCode: Math.floor(next() * 26), offsetCode: Math.floor(next() * 7), matchCode: Math.floor(next() ** 2 * 44) };
      const count = 1 + Math.floor(next() ** 3 * 300);
      const single = packSingles({ ...(run === 0 ? many : { ...codes, count }), more: Math.floor(next() * 40), same: next() < 0.3 }, next);
      if (single && single.expected.length <= 2 ** 17) made.push({ name: `one symbol ${JSON.stringify(codes)} ${count}`, ...single });
    }
    // More bits to a sequence than are read at once.
    for (let offsetCode = 8; offsetCode <= 15; offsetCode++) {
      const codes = { literalCode: 34, offsetCode, matchCode: 51, count: 1, more: 9, same: false };
      const single = packSingles(codes, next);
      if (single && single.expected.length <= 2 ** 17) made.push({ name: `long ${offsetCode}`, ...single });
    }
    for (let run = 0; run < 300; run++) {
      const weights = weightsOf(next);
      const present = [...weights.keys()].filter((symbol) => weights[symbol] > 0);
      const four = next() < 0.5;
      const pieces = Array.from({ length: 1 + Math.floor(next() * 3) }, () =>
        Array.from({ length: four ? 6 + Math.floor(next() ** 2 * 3000) : 1 + Math.floor(next() * 600) }, () => present[Math.floor(next() * present.length)]),
      );
      made.push({ name: `weights ${weights.join(' ')}`, packed: packHuffman(pieces, weights, four), expected: Uint8Array.from(pieces.flat()) });
    }
    return made;
  }

  /** Weights that leave nothing: one code is divided into two, over and over; codes have eleven bits at most. */
  function weightsOf(next: Random): number[] {
    const bits = [1, 1];
    const wanted = 2 + Math.floor(next() ** 2 * 110);
    while (bits.length < wanted) {
      const i = next() < 0.5 ? bits.length - 1 : Math.floor(next() * bits.length);
      if (bits[i] === 11) bits[i] = 11;
      else bits.push(++bits[i]);
      if (bits.every((n) => n === 11)) break;
    }
    const depth = Math.max(...bits);
    const weights = bits.flatMap((n) => (next() < 0.1 ? [0, depth + 1 - n] : [depth + 1 - n]));
    return weights.length <= 129 ? weights : weightsOf(next);
  }

  it('made by hand, of what compressors seldom make', () => {
    for (const { name, packed, expected } of byHand()) {
      expectWhole('unpackZstd', packed, expected, name);
    }
  });

  it('round trips through a compressor of this machine', () => {
    const { zstdCompressSync } = zlib as unknown as { zstdCompressSync?: (bytes: Uint8Array) => Uint8Array };
    const hasCommand = spawnSync('zstd', ['--version']).status === 0;
    if (!zstdCompressSync && !hasCommand) return;
    const next = random(17);
    for (let run = 0; run < 60; run++) {
      const bytes = bytesOf(next, run === 0 ? 2e6 : 3e5);
      const level = 1 + (run % 19);
      const args = [`-${level}`, '--stdout', '--no-progress', run % 2 ? '--check' : '--no-check', ...(run % 3 ? [`--stream-size=${bytes.length}`] : [])];
      const packed =
        zstdCompressSync && (!hasCommand || run % 4 === 0) ? zstdCompressSync(bytes) : spawnSync('zstd', args, { input: bytes, maxBuffer: 2 ** 24 }).stdout;
      for (const kernels of [wasm, plain]) expect(equal(unpacked(kernels, 'unpackZstd', packed, bytes.length), bytes), `${kernels.backend} ${args}`).toBe(true);
      expect(equal(unpackedAtEnd('unpackZstd', packed, bytes.length, true), bytes)).toBe(true);
    }
  });

  it('a dictionary, another size, a reserved bit, cut short: −1', () => {
    const { packed, expected } = fixtures(ZSTD).find(({ name }) => name === 'text -19 --no-check')!;
    const withId = Uint8Array.from([...packed.subarray(0, 4), 1, 0x50, 7, ...packed.subarray(6)]);
    for (const kernels of [wasm, plain]) {
      expect(unpacked(kernels, 'unpackZstd', withId, expected.length)).toBeUndefined();
      expect(unpacked(kernels, 'unpackZstd', packed.with(4, packed[4] | 8), expected.length)).toBeUndefined();
      expect(unpacked(kernels, 'unpackZstd', packed.with(0, 0x29), expected.length)).toBeUndefined();
      for (const length of [1, 4, 8, 9, 20, packed.length - 1])
        expect(unpacked(kernels, 'unpackZstd', packed.slice(0, length), expected.length)).toBeUndefined();
    }
    // A checksum is not looked at, but it has to be there.
    const checked = fixtures(ZSTD).find(({ name }) => name === 'text -3')!;
    for (const kernels of [wasm, plain]) {
      for (let cut = 1; cut <= 4; cut++) expect(unpacked(kernels, 'unpackZstd', checked.packed.slice(0, -cut), checked.expected.length)).toBeUndefined();
    }
    // The twin does not look at how much came of a frame that says its size.
    const sized = fixtures(ZSTD).find(({ name }) => name === 'text -1 sized')!;
    expect(unpacked(wasm, 'unpackZstd', sized.packed.with(5, sized.packed[5] + 1), sized.expected.length + 1)).toBeUndefined();
  });

  it('damaged: never a stop, never a byte outside, and where both backends take it the same', () => {
    const small = [...fixtures(ZSTD), ...byHand()].filter(({ expected }) => expected.length < 6000);
    const { both, either } = fuzz('unpackZstd', 3, small, false);
    expect(both).toBeGreaterThan(FUZZ / 100);
    expect(either).toBeLessThan(FUZZ);
  });
});

describe('Snappy', () => {
  const wholes = (count: number, most: number) => {
    const next = random(29);
    return Array.from({ length: count }, (_, run) => {
      const expected = run < 8 ? new Uint8Array(run) : bytesOf(next, most);
      return { packed: run % 5 === 4 ? snappyCompress(expected) : packSnappy(expected, next), expected };
    });
  };

  it('of two compressors, one of which does all that can be done', () => {
    for (const { packed, expected } of wholes(300, 20_000)) expectWhole('unpackSnappy', packed, expected);
    const large = bytesOf(random(1), 3e6);
    for (const packed of [snappyCompress(large), packSnappy(large, random(2))]) expectWhole('unpackSnappy', packed, large);
  });

  it('damaged: the same of both backends', () => {
    const { both } = fuzz('unpackSnappy', 7, wholes(60, 3000), true);
    expect(both).toBeGreaterThan(FUZZ / 100);
    for (const bad of [[], [128], [255, 255, 255, 255, 16], [1, 0], [1], [2, 0, 65], [4, 0, 65, 1, 0], [4, 0, 65, 2, 0, 0], [1, 252, 255, 255, 255, 255, 1]])
      for (const kernels of [wasm, plain]) expect(unpacked(kernels, 'unpackSnappy', Uint8Array.from(bad), 100), `${bad}`).toBeUndefined();
  });
});

describe('LZ4', () => {
  const wholes = (count: number, most: number) => {
    const next = random(31);
    const made = Array.from({ length: count }, (_, run) => {
      const expected = run < 8 ? new Uint8Array(run) : bytesOf(next, most);
      return { packed: packLz4(expected, next), expected };
    });
    return [...fixtures(LZ4).filter(({ expected }) => expected.length < most), ...made];
  };

  it('of a real compressor and one made here', () => {
    for (const { packed, expected } of [...fixtures(LZ4), ...wholes(300, 20_000)]) expectWhole('unpackLz4', packed, expected);
    const large = bytesOf(random(1), 3e6);
    expectWhole('unpackLz4', packLz4(large, random(2)), large);
  });

  it('damaged: the same of both backends', () => {
    const { both } = fuzz('unpackLz4', 11, wholes(60, 3000), true);
    expect(both).toBeGreaterThan(FUZZ / 100);
    for (const bad of [[], [16], [16, 65, 0], [16, 65, 0, 0], [16, 65, 2, 0, 0], [240, 255], [31, 65, 1, 0, 255, 255], [16, 65, 1, 0]])
      for (const kernels of [wasm, plain]) expect(unpacked(kernels, 'unpackLz4', Uint8Array.from(bad), 100), `${bad}`).toBeUndefined();
  });
});
