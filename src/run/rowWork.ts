import { FairbitsError } from '../base/errors.js';
import type { Engine, EngineOptions } from '../core/engine.js';
import type { Reading, Stretch } from '../rows/bytes/reading.js';
import { lineStart } from '../rows/csv/lines.js';
import type { LeftOut, Part, PartRows, Refuse, RowBlock, Span, Table, TableReader, Wanted } from '../rows/table.js';
import { scaleBlock } from '../rows/tables/scaled.js';
import { lineOf, type Problem, placed, Unplaced } from '../rows/unplaced.js';
import { RowsLeft } from './rowsLeft.js';

/** What becomes of the rows of one part. */
export interface Sink<P> {
  /** Takes rows; `refuse` hears of each that cannot be taken. */
  add(block: RowBlock, refuse: Refuse): void;
  /** What they come to; it can be posted. */
  finish(): P;
  free(): void;
}

/** What is wanted of rows: a kind of sinks that every thread knows by its name, and what it must know. It can be posted. */
export interface RowTask<O = unknown> {
  sink: string;
  of: O;
  wanted: readonly Wanted[];
  engine: EngineOptions;
  /** Pass over rows that cannot be taken, and count them, instead of stopping at the first. */
  skipBad: boolean;
  /** Say which rows those are. */
  listBad?: boolean | undefined;
  /** Rows that are left out, good as they may be. */
  leaveOut?: readonly LeftOut[] | undefined;
}

/** Makes the sinks of one kind, for one job after another. */
export type SinkKind<O = never, J = never, P = unknown> = (engine: Engine, of: O) => (job: J, table: number) => Sink<P>;

/** A row that was passed over: its line, counted from 1 where the part begins, and what is wrong behind that; or all of it. */
interface SkippedRow {
  line?: number;
  text: string;
  /** The column that is why, where one is. */
  column: string | undefined;
}

/** What a part comes to, and where its rows lie. */
export interface PartOutcome<P> {
  result: P;
  rows: number;
  span?: Span | undefined;
  skipped: number;
  /** The first few. */
  skippedRows: SkippedRow[];
  /** Which rows were bad, where that was asked for. */
  numbered?: Pick<PartRows, 'rows' | 'bad'>;
}

/** A part of a text that could not be read from where its first row was taken to start. */
export interface Failed {
  failed: true;
}

export const FIRST_PROBLEMS = 5;

/** Reads parts of tables into sinks, one at a time. Each thread has one, with an engine of its own. */
export class RowWork {
  /** What reads the table of the last part: of many files not all need their room at once. */
  private reader: { table: number; reader: TableReader } | undefined;
  private readonly sink: (job: never, table: number) => Sink<unknown>;

  constructor(
    readonly engine: Engine,
    private readonly tables: readonly Table[],
    private readonly task: RowTask,
    kind: SinkKind,
  ) {
    this.sink = kind(engine, task.of as never);
  }

  /** Where in the files a part is read from, about; if that cannot be told, what is wrong is said when it is read. */
  stretches(part: Part): readonly Stretch[] {
    try {
      return this.tables[part.table].stretches?.(part, this.task.wanted[part.table]) ?? [];
    } catch {
      return [];
    }
  }

  /** Does a job over a part. Where its first row was only taken to start somewhere, what is wrong with it may be that. */
  *run(part: Part, job: unknown): Reading<PartOutcome<unknown> | Failed> {
    try {
      return yield* this.read(part, job);
    } catch (error) {
      if (this.tables[part.table].text && !part.known && (error instanceof Unplaced || error instanceof FairbitsError)) return { failed: true };
      throw error instanceof Unplaced ? yield* placed(error, lineStart(part.from, part.known)) : error;
    }
  }

  private *read(part: Part, job: unknown): Reading<PartOutcome<unknown>> {
    const sink = this.sink(job as never, part.table);
    const first: Problem[] = [];
    let skipped = 0;
    let rows = 0;
    const { skipBad, listBad, leaveOut } = this.task;
    const left = new RowsLeft(leaveOut, part);
    const bad: number[] = [];
    const refuse = (problem: () => Problem, row: number): void => {
      if (!skipBad) throw problem();
      if (skipped++ < FIRST_PROBLEMS) first.push(problem());
      if (listBad) bad.push(row);
    };
    try {
      const take = (read: RowBlock): void => {
        const { block, numberOf } = left.of(read);
        rows += block.rows;
        if (block.rows === 0) return;
        scaleBlock(block, this.task.wanted[part.table], this.engine.kernels);
        sink.add(block, (problem, row = 0) => refuse(problem, numberOf(row)));
      };
      const span = yield* this.readerOf(part.table).read(part, take, (problem) => refuse(problem, left.unread()));
      const result = sink.finish();
      const skippedRows: SkippedRow[] = [];
      for (const problem of first) skippedRows.push(yield* this.skippedRow(part, problem));
      return { result, rows, span, skipped, skippedRows, ...(listBad ? { numbered: { rows: left.rows, bad } } : {}) };
    } finally {
      sink.free();
    }
  }

  private readerOf(table: number): TableReader {
    if (this.reader?.table !== table) {
      this.free();
      this.reader = { table, reader: this.tables[table].reader(this.task.wanted[table], this.engine.kernels) };
    }
    return this.reader.reader;
  }

  private *skippedRow({ table, from }: Part, problem: Problem): Reading<SkippedRow> {
    if (problem instanceof FairbitsError) return { text: problem.message, column: problem.column };
    const place = `${this.tables[table].name}:0`;
    const { message, column } = problem.on(0);
    return { line: yield* lineOf(problem, { at: from, lines: 0 }), text: message.slice(place.length), column };
  }

  free(): void {
    this.reader?.reader.free();
    this.reader = undefined;
  }
}
