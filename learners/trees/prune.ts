import type { Training } from '../base/training.js';
import { addedErrors, type ErrorBound } from './addedErrors.js';
import { atLeast, atMost, equal } from './compare.js';
import { branchOfNumber, withMissing } from './grow.js';
import { errorsOf, isLeaf, makeLeaf, type TreeNode } from './node.js';

/** From the root down: a node becomes a leaf where its subtree has no fewer training errors. */
export function collapse(node: TreeNode): void {
  if (isLeaf(node)) return;
  if (trainingErrors(node) >= errorsOf(node) - 1e-3) makeLeaf(node);
  else for (const branch of node.branches) collapse(branch);
}

function trainingErrors(node: TreeNode): number {
  return isLeaf(node) ? errorsOf(node) : node.branches.reduce((sum, branch) => sum + trainingErrors(branch), 0);
}

/** Quinlan's error-based pruning: a node becomes a leaf, or its heaviest branch takes its place, where that is estimated to err no more. */
export class Pruner {
  /** Whether an attribute has missing values. */
  private readonly gaps: readonly boolean[];

  constructor(
    private readonly training: Training,
    private readonly bound: ErrorBound,
    private readonly raising: boolean,
  ) {
    this.gaps = training.columns.map((column) => (column.kind === 'numeric' ? column.values.some(Number.isNaN) : column.codes.includes(-1)));
  }

  prune(node: TreeNode): void {
    if (isLeaf(node)) return;
    for (const branch of node.branches) this.prune(branch);
    const heaviest = this.heaviest(node);
    const asBranch = this.raising ? this.errorsThrough(heaviest, node.rows, node.weights) : Infinity;
    const asLeaf = this.leafErrors(node.counts);
    const asTree = this.treeErrors(node);
    if (atMost(asLeaf, asTree + 0.1) && atMost(asLeaf, asBranch + 0.1)) {
      makeLeaf(node);
      return;
    }
    if (!atMost(asBranch, asTree + 0.1)) return;
    node.attribute = heaviest.attribute;
    node.cut = heaviest.cut;
    node.branches = heaviest.branches;
    this.redistribute(node, node.rows, node.weights);
    this.prune(node);
  }

  /** Of branches of the same weight the last. */
  private heaviest({ branches }: TreeNode): TreeNode {
    let best = branches[0];
    for (const branch of branches) if (atLeast(branch.weight, best.weight)) best = branch;
    return best;
  }

  private leafErrors(counts: Float64Array): number {
    let total = 0;
    let most = 0;
    for (const count of counts) {
      total += count;
      if (count > most) most = count;
    }
    if (equal(total, 0)) return 0;
    const errors = total - most;
    return errors + addedErrors(total, errors, this.bound);
  }

  private treeErrors(node: TreeNode): number {
    return isLeaf(node) ? this.leafErrors(node.counts) : node.branches.reduce((sum, branch) => sum + this.treeErrors(branch), 0);
  }

  /** The estimated errors of a branch if all these rows went through it. */
  private errorsThrough(node: TreeNode, rows: Int32Array, weights: Float64Array): number {
    if (isLeaf(node)) return this.leafErrors(this.countsOf(rows, weights));
    if (!this.testsMissing(node)) return this.errorsOfWays(node, rows, weights);
    return this.dealt(node, rows, weights).parts.reduce((sum, part, b) => sum + this.errorsThrough(node.branches[b], part.rows, part.weights), 0);
  }

  private testsMissing(node: TreeNode): boolean {
    return !isLeaf(node) && (this.gaps[node.attribute] || node.branches.some((branch) => this.testsMissing(branch)));
  }

  /** The same where no tested value is missing: every row goes one way, to one leaf. */
  private errorsOfWays(root: TreeNode, rows: Int32Array, weights: Float64Array): number {
    const { columns, labels, k } = this.training;
    const counts = new Map<TreeNode, Float64Array>();
    for (let i = 0; i < rows.length; i++) {
      let node = root;
      while (node.attribute >= 0) {
        const column = columns[node.attribute];
        node = node.branches[column.kind === 'numeric' ? branchOfNumber(column.values[rows[i]], node.cut) : column.codes[rows[i]]];
      }
      let own = counts.get(node);
      if (!own) {
        own = new Float64Array(k);
        counts.set(node, own);
      }
      own[labels[rows[i]]] += weights[i];
    }
    const sum = (node: TreeNode): number => {
      if (!isLeaf(node)) return node.branches.reduce((all, branch) => all + sum(branch), 0);
      const own = counts.get(node);
      return own ? this.leafErrors(own) : 0;
    };
    return sum(root);
  }

  /** Gives a node other rows, and its branches their shares of them. */
  private redistribute(node: TreeNode, rows: Int32Array, weights: Float64Array): void {
    node.rows = rows;
    node.weights = weights;
    if (isLeaf(node)) {
      node.counts = this.countsOf(rows, weights);
      node.weight = weights.reduce((sum, weight) => sum + weight, 0);
      return;
    }
    const { parts, counts, weight, shares } = this.dealt(node, rows, weights);
    [node.counts, node.weight, node.shares] = [counts, weight, shares];
    for (const [b, part] of parts.entries()) this.redistribute(node.branches[b], part.rows, part.weights);
  }

  private countsOf(rows: Int32Array, weights: Float64Array): Float64Array {
    const counts = new Float64Array(this.training.k);
    for (let i = 0; i < rows.length; i++) counts[this.training.labels[rows[i]]] += weights[i];
    return counts;
  }

  /** What each branch gets of rows, and what the node itself has of them. */
  private dealt(node: TreeNode, rows: Int32Array, weights: Float64Array) {
    const { columns, labels, k } = this.training;
    const column = columns[node.attribute];
    const count = node.branches.length;
    const branchOf = new Int32Array(rows.length);
    const known = { classes: new Float64Array(k), branches: new Float64Array(count), total: 0 };
    const sizes = new Int32Array(count);
    let missing = 0;
    for (let i = 0; i < rows.length; i++) {
      const branch = column.kind === 'numeric' ? branchOfNumber(column.values[rows[i]], node.cut) : column.codes[rows[i]];
      branchOf[i] = branch;
      if (branch < 0) {
        missing++;
        continue;
      }
      known.classes[labels[rows[i]]] += weights[i];
      known.branches[branch] += weights[i];
      known.total += weights[i];
      sizes[branch]++;
    }
    const own = withMissing(known, rows, weights, labels, (i) => branchOf[i] < 0);
    const { shares } = own;
    const parts = Array.from(sizes, (size, b) => {
      const length = size + (shares[b] > 1e-6 ? missing : 0);
      return { rows: new Int32Array(length), weights: new Float64Array(length), used: 0 };
    });
    for (let i = 0; i < rows.length; i++) {
      const branch = branchOf[i];
      for (let b = Math.max(branch, 0); b < (branch < 0 ? count : branch + 1); b++) {
        if (branch < 0 && !(shares[b] > 1e-6)) continue;
        const part = parts[b];
        part.rows[part.used] = rows[i];
        part.weights[part.used++] = branch < 0 ? weights[i] * shares[b] : weights[i];
      }
    }
    return { ...own, parts };
  }
}
