import { FairbitsError } from '../../base/errors.js';
import { bigquery } from './bigquery.js';
import { clickhouse } from './clickhouse.js';
import type { Dialect } from './dialect.js';
import { duckdb } from './duckdb.js';
import { mssql } from './mssql.js';
import { mysql } from './mysql.js';
import { postgres } from './postgres.js';
import { redshift } from './redshift.js';
import { snowflake } from './snowflake.js';
import { databricks, spark } from './spark.js';
import { sqlite } from './sqlite.js';
import { athena, trino } from './trino.js';

const DIALECTS = [duckdb, postgres, clickhouse, spark, databricks, trino, athena, snowflake, bigquery, redshift, mysql, sqlite, mssql];

/**
 * The dialects of SQL that `statisticsSql` writes.
 *
 * @example
 * ```ts
 * import { dialects } from 'fairbits/engines';
 *
 * dialects.includes('postgres'); // → true
 * ```
 */
export const DIALECT_NAMES: readonly string[] = DIALECTS.map(({ name }) => name);

export function dialectOf(name: string): Dialect {
  const found = DIALECTS.find((each) => each.name === name);
  if (found) return found;
  const known = DIALECT_NAMES.join(', ');
  throw new FairbitsError('option', `there is no dialect "${name}": expected ${known}`, { found: name, expected: known });
}
