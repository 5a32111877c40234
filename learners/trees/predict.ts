import type { Column } from '../data/dataset.js';
import { branchOfNumber } from './grow.js';
import { isLeaf, type TreeNode } from './node.js';

/** What a leaf answers: its frequencies, or those with one more row of every class. */
export type Leaves = 'raw' | 'laplace';

/** The estimates of a tree. A row whose value is missing goes down every branch with its weight; an empty branch answers as the node does. */
export class TreePredictor {
  constructor(
    private readonly root: TreeNode,
    private readonly columns: readonly Column[],
    private readonly leaves: Leaves,
  ) {}

  predict(rows: ArrayLike<number>): Float64Array {
    const k = this.root.counts.length;
    const estimates = new Float64Array(rows.length * k);
    for (let i = 0; i < rows.length; i++) this.fill(this.root, rows[i], 1, estimates.subarray(i * k, (i + 1) * k));
    return estimates;
  }

  /** Adds up branch by branch, as Weka does, so that classes tie where they do there. */
  private fill(start: TreeNode, row: number, weight: number, into: Float64Array): void {
    let node = start;
    while (!isLeaf(node)) {
      const column = this.columns[node.attribute];
      const branch = column.kind === 'numeric' ? branchOfNumber(column.values[row], node.cut) : column.codes[row];
      if (branch < 0) {
        into.fill(0);
        const one = new Float64Array(into.length);
        for (const [b, son] of node.branches.entries()) {
          if (!(son.weight > 1e-6)) continue;
          this.fill(son, row, (node.shares ? node.shares[b] : son.weight / node.weight) * weight, one);
          for (let c = 0; c < one.length; c++) into[c] += one[c];
        }
        return;
      }
      const son = node.branches[branch];
      if (!(son.weight > 1e-6)) break;
      node = son;
    }
    const { counts, weight: total } = node;
    const k = counts.length;
    for (let c = 0; c < k; c++) into[c] = weight * (this.leaves === 'laplace' ? (counts[c] + 1) / (total + k) : counts[c] / total);
  }
}

/** The class that a tree decides for: C4.5 tells apart only what differs by more than 1e-6, and then takes the first. */
export function decided(estimates: Float64Array, at: number, k: number): number {
  let best = 0;
  let most = -1;
  for (let c = 0; c < k; c++) {
    if (estimates[at + c] - most > 1e-6) {
      most = estimates[at + c];
      best = c;
    }
  }
  return best;
}
