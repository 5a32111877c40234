import { createEngine } from 'fairbits';
import { describe, expect, it } from 'vitest';
import { Arena } from '../dist/kernels/arena.js';
import { sameBits } from './support/compare.js';
import { caught } from './support/error.js';
import fc from './support/properties.js';
import { random, testSet } from './support/random.js';

describe('Arena', () => {
  it('never hands out what is in use, nor anything outside, and takes everything back', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ give: fc.boolean(), size: fc.nat(900), which: fc.nat() }), { maxLength: 200 }), (steps) => {
        const arena = new Arena(1024, 8192);
        const used: { at: number; size: number }[] = [];
        const room = () => 8192 - 1024 - used.reduce((sum, { size }) => sum + Math.max(16, Math.ceil(size / 16) * 16), 0);
        for (const { give, size, which } of steps) {
          if (give && used.length > 0) {
            const [{ at }] = used.splice(which % used.length, 1);
            arena.give(at);
            continue;
          }
          let at: number;
          try {
            at = arena.take(size);
          } catch (error) {
            // Full means that no gap is large enough, not that nothing is left; with nothing in use all of it is.
            expect((error as { code: string }).code).toBe('arena-full');
            expect((error as { found: number }).found).toBeLessThan(size);
            expect((error as { found: number }).found).toBeLessThanOrEqual(room());
            continue;
          }
          expect(at % 16).toBe(0);
          expect(at).toBeGreaterThanOrEqual(1024);
          expect(at + size).toBeLessThanOrEqual(8192);
          for (const other of used) expect(at + size <= other.at || other.at + Math.max(1, other.size) <= at).toBe(true);
          used.push({ at, size });
        }
        for (const { at } of used) arena.give(at);
        expect(arena.take(8192 - 1024)).toBe(1024);
      }),
      { numRuns: 300 },
    );
  });

  it('gives gaps together again, in any order', () => {
    const arena = new Arena(0, 64);
    const parts = [0, 1, 2, 3].map(() => arena.take(16));
    expect(caught('arena-full', () => arena.take(1)).found).toBe(0);
    for (const i of [2, 0, 3, 1]) arena.give(parts[i]);
    expect(arena.take(64)).toBe(0);
  });

  it('does not mind what it never gave', () => {
    const arena = new Arena(0, 32);
    arena.take(16);
    arena.give(16);
    arena.give(5);
    arena.take(16);
    caught('arena-full', () => arena.take(16));
  });
});

describe('an engine’s memory', () => {
  it('is full, and free again', async () => {
    const engine = await createEngine({ backend: 'wasm', memory: 131072 });
    const chunk = engine.chunk(4000, 1);
    const error = caught('arena-full', () => engine.chunk(4000, 1));
    expect(error.message).toContain('131072 bytes');
    expect(error.message).toContain('free()');
    // Half of what was asked for must not stay taken.
    for (let turn = 0; turn < 10; turn++) caught('arena-full', () => engine.chunk(3000, 1));
    chunk.free();
    const again = engine.chunk(4000, 1);
    expect(again.probabilities).toHaveLength(4000);
    again.free();
  });

  it('freeing twice frees once', async () => {
    const engine = await createEngine({ backend: 'wasm', memory: 131072 });
    const first = engine.chunk(10, 2);
    first.free();
    const second = engine.chunk(10, 2);
    first.free();
    const third = engine.chunk(10, 2);
    second.probabilities.fill(1);
    third.probabilities.fill(2);
    expect(second.probabilities.every((x) => x === 1)).toBe(true);
  });

  it('chunks do not overlap', async () => {
    const engine = await createEngine();
    const chunks = Array.from({ length: 20 }, (_, i) => engine.chunk(1 + 7 * i, 3));
    for (const [i, { probabilities, labels }] of chunks.entries()) {
      probabilities.fill(i);
      labels.fill(i);
    }
    for (const [i, { probabilities, labels }] of chunks.entries()) {
      expect(probabilities.every((x) => x === i)).toBe(true);
      expect(labels.every((x) => x === i)).toBe(true);
    }
  });

  it('scoring that finds no room takes none, however often', async () => {
    const engine = await createEngine({ backend: 'wasm', memory: 1 << 20 });
    const set = testSet(random(1), 50, 3);
    const wanted = engine.rewards('bayesianReward', set.estimates, set.labels);
    // The largest gap, and of the next all but 40,000 bytes: too little for a block of rewards and what it is made from.
    const gap = () => caught('arena-full', () => engine.kernels.float64(1 << 20)).found as number;
    const hogs = [engine.kernels.float64(gap() / 8)];
    hogs.push(engine.kernels.float64((gap() - 40000) / 8));
    for (let turn = 0; turn < 50; turn++) {
      caught('arena-full', () => engine.rewards('bayesianReward', set.estimates, set.labels));
      caught('arena-full', () => engine.tally(2000).add(new Float64Array(2000).fill(1 / 2000), Uint8Array.of(1)));
    }
    for (const hog of hogs) engine.kernels.free(hog);
    sameBits(engine.rewards('bayesianReward', set.estimates, set.labels), wanted);
  });

  it('a full memory leaves a tally as it was', async () => {
    const engine = await createEngine({ backend: 'wasm', memory: 131072 });
    const tally = engine.tally(3);
    const before = JSON.stringify(tally);
    caught('arena-full', () => tally.add(Float64Array.of(0.2, 0.3, 0.5), Uint8Array.of(0)));
    expect(JSON.stringify(tally)).toBe(before);
  });

  it('is used again and again without running out', async () => {
    const engine = await createEngine({ backend: 'wasm', memory: 1 << 20 });
    const set = testSet(random(1), 300, 5);
    for (let turn = 0; turn < 300; turn++) {
      engine.rewards('generalizedReward', set.estimates, set.labels);
      engine.tally(2 + (turn % 5));
      engine.chunk(100, 5).free();
    }
  });
});
