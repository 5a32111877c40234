import { FairbitsError } from '../../base/errors.js';

/** One split of rows 0 … n − 1. Every array is in ascending order, whatever the draw, so learners see rows in the order of the data. */
export interface Split {
  /** Counted from 0. A holdout has one fold a repetition. */
  repetition: number;
  fold: number;
  /** With repeats where rows are drawn with replacement. */
  train: Uint32Array;
  /** For choosing among models, where the plan sets some rows aside for that. */
  validation?: Uint32Array;
  test: Uint32Array;
}

/** The class of each row, as anything that can be compared; or, where classes do not matter, how many rows there are. */
export type SplitRows = number | ArrayLike<number | string>;

/** What kind of splits a plan makes. */
export type PlanKind = 'holdout' | 'train-validation-test' | 'k-fold' | 'leave-one-out' | 'out-of-bag';

/** How data are to be split: settings, and from them the same splits every time. */
export interface Plan {
  readonly kind: PlanKind;
  /** For people. */
  readonly name: string;
  readonly repetitions: number;
  readonly stratified: boolean;
  readonly seed: number;
  /** How many splits there are of so many rows. */
  count(rows: number): number;
  /** The splits, each made when it is asked for. What cannot be split is an error at once, not at the first split. */
  splits(rows: SplitRows): Generator<Split, void, undefined>;
}

/** What every plan can be told: whether to keep the classes’ shares in each part, how often to repeat, and the seed. */
export interface PlanOptions {
  /** Keep the shares of the classes: as nearly as whole rows can. False by default. */
  stratified?: boolean;
  /** How often everything is done again, each time at random anew. */
  repetitions?: number;
  /** The same seed gives the same splits; 1 by default. */
  seed?: number;
}

const MAX_SPLIT_ROWS = 2 ** 32 - 1;
/** Each has a random generator of its own, and so many have one. */
const MOST_REPETITIONS = 2 ** 32;

/** How many rows there are, at least two: one to learn from and one to test on. */
export function rowCount(rows: SplitRows): number {
  const n = typeof rows === 'number' ? rows : rows?.length;
  if (!(Number.isInteger(n) && n >= 0 && n <= MAX_SPLIT_ROWS))
    throw new FairbitsError('type', `rows to split must be a number of rows or an array with the class of each; found ${String(rows)}`, {
      found: rows,
      expected: 'a whole number below 2^32, or an array of classes',
    });
  if (n < 2)
    throw new FairbitsError('length', `${n === 1 ? 'one row' : 'no rows'}: a split needs at least two, one to learn from and one to test on`, {
      found: n,
      expected: 'at least two rows',
    });
  return n;
}

/** A setting that must be a whole number. */
export function wholeSetting(what: string, value: number, least: number, most = Number.MAX_SAFE_INTEGER): number {
  if (!(Number.isInteger(value) && value >= least && value <= most))
    throw new FairbitsError('option', `${what}: ${value}; expected a whole number from ${least} to ${most}`, { found: value, expected: `${least} to ${most}` });
  return value;
}

/** "stratified 10-fold, 3 times, seed 1" */
export function planName(what: string, { stratified, repetitions, seed }: Required<PlanOptions>): string {
  return `${stratified ? 'stratified ' : ''}${what}${repetitions > 1 ? `, ${repetitions} times` : ''}, seed ${seed}`;
}

/** The settings with their defaults, checked. */
export function planOptions({ stratified = false, repetitions = 1, seed = 1 }: PlanOptions): Required<PlanOptions> {
  return { stratified, repetitions: wholeSetting('repetitions', repetitions, 1, MOST_REPETITIONS), seed: wholeSetting('seed', seed, 0) };
}
