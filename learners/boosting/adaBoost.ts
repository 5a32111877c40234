import type { LearnerKind } from '../base/learner.js';
import type { OptionSpecs } from '../base/options.js';
import { firstLargest } from '../base/training.js';

import { atLeast, equal } from '../trees/compare.js';
import { describeTree } from '../trees/describe.js';
import { j48Tree } from '../trees/j48.js';
import type { TreeNode } from '../trees/node.js';
import { decided, TreePredictor } from '../trees/predict.js';

const OPTIONS = {
  trials: { default: 10, least: 1, most: 10000, whole: true, about: 'how many trees at most' },
  pruned: { default: true, about: 'prune the trees' },
  confidence: { default: 0.25, least: 1e-6, most: 0.5, about: 'of pruning' },
  minimum: { default: 2, least: 0, most: Infinity, about: 'the least weight of a branch' },
} satisfies OptionSpecs;

/** AdaBoost.M1 (Freund & Schapire 1996) over J48, by weights, as Weka has it. */
export const adaBoost: LearnerKind<typeof OPTIONS> = {
  name: 'adaboost',
  about: 'AdaBoost.M1 of J48 trees',
  options: OPTIONS,
  fit(training, { trials, ...options }) {
    const { n, k, labels, rows, data, classes, columns } = training;
    const settings = { ...options, raising: true, laplace: false };
    const trees: { root: TreeNode; predictor: TreePredictor; vote: number }[] = [];
    let weights = new Float64Array(n).fill(1);
    for (let trial = 0; trial < trials; trial++) {
      const root = j48Tree(training, settings, weights);
      const predictor = new TreePredictor(root, data.attributes, 'raw');
      const estimates = predictor.predict(rows);
      let [total, wrong] = [0, 0];
      const errs = new Uint8Array(n);
      for (let i = 0; i < n; i++) {
        total += weights[i];
        // Weka counts errors by the largest estimate, and gives weight to those by what the tree decides, to which estimates that differ by 1e-6 are the same.
        if (firstLargest(estimates.subarray(i * k, (i + 1) * k)) !== labels[i]) wrong += weights[i];
        if (decided(estimates, i * k, k) !== labels[i]) errs[i] = 1;
      }
      const error = wrong / total;
      if (atLeast(error, 0.5) || equal(error, 0)) {
        if (trial === 0) trees.push({ root, predictor, vote: 1 });
        break;
      }
      const factor = (1 - error) / error;
      trees.push({ root, predictor, vote: Math.log(factor) });
      const raised = weights.map((weight, i) => (errs[i] ? weight * factor : weight));
      const sum = raised.reduce((all, weight) => all + weight, 0);
      weights = raised.map((weight) => (weight * total) / sum);
    }
    return {
      predict(asked) {
        if (trees.length === 1) return trees[0].predictor.predict(asked);
        const votes = new Float64Array(asked.length * k);
        for (const { predictor, vote } of trees) {
          const estimates = predictor.predict(asked);
          for (let i = 0; i < asked.length; i++) votes[i * k + decided(estimates, i * k, k)] += vote;
        }
        for (let i = 0; i < asked.length; i++) softmax(votes, i * k, k);
        return votes;
      },
      describe: () => trees.map(({ root, vote }, i) => describeTree(root, columns, classes, `tree ${i + 1}, vote ${vote.toFixed(4)}`)).join('\n\n'),
      complexity: () => null,
    };
  },
};

function softmax(values: Float64Array, at: number, k: number): void {
  let most = -Infinity;
  for (let c = 0; c < k; c++) if (values[at + c] > most) most = values[at + c];
  let sum = 0;
  for (let c = 0; c < k; c++) {
    values[at + c] = Math.exp(values[at + c] - most);
    sum += values[at + c];
  }
  for (let c = 0; c < k; c++) values[at + c] /= sum;
}
