import { classNames } from '../../base/classes.js';
import { FairbitsError } from '../../base/errors.js';
import { wrongType } from '../tables/batch.js';
import { isTextType, type NpyHeader } from './npyHeader.js';

/** Types of labels. */
const LABEL_TYPES = ['u1', 'u2', 'u4', 'u8', 'i1', 'i2', 'i4', 'i8', 'b1', 'f2', 'f4', 'f8'];

/** How many labels there are. */
export function labelCount(file: string, { type, shape }: NpyHeader): number {
  if (!LABEL_TYPES.includes(type) && !isTextType(type)) {
    const hint = type.startsWith('O') ? ' These are Python objects: save labels.astype(str).' : '';
    throw new FairbitsError(
      'type',
      `${file}: the labels are of type ${type}: expected text (U, S), or whole numbers (u1 to u8, i1 to i8) or b1, counting classes from 0.${hint}`,
      { file, found: type, expected: 'text or whole numbers' },
    );
  }
  if (shape.length === 1 || (shape.length === 2 && shape[1] === 1)) return shape[0];
  throw new FairbitsError('columns', `${file}: the labels have the shape (${shape.join(', ')}): expected (n), one label to a row`, {
    file,
    found: `(${shape.join(', ')})`,
    expected: '(n)',
  });
}

/** The number of columns of an array of estimates that fits the labels. */
export function estimateColumns(file: string, { type, shape }: NpyHeader, n: number, labels: string): number {
  if (!['f2', 'f4', 'f8'].includes(type)) throw wrongType(file, 'estimates', `the type ${type}`, 'f2, f4 or f8', 'save with .astype("float64")');
  const found = `(${shape.join(', ')})`;
  if (shape.length < 1 || shape.length > 2 || shape[1] === 0)
    throw new FairbitsError('columns', `${file}: the estimates have the shape ${found}: expected (n, k), or (n) for P(positive)`, {
      file,
      found,
      expected: '(n, k) or (n)',
    });
  if (shape[0] !== n)
    throw new FairbitsError('length', `${file} has ${shape[0]} rows, and ${labels} has ${n} labels: expected as many. Are they of the same test set?`, {
      file,
      found: shape[0],
      expected: `${n} rows`,
    });
  return shape[1] ?? 1;
}

/** The classes of k columns: those that are named, or 0, 1, 2, … */
export function npyClasses(file: string | undefined, k: number, named: readonly string[] | undefined): string[] {
  const classes = [...classNames(named ?? Math.max(2, k))];
  if (file === undefined || Math.max(2, k) === classes.length) return classes;
  const found = `${k} column${k === 1 ? '' : 's'}`;
  throw new FairbitsError('columns', `${file}: ${found} of estimates, but --classes names ${classes.length}: expected one for each column`, {
    file,
    found,
    expected: `${classes.length} columns`,
  });
}
