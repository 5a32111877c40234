import type { Column } from '../data/dataset.js';
import { distinctBranches, isQuinlanLeaf, NOTHING, type QuinlanNode } from './node.js';

/** What a tree says of rows. A row whose value is missing goes down every branch, by the branch's weight. */
export class QuinlanAnswer {
  /** The shares of the classes, of the row that was asked for last. */
  readonly shares: Float64Array;
  /** The weight of the leaves that this row came to. */
  weight = 0;

  constructor(
    readonly root: QuinlanNode,
    private readonly columns: readonly Column[],
    /** An empty leaf of C4.5 is certain of its class; one of C5.0 answers as the node above it. */
    private readonly emptyIsCertain = false,
    /** Leaves answer with one more row of every class. */
    private readonly laplace = false,
  ) {
    this.shares = new Float64Array(root.counts.length);
  }

  /** Asks for a row; returns its most probable class, of several the first, or `preferred` if it is one of them. */
  ask(row: number, preferred = 0): number {
    this.shares.fill(0);
    this.weight = 0;
    this.add(this.root, undefined, row, 1);
    let best = preferred;
    for (let c = 0; c < this.shares.length; c++) if (this.shares[c] > this.shares[best]) best = c;
    return best;
  }

  private add(start: QuinlanNode, above: QuinlanNode | undefined, row: number, share: number): void {
    let node = start;
    let parent = above;
    while (!isQuinlanLeaf(node)) {
      const branch = branchOf(node, this.columns[node.attribute], row);
      if (branch < 0) {
        this.addAll(node, row, share);
        return;
      }
      parent = node;
      node = node.branches[branch];
    }
    if (this.emptyIsCertain && !(node.weight > 0)) {
      this.shares[node.class] += share;
      return;
    }
    if (!this.emptyIsCertain && node.weight < NOTHING && parent) node = parent;
    const more = this.laplace ? 1 : 0;
    let total = 0;
    for (const count of node.counts) total += count + more;
    for (let c = 0; c < this.shares.length; c++) this.shares[c] += (share * (node.counts[c] + more)) / total;
    this.weight += share * total;
  }

  private addAll(node: QuinlanNode, row: number, share: number): void {
    const branches = distinctBranches(node).filter((branch) => branch.weight > (this.emptyIsCertain ? 0 : NOTHING));
    const total = branches.reduce((sum, branch) => sum + branch.weight, 0);
    for (const branch of branches) this.add(branch, node, row, (share * branch.weight) / total);
  }
}

/** The branch that a row takes, comparing numbers in single precision; −1 where the value is missing. */
export function branchOf(node: QuinlanNode, column: Column, row: number): number {
  if (column.kind === 'nominal') return column.codes[row];
  const value = column.values[row];
  return Number.isNaN(value) ? -1 : Math.fround(value) <= Math.fround(node.cut) ? 0 : 1;
}

/** The class that a tree claims for each row, a missing value failing every test, so that such a row is claimed for no class (Cleary, Legg & Witten 1996). */
export function claimsOf(root: QuinlanNode, columns: readonly Column[], rows: ArrayLike<number>): Uint8Array {
  const k = root.counts.length;
  const claims = new Uint8Array(rows.length * k);
  for (let i = 0; i < rows.length; i++) {
    let node = root;
    let branch = 0;
    while (branch >= 0 && !isQuinlanLeaf(node)) {
      branch = branchOf(node, columns[node.attribute], rows[i]);
      if (branch >= 0) node = node.branches[branch];
    }
    if (branch >= 0) claims[i * k + node.class] = 1;
  }
  return claims;
}
