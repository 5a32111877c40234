import type { Labels, Learner, Model } from 'fairbits';
import { FairbitsError } from 'fairbits';
import type { Dataset } from '../data/dataset.js';
import { checkOptions, type OptionSpecs, type OptionValues } from './options.js';
import { Training } from './training.js';

/** What a theory costs to say, in bits, by adaptive codes. */
export interface Complexity {
  bits: number;
  /** What was counted. */
  parts: Readonly<Record<string, number>>;
}

/** What was learned from rows of a dataset. */
export interface DataModel extends Model<number> {
  /** The estimates of each row, one for each class. */
  predict(rows: ArrayLike<number>): Float64Array;
  /** The classes that are claimed for each row, n × k zeros and ones: of rule sets, and of trees and 1R read as such. */
  claims?(rows: ArrayLike<number>): Uint8Array;
  /** The model in text. */
  describe(): string;
  /** I(T), or null where no code is defined for such a model. */
  complexity(): Complexity | null;
}

/** A learner of rows of one dataset. */
export interface DataLearner extends Learner<number> {
  readonly name: string;
  readonly options: Readonly<Record<string, unknown>>;
  fit(rows: ArrayLike<number>, labels: Labels, context: FitSplit): DataModel;
}

/** As much of a split as learners ask for. */
export interface FitSplit {
  classes: readonly string[];
  repetition?: number;
  fold?: number;
}

/** A kind of learner: its name, its options with their defaults, and how it learns. */
export interface LearnerKind<Specs extends OptionSpecs = OptionSpecs> {
  readonly name: string;
  /** One line for lists. */
  readonly about: string;
  readonly options: Specs;
  fit(training: Training, options: OptionValues<Specs>): DataModel;
}

/** A learner of a dataset's rows; options that are not given have their defaults. */
export function learnerOf<Specs extends OptionSpecs>(kind: LearnerKind<Specs>, data: Dataset, given: Partial<OptionValues<Specs>> = {}): DataLearner {
  const options = checkOptions(kind.name, kind.options, given);
  return {
    name: kind.name,
    options,
    fit(rows, labels, { classes, repetition = -1, fold = -1 }) {
      if (rows.length === 0) throw new FairbitsError('length', `${kind.name}: there are no rows to learn from`, { found: 0, expected: 'at least one row' });
      if (data.attributes.length === 0)
        throw new FairbitsError('columns', `${kind.name}: ${data.name} has no attributes; expected at least one beside the class`, {
          found: 0,
          expected: 'at least one attribute',
        });
      return kind.fit(new Training(data, rows, labels, classes, repetition, fold), options);
    },
  };
}

/**
 * What a learner makes of all rows of its dataset.
 *
 * @example
 * ```ts
 * import { createLearner, fitAll, readCsv } from 'fairbits/learners';
 *
 * const data = readCsv('outlook,play\nsunny,no\nsunny,no\nrainy,yes\novercast,yes\nrainy,yes\n');
 * const model = fitAll(createLearner('1r', data), data);
 * [...model.predict([0, 2])]; // → [ 1, 0, 0, 1 ]
 * ```
 */
export function fitAll(learner: DataLearner, data: Dataset): DataModel {
  const rows = Int32Array.from({ length: data.rows }, (_, row) => row);
  return learner.fit(rows, data.labels, { classes: data.classes });
}
