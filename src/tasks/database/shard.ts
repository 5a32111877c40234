import { FairbitsError } from '../../base/errors.js';
import { type Answer, byColumn, type DatabaseClient } from '../../engines/clients/client.js';
import { type DatabaseUrl, withoutSecrets } from '../../engines/clients/databaseUrl.js';
import { dialectOf } from '../../engines/dialects/dialects.js';
import { histogramQuery } from '../../engines/histogramSql.js';
import type { ResultRow } from '../../engines/resultCells.js';
import { BAD_KINDS } from '../../engines/rowLayers.js';
import { quantilesSql, type RewardBins, rewardQuery, type SliceKey, sliceQuery, valuesSql } from '../../engines/sliceSql.js';
import { type ResolvedSpec, resolveSpec, type StatisticsSpec } from '../../engines/spec.js';
import { statisticsQuery } from '../../engines/statisticsSql.js';
import { badRowsSql, labelsSql, sampleSql } from '../../engines/tableQueries.js';
import { partEnds, plainValues } from './columnValues.js';
import { type LabelCount, SampleSource } from './sampleSource.js';

/** Asks a database something. Someone's own may answer rows by column, or in order. */
export type Ask = (sql: string) => Promise<Answer | readonly ResultRow[]>;

/** Rows that are looked at to tell what columns hold. */
const SAMPLE = 256;
/** More labels than this are no classes. */
const MOST_LABELS = 10_000;
/** Bad rows that are named, and columns to find them by. */
const MOST_BAD_ROWS = 5;
const MOST_KEYS = 3;

/** One database that holds rows of a test set. Errors name it, and no secret. */
export class Shard {
  private readonly dialect;
  private readonly counted = new Map<string, Promise<LabelCount[]>>();

  constructor(
    readonly url: Pick<DatabaseUrl, 'kind' | 'table' | 'parquet' | 'shown' | 'secrets'>,
    private readonly where: string | undefined,
    private readonly weights: string | undefined,
    private readonly asked: Ask,
    readonly client?: DatabaseClient,
  ) {
    this.dialect = dialectOf(url.kind);
  }

  private get of(): Pick<ResolvedSpec, 'table' | 'parquet' | 'where'> {
    return { table: this.url.table ?? [], parquet: this.url.parquet, where: this.where };
  }

  private async ask(sql: string): Promise<Answer> {
    try {
      const found = await this.asked(sql);
      return isAnswer(found) ? found : answerOfRows(found);
    } catch (error) {
      throw databaseError(this.url, error);
    }
  }

  async sample(): Promise<SampleSource> {
    return new SampleSource(this.url.shown, await this.ask(sampleSql(this.of, this.dialect, SAMPLE)), (column) => this.labels(column));
  }

  /** The labels of a column, counted once. */
  labels(column: string): Promise<LabelCount[]> {
    const known = this.counted.get(column) ?? this.countLabels(column);
    this.counted.set(column, known);
    return known;
  }

  private async countLabels(column: string): Promise<LabelCount[]> {
    const { rows } = await this.ask(labelsSql(this.of, this.dialect, column, this.weights, MOST_LABELS));
    if (rows.length > MOST_LABELS)
      throw new FairbitsError(
        'columns',
        `${this.url.shown}: the column "${column}" has more than ${MOST_LABELS} different values: expected true classes. Say which column has them with --truth.`,
        {
          file: this.url.shown,
          column,
          expected: '--truth',
        },
      );
    return rows.flatMap(([label, count, weight]) => (label === null ? [] : [{ label: String(label), rows: Number(count), weight: Number(weight) }]));
  }

  /** What is asked of it. */
  spec(spec: Omit<StatisticsSpec, 'table' | 'parquet' | 'where'>): ResolvedSpec {
    const { table, parquet } = this.url;
    return resolveSpec({
      ...spec,
      ...(table === undefined ? {} : { table }),
      ...(parquet === undefined ? {} : { parquet }),
      ...(this.where === undefined ? {} : { where: this.where }),
    });
  }

  async statistics(spec: ResolvedSpec): Promise<ResultRow[]> {
    return byColumn(await this.ask(statisticsQuery(spec, this.dialect)));
  }

  /** Histograms under the prior of the spec alone. */
  async histograms(spec: ResolvedSpec): Promise<ResultRow[]> {
    return byColumn(await this.ask(histogramQuery(spec, this.dialect, false)));
  }

  /** Statistics by slice. */
  async slices(spec: ResolvedSpec, keys: readonly SliceKey[]): Promise<ResultRow[]> {
    return byColumn(await this.ask(sliceQuery(spec, this.dialect, keys)));
  }

  /** Rewards by true class and bin: what they weigh, and their sum. */
  async rewards(spec: ResolvedSpec, bins: RewardBins): Promise<Record<string, unknown>[]> {
    return byColumn(await this.ask(rewardQuery(spec, this.dialect, bins))) as Record<string, unknown>[];
  }

  async values(column: string, most: number): Promise<ReturnType<typeof plainValues>> {
    return plainValues((await this.ask(valuesSql(this.of, this.dialect, column, most))).rows);
  }

  async quantiles(column: string, parts: number): Promise<number[]> {
    return partEnds((await this.ask(quantilesSql(this.of, this.dialect, column, parts))).rows);
  }

  /** The first rows that cannot be scored, as one says them. Where that cannot be asked for they are only counted. */
  async firstBad(spec: ResolvedSpec, others: readonly string[]): Promise<string[]> {
    const keys = others.slice(0, MOST_KEYS);
    const { rows } = await this.ask(badRowsSql(spec, this.dialect, keys, MOST_BAD_ROWS));
    return rows.map((row) => {
      const [status, ...values] = row;
      const named = keys.map((key, i) => `${key} ${shownCell(values[i])}`);
      const [label, ...estimates] = values.slice(keys.length);
      return `${named.join(', ')}${named.length > 0 ? ': ' : ''}${BAD_KINDS[Number(status)]} (${spec.truth} ${shownCell(label)}, estimates ${estimates.map(shownCell).join(' ')})`;
    });
  }
}

const shownCell = (value: unknown): string => {
  const text = value === null || value === undefined ? 'NULL' : String(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
};

const isAnswer = (found: Answer | readonly ResultRow[]): found is Answer => !Array.isArray(found);

/** Rows by column, or in order, as an answer. */
function answerOfRows(rows: readonly ResultRow[]): Answer {
  const [first] = rows;
  const names = first === undefined ? [] : Array.isArray(first) ? first.map((_, i) => String(i)) : Object.keys(first);
  return {
    columns: names.map((name) => ({ name, float32: false })),
    rows: rows.map((row) => (Array.isArray(row) ? [...row] : names.map((name) => (row as Record<string, unknown>)[name]))),
  };
}

/** What a database said, with its name and without secrets. */
export function databaseError({ shown: name, secrets }: Pick<DatabaseUrl, 'shown' | 'secrets'>, error: unknown): Error {
  if (error instanceof FairbitsError) return error;
  const { message, code, cause, errors } = error as {
    message?: string;
    code?: string;
    cause?: { message?: string; code?: string };
    errors?: { message: string }[];
  };
  const said =
    [message, errors?.[0]?.message, cause?.message ?? cause?.code, code].find((text) => text !== undefined && text !== '' && text !== 'fetch failed') ??
    String(error);
  return new FairbitsError('file', `${name}: ${withoutSecrets(said, secrets).replace(/\.$/, '')}. Nothing was scored.`, {
    file: name,
    found: withoutSecrets(said, secrets),
    expected: 'a database that answers',
  });
}
