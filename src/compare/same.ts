import { FairbitsError } from '../base/errors.js';
import { placesByName } from '../base/places.js';
import { measures } from '../core/measures/registry.js';
import type { Judged } from './judged.js';

/** That two learners were judged on the same instances. */

const TRUTH_COLUMN = measures.length;
export const BY_ID = 'Where a column tells the instances apart, fairbits compare --id COLUMN brings them together.';

export function sameClasses(first: Judged, other: Judged): void {
  const [a, b] = [first, other].map(({ report }) => [...report.classes].sort());
  if (a.length === b.length && a.every((name, i) => name === b[i])) return;
  throw new FairbitsError('columns', `${other.file} is about the classes ${b.join(', ')} and ${first.file} about ${a.join(', ')}: expected the same`, {
    file: other.file,
    found: b.join(', '),
    expected: a.join(', '),
  });
}

export function sameLength(first: Pick<Judged, 'file' | 'rows'>, other: Pick<Judged, 'file' | 'rows'>): void {
  const [a, b] = [first.rows, other.rows];
  if (a !== b)
    throw new FairbitsError(
      'length',
      `${first.file} has ${a} rows and ${other.file} has ${b}: expected predictions of the same instances in the same order. ${BY_ID}`,
      { file: other.file, found: b, expected: `${a} rows` },
    );
}

/** The first row whose true class is not the same for both, and what it is. */
export function differentTruth(first: Judged, other: Judged): { row: number; mine: string; theirs: string } | undefined {
  const names = other.report.classes;
  const places = placesByName(first.report.classes);
  const code = Float64Array.from(names, (name) => places.get(name) ?? -1);
  const others = other.chunks()[Symbol.iterator]();
  let from = 0;
  for (const chunk of first.chunks()) {
    const mine = chunk[TRUTH_COLUMN];
    const theirs = (others.next().value as Float64Array[])[TRUTH_COLUMN];
    for (let r = 0; r < mine.length; r++)
      if (mine[r] !== code[theirs[r]]) return { row: from + r, mine: first.report.classes[mine[r]], theirs: names[theirs[r]] };
    from += mine.length;
  }
  return undefined;
}

export function sameTruths(first: Judged, other: Judged, which: (row: number) => string, more: string): void {
  const found = differentTruth(first, other);
  if (!found) return;
  const { row, mine, theirs } = found;
  throw new FairbitsError(
    'class',
    `${which(row)} has the true class "${mine}" in ${first.file} and "${theirs}" in ${other.file}: expected predictions of the same instances${more}`,
    { file: other.file, row, found: theirs, expected: mine },
  );
}
