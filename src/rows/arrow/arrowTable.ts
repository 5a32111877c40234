import { type Field, Type, tableFromIPC } from '@uwdata/flechette';
import type { Kernels } from '../../kernels/kernels.js';
import { plainKernels } from '../../kernels/plain.js';
import { bytesAt, type Reading, type Stretch } from '../bytes/reading.js';
import type { Part, Table, TableAddress, Wanted } from '../table.js';
import { checkNames, damaged, guarded } from '../tables/batch.js';
import { checkCells, checkEntries } from '../tables/limits.js';
import { fieldOf, type ListLengths, type ListPlaces, placeIn, usualLength, withPlaces } from '../tables/listPlaces.js';
import { ARROW } from './arrowDamage.js';
import { type FoundMessages, findMessages } from './arrowFind.js';
import { numbersInLists } from './arrowLists.js';
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
  const { found, lists } = (known as KnownArrow | undefined) ?? { found: yield* findMessages(file, name, size) };
  const [first] = found.messages;
  const bytes = yield* bytesAt(file, first.from, first.to);
  const { schema } = guarded(name, ARROW, 'its schema', () => tableFromIPC([bytes]));
  if (schema.endianness !== undefined && schema.endianness !== 0) throw damaged(name, ARROW, 'its numbers are big-endian, which is not supported');
  const { fields } = schema;
  const names = fields.map((field) => field.name);
  checkNames(name, ARROW, names);
  const table = new ArrowTable(file, name, size, found, fields, names, lists);
  return lists ? table : new ArrowTable(file, name, size, found, fields, names, yield* arrowListLengths(table, fields));
}

/** What need not be found out again. */
interface KnownArrow {
  found: FoundMessages;
  lists?: ListLengths;
}

/** Rows that tell how long lists are, where their type does not. */
const ARROW_LIST_ROWS = 64;

/** How long the lists of numbers in columns are. What cannot be read is for who reads it to say. */
function* arrowListLengths(table: ArrowTable, fields: readonly Field[]): Reading<ListLengths> {
  const lists = fields.flatMap(({ type }, field) => (numbersInLists(type) ? [{ field, type }] : []));
  const unsaid = lists.filter(({ type }) => type.typeId !== Type.FixedSizeList).map(({ field }) => field);
  let values: unknown[][] = [];
  try {
    if (unsaid.length > 0) values = yield* table.peek(unsaid, ARROW_LIST_ROWS, plainKernels());
  } catch {
    return [];
  }
  return lists.flatMap(({ field, type }) => {
    const length = type.typeId === Type.FixedSizeList ? type.stride : usualLength(values[unsaid.indexOf(field)]);
    return length === undefined || length < 2 ? [] : [{ field, length }];
  });
}

class ArrowTable implements Table {
  readonly place: string;
  readonly address: TableAddress;
  readonly rows: number;
  readonly columns: readonly string[];
  readonly lists: readonly ListPlaces[];
  /** Where the record batches are among the messages, and how many rows lie before each. */
  private readonly batches: number[] = [];
  private readonly before: number[] = [];

  constructor(
    private readonly file: number,
    readonly name: string,
    readonly size: number,
    private readonly found: FoundMessages,
    private readonly fields: readonly Field[],
    names: readonly string[],
    lengths: ListLengths = [],
  ) {
    this.place = name;
    ({ columns: this.columns, lists: this.lists } = withPlaces(names, lengths));
    this.address = { format: 'arrow', file, known: { found, lists: lengths } satisfies KnownArrow };
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
    const { lists } = this;
    const fields = [...new Set(columns.map((column) => fieldOf(lists, column)))];
    const reader = this.reader({ numbers: [], texts: fields, classes: [], about: {}, most: 1, finite: false }, kernels);
    try {
      const values = yield* reader.peek(rows);
      return columns.map((column) => {
        const place = placeIn(lists, column);
        const found = values[fields.indexOf(place?.list.field ?? column)];
        return place ? found.map((list) => (list as unknown[] | null)?.[place.item] ?? null) : found;
      });
    } finally {
      reader.free();
    }
  }

  check(wanted: Wanted): { float32: boolean } {
    const { numbers, weights, truth, sets, texts = [] } = wanted;
    const columns = new Set([...numbers, weights, truth, sets, ...texts].flatMap((column) => (column === undefined ? [] : [fieldOf(this.lists, column)])));
    guarded(this.name, ARROW, 'its messages', () => {
      checkCells(this.rows, Math.max(1, columns.size), this.size);
      checkEntries(
        this.found.messages.reduce((sum, { kind, rows }) => sum + (kind === 'dictionary' ? rows : 0), 0),
        this.size,
      );
    });
    return checkTypes(this.name, this.fields, this.lists, wanted);
  }

  reader(wanted: Wanted, kernels: Kernels): ArrowReader {
    const { file, name, size, found, fields, lists, batches, before } = this;
    return new ArrowReader({ file, name, size, found, fields, lists, batches, before }, wanted, kernels);
  }
}
