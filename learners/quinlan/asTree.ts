import type { TreeNode } from '../trees/node.js';
import { NOTHING, type QuinlanNode } from './node.js';

/** A tree as those of J48 are, for what is common to trees: their text and their code. */
export function asTree(node: QuinlanNode): TreeNode {
  const none = { rows: new Int32Array(0), weights: new Float64Array(0) };
  const weight = node.weight < NOTHING ? 0 : node.weight;
  const { attribute, cut, class: said } = node;
  return { attribute, cut, branches: node.branches.map(asTree), counts: Float64Array.from(node.counts), weight, class: said, ...none };
}
