import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it('the example runs, finds what it should, and prints what the page shows', () => {
  const output = execFileSync(process.execPath, ['examples/splits/estimate.mjs'], { encoding: 'utf8' });
  const number = (pattern: RegExp) => Number(output.match(pattern)?.[1]);
  // The frequencies earn nothing; the nearest neighbour makes no mistake on what it has seen, and .632 lies between seen and unseen.
  expect(output.match(/frequencies .* fair bits {3}0\.000 ± 0\.000/g)).toHaveLength(2);
  expect(number(/seen +([\d.]+) %/)).toBe(0);
  expect(number(/\.632 +([\d.]+) %/)).toBeCloseTo(0.632 * number(/unseen +([\d.]+) %/), 0);
  expect(number(/\.632\+ +([\d.]+) %/)).toBeGreaterThan(number(/\.632 +([\d.]+) %/));
  expect(number(/\.632\+ +([\d.]+) %/)).toBeLessThanOrEqual(number(/unseen +([\d.]+) %/));
  const shown = readFileSync('docs/splits.md', 'utf8').match(/on 120 patients:?\n\n```\n([^`]*)```/)?.[1];
  expect(shown).toBe(output);
});
