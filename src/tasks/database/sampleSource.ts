import type { Answer } from '../../engines/clients/client.js';
import type { Reading } from '../../rows/bytes/reading.js';
import { isMissing } from '../../rows/classOfLabel.js';
import { type Batch, SourceTable, type TableSource } from '../../rows/tableSource.js';

/** How often each label is there, and what its rows weigh. */
export interface LabelCount {
  label: string;
  rows: number;
  weight: number;
}

/**
 * The first rows of a table in a database, as a table like that of a file: what its columns are is told by the same rules. Its true classes are those that the
 * database counts.
 */
export class SampleSource implements TableSource {
  readonly size = 0;
  readonly columns: readonly string[];

  constructor(
    readonly name: string,
    private readonly answer: Answer,
    private readonly labels: (column: string) => Promise<LabelCount[]>,
  ) {
    this.columns = answer.columns.map(({ name: column }) => column);
  }

  /** The same without a row, with the columns of another. */
  like({ answer: { columns } }: SampleSource): SampleSource {
    return new SampleSource(this.name, { columns, rows: [] }, this.labels);
  }

  inspect(_: number | undefined, estimates: readonly number[]): { float32: boolean } {
    return { float32: estimates.length > 0 && estimates.every((i) => this.answer.columns[i].float32) };
  }

  async *batches(truth: number | undefined, estimates: readonly number[]): AsyncIterable<Batch> {
    const found = truth === undefined ? [] : await this.labels(this.columns[truth]);
    const names = found
      .map(({ label }) => label)
      .filter((label) => !isMissing(label))
      .sort();
    const nothing = { values: new Float64Array(names.length).fill(NaN), from: 0, stride: 1 };
    yield { rows: names.length, numbers: estimates.map(() => nothing), truth: { names, codes: names.map((_, i) => i) }, bad: new Map(), position: 0 };
  }

  close(): void {}

  /** What a column holds, as values of files are: numbers that clients give as text, so that no digit is lost, are numbers. */
  column(index: number): unknown[] {
    const values = this.answer.rows.map((row) => plain(row[index]));
    const texts = values.filter((value) => typeof value === 'string');
    const decimal = texts.length > 0 && texts.every((text) => WRITTEN_DECIMAL.test(text)) && texts.some((text) => text.includes('.'));
    return decimal ? values.map((value) => (typeof value === 'string' ? Number(value) : value)) : values;
  }
}

const WRITTEN_DECIMAL = /^-?\d+(?:\.\d+)?(?:e[-+]?\d+)?$/i;

/** A date without its midnight, which clients put into local time or into UTC. */
function dateText(date: Date): string {
  const local = new Date(date.getTime() - 60_000 * date.getTimezoneOffset()).toISOString();
  const midnight = [local, date.toISOString()].find((text) => text.endsWith('T00:00:00.000Z'));
  return midnight?.slice(0, 10) ?? date.toISOString();
}

function plain(value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return dateText(value);
  return typeof value === 'object' && !Array.isArray(value) ? String(value) : value;
}

/** The same as a table, which can be looked at. */
export class SampleTable extends SourceTable {
  constructor(private readonly sample: SampleSource) {
    super(sample);
  }

  /** What a column holds, as text. */
  texts(name: string): string[] {
    return this.sample.column(this.columns.indexOf(name)).map((value) => (value === null ? '' : String(value)));
  }

  *peek(columns: readonly number[]): Reading<unknown[][]> {
    return columns.map((column) => this.sample.column(column));
  }
}
