import { calibrationOfBins } from '../../columns/calibration/binFigures.js';
import { type CalibrationReport, calibrationFigures } from '../../columns/calibration/calibrationReport.js';
import { BinSums } from '../../columns/calibration/calibrator.js';
import type { ClassCalibration } from '../../columns/calibration/classCalibration.js';
import { pairOf, pairsOfBins } from '../../columns/ranking/binnedRanks.js';
import { multiclassRanking } from '../../columns/ranking/multiclass.js';
import type { Ranking } from '../../columns/ranking/ranked.js';
import type { RewardStatistics } from '../../core/statistics/rewardStatistics.js';
import type { Tally } from '../../core/tally.js';
import { type HistogramBin, type Histograms, histogramsFromRows, histogramWeights } from '../../engines/histogramRows.js';
import { hasClassHistograms, WIDTH_BINS } from '../../engines/histogramSql.js';
import type { ResultRow } from '../../engines/resultCells.js';
import { fromFixed } from '../../math/exactSum.js';
import { LN2 } from '../../math/log.js';
import { normalQuantile } from '../../math/normalQuantile.js';

/** What a report has beside the measures: ranking and calibration, with how far off each figure may be, or why it is not known. */
export interface RowFigures {
  calibration: CalibrationReport;
  ranking: Ranking;
}

/**
 * Ranking and calibration from the rows that an engine answered to `histogramSql`, beside the statistics of the same rows.
 *
 * @example
 * ```ts
 * import { DuckDBInstance } from '@duckdb/node-api';
 * import { histogramSql, rankingFromRows, type ResultRow, statisticsFromRows, statisticsSql } from 'fairbits/engines';
 *
 * const connection = await (await DuckDBInstance.create()).connect();
 * await connection.run("CREATE TABLE predictions AS SELECT * FROM (VALUES ('a', 0.7, 0.3), ('b', 0.4, 0.6)) AS t(label, p_a, p_b)");
 * const ask = async (sql: string) => (await connection.runAndReadAll(sql)).getRowObjectsJson() as ResultRow[];
 * const spec = { table: 'predictions', truth: 'label', probs: ['p_a', 'p_b'], classes: ['a', 'b'] };
 * const { statistics } = await statisticsFromRows(await ask(statisticsSql(spec, 'duckdb')));
 * const { ranking, calibration } = rankingFromRows(await ask(histogramSql(spec, 'duckdb')), statistics);
 * ranking.approximate; // → 'AUC is computed from counts by bin; ± is its largest possible error'
 * calibration.modal?.equalWidth.expected; // → 0.35
 * ```
 */
export function rankingFromRows(rows: readonly ResultRow[], { tally }: RewardStatistics, options: { confidence?: number } = {}): RowFigures {
  return histogramFigures(histogramsFromRows(rows), tally, options.confidence);
}

/** Neither ranking nor calibration is known. */
export function withoutRows({ k, classes, positive }: Tally, reason: string, miscalibration = reason): RowFigures {
  return {
    calibration: { miscalibration: null, overconfident: null, underconfident: null, cells: 0, reason: miscalibration },
    ranking:
      k === 2
        ? { positive: classes[positive], auc: null, averagePrecision: null, standardError: null, interval: null, reason }
        : { aucOneVsOne: null, aucOneVsRest: null, byClass: {}, reason },
  };
}

/** Why cells of ten rows cannot be had. */
const NEEDS_ORDER =
  'the miscalibration of Korb, Hope & Hughes 2001 takes cells of rows in the order of their estimates, which counts by bin do not have; write the rows to a file and score that';

