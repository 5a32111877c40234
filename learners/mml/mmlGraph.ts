import { log2Factorial } from '../base/adaptiveCode.js';
import type { LearnerKind } from '../base/learner.js';
import type { OptionSpecs } from '../base/options.js';
import type { Training } from '../base/training.js';
import { testText } from '../trees/describe.js';
import { isLeaf, majorityOf, type TreeNode } from '../trees/node.js';
import { treeClaims } from '../trees/treeClaims.js';
import { STARTS } from './lengths.js';
import { MmlPredictor } from './mmlPredictor.js';
import { type MmlRows, type MmlSplit, MmlSplitter } from './splits.js';

const OPTIONS = {
  start: {
    default: 0,
    least: 0,
    most: 100,
    about: 'rows of each class that a leaf begins with; 0 tries 0.1, 0.2, 0.3, 0.5, 0.7 and 1, and keeps the shortest message',
  },
  joins: { default: true, about: 'let leaves join' },
} satisfies OptionSpecs;

/** Decision graphs by minimum message length, after Oliver 1993: trees whose leaves may join. The code of labels and the rule for joins are our own. */
export const mmlGraph: LearnerKind<typeof OPTIONS> = {
  name: 'mml-graph',
  about: 'decision graph of the shortest message (after Oliver)',
  options: OPTIONS,
  fit(training, { start, joins }) {
    const graph = shortestGraph(training, start === 0 ? STARTS : [start], joins);
    const { root, bits, classBits } = graph;
    const predictor = new MmlPredictor(root, training.data.attributes, graph.start);
    return {
      predict: (rows) => predictor.predict(rows),
      claims: (rows) => treeClaims(root, training.data.attributes, rows),
      describe: () =>
        [
          'decision graph by minimum message length',
          '',
          ...described(root, training),
          '',
          `leaves: ${graph.leaves}, tests: ${graph.splits}, joins: ${graph.joins}`,
          `message: ${bits.toFixed(4)} bits, of which ${classBits.toFixed(4)} for the classes (start ${graph.start})`,
        ].join('\n'),
      complexity: () => ({ bits: bits - classBits, parts: { structure: bits - classBits } }),
    };
  },
};

export interface FoundGraph {
  root: TreeNode;
  bits: number;
  classBits: number;
  start: number;
  leaves: number;
  splits: number;
  joins: number;
}

export function shortestGraph(training: Training, starts: readonly number[], joins: boolean): FoundGraph {
  let best: FoundGraph | undefined;
  for (const start of starts) {
    const found = new GraphGrower(new MmlSplitter(training, start), joins).grow();
    if (!best || found.bits < best.bits) best = found;
  }
  return best as FoundGraph;
}

/** A leaf that may still be split or joined. */
interface Leaf {
  node: TreeNode;
  part: MmlRows;
  bits: number;
  /** Its best tests, one of each arity. */
  tests: MmlSplit[];
  /** Where it hangs: tests and the number of the branch. */
  above: { node: TreeNode; branch: number }[];
}

class GraphGrower {
  private leaves: Leaf[];
  private readonly root: TreeNode;
  private splits = 0;
  private joins = 0;
  private choices = 0;
  /** What two leaves would be as one. */
  private readonly joined = new WeakMap<Leaf, WeakMap<Leaf, Leaf>>();

  constructor(
    private readonly splitter: MmlSplitter,
    private readonly mayJoin: boolean,
  ) {
    const leaf = this.leaf(splitter.root(), []);
    this.leaves = [leaf];
    this.root = leaf.node;
  }

  grow(): FoundGraph {
    for (;;) {
      const savings = this.leaves.map((leaf) => this.splitSaving(leaf, 0, 0));
      if (this.mayJoin && this.joinBest(savings)) continue;
      let best = -1;
      for (const [i, { saving }] of savings.entries()) if (saving > 0 && (best < 0 || saving > savings[best].saving)) best = i;
      if (best < 0) break;
      this.split(best, savings[best].test as MmlSplit);
    }
    const classBits = this.leaves.reduce((sum, leaf) => sum + leaf.bits, 0);
    const bits = labelBits(this.leaves.length, this.splits, this.joins) + this.choices + classBits;
    return { root: this.root, bits, classBits, start: this.splitter.start, leaves: this.leaves.length, splits: this.splits, joins: this.joins };
  }

  private leaf(part: MmlRows, above: Leaf['above']): Leaf {
    const { counts } = part;
    const weight = counts.reduce((sum, count) => sum + count, 0);
    const node: TreeNode = { attribute: -1, cut: NaN, branches: [], counts, weight, rows: NO_ROWS, weights: NO_WEIGHTS };
    const pure = counts.some((count) => count >= weight - 1e-9);
    return { node, part, bits: this.splitter.code.bits(counts), tests: pure ? [] : this.splitter.bestByArity(part), above };
  }

  /** What the best test of a leaf saves, if there were so many leaves and joins more. */
  private splitSaving(leaf: Leaf, moreLeaves: number, moreJoins: number): { saving: number; test?: MmlSplit } {
    const [l, s, j] = [this.leaves.length + moreLeaves, this.splits, this.joins + moreJoins];
    let best: { saving: number; test?: MmlSplit } = { saving: -Infinity };
    for (const test of leaf.tests) {
      const saving = labelBits(l, s, j) - labelBits(l - 1 + test.arity, s + 1, j) + leaf.bits - test.choice - test.leaves;
      if (saving > best.saving) best = { saving, test };
    }
    return best;
  }

