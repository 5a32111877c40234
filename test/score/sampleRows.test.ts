import { expect, it } from 'vitest';
import { createEngine } from '../../dist/core/engine.js';
import { nodeGround } from '../../dist/tasks/nodeGround.js';
import { choosePredictions } from '../../dist/tasks/predictions.js';
import { withTables } from '../../dist/tasks/rowCrew.js';
import { sampleRows } from '../../dist/tasks/score/sampleRows.js';
import { write } from './cli.js';

it.each([
  ['short', ''],
  ['long', 'x'.repeat(80)],
])('how many rows come is told by those at the beginning, be they %s', async (name, note) => {
  const rows = 120_000;
  const text = Array.from({ length: rows }, (_, r) => `${'abc'[r % 3]},.5,.25,.25,${note}\n`).join('');
  const file = write(`sampled-${name}.csv`, `label,p_a,p_b,p_c,note\n${text}`);
  const sample = await withTables(nodeGround, [file], { threads: 1 }, async (open) =>
    sampleRows(open, await choosePredictions(open, {}), await createEngine()),
  );
  const { counts, expectedRows = 0, leastRows = 0 } = sample as NonNullable<typeof sample>;
  expect(Math.abs(expectedRows / rows - 1)).toBeLessThan(0.01);
  expect(leastRows).toBeLessThan(expectedRows);
  expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
});
