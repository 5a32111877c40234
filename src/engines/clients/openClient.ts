import { clickhouseClient } from './clickhouseClient.js';
import type { ClientOptions, DatabaseClient } from './client.js';
import type { DatabaseKind, DatabaseUrl } from './databaseUrl.js';
import { duckdbClient } from './duckdbClient.js';
import { mysqlClient } from './mysqlClient.js';
import { postgresClient } from './postgresClient.js';

const CLIENTS: Record<DatabaseKind, (url: string, options: ClientOptions) => Promise<DatabaseClient>> = {
  postgres: postgresClient,
  clickhouse: clickhouseClient,
  mysql: mysqlClient,
  duckdb: duckdbClient,
};

export function openClient({ kind, connect }: DatabaseUrl, options: ClientOptions): Promise<DatabaseClient> {
  return CLIENTS[kind](connect, options);
}
