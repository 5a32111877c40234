import type { Training } from '../base/training.js';
import { extraErrors } from './extraErrors.js';
import { isQuinlanLeaf, leafOf, type QuinlanNode, toLeaf } from './node.js';
import { Release8Items } from './release8Items.js';
import { Release8Splits } from './release8Splits.js';

const f = Math.fround;
const EPSILON = 1e-3;

export interface Release8Settings {
  minimum: number;
  confidence: number;
  /** Whether a branch may take its parent's place when pruning. */
  raising: boolean;
}

/** Trees of C4.5, release 8, in the single precision of the program. */
export class Release8 {
  private readonly items: Release8Items;
  private readonly splits: Release8Splits;
  private readonly extra: (n: number, e: number) => number;
  /** Nominal attributes that were tested above. */
  private readonly tested: Uint8Array;

  constructor(
    training: Training,
    private readonly settings: Release8Settings,
  ) {
    this.items = new Release8Items(training);
    this.splits = new Release8Splits(this.items, settings.minimum);
    this.extra = extraErrors(settings.confidence, 0);
    this.tested = new Uint8Array(training.columns.length);
  }

  /** The tree as it is before pruning. */
  grow(): QuinlanNode {
    return this.node(0, this.items.n);
  }

  prune(root: QuinlanNode): void {
    this.items.weights.fill(1);
    this.items.allKnown = true;
    this.estimate(root, 0, this.items.n, true);
  }

  private node(from: number, to: number): QuinlanNode {
    const { items } = this;
    const weight = items.count(from, to);
    const counts = items.countsOf(from, to);
    let largest = 0;
    for (let c = 1; c < counts.length; c++) if (counts[c] > counts[largest]) largest = c;
    const errors = f(weight - counts[largest]);
    const node = leafOf(counts, weight, largest, errors);
    if (counts[largest] === weight || weight < 2 * this.settings.minimum) return node;
    this.splits.choose(node, from, to, this.tested);
    if (isQuinlanLeaf(node)) return node;
    const column = items.columns[node.attribute];
    const { attribute } = node;
    const branches = column.kind === 'numeric' ? 2 : column.categories.length;
    node.branches = Array.from({ length: branches }, () => leafOf(new Float32Array(items.k), 0, largest, 0));
    const firstKnown = items.gather(node, -1, from, to);
    const before = items.allKnown;
    if (firstKnown !== from) items.allKnown = false;
    const known = f(weight - items.count(from, firstKnown));
    items.allKnown = before;
    this.tested[attribute]++;
    let below = 0;
    items.divide(node, from, to, known, firstKnown, (branch, end) => {
      node.branches[branch] = this.node(from, end);
      below = f(below + node.branches[branch].errors);
    });
    this.tested[attribute]--;
    node.errors = below;
    // A leaf errs no more often.
    if (below >= errors - EPSILON) toLeaf(node);
    return node;
  }

  /** The estimated errors of a tree of these rows; `update`: also sets its counts, and prunes it. */
  private estimate(node: QuinlanNode, from: number, to: number, update: boolean): number {
    const { items } = this;
    const weight = items.count(from, to);
    const counts = items.countsOf(from, to);
    let largest = node.class;
    for (let c = 0; c < counts.length; c++) if (counts[c] > counts[largest]) largest = c;
    const errors = f(weight - counts[largest]);
    const asLeaf = f(errors + this.extra(weight, errors));
    if (update) {
      node.weight = weight;
      node.class = largest;
      node.counts.set(counts);
    }
    if (isQuinlanLeaf(node)) {
      if (update) node.errors = asLeaf;
      return asLeaf;
    }
    const firstKnown = items.gather(node, -1, from, to);
    const known = items.count(firstKnown, to);
    let [asTree, heaviest, most] = [0, -1, 0];
    items.divide(node, from, to, known, firstKnown, (branch, end, share) => {
      if (share >= most) [heaviest, most] = [branch, share];
      asTree = f(asTree + this.estimate(node.branches[branch], from, end, update));
    });
    if (!update) return asTree;
    const asBranch = this.settings.raising && heaviest >= 0 ? this.estimate(node.branches[heaviest], from, to, false) : Infinity;
    if (asLeaf <= asBranch + 0.1 && asLeaf <= asTree + 0.1) {
      toLeaf(node);
      node.errors = asLeaf;
    } else if (asBranch <= asTree + 0.1) {
      const branch = node.branches[heaviest];
      this.estimate(branch, from, to, true);
      Object.assign(node, branch);
    } else node.errors = asTree;
    return node.errors;
  }
}
