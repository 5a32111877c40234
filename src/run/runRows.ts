import type { Part, PartRows, Table } from '../rows/table.js';
import type { Crew, Parts } from './crew.js';
import { type Failed, FIRST_PROBLEMS, type PartOutcome } from './rowWork.js';

/** How far a run is. */
export interface RunProgress {
  bytes: number;
  /** Infinity where a stream is read. */
  totalBytes: number;
  rows: number;
}

export interface RunOptions {
  onProgress?: ((progress: RunProgress) => void) | undefined;
  /** Stops the work: it then throws the signal's reason. */
  signal?: AbortSignal | undefined;
}

/** Rows that were passed over, and the first few of them, by place, and why. */
export interface Skipped {
  rows: number;
  skipped: number;
  skippedFirst: string[];
  /** The columns that are why, where there are such. */
  skippedColumns: (string | undefined)[];
  /** Where it was asked for: the rows of every part, in order, and which were bad. */
  parts?: PartRows[];
}

/** What is said of rows that were passed over: how many, and the first few. */
export function skippedWarning({ skipped, skippedFirst }: Pick<Skipped, 'skipped' | 'skippedFirst'>, what = 'scored'): string[] {
  if (skipped === 0) return [];
  return [`${skipped} rows could not be ${what} and were skipped: ${skippedFirst.join('; ')}${skipped > skippedFirst.length ? '; …' : ''}`];
}

/** Tables cut into parts, whatever the threads. */
export function cutTables(tables: readonly Table[], bytes: number): Part[] {
  return tables.flatMap((each, table) => each.cut(bytes).map((part) => ({ table, ...part })));
}

/**
 * Does a job with the rows of tables; `take` hears of each part's result in their order. A part of a text is read from its first newline on,
 * which may be inside quotes: so its rows count only if they begin where those before them ended. Else it is done again from there,
 * and what was wrong with it before says nothing.
 */
export async function runRows<P, J>(
  crew: Crew<{ rows: J }>,
  tables: readonly Table[],
  parts: Parts<Part>,
  job: J,
  take: (result: P, part: Part) => void | Promise<void>,
  { onProgress, signal }: RunOptions = {},
): Promise<Skipped> {
  const sizes = tables.map(({ size }) => size);
  const before = sizes.map((_, i) => sizes.slice(0, i).reduce((sum, size) => sum + size, 0));
  const totalBytes = sizes.reduce((sum, size) => sum + size, 0);
  const found: Skipped = { rows: 0, skipped: 0, skippedFirst: [], skippedColumns: [] };
  let table = -1;
  /** Where the next row starts, and how many lines end before the next part. */
  let start = 0;
  let linesBefore = 0;
  const done = async (outcome: PartOutcome<P> | Failed, part: Part): Promise<void> => {
    if (part.table !== table) {
      table = part.table;
      ({ rowsAt: start, linesBefore } = tables[table].text ?? { rowsAt: 0, linesBefore: 0 });
    }
    const known = { ...part, known: { start, linesBefore } };
    const right = isRight(outcome, part, start) ? outcome : await crew.again<Part, PartOutcome<P>>(known, { rows: job });
    for (const { line, text, column } of right.skippedRows) {
      if (found.skippedFirst.length === FIRST_PROBLEMS) break;
      found.skippedFirst.push(line === undefined ? text : `${tables[table].name}:${linesBefore + line}${text}`);
      found.skippedColumns.push(column);
    }
    found.skipped += right.skipped;
    if (right.numbered) {
      found.parts ??= [];
      found.parts.push({ table, from: part.from, ...right.numbered });
    }
    found.rows += right.rows;
    if (right.span) {
      start = Math.max(start, right.span.end);
      linesBefore += right.span.lines;
    }
    await take(right.result, part);
    signal?.throwIfAborted();
    onProgress?.({ bytes: before[table] + tables[table].bytesTo(part), totalBytes, rows: found.rows });
  };
  await crew.run(parts, { rows: job }, done, { signal });
  return found;
}

/** Whether a part was read from where its first row starts; or none starts in it, and none was read. What is no text always is. */
function isRight<P>(outcome: PartOutcome<P> | Failed, { to }: Part, start: number): outcome is PartOutcome<P> {
  if ('failed' in outcome) return false;
  const { span } = outcome;
  return !span || span.start === start || (span.start >= to && start >= to);
}
