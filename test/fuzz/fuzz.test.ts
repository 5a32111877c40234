import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { formats } from './formats.mjs';
import { randomOf } from './random.mjs';

/** npm run fuzz tries more (scripts/fuzz.mjs); here the same few each time, and all that was ever found. */
const RUNS = 200;
const FIRST = 1;

interface Format {
  few?: number;
  make(random: unknown): { files: Uint8Array[] };
  check(input: unknown): boolean | Promise<boolean>;
}

describe('files by chance', () => {
  it.each(Object.entries(formats as unknown as Record<string, Format>))('%s', async (_, format) => {
    const { few: runs = RUNS } = format;
    let good = 0;
    for (let run = 0; run < runs; run++) if (await format.check(format.make(randomOf(FIRST + run)))) good++;
    expect(good).toBeGreaterThan(runs / 30);
    expect(good).toBeLessThan(runs);
  });
});

it.each(readdirSync('test/fuzz/corpus'))('what was found before: %s', async (name) => {
  const { format, files, ...more } = JSON.parse(readFileSync(`test/fuzz/corpus/${name}`, 'utf8'));
  const { check } = (formats as unknown as Record<string, Format>)[format];
  await check({ ...more, files: files.map((text: string) => new Uint8Array(Buffer.from(text, 'base64'))) });
});
