/** A node of a tree of C4.5, release 8, or of C5.0. Weights and counts are single-precision numbers, as the programs have them. */
export interface QuinlanNode {
  /** The attribute that is tested; −1 for a leaf. */
  attribute: number;
  /** Numeric tests: values up to it go to the first branch. NaN otherwise. */
  cut: number;
  /** Numeric: two. Nominal: one to a value; values whose leaves were merged have the same one. */
  branches: QuinlanNode[];
  counts: Float32Array;
  weight: number;
  /** The largest class; of an empty branch that of the node above. */
  class: number;
  /** Training errors while growing, and the estimated ones when pruned; of C5.0, where it is pruned as a whole, training errors again. */
  errors: number;
  /** Leaves that are not empty, for pruning as a whole. */
  leaves: number;
}

/** C5.0: the least weight of a branch that is more than nothing. */
export const LEAST_LEAF = 0.05;
/** C5.0: the weight below which a leaf answers as the node above it. */
export const NOTHING = 1e-4;

export function leafOf(counts: Float32Array, weight: number, largest: number, errors: number): QuinlanNode {
  return { attribute: -1, cut: NaN, branches: [], counts, weight, class: largest, errors, leaves: 0 };
}

export const isQuinlanLeaf = (node: QuinlanNode): boolean => node.attribute < 0;

export function toLeaf(node: QuinlanNode): void {
  node.attribute = -1;
  node.cut = NaN;
  node.branches = [];
}

/** The branches, those that several values share once. */
export const distinctBranches = (node: QuinlanNode): readonly QuinlanNode[] => (node.branches.length < 3 ? node.branches : [...new Set(node.branches)]);

/** Leaves that are not empty, a merged one for each of its values. */
export function leavesOfValues(node: QuinlanNode): number {
  if (isQuinlanLeaf(node)) return 1;
  return node.branches.reduce((sum, branch) => sum + (branch.weight < LEAST_LEAF ? 0 : leavesOfValues(branch)), 0);
}

/** Leaves that are not empty, a merged one once: the size that C5.0 tells. */
export function sizeOf(node: QuinlanNode): number {
  if (isQuinlanLeaf(node)) return node.weight >= LEAST_LEAF ? 1 : 0;
  return distinctBranches(node).reduce((sum, branch) => sum + sizeOf(branch), 0);
}
