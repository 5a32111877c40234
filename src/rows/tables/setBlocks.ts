import type { RuleSets } from '../../core/rules/ruleSets.js';
import { noteBad, type RowBatch, type SetColumn } from './batch.js';
import { UNKNOWN_CLASS } from './unknownClass.js';

/** Gives the sets of some rows of a batch. */
export type SetsOf = (from: number, count: number) => RuleSets;

/** What gives the sets of some rows; rows whose set holds what is no class are bad. */
export function setsIn(
  { names, codes }: SetColumn,
  { rows, bad }: Pick<RowBatch, 'rows' | 'bad'>,
  classes: ReadonlyMap<string, number>,
  column: string,
): SetsOf {
  const parsed = names.map((set) => {
    const indices = set.map((name) => classes.get(name) ?? classes.get(name.trim()) ?? -1);
    const stray = indices.indexOf(-1);
    return { indices, stray: stray < 0 ? undefined : set[stray] };
  });
  if (parsed.some(({ stray }) => stray !== undefined))
    for (let r = 0; r < rows; r++) {
      const stray = parsed[codes[r]]?.stray;
      if (stray !== undefined) noteBad(bad, r, { column, found: JSON.stringify(stray), expected: UNKNOWN_CLASS });
    }
  return (from, count) => {
    const sizes = new Uint16Array(count);
    let held = 0;
    for (let r = 0; r < count; r++) {
      // One more than all classes is enough to have a repeat.
      sizes[r] = Math.min(parsed[codes[from + r]].indices.length, classes.size + 1);
      held += sizes[r];
    }
    const members = new Uint16Array(held);
    for (let r = 0, at = 0; r < count; r++) {
      const { indices } = parsed[codes[from + r]];
      for (let i = 0; i < sizes[r]; i++) members[at++] = indices[i];
    }
    return { members, sizes };
  };
}
