/** Statistics computed where the rows are: the SQL for an engine, and what its answer stands for. */

export { DIALECT_NAMES as dialects } from './engines/dialects/dialects.js';
export { histogramSql } from './engines/histogramSql.js';
export type { ResultRow } from './engines/resultCells.js';
export type { StatisticsSpec, TableLayout } from './engines/spec.js';
export { type EngineStatistics, statisticsFromRows } from './engines/statisticsFromRows.js';
export { statisticsSql } from './engines/statisticsSql.js';
export { scoreDatabase } from './tasks/database/databaseEntry.js';
export { type RowFigures, rankingFromRows } from './tasks/database/histogramFigures.js';
export type { DatabaseOptions, DatabaseScore } from './tasks/database/scoreDatabase.js';
