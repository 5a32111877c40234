import type { LearnerKind } from '../base/learner.js';
import { treeComplexity } from '../trees/complexity.js';
import { describeTree } from '../trees/describe.js';
import { TREE_OPTIONS } from '../trees/j48.js';
import { claimsOf, QuinlanAnswer } from './answer.js';
import { asTree } from './asTree.js';
import { Release8 } from './release8.js';

/** C4.5 as release 8 of the original program has it (Quinlan 1993, 1996). */
export const c45: LearnerKind<typeof TREE_OPTIONS> = {
  name: 'c4.5',
  about: 'decision tree: C4.5, release 8',
  options: TREE_OPTIONS,
  fit(training, { pruned, laplace, ...settings }) {
    const { data, classes, columns, k } = training;
    const trees = new Release8(training, settings);
    const root = trees.grow();
    if (pruned) trees.prune(root);
    return {
      predict(rows) {
        const answer = new QuinlanAnswer(root, data.attributes, true, laplace);
        const estimates = new Float64Array(rows.length * k);
        for (let i = 0; i < rows.length; i++) {
          answer.ask(rows[i]);
          estimates.set(answer.shares, i * k);
        }
        return estimates;
      },
      claims: (rows) => claimsOf(root, data.attributes, rows),
      describe: () => describeTree(asTree(root), columns, classes, `${pruned ? 'pruned' : 'unpruned'} decision tree`),
      complexity: () => treeComplexity(asTree(root), training),
    };
  },
};
