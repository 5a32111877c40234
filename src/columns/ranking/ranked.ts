import type { ClassCalibration } from '../calibration/classCalibration.js';
import type { Curves } from './curves.js';
import type { AreaInterval } from './delong.js';
import type { BinErrors } from './histogram.js';
import type { MulticlassRanking } from './multiclass.js';

/** Two classes: how well the estimates of the positive one rank the rows. */
export interface PairRanking extends AreaInterval {
  positive: string;
  auc: number | null;
  averagePrecision: number | null;
  /** How far wrong they can be, where estimates are known by their bins only. */
  error?: BinErrors;
}

/** What `ranking` finds: a `PairRanking` of two classes, a `MulticlassRanking` of more. */
export type Ranking = (PairRanking | MulticlassRanking) & {
  /** Said where the rows were too many to keep. */
  approximate?: string;
};

/** The curves of one class against the others, and how well it is ranked. */
export type ClassCurves = Curves & { ranking: PairRanking };

/** What rows that were kept come to. */
export interface Ranked {
  ranking: Ranking;
  /** Of the estimates of each class, where it was asked for and they are not too many. */
  ofClass?: ClassCalibration[];
  /** By class, where they were asked for. */
  curves?: Record<string, ClassCurves>;
}
