import type { Column } from '../data/dataset.js';
import { branchOfNumber } from './grow.js';
import { isLeaf, majorityOf, type TreeNode } from './node.js';

/**
 * The class that a tree claims for each row, as Cleary, Legg & Witten 1996 count: a missing value fails every test, so that such a row is
 * claimed for no class.
 */
export function treeClaims(root: TreeNode, columns: readonly Column[], rows: ArrayLike<number>): Uint8Array {
  const k = root.counts.length;
  const claims = new Uint8Array(rows.length * k);
  for (let i = 0; i < rows.length; i++) {
    const claimed = claimedBy(root, columns, rows[i]);
    if (claimed >= 0) claims[i * k + claimed] = 1;
  }
  return claims;
}

function claimedBy(root: TreeNode, columns: readonly Column[], row: number): number {
  let node = root;
  while (!isLeaf(node)) {
    const column = columns[node.attribute];
    const branch = column.kind === 'numeric' ? branchOfNumber(column.values[row], node.cut) : column.codes[row];
    if (branch < 0) return -1;
    const son = node.branches[branch];
    // An empty branch answers with its parent's largest class.
    if (!(son.weight > 1e-6)) return majorityOf(node);
    node = son;
  }
  return majorityOf(node);
}
