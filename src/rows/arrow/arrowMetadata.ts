/** What messages of Arrow say of themselves: a FlatBuffer each. All of it is checked here, since libraries take its word. */

export type MessageKind = 'schema' | 'dictionary' | 'batch';

/** The head of a message. */
export interface MessageHead {
  /** Undefined where it is of another kind. */
  kind: MessageKind | undefined;
  /** Bytes of its body. */
  body: number;
  /** Of a record batch or a dictionary: its rows. */
  rows: number;
  /** Of a dictionary: which it is, and whether it adds to what was there before. */
  id: number;
  delta: boolean;
}

/** Bytes of a message's body. */
export interface Region {
  offset: number;
  length: number;
}

/** What a record batch says of its columns, in the order of the schema, those inside others behind these. */
export interface BatchMetadata {
  rows: number;
  nodes: { length: number; nullCount: number }[];
  buffers: Region[];
  /** 0: LZ4 frames, 1: Zstandard; undefined where buffers are as they are. */
  codec: number | undefined;
  /** Of each column of views: how many buffers of text it has. */
  variadic: number[];
  /** Versions before the fifth have one buffer more for unions. */
  version: number;
}

const MESSAGE_KINDS: Record<number, MessageKind> = { 1: 'schema', 2: 'dictionary', 3: 'batch' };
/** Fields of the tables, by number. */
const MESSAGE = { version: 0, kind: 1, header: 2, body: 3 };
const DICTIONARY = { id: 0, data: 1, delta: 2 };
const BATCH = { rows: 0, nodes: 1, buffers: 2, compression: 3, variadic: 4 };
const SCHEMA = { fields: 1, metadata: 2 };
const FIELD = { kind: 2, type: 3, children: 5, metadata: 6 };
const UNION = 14;
const UNION_IDS = 1;
const V4 = 3;

/** Reads the head of a message. */
export function messageHead(view: DataView): MessageHead {
  const message = view.getInt32(0, true);
  const kind = MESSAGE_KINDS[fieldAt(view, message, MESSAGE.kind, (at) => view.getUint8(at), 0)];
  const body = fieldAt(view, message, MESSAGE.body, readWhole(view), 0);
  const header = reference(view, message, MESSAGE.header);
  if (kind === 'schema') checkArrowSchema(view, header);
  if (kind === undefined || kind === 'schema') return { kind, body, rows: 0, id: 0, delta: false };
  if (kind === 'batch') {
    const rows = header === 0 ? 0 : fieldAt(view, header, BATCH.rows, readWhole(view), 0);
    if (!isCount(rows)) throw new RangeError('a count that makes no sense');
    return { kind, body, rows, id: 0, delta: false };
  }
  const { rows, nodes } = batchMetadata(view);
  // The one column of a dictionary has its entries; so many were never written if they are not those of the batch.
  if (nodes.length > 0 && nodes[0].length !== rows) throw new RangeError('a dictionary of another length');
  const delta = fieldAt(view, header, DICTIONARY.delta, (at) => view.getUint8(at), 0) !== 0;
  return { kind, body, rows, id: fieldAt(view, header, DICTIONARY.id, readWhole(view), 0), delta };
}

/** Reads what a message says of the columns of a record batch, or of a dictionary's. */
export function batchMetadata(view: DataView): BatchMetadata {
  const message = view.getInt32(0, true);
  const version = fieldAt(view, message, MESSAGE.version, (at) => view.getInt16(at, true), 0);
  const dictionary = fieldAt(view, message, MESSAGE.kind, (at) => view.getUint8(at), 0) === 2;
  const body = fieldAt(view, message, MESSAGE.body, readWhole(view), 0);
  const header = reference(view, message, MESSAGE.header);
  const batch = dictionary && header > 0 ? reference(view, header, DICTIONARY.data) : header;
  if (batch <= 0) return { rows: 0, nodes: [], buffers: [], codec: undefined, variadic: [], version };
  const number = readWhole(view);
  // Long ago buffers were told with a page.
  const page = version < V4 ? 8 : 0;
  const metadata = {
    rows: fieldAt(view, batch, BATCH.rows, number, 0),
    nodes: vector(view, batch, BATCH.nodes, 16, (at) => ({ length: number(at), nullCount: number(at + 8) })),
    buffers: vector(view, batch, BATCH.buffers, 16 + page, (at) => ({ offset: number(at + page), length: number(at + page + 8) })),
    codec: codecOf(view, batch),
    variadic: vector(view, batch, BATCH.variadic, 8, number),
    version,
  };
  const { rows, nodes, buffers, variadic } = metadata;
  const good = isCount(rows) && variadic.every(isCount) && nodes.every(({ length, nullCount }) => isCount(length) && nullCount <= length);
  if (!good || !buffers.every(({ offset, length }) => isCount(offset) && isCount(length) && offset + length <= body))
    throw new RangeError('a count that makes no sense');
  return metadata;
}

const isCount = (n: number): boolean => Number.isSafeInteger(n) && n >= 0;

function codecOf(view: DataView, batch: number): number | undefined {
  const table = reference(view, batch, BATCH.compression);
  return table === 0 ? undefined : fieldAt(view, table, 0, (at) => view.getInt8(at), 0);
}

/** That all vectors of a schema lie in the metadata, and that columns do not hold one another over and over. */
function checkArrowSchema(view: DataView, schema: number): void {
  let left = view.byteLength / 8;
  span(view, schema, SCHEMA.metadata, 4);
  const check = (table: number, field: number): void => {
    for (const at of vector(view, table, field, 4, (at) => at + view.getInt32(at, true))) {
      if (--left < 0) throw new RangeError('more columns than there is room for');
      span(view, at, FIELD.metadata, 4);
      const kind = fieldAt(view, at, FIELD.kind, (place) => view.getUint8(place), 0);
      const type = reference(view, at, FIELD.type);
      if (kind === UNION && type > 0) span(view, type, UNION_IDS, 4);
      check(at, FIELD.children);
    }
  };
  check(schema, SCHEMA.fields);
}

/** Reads a whole number of 64 bits, which no count needs all of. */
const readWhole =
  (view: DataView) =>
  (at: number): number =>
    view.getInt32(at + 4, true) * 2 ** 32 + view.getUint32(at, true);

/** Where another table begins that a field refers to; 0 where it refers to none. */
function reference(view: DataView, table: number, field: number): number {
  return fieldAt(view, table, field, (at) => at + view.getInt32(at, true), 0);
}

/** Where the entries of a vector begin, and how many there are: all in the metadata. */
function span(view: DataView, table: number, field: number, stride: number): { from: number; length: number } {
  const at = reference(view, table, field);
  if (at === 0) return { from: 0, length: 0 };
  const length = view.getInt32(at, true);
  if (!(length >= 0 && at + 4 + length * stride <= view.byteLength)) throw new RangeError('a vector that is too long');
  return { from: at + 4, length };
}

function vector<T>(view: DataView, table: number, field: number, stride: number, read: (at: number) => T): T[] {
  const { from, length } = span(view, table, field, stride);
  const entries = new Array<T>(length);
  for (let i = 0; i < length; i++) entries[i] = read(from + i * stride);
  return entries;
}

/** A field of a FlatBuffer table, by its number; the default where it is left out. */
function fieldAt(view: DataView, table: number, field: number, read: (at: number) => number, otherwise: number): number {
  const fields = table - view.getInt32(table, true);
  const slot = 4 + 2 * field;
  const offset = slot < view.getUint16(fields, true) ? view.getUint16(fields + slot, true) : 0;
  return offset === 0 ? otherwise : read(table + offset);
}
