import { FairbitsError } from '../../base/errors.js';
import type { Kernels } from '../../kernels/kernels.js';
import { bytesAt, type Reading } from '../bytes/reading.js';
import type { Part, Refuse, RowBlock, Table, TableAddress, TableReader, Wanted } from '../table.js';
import { shown } from '../tables/batch.js';
import { BlockMaker, byRow } from '../tables/blocks.js';
import { frameRecords } from './dataFrame.js';
import { columnsOf, own, type Paths } from './jsonRow.js';
import { NdjsonRows } from './ndjsonRows.js';

/** A list of records is held in memory; above this, a record to a line is the way. */
const MAX_LIST_BYTES = 2 ** 28;

type JsonRow = Record<string, unknown>;

/** A JSON list of records: [{ "label": "a", "p_a": 0.5, … }, …]. */
export function* openJson(file: number, name: string, size: number): Reading<Table> {
  const wrong = (why: string, expected: string, advice: string): FairbitsError =>
    new FairbitsError('format', `${name}: ${why}: expected ${expected}. ${advice}`, { file: name, found: why, expected });
  const lines = 'Write a record to a line instead, e.g. df.to_json("predictions.jsonl", orient="records", lines=True).';
  if (size > MAX_LIST_BYTES) throw wrong(`a JSON list of ${size} bytes`, `at most ${MAX_LIST_BYTES}`, lines);
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder().decode(yield* bytesAt(file, 0, size)));
  } catch {
    throw wrong('it is no JSON', 'a list of records', lines);
  }
  value = frameRecords(value) ?? value;
  if (!Array.isArray(value)) throw wrong('it is JSON, but no list of records', '[{…}, {…}]', lines);
  const isRecord = (row: unknown): row is JsonRow => typeof row === 'object' && row !== null && !Array.isArray(row);
  const first = value.find(isRecord);
  if (!first) throw wrong(`a list of ${value.length === 0 ? 'nothing' : shown(value[0])}`, 'records: [{…}, {…}]', lines);
  return new JsonTable(file, name, size, value, first);
}

class JsonTable implements Table {
  readonly place: string;
  readonly columns: readonly string[];
  readonly address: TableAddress;
  private readonly paths: Paths;

  constructor(
    file: number,
    readonly name: string,
    readonly size: number,
    private readonly values: readonly unknown[],
    first: JsonRow,
  ) {
    this.place = name;
    this.address = { format: 'json', file };
    const { columns, paths } = columnsOf(first);
    this.columns = columns;
    this.paths = paths;
  }

  get rows(): number {
    return this.values.length;
  }

  cut(): Pick<Part, 'from' | 'to'>[] {
    return [{ from: 0, to: this.rows }];
  }

  bytesTo(): number {
    return this.size;
  }

  check(): { float32: boolean } {
    return { float32: false };
  }

  *peek(columns: readonly number[], rows: number): Reading<unknown[][]> {
    const first = this.values.slice(0, rows).filter((row) => typeof row === 'object' && row !== null) as JsonRow[];
    return columns.map((column) => first.map((row) => own(row, this.columns[column], this.paths) ?? null));
  }

  reader(wanted: Wanted, kernels: Kernels): TableReader {
    const { columns, values, paths, name: file } = this;
    const { numbers, weights, truth, sets, texts = [], most } = wanted;
    const name = (i: number): string => columns[i];
    const maker = new BlockMaker(kernels, wanted, columns);
    const of = {
      numbers: (weights === undefined ? numbers : [...numbers, weights]).map(name),
      width: numbers.length,
      truth: truth === undefined ? undefined : name(truth),
      sets: sets === undefined ? undefined : name(sets),
      texts: texts.map(name),
      textsMayMiss: wanted.textsMayMiss ?? false,
      paths,
    };
    return {
      // biome-ignore lint/correctness/useYield: all is in memory
      *read({ from, to }: Part, take: (block: RowBlock) => void, refuse: Refuse): Reading<undefined> {
        for (let at = from; at < to; at += most) {
          const rows = new NdjsonRows(of, maker);
          for (const [i, value] of values.slice(at, Math.min(to, at + most)).entries()) {
            const record = typeof value === 'object' && value !== null && !Array.isArray(value);
            rows.addRow(record ? { value: value as JsonRow } : { found: shown(value), expected: 'a JSON object' }, i);
          }
          maker.handOver(rows.rest(), 0, rows.count, rows.bad, byRow(file, at), take, refuse);
        }
        return undefined;
      },
      free: () => maker.free(),
    };
  }
}
