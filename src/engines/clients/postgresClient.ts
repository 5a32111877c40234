import { type Answer, type ClientOptions, type DatabaseClient, loadClient } from './client.js';

interface PgClient {
  connect(): Promise<void>;
  query(query: string | { text: string; rowMode: 'array' }): Promise<{ fields: { name: string; dataTypeID: number }[]; rows: unknown[][] }>;
  end(): Promise<void>;
  on(event: 'error', listener: (error: Error) => void): void;
  processID?: number;
}

const FLOAT4 = 700;

/** The package pg, which reads PGPASSWORD and ~/.pgpass. One snapshot of the table for all queries. */
export async function postgresClient(url: string, { timeout }: ClientOptions): Promise<DatabaseClient> {
  const { Client } = await loadClient<{ Client: new (options: object) => PgClient }>('pg', 'postgres:');
  const connect = async (): Promise<PgClient> => {
    const client = new Client({ connectionString: url, application_name: 'fairbits' });
    // A connection that breaks is told of by the query that runs.
    client.on('error', () => {});
    await client.connect();
    return client;
  };
  const client = await connect();
  await client.query('SET default_transaction_read_only = on');
  if (timeout !== undefined) await client.query(`SET statement_timeout = ${Math.ceil(timeout * 1000)}`);
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  return {
    async query(sql): Promise<Answer> {
      const { fields, rows } = await client.query({ text: sql, rowMode: 'array' });
      return { columns: fields.map(({ name, dataTypeID }) => ({ name, float32: dataTypeID === FLOAT4 })), rows };
    },
    async cancel() {
      const other = await connect();
      await other.query(`SELECT pg_cancel_backend(${Number(client.processID)})`);
      await other.end();
    },
    close: () => client.end(),
  };
}
