import type { ResultRow } from 'fairbits/engines';

/** A value of a test's table. */
export type Value = string | number | boolean | null | readonly number[];

export interface TestTable {
  name: string | readonly string[];
  /** Names and types, in the words of `types`. */
  columns: readonly (readonly [name: string, type: 'text' | 'double' | 'float' | 'integer' | 'boolean' | 'date' | 'decimal' | 'array'])[];
  rows: readonly (readonly Value[])[];
}

/** An engine that runs in this process. */
export interface Runner {
  dialect: string;
  query(sql: string): Promise<ResultRow[]>;
  create(table: TestTable): Promise<void>;
  close(): Promise<void>;
}

const TYPES: Record<string, Record<string, string>> = {
  duckdb: {
    text: 'VARCHAR',
    double: 'DOUBLE',
    float: 'FLOAT',
    integer: 'INTEGER',
    boolean: 'BOOLEAN',
    date: 'DATE',
    decimal: 'DECIMAL(18,10)',
    array: 'DOUBLE[]',
  },
  postgres: { text: 'text', double: 'float8', float: 'real', integer: 'int', boolean: 'boolean', date: 'date', decimal: 'numeric(18,10)', array: 'float8[]' },
  sqlite: { text: 'TEXT', double: 'REAL', float: 'REAL', integer: 'INTEGER', boolean: 'INTEGER', date: 'TEXT', decimal: 'REAL', array: 'TEXT' },
};

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const text = (value: string): string => `'${value.replaceAll("'", "''")}'`;

function literal(dialect: string, value: Value): string {
  if (value === null) return 'NULL';
  if (typeof value === 'string') return text(value);
  if (typeof value === 'boolean') return dialect === 'sqlite' ? String(Number(value)) : String(value);
  if (typeof value === 'object') {
    if (dialect === 'sqlite') return text(JSON.stringify(value));
    return dialect === 'duckdb' ? `[${value.map((x) => number(dialect, x)).join(',')}]` : `ARRAY[${value.map((x) => number(dialect, x)).join(',')}]::float8[]`;
  }
  return number(dialect, value);
}

function number(dialect: string, x: number): string {
  if (Number.isFinite(x)) return String(x).includes('e') || dialect !== 'duckdb' ? String(x) : `${x}${Number.isInteger(x) ? '' : 'e0'}`;
  if (dialect === 'sqlite') return Number.isNaN(x) ? 'NULL' : x > 0 ? '9e999' : '-9e999';
  return `'${Number.isNaN(x) ? 'NaN' : x > 0 ? 'Infinity' : '-Infinity'}'::${dialect === 'duckdb' ? 'DOUBLE' : 'float8'}`;
}

/** The statements that make a table. */
export function tableStatements(dialect: string, { name, columns, rows }: TestTable): string[] {
  const types = TYPES[dialect];
  const full = [name].flat().map(quoted).join('.');
  const statements = [`CREATE TABLE ${full} (${columns.map(([column, type]) => `${quoted(column)} ${types[type]}`).join(', ')})`];
  for (let from = 0; from < rows.length; from += 500) {
    const some = rows.slice(from, from + 500).map((row) => `(${row.map((value) => literal(dialect, value)).join(',')})`);
    statements.push(`INSERT INTO ${full} VALUES ${some.join(',')}`);
  }
  return statements;
}

async function duckdb(): Promise<Runner> {
  const { DuckDBInstance } = await import('@duckdb/node-api');
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  return {
    dialect: 'duckdb',
    query: async (sql) => (await connection.runAndReadAll(sql)).getRowObjects() as ResultRow[],
    async create(table) {
      for (const sql of tableStatements('duckdb', table)) await connection.run(sql);
    },
    async close() {
      connection.closeSync();
      instance.closeSync();
    },
  };
}

async function postgres(): Promise<Runner> {
  const { PGlite } = await import('@electric-sql/pglite');
  const db = await PGlite.create();
  return {
    dialect: 'postgres',
    query: async (sql) => (await db.query(sql)).rows as ResultRow[],
    async create(table) {
      for (const sql of tableStatements('postgres', table)) await db.exec(sql);
    },
    close: () => db.close(),
  };
}

async function sqlite(): Promise<Runner> {
  const { default: init } = await import('sql.js');
  const db = new (await init({ useOldExtensionFunctions: false })).Database();
  return {
    dialect: 'sqlite',
    async query(sql) {
      const [{ columns, values }] = db.exec(sql);
      return values.map((row) => Object.fromEntries(columns.map((name, i) => [name, row[i]])));
    },
    async create(table) {
      for (const sql of tableStatements('sqlite', table)) db.run(sql);
    },
    async close() {
      db.close();
    },
  };
}

export const RUNNERS = { duckdb, postgres, sqlite };