  /** Joins the two leaves that gain most by it, with what they could be split by afterwards; false where none gain. */
  private joinBest(savings: readonly { saving: number }[]): boolean {
    const [l, s, j] = [this.leaves.length, this.splits, this.joins];
    const labels = labelBits(l, s, j) - labelBits(l - 1, s, j + 1);
    // A test saves the labels of two branches and the classes at most.
    const mostBySplit = labelBits(l - 1, s, j + 1) - labelBits(l, s + 1, j + 1);
    const lost = savings.map(({ saving }) => Math.max(0, saving));
    const counts = new Float64Array(this.root.counts.length);
    let most = 0;
    let pair: [Leaf, Leaf, Leaf] | undefined;
    for (let a = 0; a < l; a++)
      for (let b = a + 1; b < l; b++) {
        const [first, second] = [this.leaves[a], this.leaves[b]];
        for (let c = 0; c < counts.length; c++) counts[c] = first.part.counts[c] + second.part.counts[c];
        const bits = this.splitter.code.bits(counts);
        const saved = labels + first.bits + second.bits - bits;
        // What cannot be enough is not worked out; the margin is for rounding.
        if (saved + Math.max(0, mostBySplit + bits) - lost[a] - lost[b] + 1e-6 <= most) continue;
        const both = this.joinedLeaf(first, second);
        const advantage = saved + Math.max(0, this.splitSaving(both, -1, 1).saving) - lost[a] - lost[b];
        if (advantage > most) {
          most = advantage;
          pair = [this.leaves[a], this.leaves[b], both];
        }
      }
    if (!pair) return false;
    const [first, second, both] = pair;
    both.above = [...first.above, ...second.above];
    for (const { node, branch } of both.above) node.branches[branch] = both.node;
    this.leaves = [...this.leaves.filter((leaf) => leaf !== first && leaf !== second), both];
    this.joins++;
    return true;
  }

  private joinedLeaf(a: Leaf, b: Leaf): Leaf {
    const known = this.joined.get(a)?.get(b);
    if (known) return known;
    const weights = new Map<number, number>();
    for (const { rows, weights: own } of [a.part, b.part]) for (let i = 0; i < rows.length; i++) weights.set(rows[i], (weights.get(rows[i]) ?? 0) + own[i]);
    const rows = Int32Array.from([...weights.keys()].sort((x, y) => x - y));
    const available = [...new Set([...a.part.available, ...b.part.available])].sort((x, y) => x - y);
    const both = this.leaf(
      {
        rows,
        weights: Float64Array.from(rows, (row) => weights.get(row) as number),
        counts: a.part.counts.map((count, c) => count + b.part.counts[c]),
        available,
      },
      [],
    );
    const kept = this.joined.get(a) ?? new WeakMap<Leaf, Leaf>();
    this.joined.set(a, kept.set(b, both));
    return both;
  }

  private split(at: number, test: MmlSplit): void {
    const leaf = this.leaves[at];
    const parts = this.splitter.parts(leaf.part, test) as MmlRows[];
    const { node } = leaf;
    node.attribute = test.attribute;
    node.cut = test.cut;
    node.shares = knownShares(parts);
    const branches = parts.map((part, branch) => this.leaf(part, [{ node, branch }]));
    node.branches = branches.map((branch) => branch.node);
    this.leaves.splice(at, 1, ...branches);
    this.splits++;
    this.choices += test.choice;
  }
}

function knownShares(parts: readonly MmlRows[]): Float64Array {
  const weights = Float64Array.from(parts, (part) => part.counts.reduce((sum, count) => sum + count, 0));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
}

/** Labels leaf, test and join end in an adaptive code, and which ends belong together. */
function labelBits(leaves: number, splits: number, joins: number): number {
  const ends = 2 * joins;
  const total = leaves + splits + ends;
  return log2Factorial(total + 2) - 1 - log2Factorial(leaves) - log2Factorial(splits) - log2Factorial(joins) - joins;
}

function described(root: TreeNode, training: Training): string[] {
  const uses = new Map<TreeNode, number>();
  const visit = (node: TreeNode): void => {
    const before = uses.get(node) ?? 0;
    uses.set(node, before + 1);
    if (before === 0) for (const branch of node.branches) visit(branch);
  };
  visit(root);
  const numbers = new Map<TreeNode, number>();
  const lines: string[] = [];
  const answer = (node: TreeNode) => `${training.classes[majorityOf(node)]} (${node.weight.toFixed(1)})`;
  const show = (node: TreeNode, depth: number): void => {
    for (const [b, branch] of node.branches.entries()) {
      const text = `${'|   '.repeat(depth)}${testText(node, training.columns, b)}`;
      const shown = numbers.get(branch);
      if (shown !== undefined) {
        lines.push(`${text}: join ${shown}`);
        continue;
      }
      const joined = (uses.get(branch) ?? 0) > 1;
      if (joined) numbers.set(branch, numbers.size + 1);
      const mark = joined ? ` [join ${numbers.get(branch)}]` : '';
      lines.push(isLeaf(branch) ? `${text}: ${answer(branch)}${mark}` : `${text}${mark}`);
      show(branch, depth + 1);
    }
  };
  if (isLeaf(root)) lines.push(answer(root));
  else show(root, 0);
  return lines;
}

const NO_ROWS = new Int32Array(0);
const NO_WEIGHTS = new Float64Array(0);
