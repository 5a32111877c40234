import type { Column } from '../data/dataset.js';
import { isLeaf, type TreeNode } from '../trees/node.js';

/** The estimates of a tree or graph by minimum message length: (n_c + α)/(n + kα); a missing value goes down every branch with its share. */
export class MmlPredictor {
  constructor(
    private readonly root: TreeNode,
    private readonly columns: readonly Column[],
    private readonly start: number,
  ) {}

  predict(rows: ArrayLike<number>): Float64Array {
    const k = this.root.counts.length;
    const estimates = new Float64Array(rows.length * k);
    for (let i = 0; i < rows.length; i++) this.add(this.root, rows[i], 1, estimates, i * k);
    return estimates;
  }

  private add(from: TreeNode, row: number, weight: number, estimates: Float64Array, at: number): void {
    let node = from;
    while (!isLeaf(node)) {
      const column = this.columns[node.attribute];
      const value = column.kind === 'numeric' ? column.values[row] : 0;
      const branch = column.kind === 'numeric' ? (Number.isNaN(value) ? -1 : value <= node.cut ? 0 : 1) : column.codes[row];
      if (branch < 0) {
        const shares = sharesOf(node);
        for (const [b, son] of node.branches.entries()) if (shares[b] > 0) this.add(son, row, weight * shares[b], estimates, at);
        return;
      }
      node = node.branches[branch];
    }
    const { counts, weight: total } = node;
    const k = counts.length;
    for (let c = 0; c < k; c++) estimates[at + c] += (weight * (counts[c] + this.start)) / (total + k * this.start);
  }
}

function sharesOf({ shares, branches }: TreeNode): Float64Array {
  if (shares) return shares;
  const weights = Float64Array.from(branches, (son) => son.weight);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
}