/** Ranking and calibration of rows that an engine has put into bins, with bounds. `reason`: what else is to be said where there are none. */
export function histogramFigures(histograms: Histograms | undefined, tally: Tally, confidence = 0.95, reason = NO_HISTOGRAMS): RowFigures {
  if (!histograms) return withoutRows(tally, reason);
  const { spec, bins } = histograms;
  const { k, classes, weights } = spec;
  if (!agrees(histograms, tally)) return withoutRows(tally, 'rows came or went between the query for statistics and the one for histograms; score again');
  const z = normalQuantile((1 + confidence) / 2);
  const columns = Array.from({ length: k + 1 }, (_, e) => new ColumnBins(bins.filter(({ estimate }) => estimate === e)));
  const modal = columns[k].calibration(1, z);
  const nothing = withoutRows(tally, `the ${k} classes of this table are not ranked: histograms are taken for at most 16`, NEEDS_ORDER);
  if (!hasClassHistograms(spec)) return { ranking: nothing.ranking, calibration: { ...nothing.calibration, modal } };
  const ofClass = classes.map((_, i) => columns[i].calibration(i, z));
  const positive = columns[Math.max(0, tally.positive)];
  const ranking: Ranking =
    k === 2
      ? pairOf(
          { positives: positive.cell(tally.positive), negatives: positive.cell(1 - tally.positive) },
          classes[tally.positive],
          confidence,
          weights === undefined ? 1 : 0,
          (bin) => positive.isSingle(bin),
        )
      : multiclassRanking(
          pairsOfBins(
            k,
            (i, j) => columns[i].cell(j),
            (i, bin) => columns[i].isSingle(bin),
          ),
          classes,
        );
  return {
    ranking: { ...ranking, approximate: 'AUC is computed from counts by bin; ± is its largest possible error' },
    calibration: { ...nothing.calibration, ...calibrationFigures(modal, ofClass, classes) },
  };
}

/** What to say where no histograms were asked for. */
export const NO_HISTOGRAMS = 'sums do not tell the order of estimates; histograms do (fairbits sql --histograms), or the rows in a file';

/** Whether both queries saw the same rows: what those of each true class weigh. */
export function agrees(histograms: Histograms, { confusion, weight }: Tally): boolean {
  if (!hasClassHistograms(histograms.spec)) {
    const all = histograms.bins.reduce((sum, bin) => sum + bin.weight, 0n);
    return isNear(fromFixed(all), weight);
  }
  const found = histogramWeights(histograms);
  return confusion.actual().every((expected, c) => isNear(fromFixed(found[c]), expected));
}

/** Counts are the same; sums of weights may differ by rounding. */
const isNear = (found: number, expected: number): boolean => Math.abs(found - expected) <= 1e-9 * Math.abs(expected);

/** The bins of one class's estimates, or of the modal ones, from the lowest up. */
class ColumnBins {
  /** To each bin of the histogram, its place among those that differ by more than the true class. */
  private readonly places: number[] = [];
  private readonly count: number;
  private readonly lowest: number[] = [];
  private readonly highest: number[] = [];

  constructor(private readonly bins: readonly HistogramBin[]) {
    let last: HistogramBin | undefined;
    let place = -1;
    for (const bin of bins) {
      if (bin.bin !== last?.bin) place++;
      this.places.push(place);
      this.lowest[place] = Math.min(this.lowest[place] ?? 1, bin.lowest);
      this.highest[place] = Math.max(this.highest[place] ?? 0, bin.highest);
      last = bin;
    }
    this.count = place + 1;
  }

  /** Whether the estimates of a bin are all the same. */
  isSingle(place: number): boolean {
    return this.lowest[place] === this.highest[place];
  }

  /** What rows of a true class weigh, by bin. */
  cell(truth: number): Float64Array {
    const weights = new Float64Array(this.count);
    for (const [b, bin] of this.bins.entries()) if (bin.truth === truth) weights[this.places[b]] += fromFixed(bin.weight);
    return weights;
  }

  /** How well what is said comes true: what rows of this true class are. */
  calibration(truth: number, z: number): ClassCalibration {
    const fine = new BinSums(this.count);
    const width = new BinSums(WIDTH_BINS);
    const sums = { quadratic: 0n, log: 0n, surplus: 0n, variance: 0n };
    let impossible = false;
    for (const [b, { truth: own, weight, widthBin, p, q, v, l, lowest, highest }] of this.bins.entries()) {
      const hit = own === truth;
      const rows = fromFixed(weight);
      const each = [rows, hit ? rows : 0, fromFixed(p), lowest, highest] as const;
      fine.add(this.places[b], ...each);
      width.add(Math.max(0, widthBin - 1), ...each);
      sums.quadratic += q;
      sums.log -= l;
      // (y − p)(1 − 2p) is 2(y − p)² less what p is off by.
      sums.surplus += 2n * q - (hit ? weight - p : p);
      sums.variance += v;
      impossible ||= hit ? lowest === 0 : highest === 1;
    }
    const { quadratic, log, surplus, variance } = sums;
    const totals = {
      quadratic: fromFixed(quadratic),
      log: impossible ? Infinity : fromFixed(log) / LN2,
      surplus: fromFixed(surplus),
      variance: fromFixed(variance),
    };
    return calibrationOfBins(fine, width, totals, z);
  }
}
