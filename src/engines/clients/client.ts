import { createRequire } from 'node:module';
import { join } from 'node:path';
import { FairbitsError } from '../../base/errors.js';
import type { ResultRow } from '../resultCells.js';

/** What a query answered. */
export interface Answer {
  columns: { name: string /** Whether its numbers have single precision. */; float32: boolean }[];
  /** A value for each column. */
  rows: unknown[][];
}

/** A connection that reads and cannot write. */
export interface DatabaseClient {
  query(sql: string): Promise<Answer>;
  /** Ends the query that runs. */
  cancel(): Promise<void>;
  close(): Promise<void>;
}

export interface ClientOptions {
  /** Seconds that one query may take; the engine itself ends one that takes longer. */
  timeout?: number | undefined;
}

/** Rows by the names of their columns. */
export function byColumn({ columns, rows }: Answer): ResultRow[] {
  return rows.map((row) => Object.fromEntries(columns.map(({ name }, i) => [name, row[i]])));
}

/** Loads a client's package: one that is installed beside this one, or where the command is called. */
export async function loadClient<T>(name: string, scheme: string): Promise<T> {
  const beside = (): Promise<T & { default?: T }> => import(name);
  const where = async (): Promise<T & { default?: T }> => createRequire(join(process.cwd(), 'package.json'))(name);
  for (const load of [beside, where]) {
    try {
      const found = await load();
      return found.default ?? found;
    } catch (error) {
      const { code } = error as { code?: string };
      if (code !== 'ERR_MODULE_NOT_FOUND' && code !== 'MODULE_NOT_FOUND') throw error;
    }
  }
  const wanted = name.startsWith('@') ? name : name.split('/')[0];
  throw new FairbitsError('option', `${scheme} needs the package ${wanted}, which is not installed: expected it here. Try npm install ${wanted}`, {
    found: scheme,
    expected: wanted,
  });
}
