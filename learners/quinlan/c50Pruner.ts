import type { Cases } from './c50Cases.js';
import type { C50Grower } from './c50Grower.js';
import { isQuinlanLeaf, type QuinlanNode, toLeaf } from './node.js';

const f = Math.fround;

/**
 * C5.0's pruning, node by node: a test becomes a leaf, or its heaviest branch takes its place, where that is estimated to err no more. Rows that a branch which
 * takes its parent's place did not have may make it worth growing anew.
 */
export class C50Pruner {
  constructor(
    private readonly cases: Cases,
    private readonly grower: C50Grower,
    private readonly minimum: number,
    private readonly extra: (n: number, e: number) => number,
  ) {}

  prune(root: QuinlanNode, regrow: boolean): void {
    this.estimate(root, 0, this.cases.n, true, regrow);
  }

  /** Sets the estimated errors of a tree of these rows; `update`: also its counts, and prunes it. */
  private estimate(node: QuinlanNode, from: number, to: number, update: boolean, regrow: boolean): void {
    if (to <= from) return;
    const counts = this.cases.countsOf(from, to);
    let [largest, weight] = [0, 0];
    for (let c = 0; c < counts.length; c++) {
      weight = f(weight + counts[c]);
      if (counts[c] > counts[largest]) largest = c;
    }
    const errors = f(weight - counts[largest]);
    const asLeaf = f(errors + this.extra(weight, errors));
    if (update) {
      node.counts.set(counts);
      node.weight = weight;
      node.class = largest;
    }
    if (isQuinlanLeaf(node)) {
      node.errors = asLeaf;
      return;
    }
    const asTree = this.branchErrors(node, from, to, weight, update, regrow);
    if (!update) {
      node.errors = asTree;
      return;
    }
    const raised = this.candidate(node);
    let asBranch = this.cases.n;
    if (raised) {
      const kept = raised.errors;
      this.estimate(raised, from, to, false, false);
      asBranch = raised.errors;
      raised.errors = kept;
    }
    if (asLeaf <= asBranch + 0.1 && asLeaf <= asTree + 0.1) {
      toLeaf(node);
      node.errors = asLeaf;
    } else if (raised && asBranch <= asTree + 0.1) {
      const share = f(raised.weight / weight);
      Object.assign(node, raised, { weight });
      if (regrow && share < 0.95) this.grower.regrow(node, from, to);
      this.estimate(node, from, to, true, false);
    } else node.errors = asTree;
  }

  /** The estimated errors of the branches; those of few rows are taken together. */
  private branchErrors(node: QuinlanNode, from: number, to: number, weight: number, update: boolean, regrow: boolean): number {
    const { labels, weights, order } = this.cases;
    const small = new Float32Array(this.cases.k);
    let [smallWeight, sum] = [0, 0];
    this.cases.divide(node, from, to, weight, false, (branch, first, end, own) => {
      this.estimate(node.branches[branch], first, end, update, regrow);
      if (own < this.minimum) {
        for (let i = first; i < end; i++) small[labels[order[i]]] += weights[order[i]];
        smallWeight = f(smallWeight + own);
      } else sum = f(sum + node.branches[branch].errors);
    });
    if (smallWeight === 0) return sum;
    const errors = f(smallWeight - small.reduce((most, count) => Math.max(most, count), 0));
    return f(sum + f(errors + this.extra(smallWeight, errors)));
  }

  /** The heaviest branch that may take its parent's place: a test, with a tenth of the rows, and not of the same numeric attribute. */
  private candidate(node: QuinlanNode): QuinlanNode | undefined {
    const numeric = this.cases.columns[node.attribute].kind === 'numeric';
    let best: QuinlanNode | undefined;
    for (const branch of node.branches) {
      if (isQuinlanLeaf(branch) || branch.weight < 0.1 * node.weight || (numeric && branch.attribute === node.attribute)) continue;
      if (!best || branch.weight > best.weight) best = branch;
    }
    return best;
  }
}

