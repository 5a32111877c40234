import type { CommonRows } from '../../src/files.js';
import { type Backend, createEngine } from '../../src/index.js';
import { type Comparison, comparison, DEFAULT_REPLICATES, type Judged, measures, sameClasses, sameLength, sameTruths } from '../../src/parts.js';
import type { PostedRows } from './jobs.js';

/** What `fairbits compare` does, of rows that are here already; `common` says which were left out, where bad ones are skipped. */
export async function compare(learners: readonly PostedRows[], confidence: number, backend: Backend, common?: CommonRows): Promise<Comparison> {
  const judged = learners.map(
    ({ name, json, summaries, columns }, i): Judged => ({
      name,
      file: json.files[0],
      report: json,
      summaries,
      guesses: json.guesses,
      rows: columns[0].length,
      skipped: common?.skippedOf[i],
      chunks: () => [columns],
    }),
  );
  const [first, ...others] = judged;
  for (const other of others) {
    sameClasses(first, other);
    sameLength(first, other);
    sameTruths(first, other, (row) => `row ${row + 1}`, ' in the same order.');
  }
  const engine = await createEngine({ backend });
  const settings = { replicates: DEFAULT_REPLICATES, seed: 1 };
  // One seed: every learner is judged on the same draws.
  const means = learners.map(({ columns }) => engine.bootstrapMeans(columns.slice(0, measures.length), settings));
  return comparison(engine.kernels, judged, means, { ...settings, interval: 'percentile', confidence, alignedBy: 'row', skipped: common?.skipped });
}
