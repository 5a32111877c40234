import type { Cases } from './c50Cases.js';
import { Splits } from './c50Splits.js';
import { isQuinlanLeaf, leafOf, type QuinlanNode, toLeaf } from './node.js';

const f = Math.fround;

/** Grows the trees of C5.0. */
export class C50Grower {
  private readonly splits: Splits;
  /** Leaves for each row at the most, in later trials; 0 for as many as there are. */
  leafShare = 0;

  constructor(
    private readonly cases: Cases,
    private readonly minimum: number,
  ) {
    this.splits = new Splits(cases, minimum);
  }

  /** A tree of the rows from a place to a place. */
  grow(from: number, to: number): QuinlanNode {
    const counts = this.cases.countsOf(from, to);
    let largest = 0;
    let weight = 0;
    for (let c = 0; c < counts.length; c++) {
      if (counts[c] > counts[largest]) largest = c;
      weight = f(weight + counts[c]);
    }
    const most = this.leafShare > 0 ? roundHalfEven(this.leafShare * weight) : Infinity;
    const node = leafOf(Float32Array.from(counts), weight, largest, f(weight - counts[largest]));
    if (counts[largest] >= 0.999 * weight || weight < 2 * this.minimum || most < 2) return node;
    const split = this.splits.best(from, to, counts, weight, most);
    if (!split) return node;
    const column = this.cases.columns[split.attribute];
    node.attribute = split.attribute;
    node.cut = split.cut;
    this.growBranches(node, column.kind === 'numeric' ? 2 : column.categories.length, from, to);
    // A leaf errs no more often.
    let errors = 0;
    for (const branch of node.branches) errors = f(errors + branch.errors);
    if (errors >= 0.999 * node.errors) toLeaf(node);
    else node.errors = errors;
    return node;
  }

  /** Grows the branches of a test anew. */
  regrow(node: QuinlanNode, from: number, to: number): void {
    if (!isQuinlanLeaf(node)) this.growBranches(node, node.branches.length, from, to);
  }

  private growBranches(node: QuinlanNode, branches: number, from: number, to: number): void {
    const { k } = this.cases;
    node.branches = Array.from({ length: branches }, () => leafOf(new Float32Array(k), 0, node.class, 0));
    this.cases.divide(node, from, to, node.weight, true, (branch, first, end) => {
      node.branches[branch] = this.grow(first, end);
    });
  }
}

/** To the nearest whole number; of two the even one. */
export function roundHalfEven(x: number): number {
  const below = Math.floor(x);
  const rest = x - below;
  return rest < 0.5 || (rest === 0.5 && below % 2 === 0) ? below : below + 1;
}
