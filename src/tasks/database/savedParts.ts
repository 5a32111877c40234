import { FairbitsError } from '../../base/errors.js';
import type { Engine } from '../../core/engine.js';
import type { Summary } from '../../core/moments.js';
import { type RewardStatistics, standardErrorOf } from '../../core/statistics/rewardStatistics.js';
import { isSameNumbers } from '../../core/statistics/turningPoints.js';
import type { Tally } from '../../core/tally.js';
import { type Histograms, histogramsFromRows, turnedSides } from '../../engines/histogramRows.js';
import { hasClassHistograms } from '../../engines/histogramSql.js';
import { withoutTable } from '../../engines/metadata.js';
import type { ResultRow } from '../../engines/resultCells.js';
import { type EngineStatistics, skippedText, statisticsFromRows, turnedStatistics } from '../../engines/statisticsFromRows.js';
import { fromFixed } from '../../math/exactSum.js';
import type { SlicedRows } from '../../slices/sliceReport.js';
import { mergeSaved, readSaved, type Saved } from '../score/saved.js';
import { agrees } from './histogramFigures.js';
import { resultRowsOf } from './resultText.js';

/** Parts of a test set that were scored elsewhere, together. */
export interface SavedParts {
  saved: RewardStatistics | Tally;
  /** Where all were sliced. */
  sliced?: SlicedRows;
  /** Rows that queries passed over. */
  skipped: number;
  warnings: string[];
  /** Whether all parts are results of queries. */
  queried: boolean;
  /** Where one query was asked of all parts, and histograms were, too. */
  histograms?: Histograms;
  /** Measures that statistics do not tell under a prior, where queries have told them. */
  toldUnder(prior: Float64Array): Promise<(id: string) => Summary | undefined>;
}

/** Reads parts one after the other: files that score --save wrote, and results of queries. Results of one query are added up before anything is rounded. */
export async function readParts(engine: Engine, files: readonly string[], textOf: (file: string) => string): Promise<SavedParts> {
  const results = new Map<string, { files: string[]; rows: ResultRow[]; histogramRows: ResultRow[] }>();
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
    const [, kind, written] = /fairbits-(statistics|histograms)=([^\s"',;|]*)/.exec(text) as RegExpExecArray;
    const key = withoutTable(written);
    const same = results.get(key) ?? { files: [], rows: [], histogramRows: [] };
    same.files.push(file);
    for (const row of rows) same[kind === 'statistics' ? 'rows' : 'histogramRows'].push(row);
    results.set(key, same);
  }
  const found: QueryAnswer[] = [];
  for (const { files: names, rows, histogramRows } of results.values()) {
    try {
      if (rows.length === 0)
        throw new FairbitsError('tally', 'these are histograms alone: expected the result of the same fairbits sql without --histograms beside them', {
          expected: 'the result of fairbits sql without --histograms',
        });
      const histograms = histogramRows.length === 0 ? {} : { histograms: histogramsFromRows(histogramRows) };
      found.push({ rows, ...histograms, ...(await statisticsFromRows(rows, { engine })) });
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
    queried: others === 0,
    ...(alone?.histograms ? { histograms: alone.histograms } : {}),
    toldUnder: async (prior) => {
      const generalized = alone && generalizedSummary(alone, prior);
      const turned = alone && (await turnedSummary(alone, engine, prior));
      return (id) => (id === 'generalizedReward' ? generalized : id === 'kononenkoBratko' ? turned : undefined);
    },
  };
}

/** What one query was answered. */
interface QueryAnswer extends EngineStatistics {
  rows: ResultRow[];
  histograms?: Histograms;
}

/** Kononenko & Bratko's information under another prior than that of the query, from histograms of the same rows; with how far off it may be. */
async function turnedSummary({ rows, histograms, statistics }: QueryAnswer, engine: Engine, prior: Float64Array): Promise<Summary | undefined> {
  if (!histograms || !hasClassHistograms(histograms.spec) || !agrees(histograms, statistics.tally)) return undefined;
  const { statistics: turned } = await turnedStatistics(rows, { engine, turned: { histograms, prior } });
  return { ...turned.summary('kononenkoBratko', prior), error: turnedSides(histograms, prior).bound };
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
