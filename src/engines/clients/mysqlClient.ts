import { type Answer, type ClientOptions, type DatabaseClient, loadClient } from './client.js';

interface MysqlConnection {
  query(query: string | { sql: string; rowsAsArray: true }): Promise<[rows: unknown[][], fields: { name: string; columnType: number }[]]>;
  end(): Promise<void>;
  threadId: number;
}

const FLOAT = 4;

/** The package mysql2, for MySQL and MariaDB. MYSQL_PWD is the password where the URL has none. */
export async function mysqlClient(url: string, { timeout }: ClientOptions): Promise<DatabaseClient> {
  const { createConnection } = await loadClient<{ createConnection(options: object): Promise<MysqlConnection> }>('mysql2/promise', 'mysql:');
  const password = process.env.MYSQL_PWD;
  const uri = url.replace(/^mariadb:/i, 'mysql:');
  const connect = (): Promise<MysqlConnection> =>
    createConnection({ uri, ...(password === undefined || new URL(uri).password !== '' ? {} : { password }), supportBigNumbers: true });
  const connection = await connect();
  // Quotes and backslashes must mean what they mean by default.
  await connection.query("SET SESSION sql_mode = ''");
  await connection.query('SET SESSION TRANSACTION READ ONLY');
  if (timeout !== undefined) await limit(connection, timeout);
  await connection.query('START TRANSACTION WITH CONSISTENT SNAPSHOT');
  return {
    async query(sql): Promise<Answer> {
      const [rows, fields] = await connection.query({ sql, rowsAsArray: true });
      return { columns: fields.map(({ name, columnType }) => ({ name, float32: columnType === FLOAT })), rows };
    },
    async cancel() {
      const other = await connect();
      await other.query(`KILL QUERY ${Number(connection.threadId)}`);
      await other.end();
    },
    close: () => connection.end(),
  };
}

/** MariaDB counts seconds, MySQL milliseconds, under another name. */
async function limit(connection: MysqlConnection, seconds: number): Promise<void> {
  try {
    await connection.query(`SET SESSION max_statement_time = ${seconds}`);
  } catch {
    await connection.query(`SET SESSION max_execution_time = ${Math.ceil(seconds * 1000)}`);
  }
}
