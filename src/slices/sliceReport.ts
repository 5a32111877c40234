import { type Reported, reported } from '../base/reported.js';
import { meanInterval } from '../core/meanInterval.js';
import type { Summary } from '../core/moments.js';
import type { ResolvedPrior } from '../core/priors.js';
import type { RewardStatistics } from '../core/statistics/rewardStatistics.js';
import { normalQuantile } from '../math/normalQuantile.js';
import { benjaminiHochberg } from '../significance/benjaminiHochberg.js';
import { type FoldReport, foldsOf, isFoldColumn } from './folds.js';
import { shapeOf } from './rewardShape.js';
import { MISSING_VALUE, type SliceKind } from './slicePlan.js';
import { calibrationOf } from './sliceSums.js';
import { LEAST_ROWS, sliceTest } from './sliceTest.js';

/** The rows of one value: whole statistics. */
export interface Slice {
  name: string;
  rows: number;
  statistics: RewardStatistics;
  calibration: Float64Array;
}

/** A column that rows were sliced by, and its slices. */
export interface SlicedColumn {
  name: string;
  kind: SliceKind | 'pairs';
  slices: Slice[];
  /** Rows whose values had no room, and how many values they have, or that these are not all. */
  others?: { rows: number; values: number; atLeast: boolean };
}

/** Rows by slices. */
export interface SlicedRows {
  columns: SlicedColumn[];
  rewards: Float64Array;
}

/** A mean with its interval. */
interface MeanFigure {
  mean: Reported;
  standardError: Reported;
  interval: [Reported, Reported] | null;
}

/** What the rows of one slice earn, how that differs from all other rows, and the bits that are lost there. */
export interface SliceFigures {
  column: string;
  value: string;
  rows: number;
  /** Where rows have weights: what they weigh. */
  weight?: number;
  bayesianReward: MeanFigure & { ceiling: number; share: Reported };
  accuracy: MeanFigure;
  /** The mean of the modal estimates, and how far they are from how often they come true, over ten bins of equal width. */
  confidence: Reported;
  ece: Reported;
  /** The mean reward minus that of the other rows; p of a test, alone and adjusted over all slices that were tested. */
  difference: { value: Reported; interval: [Reported, Reported] | null; p: number | null; adjustedP: number | null; reason?: string };
  /** What these rows would earn more if they earned as much as the others: rows times shortfall, negative where they earn more. */
  bitsLost: Reported;
}

/** Rows by the values of columns, the slice that loses most first: what `scoreFiles` with `by` gives as `slices`. */
export interface SlicesReport {
  by: { column: string; kind: SliceKind | 'pairs'; slices: number; others?: { rows: number; values: number; atLeast: boolean } }[];
  /** How p is adjusted, and over how many slices. */
  adjustment: { method: 'Benjamini–Hochberg'; tested: number };
  /** Where the most bits are lost first. */
  slices: SliceFigures[];
  /** By fold, where a column says which. */
  folds?: FoldReport;
  notes: string[];
}

interface Tested {
  figures: SliceFigures;
  lost: number;
}

