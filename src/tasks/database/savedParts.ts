import { FairbitsError } from '../../base/errors.js';
import type { Engine } from '../../core/engine.js';
import type { Summary } from '../../core/moments.js';
import { type RewardStatistics, standardErrorOf } from '../../core/statistics/rewardStatistics.js';
import { isSameNumbers } from '../../core/statistics/turningPoints.js';
import type { Tally } from '../../core/tally.js';
import { withoutTable } from '../../engines/metadata.js';
import type { ResultRow } from '../../engines/resultRows.js';
import { type EngineStatistics, skippedText, statisticsFromRows } from '../../engines/statisticsFromRows.js';
import { fromFixed } from '../../math/exactSum.js';
import type { SlicedRows } from '../../slices/sliceReport.js';
import { mergeSaved, readSaved, type Saved } from '../score/saved.js';
import { resultRowsOf } from './resultText.js';

/** Parts of a test set that were scored elsewhere, together. */
export interface SavedParts {
  saved: RewardStatistics | Tally;
  /** Where all were sliced. */
  sliced?: SlicedRows;
  /** Rows that queries passed over. */
  skipped: number;
  warnings: string[];
  /** A measure that statistics do not tell, where a query has told it. */
  rowByRow(id: string, prior: Float64Array): Summary | undefined;
}

/** Reads parts one after the other: files that score --save wrote, and results of queries. Results of one query are added up before anything is rounded. */
export async function readParts(engine: Engine, files: readonly string[], textOf: (file: string) => string): Promise<SavedParts> {
  const results = new Map<string, { files: string[]; rows: ResultRow[] }>();
  let all: Saved | undefined;
  const add = (part: Saved): void => {
    all = all === undefined ? part : mergeSaved(all, part, engine);
  };
  let others = 0;
  for (const file of files) {
    const text = textOf(file);
    const rows = resultRowsOf(text);
    if (!rows) {
      add(readSaved(engine, text, file));
      others++;
      continue;
    }
    const key = withoutTable(/fairbits-statistics=[^\s"',;|]*/.exec(text)?.[0] ?? '');
    const same = results.get(key) ?? { files: [], rows: [] };
    same.files.push(file);
    same.rows.push(...rows);
    results.set(key, same);
  }
  const found: EngineStatistics[] = [];
  for (const { files: names, rows } of results.values()) {
    try {
      found.push(await statisticsFromRows(rows, { engine }));
    } catch (error) {
      if (!(error instanceof FairbitsError)) throw error;
      throw new FairbitsError(error.code, `${names.join(', ')}: ${error.message}`, {
        file: names.join(', '),
        found: error.found,
        ...(error.expected === undefined ? {} : { expected: error.expected }),
      });
    }
  }
  for (const { statistics } of found) add({ whole: statistics });
  const alone = others === 0 && found.length === 1 ? found[0] : undefined;
  const { whole, sliced } = all as unknown as Saved;
  return {
    saved: whole,
    ...(sliced ? { sliced } : {}),
    ...skippedTogether(found),
    rowByRow: (id, prior) => (id === 'generalizedReward' && alone ? generalizedSummary(alone, prior) : undefined),
  };
}

/** What results passed over, and how that is said. */
export function skippedTogether(found: readonly EngineStatistics[]): { skipped: number; warnings: string[] } {
  const kinds: Record<string, number> = {};
  for (const { skipped } of found) for (const [kind, count] of Object.entries(skipped)) kinds[kind] = (kinds[kind] ?? 0) + count;
  const skipped = Object.values(kinds).reduce((sum, count) => sum + count, 0);
  return { skipped, warnings: skipped === 0 ? [] : [`${skipped} rows could not be scored and were skipped: ${skippedText(kinds)}`] };
}

/** The generalized reward of more than 16 classes, under the prior that the query was made for. */
export function generalizedSummary({ statistics, generalized }: EngineStatistics, prior: Float64Array): Summary | undefined {
  if (!generalized || !isSameNumbers(generalized.prior, prior) || statistics.tally.impossible > 0) return undefined;
  const { rows, weight } = statistics;
  const total = fromFixed(generalized.spread.sum);
  return { rows, weight, total, mean: total / weight, standardError: standardErrorOf(generalized.spread, weight), infinite: 0, infiniteRows: [] };
}
