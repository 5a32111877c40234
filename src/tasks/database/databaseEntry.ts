import { libraryEntry } from '../../base/libraryWords.js';
import { scoreDatabase as scoreDatabaseOf } from './scoreDatabase.js';

/**
 * Scores predictions where they are: the database computes the statistics, and a few kilobytes travel. Options that do not exist are refused, and errors
 * name options as code does.
 *
 * @example
 * ```ts
 * import { DuckDBInstance } from '@duckdb/node-api';
 * import { type ResultRow, scoreDatabase } from 'fairbits/engines';
 *
 * const connection = await (await DuckDBInstance.create()).connect();
 * await connection.run("CREATE TABLE predictions AS SELECT * FROM (VALUES ('a', 0.7, 0.3), ('b', 0.4, 0.6)) AS t(label, p_a, p_b)");
 * // `query` sends the SQL by a connection of your own; without it a client is loaded for the URL.
 * const query = async (sql: string) => (await connection.runAndReadAll(sql)).getRowObjectsJson() as ResultRow[];
 * const { report } = await scoreDatabase(['duckdb:?table=predictions'], { prior: 'uniform', query });
 * report.rows; // → 2
 * report.measures.bayesianReward.mean; // → 0.3742
 * ```
 */
export const scoreDatabase = libraryEntry(
  'scoreDatabase',
  {
    by: true,
    classes: true,
    confidence: true,
    cutoff: true,
    floatSums: true,
    logits: true,
    percent: true,
    positive: true,
    prior: true,
    probs: true,
    query: true,
    ranking: true,
    signal: true,
    skipBad: true,
    timeout: true,
    tolerance: true,
    truth: true,
    weights: true,
    where: true,
  },
  scoreDatabaseOf,
);
