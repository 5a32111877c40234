import { list } from '../../base/classes.js';
import { FairbitsError } from '../../base/errors.js';
import { quotedList } from '../../base/quoted.js';
import { columnOf, missing } from '../columns.js';
import type { Table } from '../table.js';
import { TRUTH_NAMES, truthsByName } from '../understand/names.js';

/** What says how a table of one row to an instance and class is read. */
export interface LongOptions {
  /** The columns of ids, of classes and of estimates, with commas between. */
  long: string;
  truth?: string | undefined;
  weights?: string | undefined;
  /** The classes, where they are not those that occur. */
  classes?: readonly string[] | undefined;
}

/** Which column is what in such a table, by its place. */
export interface LongColumns {
  id: number;
  label: number;
  estimate: number;
  truth: number;
  weights: number | undefined;
  guesses: string[];
}

/** Finds the columns that `long` names, and that of the true classes. */
export function longColumns(table: Table, { long, truth, weights }: LongOptions): LongColumns {
  const names = quotedList(long).map((name) => name.trim());
  if (names.length !== 3 || new Set(names).size !== 3)
    throw new FairbitsError('option', `--long ${long}: expected three columns, those of ids, of classes and of estimates, such as --long id,class,p`, {
      found: long,
      expected: 'id,class,p',
    });
  const [id, label, estimate] = names.map((name) => columnOf(table, name, '--long'));
  const taken = [id, label, estimate];
  const found = truth === undefined ? truthsByName(table.columns).find((i) => !taken.includes(i)) : columnOf(table, truth, '--truth');
  if (found === undefined) throw missing(table.name, table.place, table.columns, `no other column is called ${TRUTH_NAMES.join(', ')}`, '--truth');
  const weight = weights === undefined ? undefined : columnOf(table, weights, '--weights');
  const all = [...taken, found, ...(weight === undefined ? [] : [weight])];
  const twice = all.find((column, i) => all.indexOf(column) < i);
  if (twice !== undefined)
    throw new FairbitsError(
      'columns',
      `${table.place}: the column "${table.columns[twice]}" cannot be two things at once. Check --long, --truth and --weights.`,
      {
        file: table.name,
        column: table.columns[twice],
        found: list(all.map((column) => table.columns[column])),
        expected: 'different columns',
      },
    );
  const guesses = truth === undefined ? [`the true class is taken from the column "${table.columns[found]}" (--truth says otherwise)`] : [];
  return { id, label, estimate, truth: found, weights: weight, guesses };
}
