import { describe, expect, it } from 'vitest';
import { faults, skipped } from './faults.mjs';
import { randomOf } from './random.mjs';

/** npm run fuzz -- --format faults tries more; here the same few each time, though not at the same moments. */
const RUNS = 30;
const FIRST = 1;

const left = Object.values(skipped as Record<string, string>).join('; ');

describe.skipIf('all' in skipped)(`the command under faults${left && ` (left out: ${left})`}`, () => {
  const input = (run: number) => faults.make(randomOf(FIRST + run));

  it('all kinds are among those tried', () => {
    const kinds = new Set(Array.from({ length: RUNS }, (_, run) => input(run).fault));
    expect(kinds.size).toBeGreaterThanOrEqual(8);
  });

  it.each(Array.from({ length: RUNS }, (_, run) => [`${FIRST + run}: ${input(run).fault}`, run] as const))(
    '%s',
    async (_, run) => {
      await faults.check(input(run));
    },
    300_000,
  );
});
