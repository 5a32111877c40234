import type { DataModel, LearnerKind } from '../base/learner.js';
import { normalAbove } from '../base/normal.js';
import type { OptionSpecs, OptionValues } from '../base/options.js';
import type { Training } from '../base/training.js';
import type { ErrorBound } from './addedErrors.js';
import { treeComplexity } from './complexity.js';
import { describeTree } from './describe.js';
import { Grower } from './grow.js';
import { forgetRows, type TreeNode } from './node.js';
import { TreePredictor } from './predict.js';
import { collapse, Pruner } from './prune.js';
import { treeClaims } from './treeClaims.js';

export const TREE_OPTIONS = {
  pruned: { default: true, about: 'prune the tree' },
  confidence: { default: 0.25, least: 1e-6, most: 0.5, about: 'of pruning: the lower, the smaller the tree' },
  minimum: { default: 2, least: 0, most: Infinity, about: 'the least weight of a branch; two branches must have it' },
  raising: { default: true, about: 'let a branch take the place of its parent when pruning' },
  laplace: { default: false, about: 'leaves answer with one more row of every class' },
} satisfies OptionSpecs;

export type TreeOptions = OptionValues<typeof TREE_OPTIONS>;

/** C4.5 as Weka's J48 has it (Quinlan 1993; Witten & Frank). */
export const j48: LearnerKind<typeof TREE_OPTIONS> = {
  name: 'j48',
  about: 'decision tree: C4.5 as in Weka (J48)',
  options: TREE_OPTIONS,
  fit: (training, options) => treeModel(training, j48Tree(training, options), options),
};

/** A tree of weighted rows. */
export function j48Tree(training: Training, options: TreeOptions, weights = new Float64Array(training.n).fill(1)): TreeNode {
  const root = new Grower(training, weights, options.minimum).grow();
  collapse(root);
  if (options.pruned) new Pruner(training, errorBound(options.confidence), options.raising).prune(root);
  forgetRows(root);
  return root;
}

function errorBound(confidence: number): ErrorBound {
  return { confidence, z: normalAbove(confidence) };
}

function treeModel(training: Training, root: TreeNode, { laplace, pruned }: TreeOptions): DataModel {
  const { columns, classes, data } = training;
  const predictor = new TreePredictor(root, data.attributes, laplace ? 'laplace' : 'raw');
  return {
    predict: (rows) => predictor.predict(rows),
    claims: (rows) => treeClaims(root, data.attributes, rows),
    describe: () => describeTree(root, columns, classes, `${pruned ? 'pruned' : 'unpruned'} decision tree`),
    complexity: () => treeComplexity(root, training),
  };
}
