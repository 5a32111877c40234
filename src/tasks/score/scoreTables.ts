import type { Prior, ResolvedPrior } from '../../core/priors.js';
import type { OpenFiles } from '../../rows/bytes/reading.js';
import { FileSource, readerOf, SourceTable, type TableSource } from '../../rows/tableSource.js';
import { choosePredictions } from '../predictions.js';
import type { OpenRows } from '../rowCrew.js';
import type { ScoreOptions } from './options.js';
import { scoreOpen } from './scoreRows.js';
import type { Total } from './totals.js';

/** What `scoreTables` can be told. */
export interface TableOptions extends Omit<ScoreOptions<never>, 'prior' | 'labels' | 'classes' | 'threads' | 'rangeBytes' | 'by'> {
  /** `test` by default; or what finds one for the classes of the tables. */
  prior?: Prior | ((classes: string[]) => Promise<ResolvedPrior>);
}

/** Scores tables as one test set, those of one's own among them. Runs in Node and in pages. */
export async function scoreTables(sources: readonly TableSource[], options: TableOptions = {}): Promise<Total & { guesses: string[] }> {
  const tables = sources.map((source) => (source instanceof FileSource ? source.table : new SourceTable(source)));
  const accesses = new Map(sources.flatMap((source) => (source instanceof FileSource ? [...source.accesses] : [])));
  const own = (file: number): Promise<number> => (tables.find(({ address }) => address.file === file) as SourceTable).next();
  const inputs: OpenFiles = { files: [], labelsFrom: 0, read: readerOf(accesses, own), alone: true, close() {} };
  const rows: OpenRows = { inputs, tables, hands: [], reopen: async () => rows };
  const { prior, ...rest } = options;
  const chosen = await choosePredictions(rows, rest);
  const known = typeof prior === 'function' ? await prior(chosen.classes) : prior;
  const { names: _, ...scored } = await scoreOpen(rows, chosen, rest, known);
  return scored;
}
