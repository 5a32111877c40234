import type { DataModel, LearnerKind } from '../base/learner.js';
import type { OptionSpecs } from '../base/options.js';
import type { Training } from '../base/training.js';
import { treeComplexity } from '../trees/complexity.js';
import { claimsOf, QuinlanAnswer } from './answer.js';
import { asTree } from './asTree.js';
import { C50Trees } from './c50Trees.js';
import { describeC50 } from './describe.js';
import type { QuinlanNode } from './node.js';

const OPTIONS = {
  trials: { default: 10, least: 1, most: 1000, whole: true, about: 'how many trees at most; 1 does without boosting' },
  confidence: { default: 0.25, least: 1e-6, most: 0.99, about: 'of pruning: the lower, the smaller the trees' },
  minimum: { default: 2, least: 1, most: Infinity, about: 'the least weight of a branch; two branches must have it' },
  global: { default: true, about: 'prune trees as a whole, too' },
  limited: { default: true, about: 'let later trees have about as many leaves as the first' },
  leaves: {
    default: 'smoothed',
    of: ['smoothed', 'raw'],
    about: 'what the leaves of a single tree answer: frequencies with one more row that is as all are (smoothed), or without (raw)',
  },
} satisfies OptionSpecs;

/** C5.0 (Quinlan; its GPL edition, release 2.07): a tree, or trees that are boosted and vote with their confidence. */
export const c50: LearnerKind<typeof OPTIONS> = {
  name: 'c5.0',
  about: 'decision trees of C5.0, boosted',
  options: OPTIONS,
  fit(training, { leaves, ...settings }) {
    const trees = new C50Trees(training, settings).make();
    return trees.length > 1 ? votingModel(training, trees) : treeModel(training, trees[0], leaves === 'raw', settings.trials > 1);
  },
};

function treeModel(training: Training, root: QuinlanNode, raw: boolean, isAbandoned: boolean): DataModel {
  const { attributes } = training.data;
  const { k } = training;
  return {
    predict(rows) {
      const answer = new QuinlanAnswer(root, attributes);
      const priors = priorsOf(root);
      const estimates = new Float64Array(rows.length * k);
      for (let i = 0; i < rows.length; i++) {
        answer.ask(rows[i]);
        for (let c = 0; c < k; c++) estimates[i * k + c] = raw ? answer.shares[c] : smoothed(answer, priors, c);
      }
      return estimates;
    },
    // Boosted trees claim no classes; where boosting is abandoned in one split, and not in another, all splits are alike.
    ...(isAbandoned ? {} : { claims: (rows: ArrayLike<number>) => claimsOf(root, attributes, rows) }),
    describe: () => describeC50([root], training.columns, training.classes, isAbandoned),
    complexity: () => treeComplexity(asTree(root), training),
  };
}

/** Every tree votes for its class with its confidence. */
function votingModel(training: Training, trees: readonly QuinlanNode[]): DataModel {
  const { k } = training;
  return {
    predict(rows) {
      const estimates = new Float64Array(rows.length * k);
      for (const root of trees) {
        const answer = new QuinlanAnswer(root, training.data.attributes);
        const priors = priorsOf(root);
        for (let i = 0; i < rows.length; i++) {
          const said = answer.ask(rows[i], root.class);
          estimates[i * k + said] += smoothed(answer, priors, said);
        }
      }
      for (let i = 0; i < rows.length; i++) {
        let sum = 0;
        for (let c = i * k; c < (i + 1) * k; c++) sum += estimates[c];
        for (let c = i * k; c < (i + 1) * k; c++) estimates[c] /= sum;
      }
      return estimates;
    },
    describe: () => describeC50(trees, training.columns, training.classes),
    complexity: () => null,
  };
}

function priorsOf({ counts }: QuinlanNode): Float64Array {
  let sum = 0;
  for (const count of counts) sum += count;
  return Float64Array.from(counts, (count) => count / sum);
}

/** The share of a class at the leaves that a row came to, with one more row that is as all are. */
const smoothed = (answer: QuinlanAnswer, priors: Float64Array, c: number): number => (answer.weight * answer.shares[c] + priors[c]) / (answer.weight + 1);
