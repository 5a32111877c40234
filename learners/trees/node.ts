/** A node of a decision tree. */
export interface TreeNode {
  /** The attribute that is tested; −1 for a leaf. */
  attribute: number;
  /** Numeric tests: values up to it go to the first branch. NaN otherwise. */
  cut: number;
  branches: TreeNode[];
  /** The weight of training rows of each class here, those with a missing value shared out. */
  counts: Float64Array;
  weight: number;
  /** The class of a leaf, where it is not simply the largest: an empty one may have that of the node above. */
  class?: number;
  /** The share of rows that goes to each branch; of graphs that of known rows, as a branch may be another test's, too. */
  shares?: Float64Array;
  /** Training rows and their weights, while the tree is being made. */
  rows: Int32Array;
  weights: Float64Array;
}

export const isLeaf = (node: TreeNode): boolean => node.attribute < 0;

/** Turns a node into a leaf, in place. */
export function makeLeaf(node: TreeNode): void {
  node.attribute = -1;
  node.cut = NaN;
  node.branches = [];
}

/** The place of the largest count, the first of several. */
export function majorityOf({ counts }: TreeNode): number {
  let best = 0;
  for (let c = 1; c < counts.length; c++) if (counts[c] > counts[best]) best = c;
  return best;
}

/** The weight that is not of the largest class. */
export const errorsOf = (node: TreeNode): number => node.weight - node.counts[majorityOf(node)];

export function treeSize(node: TreeNode): number {
  return node.branches.reduce((size, branch) => size + treeSize(branch), 1);
}

export function leafCount(node: TreeNode): number {
  return isLeaf(node) ? 1 : node.branches.reduce((leaves, branch) => leaves + leafCount(branch), 0);
}

/** The rows of a node are needed to prune, and not afterwards. */
export function forgetRows(node: TreeNode): void {
  node.rows = NO_ROWS;
  node.weights = NO_WEIGHTS;
  for (const branch of node.branches) forgetRows(branch);
}

const NO_ROWS = new Int32Array(0);
const NO_WEIGHTS = new Float64Array(0);
