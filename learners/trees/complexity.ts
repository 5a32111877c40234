import { AdaptiveCode } from '../base/adaptiveCode.js';
import type { Complexity } from '../base/learner.js';
import type { Training } from '../base/training.js';
import type { Column } from '../data/dataset.js';
import { isLeaf, majorityOf, type TreeNode } from './node.js';

/**
 * I(T) of a tree, in preorder: leaf or test, in an adaptive code; of a test the attribute among those that are available (a nominal one
 * once on a path) and the cut; of a leaf its class, in an adaptive code.
 */
export function treeComplexity(root: TreeNode, training: Training): Complexity {
  const kinds = new AdaptiveCode(2);
  const classes = new AdaptiveCode(training.k);
  const attributes = new AdaptiveCode(training.columns.length);
  const distinct = training.columns.map(distinctValues);
  let cuts = 0;
  const send = (node: TreeNode, used: ReadonlySet<number>, inherited: number): void => {
    kinds.send(isLeaf(node) ? 0 : 1);
    if (isLeaf(node)) {
      classes.send(node.weight > 1e-6 ? majorityOf(node) : inherited);
      return;
    }
    const column = training.columns[node.attribute];
    attributes.send(node.attribute, (a) => !used.has(a));
    if (column.kind === 'numeric') cuts += Math.log2(Math.max(1, distinct[node.attribute] - 1));
    const below = column.kind === 'nominal' ? new Set(used).add(node.attribute) : used;
    for (const branch of node.branches) send(branch, below, majorityOf(node));
  };
  send(root, new Set(), majorityOf(root));
  const parts = { nodes: kinds.bits, attributes: attributes.bits, cuts, classes: classes.bits };
  return { bits: kinds.bits + attributes.bits + cuts + classes.bits, parts };
}

const different = new WeakMap<Column, number>();

/** How many different values a numeric attribute has in training; counted once. */
export function distinctValues(column: Column): number {
  if (column.kind !== 'numeric') return 0;
  const found = different.get(column) ?? new Set(column.values.filter((value) => !Number.isNaN(value))).size;
  different.set(column, found);
  return found;
}