/** What the slices come to under a prior, beside all rows. */
export function sliceReport(
  { columns, rewards }: SlicedRows,
  whole: RewardStatistics,
  prior: ResolvedPrior,
  confidence: number,
  notes: readonly string[] = [],
): SlicesReport {
  const all = whole.summary('bayesianReward', prior.values);
  const shape = shapeOf(rewards, prior.values);
  const found: Tested[] = columns.flatMap(({ name, slices }) => slices.map((slice) => figuresOf(name, slice, slices.length)));
  const tested = found.filter(({ figures }) => figures.difference.p !== null);
  const adjusted = benjaminiHochberg(tested.map(({ figures }) => figures.difference.p as number));
  tested.forEach(({ figures }, i) => {
    figures.difference.adjustedP = adjusted[i];
  });
  found.sort((a, b) => b.lost - a.lost || (a.figures.column < b.figures.column ? -1 : Number(a.figures.column > b.figures.column)));
  const folds = columns.find(({ name, kind }) => kind === 'values' && isFoldColumn(name));
  return {
    by: columns.map(({ name, kind, slices, others }) => ({ column: name, kind, slices: slices.length, ...(others ? { others } : {}) })),
    adjustment: { method: 'Benjamini–Hochberg', tested: tested.length },
    slices: found.map(({ figures }) => figures),
    ...(folds && folds.slices.length > 1 ? { folds: foldsOf(folds.slices.filter(({ name }) => name !== MISSING_VALUE)) } : {}),
    notes: [...notes],
  };

  function figuresOf(column: string, { name, rows, statistics, calibration }: Slice, slices: number): Tested {
    const reward = statistics.summary('bayesianReward', prior.values);
    const accuracy = statistics.summary('accuracy', prior.values);
    const ceiling = statistics.ceiling('bayesianReward', prior.values) as number;
    const { confidence: said, ece } = calibrationOf(calibration);
    const { difference, lost } = differenceOf(reward, slices);
    const figures: SliceFigures = {
      column,
      value: name,
      rows,
      ...(statistics.weight === rows ? {} : { weight: statistics.weight }),
      bayesianReward: { ...meanFigure('bayesianReward', reward), ceiling, share: reported(reward.mean / ceiling) },
      accuracy: meanFigure('accuracy', accuracy),
      confidence: reported(said),
      ece: reported(ece),
      difference,
      bitsLost: reported(lost),
    };
    return { figures, lost: Number.isNaN(lost) ? -Infinity : lost };
  }

  function meanFigure(id: string, summary: Summary): MeanFigure {
    const interval = meanInterval(id, summary, confidence);
    const known = Number.isFinite(summary.standardError) && Number.isFinite(interval[0]) && Number.isFinite(interval[1]);
    return { mean: reported(summary.mean), standardError: reported(summary.standardError), interval: known ? [interval[0], interval[1]] : null };
  }

  function differenceOf(own: Summary, slices: number): { difference: SliceFigures['difference']; lost: number } {
    const without = (value: number, reason: string): SliceFigures['difference'] => ({
      value: reported(value),
      interval: null,
      p: null,
      adjustedP: null,
      reason,
    });
    if (own.infinite > 0) return { difference: without(-Infinity, 'a prediction of these rows earns −∞'), lost: Infinity };
    if (slices < 2 || all.weight - own.weight < 1e-9 * all.weight) return { difference: without(NaN, 'there are no other rows'), lost: NaN };
    if (all.infinite > 0) return { difference: without(Infinity, 'a prediction of the other rows earns −∞'), lost: -Infinity };
    const rest = restOf(all, own);
    const value = own.mean - rest.mean;
    const lost = own.weight * (rest.mean - own.mean);
    if (own.weight < LEAST_ROWS || rest.weight < LEAST_ROWS) return { difference: without(value, `a test needs ${LEAST_ROWS} rows, and as many others`), lost };
    const z = normalQuantile((1 + confidence) / 2);
    const error = Math.sqrt(own.standardError ** 2 + rest.standardError ** 2);
    const p = sliceTest(own.mean, own.weight, shape);
    const interval: [number, number] | null = Number.isFinite(error) ? [value - z * error, value + z * error] : null;
    if (Number.isNaN(p)) return { difference: without(value, 'the rewards do not vary'), lost };
    return { difference: { value, interval, p, adjustedP: null }, lost };
  }
}

/** What all rows but some come to: their weight, mean and standard error. */
export function restOf(all: Summary, own: Summary): { weight: number; mean: number; standardError: number } {
  const weight = all.weight - own.weight;
  const mean = (all.mean * all.weight - own.mean * own.weight) / weight;
  const about = (each: Pick<Summary, 'standardError' | 'weight'>): number => (each.weight > 1 ? each.standardError ** 2 * each.weight * (each.weight - 1) : 0);
  const between = ((own.weight * weight) / all.weight) * (own.mean - mean) ** 2;
  const squares = Math.max(0, about(all) - about(own) - between);
  return { weight, mean, standardError: weight > 1 ? Math.sqrt(squares / (weight - 1) / weight) : NaN };
}
