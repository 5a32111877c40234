import { type Field, tableFromIPC } from '@uwdata/flechette';
import type { Kernels } from '../../kernels/kernels.js';
import { bytesAt, type Reading, type Stretch } from '../bytes/reading.js';
import type { Part, Table, TableAddress, TableReader, Wanted } from '../table.js';
import { checkNames, damaged, guarded } from '../tables/batch.js';
import { checkCells, checkEntries } from '../tables/limits.js';
import { ARROW } from './arrowDamage.js';
import { type FoundMessages, findMessages } from './arrowFind.js';
import { ArrowReader } from './arrowReader.js';
import { checkTypes } from './arrowTypes.js';

/** Record batches make a part together when they have so many rows. */
const ARROW_PART_ROWS = 65536;

/** An Arrow IPC file (Feather version 2) or stream. */
export function* openArrow(file: number, name: string, size: number, known?: unknown): Reading<Table> {
  if (size < 8) throw damaged(name, ARROW, `it has only ${size} bytes`);
  const start = yield* bytesAt(file, 0, 4);
  if (String.fromCharCode(...start) === 'FEA1')
    throw damaged(name, ARROW, 'it is Feather version 1: write it again as version 2 (pyarrow.feather.write_feather)');
  const found = (known as FoundMessages | undefined) ?? (yield* findMessages(file, name, size));
  const [first] = found.messages;
  const bytes = yield* bytesAt(file, first.from, first.to);
  const { schema } = guarded(name, ARROW, 'its schema', () => tableFromIPC([bytes]));
  if (schema.endianness !== undefined && schema.endianness !== 0) throw damaged(name, ARROW, 'its numbers are big-endian, which is not supported');
  const { fields } = schema;
  const names = fields.map((field) => field.name);
  checkNames(name, ARROW, names);
  return new ArrowTable(file, name, size, found, fields, names);
}

class ArrowTable implements Table {
  readonly place: string;
  readonly address: TableAddress;
  readonly rows: number;
  /** Where the record batches are among the messages, and how many rows lie before each. */
  private readonly batches: number[] = [];
  private readonly before: number[] = [];

  constructor(
    private readonly file: number,
    readonly name: string,
    readonly size: number,
    private readonly found: FoundMessages,
    private readonly fields: readonly Field[],
    readonly columns: readonly string[],
  ) {
    this.place = name;
    this.address = { format: 'arrow', file, known: found };
    let rows = 0;
    for (const [i, message] of found.messages.entries()) {
      if (message.kind !== 'batch') continue;
      this.batches.push(i);
      this.before.push(rows);
      rows += message.rows;
    }
    this.rows = rows;
  }

  cut(): Pick<Part, 'from' | 'to'>[] {
    const { messages } = this.found;
    const parts: Pick<Part, 'from' | 'to'>[] = [];
    for (let from = 0; from < this.batches.length; ) {
      let to = from;
      for (let rows = 0; rows < ARROW_PART_ROWS && to < this.batches.length; to++) rows += messages[this.batches[to]].rows;
      parts.push({ from, to });
      from = to;
    }
    return parts;
  }

  bytesTo({ to }: Pick<Part, 'to'>): number {
    return to >= this.batches.length ? this.size : this.found.messages[this.batches[to]].from;
  }

  stretches({ from, to }: Pick<Part, 'from' | 'to'>): Stretch[] {
    const { file } = this;
    return this.batches.slice(from, to).map((batch) => {
      const message = this.found.messages[batch];
      return { file, from: message.metadata, to: message.to };
    });
  }

  *peek(columns: readonly number[], rows: number, kernels: Kernels): Reading<unknown[][]> {
    const wanted: Wanted = { numbers: [], texts: columns, classes: [], about: {}, most: 1, finite: false };
    const reader = new ArrowReader(this.file, this.name, this.size, this.found, this.fields, this.batches, this.before, wanted, kernels);
    try {
      return yield* reader.peek(rows);
    } finally {
      reader.free();
    }
  }

  check(wanted: Wanted): { float32: boolean } {
    const { numbers, weights, truth, sets, texts = [] } = wanted;
    const columns = new Set([...numbers, weights, truth, sets, ...texts].filter((column) => column !== undefined));
    guarded(this.name, ARROW, 'its messages', () => {
      checkCells(this.rows, Math.max(1, columns.size), this.size);
      checkEntries(
        this.found.messages.reduce((sum, { kind, rows }) => sum + (kind === 'dictionary' ? rows : 0), 0),
        this.size,
      );
    });
    return checkTypes(this.name, this.fields, wanted);
  }

  reader(wanted: Wanted, kernels: Kernels): TableReader {
    return new ArrowReader(this.file, this.name, this.size, this.found, this.fields, this.batches, this.before, wanted, kernels);
  }
}
