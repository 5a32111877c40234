import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { FairbitsError } from '../../base/errors.js';
import type { ResultRow } from '../resultRows.js';

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

/** Loads a client's package: ours, or one that is installed where the command is called. */
export async function loadClient<T>(name: string, scheme: string): Promise<T> {
  const places = [() => name, () => pathToFileURL(createRequire(join(process.cwd(), 'package.json')).resolve(name)).href];
  for (const place of places) {
    try {
      const found = await import(place());
      return (found.default ?? found) as T;
    } catch (error) {
      const { code } = error as { code?: string };
      if (code !== 'ERR_MODULE_NOT_FOUND' && code !== 'MODULE_NOT_FOUND') throw error;
    }
  }
  throw new FairbitsError('option', `${scheme} needs the package ${name}, which is not installed: expected it here. Try npm install ${name}`, {
    found: scheme,
    expected: name,
  });
}
