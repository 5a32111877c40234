import type { Column } from '../data/dataset.js';
import { errorsOf, isLeaf, leafCount, majorityOf, type TreeNode, treeSize } from './node.js';

/** A tree in text, as C4.5 and Weka print it: the weight of rows at a leaf, and of those that are of another class. */
export function describeTree(root: TreeNode, columns: readonly Column[], classes: readonly string[], title: string): string {
  const lines = [title, ''];
  if (isLeaf(root)) lines.push(leafText(root, classes));
  else addLines(root, columns, classes, 0, lines);
  lines.push('', `leaves: ${leafCount(root)}`, `nodes: ${treeSize(root)}`);
  return lines.join('\n');
}

function addLines(node: TreeNode, columns: readonly Column[], classes: readonly string[], depth: number, lines: string[]): void {
  for (const [b, branch] of node.branches.entries()) {
    const text = `${'|   '.repeat(depth)}${testText(node, columns, b)}`;
    if (isLeaf(branch)) lines.push(`${text}: ${leafText(branch, classes)}`);
    else {
      lines.push(text);
      addLines(branch, columns, classes, depth + 1, lines);
    }
  }
}

/** The condition of a branch. */
export function testText({ attribute, cut }: Pick<TreeNode, 'attribute' | 'cut'>, columns: readonly Column[], branch: number): string {
  const column = columns[attribute];
  return column.kind === 'numeric' ? `${column.name} ${branch === 0 ? '<=' : '>'} ${cut}` : `${column.name} = ${column.categories[branch]}`;
}

function leafText(node: TreeNode, classes: readonly string[]): string {
  const errors = errorsOf(node);
  return `${classes[node.class ?? majorityOf(node)]} (${node.weight.toFixed(1)}${errors > 5e-4 ? `/${errors.toFixed(1)}` : ''})`;
}
