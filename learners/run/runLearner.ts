import type { EvaluateLearnerOptions, LearnerEvaluation, Plan } from 'fairbits';
import { evaluateLearner } from 'fairbits';
import type { DataLearner } from '../base/learner.js';
import type { Dataset } from '../data/dataset.js';

/** What a learner said of the test rows of one split. */
export interface FoldPredictions {
  repetition: number;
  fold: number;
  /** Rows of the dataset. */
  rows: Uint32Array;
  /** n × k. */
  estimates: Float64Array;
  /** n × k zeros and ones, of learners that claim classes. */
  claims?: Uint8Array;
  /** Training rows of each class. */
  trainCounts: Float64Array;
}

/** How a learner did over the splits of a plan, and what it predicted for each row. */
export interface LearnerRun {
  evaluation: LearnerEvaluation;
  predictions: FoldPredictions[];
}

/**
 * Evaluates a learner over the splits of a plan, and keeps what it predicted.
 *
 * @example
 * ```ts
 * import { kFold } from 'fairbits';
 * import { createLearner, readCsv, runLearner } from 'fairbits/learners';
 *
 * const data = readCsv('x,play\n1,no\n2,no\n3,yes\n1,no\n3,yes\n2,no\n');
 * const { evaluation, predictions } = await runLearner(createLearner('naive-bayes', data), data, kFold({ folds: 3 }));
 * evaluation.folds.length; // → 3
 * predictions.length; // → 3
 * ```
 */
export async function runLearner(learner: DataLearner, data: Dataset, plan: Plan, options: EvaluateLearnerOptions = {}): Promise<LearnerRun> {
  const predictions: FoldPredictions[] = [];
  const evaluation = await evaluateLearner<number>(
    {
      name: learner.name,
      fit(rows, labels, context) {
        const model = learner.fit(rows, labels, context);
        const trainCounts = new Float64Array(context.classes.length);
        for (const label of labels) trainCounts[label]++;
        return {
          predict(asked) {
            const estimates = model.predict(asked);
            predictions.push({
              repetition: context.repetition,
              fold: context.fold,
              rows: Uint32Array.from(asked),
              estimates,
              ...(model.claims ? { claims: model.claims(asked) } : {}),
              trainCounts,
            });
            return estimates;
          },
        };
      },
    },
    { rows: Array.from({ length: data.rows }, (_, row) => row), labels: data.labels, classes: data.classes },
    plan,
    options,
  );
  return { evaluation, predictions };
}

/**
 * One split: learn from these rows and test on those.
 *
 * @example
 * ```ts
 * import { createLearner, fixedSplit, readCsv, runLearner } from 'fairbits/learners';
 *
 * const data = readCsv('x,play\n1,no\n2,no\n3,yes\n1,no\n3,yes\n');
 * const { predictions } = await runLearner(createLearner('zeror', data), data, fixedSplit(Uint32Array.of(0, 1, 2), Uint32Array.of(3, 4)));
 * [...predictions[0].estimates]; // → [ 0.6, 0.4, 0.6, 0.4 ]
 * ```
 */
export function fixedSplit(train: Uint32Array, test: Uint32Array): Plan {
  return {
    kind: 'holdout',
    name: 'a test file',
    repetitions: 1,
    stratified: false,
    seed: 0,
    count: () => 1,
    *splits() {
      yield { repetition: 0, fold: 0, train, test };
    },
  };
}
