import { evaluate } from 'fairbits';
import { describe, expect, it } from 'vitest';
import { ranAlready } from './support/ranAlready.js';

/** Rows enough to be worth another thread, ties and all. */
function rows(count: number, k: number): { p: Float64Array; labels: Uint8Array } {
  const p = new Float64Array(count * k);
  const labels = new Uint8Array(count);
  let state = 12345;
  const next = (): number => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return (state >>> 8) / 2 ** 24;
  };
  for (let r = 0; r < count; r++) {
    const parts = Array.from({ length: k }, () => 1 + Math.floor(next() * 1000));
    const sum = parts.reduce((a, b) => a + b);
    for (let i = 0; i < k; i++) p[r * k + i] = parts[i] / sum;
    labels[r] = Math.floor(next() * k);
  }
  return { p, labels };
}

function shared<A extends Float64Array | Uint8Array>(array: A): A {
  const copy = new (array.constructor as new (buffer: SharedArrayBuffer) => A)(new SharedArrayBuffer(array.byteLength));
  copy.set(array);
  return copy;
}

/** How many threads something starts. */
async function started(work: () => Promise<unknown>): Promise<number> {
  let count = 0;
  const hear = (): void => void count++;
  process.on('worker', hear);
  await work();
  process.off('worker', hear);
  return count;
}

describe('evaluate with threads', () => {
  // On the plain backend, which takes several times as long, one is enough: what differs between them is how many classes there are to rank.
  it.each(
    [
      [9, 450_000],
      [2, 2_010_000],
      [3, 1_340_000],
    ].slice(0, ranAlready ? 1 : undefined),
  )('gives the same bits for %i classes, of arrays that are shared and of others', async (k, count) => {
    const { p, labels } = rows(count, k);
    const alone = JSON.stringify(await evaluate(p, labels));
    expect(await started(async () => expect(JSON.stringify(await evaluate(p, labels, { threads: 2 }))).toBe(alone))).toBe(1);
    expect(await started(async () => expect(JSON.stringify(await evaluate(shared(p), shared(labels), { threads: 3 }))).toBe(alone))).toBe(2);
  });

  it.skipIf(ranAlready)('starts none where nothing is ranked, or little', async () => {
    const { p, labels } = rows(1_340_000, 3);
    expect(await started(() => evaluate(p, labels, { threads: 2, ranking: false }))).toBe(0);
    expect(await started(() => evaluate(p.subarray(0, 300), labels.subarray(0, 100), { threads: 2 }))).toBe(0);
  });

  it.skipIf(ranAlready)('says what is wrong with a row as one thread does', async () => {
    const { p, labels } = rows(1_340_000, 3);
    p[3 * 400_000] = 7;
    const alone = await evaluate(p, labels).catch(String);
    expect(alone).toMatch(/row 400000/);
    expect(await evaluate(p, labels, { threads: 2 }).catch(String)).toBe(alone);
  });
});
