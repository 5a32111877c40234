import type { Classes } from '../base/classes.js';
import type { GivenEstimates, GivenLabels } from '../core/given.js';
import type { Labels } from '../core/input.js';

/** What can learn from labelled rows. Rows are whatever the learner takes: arrays, objects, numbers of rows kept elsewhere. */
export interface Learner<Row> {
  /** For messages and tables. */
  readonly name?: string;
  fit(rows: readonly Row[], labels: Labels, context: FitContext<Row>): Model<Row> | Promise<Model<Row>>;
}

/** What a learner is told beside the rows: the classes, and which split this is. */
export interface FitContext<Row> {
  /** Every class there is, in the order in which estimates are given, whether or not this training part has rows of it. */
  classes: readonly string[];
  /** Which split this is; a learner that draws at random can take its seed from them. Both −1 where all rows are learned from. */
  repetition: number;
  fold: number;
  /** Where the plan sets rows aside for choosing among models. */
  validation?: { rows: readonly Row[]; labels: Labels };
}

/** What was learned. */
export interface Model<Row> {
  /** The estimates of each row, one for each class; or, of two classes, one column of P(positive). */
  predict(rows: readonly Row[]): GivenEstimates | Promise<GivenEstimates>;
}

/** Labelled rows to learn from and to test on. */
export interface LearnerData<Row> {
  rows: ArrayLike<Row>;
  /** Indices or names. */
  labels: GivenLabels;
  /** The number of classes or their names; by default as many as the largest label says, or the names among the labels, sorted. */
  classes?: Classes;
}

/** Rows to learn from, their labels as indices. */
export interface LearnedRows<Row> {
  rows: ArrayLike<Row>;
  labels: Labels;
}

/** Some of the rows, and their labels. */
export function choose<Row>({ rows, labels }: LearnedRows<Row>, chosen: Uint32Array): { rows: Row[]; labels: Labels } {
  const picked = new (labels.constructor as new (length: number) => Labels)(chosen.length);
  for (let i = 0; i < chosen.length; i++) picked[i] = labels[chosen[i]];
  return { rows: Array.from(chosen, (r) => rows[r]), labels: picked };
}
