import { FairbitsError } from '../../base/errors.js';
import { urlPassword, withoutPassword } from '../../base/urlPassword.js';
import { tableParts } from '../tableParts.js';

const SCHEMES = {
  postgres: 'postgres',
  postgresql: 'postgres',
  clickhouse: 'clickhouse',
  clickhouses: 'clickhouse',
  mysql: 'mysql',
  mariadb: 'mysql',
  duckdb: 'duckdb',
} as const;

export type DatabaseKind = (typeof SCHEMES)[keyof typeof SCHEMES];

/** Where rows lie: a database, and a table in it. */
export interface DatabaseUrl {
  kind: DatabaseKind;
  /** What a client connects to, with what it needs to know and without what is ours. Of DuckDB the path of the file, or nothing. */
  connect: string;
  table?: readonly string[];
  parquet?: string;
  /** How it is called in reports and messages: without a password. */
  shown: string;
  /** What must never be shown. */
  secrets: readonly string[];
}

/** Whether an argument names a database rather than a file. */
export function isDatabaseUrl(text: string): boolean {
  const scheme = /^([a-z]+):/i.exec(text)?.[1].toLowerCase();
  return scheme !== undefined && Object.hasOwn(SCHEMES, scheme);
}

/** Parameters of a URL that are secrets, whoever they are for. */
const SECRET_PARAMETER = /^(?:password|passwd|pwd|sslkey|sslpassword|token|.*secret.*)$/i;

export function parseDatabaseUrl(text: string): DatabaseUrl {
  const kind = SCHEMES[/^([a-z]+):/i.exec(text)?.[1].toLowerCase() as keyof typeof SCHEMES];
  const [bare, ...query] = withoutPassword(text).split('?');
  const base = query.length === 0 ? text : text.slice(0, -query.join('?').length - 1);
  const parameters = new URLSearchParams(query.join('?'));
  const shownParameters = new URLSearchParams([...parameters].filter(([name]) => !SECRET_PARAMETER.test(name)));
  const secrets = [...parameters].filter(([name]) => SECRET_PARAMETER.test(name)).map(([, value]) => value);
  const [table, parquet] = [parameters.get('table'), parameters.get('parquet')];
  for (const own of ['table', 'parquet']) parameters.delete(own);
  const rest = [...parameters].length > 0 ? `?${parameters}` : '';
  const password = urlPassword(text);
  if (password !== undefined) secrets.push(password, decoded(password));
  const shown = `${bare}${[...shownParameters].length > 0 ? `?${decodeURIComponent(String(shownParameters).replaceAll('+', ' '))}` : ''}`;
  if ((table === null) === (parquet === null))
    throw new FairbitsError(
      'option',
      `${shown} ${table === null ? 'names no table' : 'names a table and Parquet files'}: expected ?table=SCHEMA.TABLE${kind === 'duckdb' ? ' or ?parquet=FILES' : ''} at its end`,
      {
        file: shown,
        expected: '?table=SCHEMA.TABLE',
      },
    );
  if (parquet !== null && kind !== 'duckdb')
    throw new FairbitsError('option', `${shown}: expected ?table=SCHEMA.TABLE; Parquet files are for duckdb:?parquet=FILES`, {
      file: shown,
      expected: '?table=SCHEMA.TABLE',
    });
  const connect = kind === 'duckdb' ? decoded(base.slice('duckdb:'.length)) : `${base}${rest}`;
  return {
    kind,
    connect,
    ...(table === null ? {} : { table: tableParts(table) }),
    ...(parquet === null ? {} : { parquet }),
    shown,
    secrets: secrets.filter((secret) => secret !== ''),
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A message without what must not be shown. */
export function withoutSecrets(message: string, secrets: readonly string[]): string {
  return secrets.reduce((text, secret) => text.replaceAll(secret, '***'), message);
}
