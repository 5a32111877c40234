import { FairbitsError } from '../errors.js';
import type { Kernels } from '../kernels/kernels.js';
import type { ColumnChoice } from '../sources/columns.js';
import { type BadCell, type Batch, NUMBER, noteBad, type TableSource } from '../sources/tableSource.js';
import type { RowFile, Rows, RowsWanted } from './rowFiles.js';
import type { Problem } from './unplaced.js';

/** Rows of a table: NDJSON, Parquet, Arrow or NPY. */
export class TableRows implements RowFile {
  constructor(
    private readonly source: TableSource,
    private readonly kernels: Kernels,
  ) {}

  get name(): string {
    return this.source.name;
  }

  get place(): string {
    return this.source.name;
  }

  get size(): number {
    return this.source.size;
  }

  get columns(): readonly string[] {
    return this.source.columns;
  }

  get given(): ColumnChoice | undefined {
    return this.source.given;
  }

  inspect({ truth, numbers, sets, about }: RowsWanted): { float32: boolean } {
    return this.source.inspect(truth, numbers, sets, (column) => about(column).option);
  }

  async read(wanted: RowsWanted, take: (rows: Rows) => void, skip?: (problem: Problem) => void): Promise<void> {
    const { kernels, source } = this;
    const { truth, numbers: columns, sets, most } = wanted;
    this.inspect(wanted);
    const width = columns.length;
    const numbers = kernels.float64(most * width);
    const labels = kernels.uint16(most);
    let before = 0;
    try {
      for await (const batch of source.batches(truth, columns, undefined, sets)) {
        const { bad, rows } = batch;
        const classes = this.classes(batch, wanted);
        const members = this.sets(batch, wanted);
        this.noteNotFinite(batch, columns);
        let done = 0;
        const taken = (to: number): void => {
          for (; done < to; done += Math.min(most, to - done)) {
            const from = done;
            const count = Math.min(most, to - from);
            fill(numbers, batch.numbers, from, count);
            if (truth !== undefined) for (let r = 0; r < count; r++) labels[r] = classes[batch.truth.codes[from + r]];
            const start = before + from;
            take({
              rows: count,
              numbers: numbers.subarray(0, count * width),
              labels: labels.subarray(0, count),
              sets: members ? members(from, count) : NO_SETS,
              position: batch.position,
              problem: (row, code, message, details) => this.problem(start + row, code, message, details),
            });
          }
        };
        for (const row of [...bad.keys()].sort((a, b) => a - b)) {
          taken(row);
          this.skip(before + row, bad.get(row) as BadCell, wanted, skip);
          done = row + 1;
        }
        taken(rows);
        before += rows;
      }
    } finally {
      kernels.free(numbers);
      kernels.free(labels);
    }
  }

  /** The class of each name in a batch; rows whose name is none are bad. */
  private classes({ truth: { names, codes }, rows, bad }: Batch, { truth, classes = [] }: RowsWanted): Int32Array {
    if (truth === undefined) return new Int32Array(1);
    const known = new Map(classes.map((name, i) => [name, i]));
    const indices = Int32Array.from(names, (name) => known.get(name) ?? -1);
    if (indices.includes(-1))
      for (let r = 0; r < rows; r++)
        if (indices[codes[r]] === -1) noteBad(bad, r, { column: this.columns[truth], found: JSON.stringify(names[codes[r]]), expected: ONE_CLASS });
    return indices;
  }

  /** What gives the sets of some rows; rows whose set holds what is no class are bad. */
  private sets({ sets, rows, bad }: Batch, { sets: column, classes = [] }: RowsWanted): ((from: number, rows: number) => Rows['sets']) | undefined {
    if (column === undefined || !sets) return undefined;
    const known = new Map(classes.map((name, i) => [name, i]));
    const parsed = sets.names.map((names) => {
      const indices = names.map((name) => known.get(name) ?? known.get(name.trim()) ?? -1);
      const stray = indices.indexOf(-1);
      return { indices, stray: stray < 0 ? undefined : names[stray] };
    });
    const { codes } = sets;
    if (parsed.some(({ stray }) => stray !== undefined))
      for (let r = 0; r < rows; r++) {
        const stray = parsed[codes[r]]?.stray;
        if (stray !== undefined) noteBad(bad, r, { column: this.columns[column], found: JSON.stringify(stray), expected: ONE_CLASS });
      }
    return (from, count) => {
      const sizes = new Uint16Array(count);
      let held = 0;
      for (let r = 0; r < count; r++) {
        // One more than all classes is enough to have a repeat.
        sizes[r] = Math.min(parsed[codes[from + r]].indices.length, classes.length + 1);
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

  /** Rows with a number that is none, or infinite, are bad, as they are in text. */
  private noteNotFinite({ numbers, rows, bad }: Batch, columns: readonly number[]): void {
    for (const [j, { values, from, stride }] of numbers.entries())
      for (let r = 0, at = from; r < rows; r++, at += stride)
        if (!Number.isFinite(values[at])) noteBad(bad, r, { column: this.columns[columns[j]], found: String(values[at]), expected: NUMBER });
  }

  private skip(row: number, cell: BadCell, wanted: RowsWanted, skip: ((problem: Problem) => void) | undefined): void {
    const problem = this.cellError(row, cell, wanted);
    if (!skip) throw problem;
    skip(problem);
  }

  /** The error of a row that holds something else than it should. */
  private cellError(row: number, { column, found, expected, file }: BadCell, { about }: RowsWanted): FairbitsError {
    if (column === undefined) return this.problem(row, 'format', `expected ${expected}, found ${found}`, { found, expected });
    const { expected: should, option } = about(this.columns.indexOf(column));
    const what = expected === ONE_CLASS ? 'has the class' : 'holds';
    return this.problem(
      row,
      expected === ONE_CLASS ? 'class' : 'value',
      `column "${column}" ${what} ${found}: expected ${should}. Check ${option}.`,
      { column, found, expected: should },
      file,
    );
  }

  private problem(
    row: number,
    code: FairbitsError['code'],
    message: string,
    details: { column?: string; found?: unknown; expected?: string },
    file = this.name,
  ): FairbitsError {
    return new FairbitsError(code, `${file}: row ${row + 1}: ${message}`, { file, line: row + 1, ...details });
  }

  async placed(error: unknown): Promise<unknown> {
    return error;
  }

  close(): void {
    this.source.close();
  }
}

const ONE_CLASS = 'a class';

const NO_SETS: Rows['sets'] = { members: new Uint16Array(), sizes: new Uint16Array() };

/** Columns into rows. */
function fill(to: Float64Array, columns: Batch['numbers'], from: number, count: number): void {
  const width = columns.length;
  for (let j = 0; j < width; j++) {
    const { values, from: start, stride } = columns[j];
    for (let r = 0, at = start + from * stride; r < count; r++, at += stride) to[r * width + j] = values[at];
  }
}
