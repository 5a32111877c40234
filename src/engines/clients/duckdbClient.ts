import { type Answer, type ClientOptions, type DatabaseClient, loadClient } from './client.js';

interface DuckDB {
  DuckDBInstance: {
    create(
      path: string,
      options: Record<string, string>,
    ): Promise<{
      connect(): Promise<DuckConnection>;
      closeSync(): void;
    }>;
  };
}

interface DuckConnection {
  runAndReadAll(sql: string): Promise<{ columnNames(): string[]; columnTypes(): { toString(): string }[]; getRowsJS(): unknown[][] }>;
  run(sql: string): Promise<unknown>;
  interrupt(): void;
  closeSync(): void;
}

/** The package @duckdb/node-api: a database of one file, opened to be read only, or none, for Parquet files. */
export async function duckdbClient(path: string, { timeout }: ClientOptions): Promise<DatabaseClient> {
  const { DuckDBInstance } = await loadClient<DuckDB>('@duckdb/node-api', 'duckdb:');
  const instance = await DuckDBInstance.create(path === '' ? ':memory:' : path, path === '' ? {} : { access_mode: 'READ_ONLY' });
  const connection = await instance.connect();
  let late = false;
  return {
    async query(sql): Promise<Answer> {
      const timer =
        timeout === undefined
          ? undefined
          : setTimeout(() => {
              late = true;
              connection.interrupt();
            }, timeout * 1000);
      try {
        const reader = await connection.runAndReadAll(sql);
        const types = reader.columnTypes();
        return { columns: reader.columnNames().map((name, i) => ({ name, float32: String(types[i]) === 'FLOAT' })), rows: reader.getRowsJS() };
      } catch (error) {
        throw late ? new Error(`the query took longer than ${timeout} seconds and was ended`) : error;
      } finally {
        clearTimeout(timer);
      }
    },
    async cancel() {
      connection.interrupt();
    },
    async close() {
      connection.closeSync();
      instance.closeSync();
    },
  };
}
