import type { Kernels, PriorTables } from '../../kernels/kernels.js';
import type { Statistics } from '../logSums.js';
import type { SharedColumn } from '../sharedColumns.js';
import type { ExactPrior } from '../statistics/exactPrior.js';
import type { Spread } from '../statistics/exactSpread.js';
import type { ExactStatistics } from '../statistics/exactStatistics.js';

/** Of a tally: what its rows weigh, and how many of them have the true class as their most probable one. */
interface HitCounts {
  readonly weight: number;
  statistics(): Pick<Statistics, 'hits'>;
}

/** The measures of a test set. */
export type MeasureId =
  | 'bayesianReward'
  | 'generalizedReward'
  | 'modalReward'
  | 'goodReward'
  | 'kononenkoBratko'
  | 'informationLoss'
  | 'logLoss'
  | 'quadraticLoss'
  | 'accuracy';

/** What a measure is counted in; `share` has no unit, `squares` are squared probabilities. */
export type Unit = 'bits' | 'nats' | 'share' | 'squares';

/** A piece of a test set, and the columns that several measures start from. */
export interface Rows {
  kernels: Kernels;
  tables: PriorTables;
  /** k to a row; or one column of P(positive). */
  p: Float64Array;
  column: boolean;
  positive: number;
  k: number;
  labels: Uint16Array;
  modal: Uint16Array;
  rows: number;
  shared(name: SharedColumn): Float64Array;
}

/** Values on a straight line over a shared column: offset + scale · it. */
export interface Line {
  of: SharedColumn;
  offset: number;
  scale: number;
}

/** A measure: what it is, where it comes from, and how it is computed. */
export interface Measure {
  id: MeasureId;
  name: string;
  unit: Unit;
  better: 'higher' | 'lower';
  /** The values that one instance can have. */
  range: string;
  formula: string;
  source: string;
  /** One sentence for someone who reads a report. */
  meaning: string;
  /** When it is infinite or has no value. */
  extremes: string;
  usesPrior: boolean;
  /** Whether it looks at the modal class. */
  usesModal: boolean;
  /** One value per instance: on a line over a shared column, or as it is written to `out`. @internal */
  values: Line | ((rows: Rows, out: Float64Array) => void);
  /** The total over a test set, where a tally determines it under any prior. @internal */
  total?(statistics: Statistics, prior: Float64Array): number;
  /** Which rows are infinite, and what they earn; left out where none can be. @internal */
  infinite?: { of: 'truths' | 'bets'; value: number };
  /** Of a reward: what perfect predictions of rows of each class would earn together; left out of losses and of accuracy. @internal */
  ceiling?(counts: ArrayLike<number>, prior: ExactPrior): number;
  /** Why statistics do not tell it under a prior, so that another look at the rows is needed; undefined where they do, as most always do. @internal */
  untold?(statistics: ExactStatistics, prior: ExactPrior): string | undefined;
  /** Sum and squares of the values of all rows that are finite, under any prior that statistics tell it of. @internal */
  sums(statistics: ExactStatistics, prior: ExactPrior, counts: HitCounts): ValueSums;
}

/** What values come to, but for a factor. */
export interface ValueSums {
  spread: Spread;
  factor: number;
}
