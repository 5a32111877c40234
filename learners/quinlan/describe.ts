import type { Column } from '../data/dataset.js';
import { testText } from '../trees/describe.js';
import { distinctBranches, isQuinlanLeaf, LEAST_LEAF, type QuinlanNode, sizeOf } from './node.js';

/** Trees of C5.0 in text: the weight of rows at a leaf, and of those that are of another class. */
export function describeC50(trees: readonly QuinlanNode[], columns: readonly Column[], classes: readonly string[], isAbandoned = false): string {
  const single = isAbandoned ? 'decision tree; boosting was abandoned, for want of trees that count' : 'decision tree';
  return trees
    .map((root, trial) => {
      const lines = [trees.length === 1 ? single : `trial ${trial}`, ''];
      if (isQuinlanLeaf(root)) lines.push(leafText(root, classes));
      else addLines(root, columns, classes, 0, lines);
      lines.push('', `leaves: ${sizeOf(root)}`);
      return lines.join('\n');
    })
    .join('\n\n');
}

function addLines(node: QuinlanNode, columns: readonly Column[], classes: readonly string[], depth: number, lines: string[]): void {
  for (const branch of distinctBranches(node)) {
    const text = `${'|   '.repeat(depth)}${branchText(node, branch, columns)}`;
    if (isQuinlanLeaf(branch)) lines.push(`${text}: ${leafText(branch, classes)}`);
    else {
      lines.push(text);
      addLines(branch, columns, classes, depth + 1, lines);
    }
  }
}

/** The condition of a branch; where leaves were merged, all their values. */
function branchText(node: QuinlanNode, branch: QuinlanNode, columns: readonly Column[]): string {
  const values = node.branches.flatMap((other, i) => (other === branch ? [i] : []));
  const column = columns[node.attribute];
  if (values.length === 1 || column.kind === 'numeric') return testText(node, columns, values[0]);
  return `${column.name} in {${values.map((value) => column.categories[value]).join(', ')}}`;
}

function leafText(node: QuinlanNode, classes: readonly string[]): string {
  const errors = node.weight - node.counts[node.class];
  return `${classes[node.class]} (${tenths(node.weight)}${node.weight >= LEAST_LEAF && errors >= 0.05 ? `/${tenths(errors)}` : ''})`;
}

const tenths = (x: number): string => String(Math.round(x * 10) / 10);
