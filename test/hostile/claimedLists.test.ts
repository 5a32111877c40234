import { readFileSync } from 'node:fs';
import { FairbitsError } from 'fairbits';
import { scoreFiles } from 'fairbits/node';
import { expect, it } from 'vitest';
import { write } from '../score/cli.js';

/** Lists of a fixed length say in the schema how long they are: in a damaged file, that may be anything. */
it.each([2 ** 30, 70_000, -1])('lists that claim a length of %i take no more memory than the file', async (claimed) => {
  const whole = readFileSync('test/first-minute/shapes/fixed-list.feather');
  const before = process.memoryUsage().rss;
  let refused = 0;
  for (let at = 0; at + 4 <= whole.length; at += 4) {
    const bytes = Buffer.from(whole);
    if (bytes.readInt32LE(at) !== 3) continue;
    bytes.writeInt32LE(claimed, at);
    const error = await scoreFiles([write('claimed.feather', bytes)], { threads: 1 }).then(
      () => undefined,
      (raised) => raised,
    );
    if (error !== undefined) expect(error).toBeInstanceOf(FairbitsError);
    refused += Number(error !== undefined);
  }
  expect(refused).toBeGreaterThan(0);
  expect(process.memoryUsage().rss - before).toBeLessThan(5e8);
});
