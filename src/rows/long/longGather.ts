import { FairbitsError } from '../../base/errors.js';
import type { Kernels } from '../../kernels/kernels.js';
import type { Reading } from '../bytes/reading.js';
import type { Table, Wanted } from '../table.js';
import { walkTable } from '../tables/walkTable.js';
import type { Problem } from '../unplaced.js';
import type { LongColumns } from './longColumns.js';

/** Rows to a block. */
const LONG_ROWS = 8192;
/** No map holds more keys. */
const MOST_INSTANCES = 2 ** 24 - 1;
/** And so many estimates are held, at most. */
const MOST_ESTIMATES = 2 ** 27;

/** The rows of a table, in their order: whose they are, of which class, and what they say. */
export interface LongGathered {
  /** Ids, classes and truths by their numbers. */
  ids: string[];
  classes: string[];
  truths: string[];
  /** For each row. */
  rows: number;
  id: Uint32Array;
  label: Uint16Array;
  truth: Uint32Array;
  estimate: Float64Array;
  weight: Float64Array | undefined;
  /** The number of each row in the file, from 0, which those that cannot be read count to. */
  number: Uint32Array;
  /** Rows that cannot be read. */
  problems: Problem[];
}

/** What is wanted of a table of one row to an instance and class. */
export function longWanted({ id, label, estimate, truth, weights }: LongColumns): Wanted {
  const number = { expected: 'a number', advice: 'Is this the right column? (--long)' };
  return {
    numbers: weights === undefined ? [estimate] : [estimate, weights],
    texts: [id, label, truth],
    classes: [],
    about: { [estimate]: number, ...(weights === undefined ? {} : { [weights]: { expected: 'a number', advice: 'Is this the right column? (--weights)' } }) },
    most: LONG_ROWS,
    finite: true,
  };
}

/** Reads a table as a whole. */
export function* gatherLong(table: Table, columns: LongColumns, kernels: Kernels): Reading<LongGathered> {
  const ids = new Numbers(MOST_INSTANCES, (most) => tooMany(table, `more than ${most} instances`));
  const classes = new Numbers(65534, (most) => tooMany(table, `more than ${most} classes in the column "${table.columns[columns.label]}"`));
  const truths = new Numbers(MOST_INSTANCES, (most) => tooMany(table, `more than ${most} true classes`));
  let room = LONG_ROWS;
  let held = longRoom(room, columns.weights !== undefined);
  let rows = 0;
  let seen = 0;
  const problems: Problem[] = [];
  const width = columns.weights === undefined ? 1 : 2;
  yield* walkTable(
    table,
    longWanted(columns),
    kernels,
    ({ rows: count, numbers, texts: [id, label, truth] }) => {
      if (rows + count > MOST_ESTIMATES) throw tooMany(table, `more than ${MOST_ESTIMATES} rows`);
      if (rows + count > room) {
        room = Math.max(room * 2, rows + count);
        held = larger(held, room);
      }
      for (let r = 0; r < count; r++, rows++) {
        held.id[rows] = ids.of(id[r]);
        held.label[rows] = classes.of(label[r].trim());
        held.truth[rows] = truths.of(truth[r].trim());
        held.estimate[rows] = numbers[r * width];
        if (held.weight) held.weight[rows] = numbers[r * width + 1];
        held.number[rows] = seen++;
      }
      return false;
    },
    (problem) => {
      seen++;
      problems.push(problem());
    },
  );
  return { ids: ids.names, classes: classes.names, truths: truths.names, rows, ...held, problems };
}

type LongRows = Pick<LongGathered, 'id' | 'label' | 'truth' | 'estimate' | 'weight' | 'number'>;

function longRoom(rows: number, weighted: boolean): LongRows {
  return {
    id: new Uint32Array(rows),
    label: new Uint16Array(rows),
    truth: new Uint32Array(rows),
    estimate: new Float64Array(rows),
    weight: weighted ? new Float64Array(rows) : undefined,
    number: new Uint32Array(rows),
  };
}

function larger(held: LongRows, rows: number): LongRows {
  const made = longRoom(rows, held.weight !== undefined);
  made.id.set(held.id);
  made.label.set(held.label);
  made.truth.set(held.truth);
  made.estimate.set(held.estimate);
  if (held.weight) made.weight?.set(held.weight);
  made.number.set(held.number);
  return made;
}

function tooMany({ name }: Table, found: string): FairbitsError {
  return new FairbitsError('format', `${name}: ${found}, which are held in memory with --long: expected fewer. Write a column for each class.`, {
    file: name,
    found,
    expected: 'fewer',
  });
}

/** Gives each different text a number. Neighbours are often equal. */
class Numbers {
  readonly names: string[] = [];
  private readonly known = new Map<string, number>();
  private last: string | undefined;
  private lastNumber = 0;

  constructor(
    private readonly most: number,
    private readonly full: (most: number) => Error,
  ) {}

  of(text: string): number {
    if (text === this.last) return this.lastNumber;
    let number = this.known.get(text);
    if (number === undefined) {
      if (this.names.length >= this.most) throw this.full(this.most);
      number = this.names.length;
      this.names.push(text);
      this.known.set(text, number);
    }
    this.last = text;
    this.lastNumber = number;
    return number;
  }
}
