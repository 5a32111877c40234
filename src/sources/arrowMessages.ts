import type { ByteAccess } from './byteAccess.js';
import { damaged } from './tableSource.js';

export const FORMAT = 'Arrow';

/** One message of an Arrow stream, by its place in the file. */
export interface ArrowMessage {
  kind: 'schema' | 'dictionary' | 'batch';
  from: number;
  to: number;
  /** Of a record batch: its rows. */
  rows: number;
  /** Of a dictionary: which it is, and whether it adds to what was there before. */
  id: number;
  delta: boolean;
}

const FILE_MAGIC = 'ARROW1';
const KINDS: Record<number, ArrowMessage['kind']> = { 1: 'schema', 2: 'dictionary', 3: 'batch' };
const LONGEST_METADATA = 2 ** 28;

/** The messages of a file, found by their headers alone. The file format is a stream between two marks, with a footer that is not needed. */
export async function findMessages(access: ByteAccess): Promise<{ messages: ArrowMessage[]; whole: boolean }> {
  const { name, size } = access;
  const whole = size >= 6 && (await text(access, 0)) === FILE_MAGIC;
  if (whole && (size < 24 || (await text(access, size - 6)) !== FILE_MAGIC)) throw damaged(name, FORMAT, `it does not end with ${FILE_MAGIC}`);
  const messages: ArrowMessage[] = [];
  for (let at = whole ? 8 : 0; at + 4 <= size; ) {
    const prefix = new DataView(await access.slice(at, Math.min(at + 8, size)));
    const marked = prefix.getInt32(0, true) === -1;
    if (marked && prefix.byteLength < 8) throw damaged(name, FORMAT, 'it ends inside a message');
    const length = prefix.getInt32(marked ? 4 : 0, true);
    if (length === 0) {
      await checkEnd(access, at + prefix.byteLength, whole);
      break;
    }
    const metadata = at + (marked ? 8 : 4);
    if (length < 8 || length > LONGEST_METADATA) throw damaged(name, FORMAT, `what should be a message at byte ${at} is none`);
    if (metadata + length > size) throw damaged(name, FORMAT, 'it ends inside a message');
    const { kind, body, ...about } = readMetadata(new DataView(await access.slice(metadata, metadata + length)), name);
    const to = metadata + length + body;
    if (!(body >= 0 && to <= size)) throw damaged(name, FORMAT, `a message that begins at byte ${at} should end at byte ${to}, and the file has ${size}`);
    // Tensors are another kind, but not in a table.
    if (!kind) throw damaged(name, FORMAT, `the message at byte ${at} is neither schema, dictionary nor record batch`);
    messages.push({ kind, from: at, to, ...about });
    at = to;
  }
  if (messages[0]?.kind !== 'schema') throw damaged(name, FORMAT, 'it does not begin with a schema');
  return { messages, whole };
}

/** Writers may align the footer, or mark it; a record batch of a truth and an estimate has more bytes. */
const LARGEST_GAP = 128;

/** That where messages end the footer of a file follows, or nothing: else there are more of them, or another stream, which would be lost. */
async function checkEnd(access: ByteAccess, end: number, whole: boolean): Promise<void> {
  const { name, size } = access;
  const last = whole ? size - 10 - new DataView(await access.slice(size - 10, size - 6)).getInt32(0, true) : size;
  if (last >= end - 4 && last < end + LARGEST_GAP) return;
  throw damaged(name, FORMAT, `its messages end at byte ${end}, and ${whole ? 'its footer begins at' : 'it goes on to'} byte ${last}`);
}

async function text(access: ByteAccess, at: number): Promise<string> {
  return String.fromCharCode(...new Uint8Array(await access.slice(at, at + 6)));
}

/** What a message's metadata (a FlatBuffer) says of its kind and length. */
function readMetadata(view: DataView, file: string): Omit<ArrowMessage, 'kind' | 'from' | 'to'> & { kind: ArrowMessage['kind'] | undefined; body: number } {
  try {
    const message = view.getInt32(0, true);
    const kind = KINDS[fieldAt(view, message, 1, (at) => view.getUint8(at), 0)];
    const body = fieldAt(view, message, 3, (at) => Number(view.getBigInt64(at, true)), 0);
    const header = fieldAt(view, message, 2, (at) => at + view.getInt32(at, true), 0);
    const within = kind === 'dictionary' ? fieldAt(view, header, 1, (at) => at + view.getInt32(at, true), 0) : header;
    if (kind === 'schema') checkFields(view, within, SCHEMA_FIELDS);
    else if (kind && within > 0) for (const [field, stride] of BATCH_VECTORS) checkVector(view, within, field, stride);
    const whole = (at: number): number => Number(view.getBigInt64(at, true));
    if (kind !== 'dictionary') return { kind, body, rows: kind === 'batch' ? fieldAt(view, header, 0, whole, 0) : 0, id: 0, delta: false };
    // The library goes by the entries of the one column; so many were never written if they are not those of the batch.
    const { from, length } = checkVector(view, within, ...BATCH_VECTORS[0]);
    if (length > 0 && whole(from) !== fieldAt(view, within, 0, whole, 0)) throw new RangeError('a dictionary of another length');
    const id = fieldAt(view, header, 0, whole, 0);
    return { kind, body, rows: 0, id, delta: fieldAt(view, header, 2, (at) => view.getUint8(at), 0) !== 0 };
  } catch {
    throw damaged(file, FORMAT, 'a message’s metadata cannot be read');
  }
}

/** The vectors of a record batch (what its columns and buffers are, and buffers of views), and how long an entry is. */
const BATCH_VECTORS = [
  [1, 16],
  [2, 16],
  [4, 8],
] as const;
const SCHEMA_FIELDS = 1;
const FIELD_CHILDREN = 5;

/** That a vector lies in the metadata: the library takes its word, and would be at it for hours. Where its entries begin, and how many. */
function checkVector(view: DataView, table: number, field: number, stride: number): { from: number; length: number } {
  const at = fieldAt(view, table, field, (offset) => offset + view.getInt32(offset, true), 0);
  if (at === 0) return { from: 0, length: 0 };
  const length = view.getInt32(at, true);
  if (!(length >= 0 && at + 4 + length * stride <= view.byteLength)) throw new RangeError('a vector that is too long');
  return { from: at + 4, length };
}

/** The same for the columns of a schema, and those inside them. */
function checkFields(view: DataView, table: number, field: number): void {
  const { from, length } = checkVector(view, table, field, 4);
  for (let i = 0; i < length; i++) {
    const at = from + 4 * i;
    checkFields(view, at + view.getInt32(at, true), FIELD_CHILDREN);
  }
}

/** A field of a FlatBuffer table, by its number; the default where it is left out. */
function fieldAt(view: DataView, table: number, field: number, read: (at: number) => number, otherwise: number): number {
  const fields = table - view.getInt32(table, true);
  const slot = 4 + 2 * field;
  const offset = slot < view.getUint16(fields, true) ? view.getUint16(fields + slot, true) : 0;
  return offset === 0 ? otherwise : read(table + offset);
}