/** The training errors of a tree, set from its leaves up. */
export function setTrainingErrors(node: QuinlanNode): void {
  node.errors = 0;
  node.leaves = 0;
  for (const branch of node.branches) {
    setTrainingErrors(branch);
    node.errors = f(node.errors + branch.errors);
    node.leaves += branch.leaves;
  }
  if (!isQuinlanLeaf(node) || !(node.weight > 1e-3)) return;
  node.errors = f(node.weight - node.counts[node.class]);
  node.leaves = 1;
}

/** C5.0's pruning of the tree as a whole: subtrees that save the fewest errors for their leaves go, until errors have grown by one standard error. */
export function pruneAsAWhole(root: QuinlanNode, errors: number, n: number): void {
  let allowed = Math.sqrt(errors * (1 - errors / n));
  while (allowed > 0) {
    const found = weakest(root, allowed);
    if (found.nodes.length === 0 || found.errors > allowed) return;
    for (const path of found.nodes) {
      const node = path[path.length - 1];
      toLeaf(node);
      const more = extraOf(node);
      const leaves = 1 - node.leaves;
      for (const above of path) {
        above.errors = f(above.errors + more);
        above.leaves += leaves;
      }
      allowed -= more;
    }
  }
}

/** How many more errors a node has as a leaf. */
const extraOf = (node: QuinlanNode): number => f(f(node.weight - node.counts[node.class]) - node.errors);

/** The tests that save the fewest errors for each of their leaves, each with the way to it, and what they save in all. */
function weakest(root: QuinlanNode, allowed: number): { nodes: QuinlanNode[][]; errors: number } {
  let nodes: QuinlanNode[][] = [];
  let errors = 0;
  let least = f(1e38);
  const look = (path: QuinlanNode[]): void => {
    const node = path[path.length - 1];
    if (isQuinlanLeaf(node)) return;
    const [errorsBefore, leastBefore, before] = [errors, least, nodes.length];
    for (const branch of node.branches) if (branch.weight > 0.1) look([...path, branch]);
    const extra = extraOf(node);
    const rate = extra / (node.leaves - 1);
    if (!(extra <= allowed)) return;
    if (rate < least || (rate <= least && rate < leastBefore)) {
      least = f(rate);
      nodes = [path];
      errors = extra;
    } else if (rate <= least) {
      // A tie: those below it do not count.
      if (nodes.length > before) {
        errors = errorsBefore;
        nodes.length = before;
      }
      nodes.push(path);
      errors += extra;
    }
  };
  look([root]);
  return { nodes, errors };
}

/** Merges leaves of nominal tests with three values or more: empty ones and, unless `emptyOnly`, those of the same class. */
export function mergeLeaves(node: QuinlanNode, emptyOnly: boolean): void {
  for (const branch of node.branches) mergeLeaves(branch, emptyOnly);
  if (node.branches.length < 3) return;
  const leaves = node.branches;
  const merged = leaves.slice();
  for (const [b, branch] of leaves.entries()) {
    if (!isQuinlanLeaf(branch) || (emptyOnly && branch.weight >= 0.05)) continue;
    const same = (other: QuinlanNode): boolean =>
      isQuinlanLeaf(other) && (emptyOnly ? other.weight < 0.05 : other.weight < 0.05 === branch.weight < 0.05 && other.class === branch.class);
    const first = leaves.findIndex((other, i) => i < b && same(other));
    if (first < 0) continue;
    merged[b] = merged[first];
  }
  for (const [b, to] of merged.entries()) {
    if (to === leaves[b]) continue;
    to.weight = f(to.weight + leaves[b].weight);
    to.errors = f(to.errors + leaves[b].errors);
    for (let c = 0; c < to.counts.length; c++) to.counts[c] += leaves[b].counts[c];
  }
  node.branches = merged;
}
