import { list } from '../../base/classes.js';
import { FairbitsError } from '../../base/errors.js';
import type { Kernels } from '../../kernels/kernels.js';
import { plainKernels } from '../../kernels/plain.js';
import type { Read, Reading } from '../bytes/reading.js';
import type { ColumnChoice } from '../columns.js';
import type { Part, ProblemDetails, Refuse, RowBlock, Table, TableAddress, TableReader, Wanted } from '../table.js';
import { BlockMaker } from '../tables/blocks.js';
import { walkTable } from '../tables/walkTable.js';
import { type Problem, Unplaced } from '../unplaced.js';
import { type LongColumns, type LongOptions, longColumns } from './longColumns.js';
import { gatherLong, longWanted } from './longGather.js';
import { type LongInstances, longInstances } from './longInstances.js';

/** A table of one row to an instance and class, as one of a row to an instance. It is read as a whole, and held in memory. */
export async function openLong(base: Table, options: LongOptions, read: Read): Promise<Table> {
  if (base.given) throw new FairbitsError('option', `${base.name} has no columns with names: expected no --long`, { file: base.name, expected: 'no --long' });
  const columns = longColumns(base, options);
  const { float32 } = base.check(longWanted(columns));
  const kernels = plainKernels();
  const found = await read(gatherLong(base, columns, kernels));
  const instances = longInstances(found, columns, base.columns, options.classes);
  if (instances.classes.length < 2 && found.rows > 0)
    throw new FairbitsError(
      'class',
      `${base.place}: the column "${base.columns[columns.label]}" has one class, ${list(instances.classes)}: expected a row for each class. Check --long.`,
      { file: base.name, column: base.columns[columns.label], found: list(instances.classes), expected: 'two classes or more' },
    );
  return new LongTable(base, columns, instances, found.problems, float32, kernels);
}

class LongTable implements Table {
  readonly name: string;
  readonly place: string;
  readonly size: number;
  readonly columns: readonly string[];
  readonly given: ColumnChoice;
  readonly notes: readonly string[];
  readonly printed: boolean;
  readonly address: TableAddress;
  readonly rows: number;

  constructor(
    private readonly base: Table,
    of: LongColumns,
    private readonly instances: LongInstances,
    private readonly problems: readonly Problem[],
    private readonly float32: boolean,
    private readonly kernels: Kernels,
  ) {
    const { classes, count, flagged } = instances;
    const name = (column: number): string => base.columns[column];
    this.name = base.name;
    this.place = base.place;
    this.size = base.size;
    this.printed = base.text !== undefined;
    this.rows = count;
    // What is known of it is in this thread alone.
    this.address = { ...base.address, format: 'long' };
    const weights = of.weights === undefined ? [] : [name(of.weights)];
    this.columns = [name(of.id), name(of.truth), ...classes, ...weights];
    const flag = flagged ? [`the column "${name(of.truth)}" is 1 at the true class, 0 at the others`] : [];
    this.given = {
      truth: 1,
      estimates: classes.map((_, i) => i + 2),
      classes,
      guesses: [...of.guesses, ...flag],
      ...(of.weights === undefined ? {} : { weights: classes.length + 2 }),
    };
    this.notes = [
      `${count} instances, by the column "${name(of.id)}", with estimates of the classes ${list(classes)} in the column "${name(of.estimate)}"`,
      ...(base.notes ?? []),
    ];
  }

  cut(): Pick<Part, 'from' | 'to'>[] {
    return [{ from: 0, to: this.rows }];
  }

  bytesTo(): number {
    return this.size;
  }

  check(): { float32: boolean } {
    return { float32: this.float32 };
  }

  *peek(columns: readonly number[], rows: number): Reading<unknown[][]> {
    const { truth, ids } = this.instances;
    const count = Math.min(rows, this.rows);
    return columns.map((column) =>
      Array.from({ length: count }, (_, r) => (column === 0 ? ids[r] : column === 1 ? truth.names[truth.codes[r]] : this.number(column, r))),
    );
  }

  private number(column: number, row: number): number | undefined {
    const { classes, estimates, weights } = this.instances;
    const at = column - 2;
    return at >= 0 && at < classes.length ? estimates[row * classes.length + at] : weights?.[row];
  }

  reader(wanted: Wanted, kernels: Kernels): TableReader {
    const maker = new BlockMaker(kernels, wanted, this.columns);
    return {
      read: (_, take, refuse) => this.read(wanted, maker, take, refuse),
      free: () => maker.free(),
    };
  }

  private *read(wanted: Wanted, maker: BlockMaker, take: (block: RowBlock) => void, refuse: Refuse): Reading<undefined> {
    for (const problem of this.problems) refuse(() => problem);
    const { classes, count, ids, estimates, truth, weights, bad } = this.instances;
    const column = (at: number): { values: Float64Array; from: number; stride: number } =>
      at - 2 < classes.length ? { values: estimates, from: at - 2, stride: classes.length } : { values: weights as Float64Array, from: 0, stride: 1 };
    const inOrder = Uint32Array.from({ length: wanted.texts?.length ? count : 0 }, (_, i) => i);
    const texts = (wanted.texts ?? []).map((at) => (at === 0 ? { codes: inOrder, names: ids } : truth));
    const all = wanted.weights === undefined ? wanted.numbers : [...wanted.numbers, wanted.weights];
    // Who asks for ids alone has them of bad instances, too.
    const placeOf = (row: number, [code, message, details]: [FairbitsError['code'], string, ProblemDetails]): Problem =>
      this.problemAt(row, code, message, details);
    maker.emit(
      { rows: count, numbers: all.map(column), truth: wanted.truth === undefined ? undefined : truth, texts, bad: wanted.numbers.length > 0 ? bad : new Map() },
      placeOf,
      take,
      refuse,
    );
    return undefined;
  }

  /** The error of an instance, at the row that it is known by. */
  private problemAt(instance: number, code: FairbitsError['code'], message: string, details: ProblemDetails): Problem {
    const { base, name, kernels } = this;
    const row = this.instances.row[instance];
    if (!base.text) return new FairbitsError(code, `${name}: row ${row + 1}: ${message}`, { file: name, line: row + 1, ...details });
    return new Unplaced(
      base.address.file,
      () => positionOf(base, row, kernels),
      (line) => new FairbitsError(code, `${name}:${line}: ${message}`, { file: name, line, ...details }),
    );
  }
}

/** Where a row of a text begins: it is looked for from the first on. */
function* positionOf(table: Table, row: number, kernels: Kernels): Reading<number> {
  const wanted: Wanted = { numbers: [], texts: [0], classes: [], about: {}, most: 1024, finite: false };
  let before = 0;
  let found: Problem | undefined;
  const note = (problem: () => Problem): boolean => {
    if (found === undefined && before === row) found = problem();
    before++;
    return found !== undefined;
  };
  yield* walkTable(
    table,
    wanted,
    kernels,
    (block) => {
      if (row < before + block.rows) found ??= block.problem(row - before, 'value', '', {});
      before += block.rows;
      return found !== undefined;
    },
    (problem) => void note(problem),
  );
  if (!(found instanceof Unplaced)) return table.text?.rowsAt ?? 0;
  return typeof found.position === 'number' ? found.position : yield* found.position();
}
