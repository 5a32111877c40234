import type { LearnerKind } from '../base/learner.js';
import type { OptionSpecs } from '../base/options.js';
import type { Training } from '../base/training.js';
import { describeTree } from '../trees/describe.js';
import { isLeaf, type TreeNode, treeSize } from '../trees/node.js';
import { treeClaims } from '../trees/treeClaims.js';
import { LeafCode, STARTS } from './lengths.js';
import { MmlPredictor } from './mmlPredictor.js';
import { type MmlRows, MmlSplitter } from './splits.js';

const OPTIONS = {
  start: {
    default: 0,
    least: 0,
    most: 100,
    about: 'rows of each class that a leaf begins with; 0 tries 0.1, 0.2, 0.3, 0.5, 0.7 and 1, and keeps the shortest message',
  },
} satisfies OptionSpecs;

/** Decision trees by minimum message length (Wallace & Patrick 1993; a reconstruction). */
export const mmlTree: LearnerKind<typeof OPTIONS> = {
  name: 'mml-tree',
  about: 'decision tree of the shortest message (Wallace & Patrick)',
  options: OPTIONS,
  fit(training, { start }) {
    const { root, bits, start: chosen } = shortestTree(training, start === 0 ? STARTS : [start]);
    const predictor = new MmlPredictor(root, training.data.attributes, chosen);
    return {
      predict: (rows) => predictor.predict(rows),
      claims: (rows) => treeClaims(root, training.data.attributes, rows),
      describe: () =>
        `${describeTree(root, training.columns, training.classes, 'decision tree by minimum message length')}\nmessage: ${bits.toFixed(4)} bits, of which ${leavesBits(root, new LeafCode(chosen, training.k)).toFixed(4)} for the classes (start ${chosen})`,
      complexity: () => {
        const classes = leavesBits(root, new LeafCode(chosen, training.k));
        return { bits: bits - classes, parts: { structure: bits - classes } };
      },
    };
  },
};

export function shortestTree(training: Training, starts: readonly number[]): { root: TreeNode; bits: number; start: number; nodes: number } {
  let best: { root: TreeNode; bits: number; start: number } | undefined;
  for (const start of starts) {
    const grown = new TreeGrower(new MmlSplitter(training, start)).grow();
    if (!best || grown.bits < best.bits) best = { ...grown, start };
  }
  const found = best as { root: TreeNode; bits: number; start: number };
  return { ...found, nodes: treeSize(found.root) };
}

/** The bits of a node's label below a test of some arity: a leaf has probability 1 − 1/arity. */
const leafLabel = (arity: number): number => -Math.log2(1 - 1 / arity);
const testLabel = (arity: number): number => Math.log2(arity);

/** Grows each node by the test of the shortest one-step message, even where a leaf is shorter, and cuts back where the subtree's message is no shorter. */
class TreeGrower {
  constructor(private readonly splitter: MmlSplitter) {}

  grow(): { root: TreeNode; bits: number } {
    return this.node(this.splitter.root(), 2);
  }

  private node(part: MmlRows, above: number): { root: TreeNode; bits: number } {
    const { counts, available } = part;
    const weight = counts.reduce((sum, count) => sum + count, 0);
    const leaf: TreeNode = { attribute: -1, cut: NaN, branches: [], counts, weight, rows: NONE, weights: NO_WEIGHTS };
    // Where no attribute is left there is nothing to say.
    const asLeaf = (available.length === 0 ? 0 : leafLabel(above)) + this.splitter.code.bits(counts);
    const pure = counts.some((count) => count >= weight - 1e-9);
    if (pure || weight < 2 || available.length === 0) return { root: leaf, bits: asLeaf };
    const best = this.splitter.best(part, (arity) => arity * this.branchLabel(part, arity));
    const parts = best && this.splitter.parts(part, best.split);
    if (!best || !parts) return { root: leaf, bits: asLeaf };
    const { attribute, cut, arity, choice } = best.split;
    const branches = parts.map((branch) => this.node(branch, arity));
    const bits = testLabel(above) + choice + branches.reduce((sum, branch) => sum + branch.bits, 0);
    if (bits >= asLeaf) return { root: leaf, bits: asLeaf };
    return { root: { ...leaf, attribute, cut, branches: branches.map((branch) => branch.root) }, bits };
  }

  /** What the label of a leaf below a test takes. */
  private branchLabel(part: MmlRows, arity: number): number {
    return part.available.length === 1 && this.splitter.training.columns[part.available[0]].kind === 'nominal' ? 0 : leafLabel(arity);
  }
}

const NONE = new Int32Array(0);
const NO_WEIGHTS = new Float64Array(0);

function leavesBits(node: TreeNode, code: LeafCode): number {
  return isLeaf(node) ? code.bits(node.counts) : node.branches.reduce((sum, branch) => sum + leavesBits(branch, code), 0);
}
