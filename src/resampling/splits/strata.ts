import { FairbitsError } from '../../base/errors.js';
import { rowCount, type SplitRows } from './plan.js';

/** The rows of each class, in the order in which the classes first appear; all rows together where classes do not matter. */
export function strata(rows: SplitRows, stratified: boolean): Uint32Array[] {
  const n = rowCount(rows);
  if (!stratified) return [Uint32Array.from({ length: n }, (_, r) => r)];
  if (typeof rows === 'number')
    throw new FairbitsError('type', `a stratified split needs the class of each row; found only the number of rows, ${rows}. Give the labels.`, {
      found: rows,
      expected: 'an array with the class of each row',
    });
  const counts = new Map<number | string, number>();
  for (let r = 0; r < n; r++) counts.set(rows[r], (counts.get(rows[r]) ?? 0) + 1);
  const groups = new Map([...counts].map(([label, count]) => [label, { members: new Uint32Array(count), filled: 0 }]));
  for (let r = 0; r < n; r++) {
    const group = groups.get(rows[r])!;
    group.members[group.filled++] = r;
  }
  return [...groups.values()].map(({ members }) => members);
}

/** The rows with a part's number (or, with `not`, all the others), ascending. */
export function rowsOfPart(parts: Uint32Array, part: number, not = false): Uint32Array {
  let count = 0;
  for (let r = 0; r < parts.length; r++) if ((parts[r] === part) !== not) count++;
  const found = new Uint32Array(count);
  for (let r = 0, i = 0; i < count; r++) if ((parts[r] === part) !== not) found[i++] = r;
  return found;
}
