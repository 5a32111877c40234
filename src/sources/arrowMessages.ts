import type { ByteAccess } from './byteAccess.js';
import { damaged } from './tableSource.js';

export const FORMAT = 'Arrow';

/** One message of an Arrow stream, by its place in the file. */
export interface ArrowMessage {
  kind: 'schema' | 'dictionary' | 'batch';
  from: number;
  to: number;
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
    if (length === 0) break;
    const metadata = at + (marked ? 8 : 4);
    if (length < 8 || length > LONGEST_METADATA) throw damaged(name, FORMAT, `what should be a message at byte ${at} is none`);
    if (metadata + length > size) throw damaged(name, FORMAT, 'it ends inside a message');
    const { kind, body, id, delta } = readMetadata(new DataView(await access.slice(metadata, metadata + length)), name);
    const to = metadata + length + body;
    if (!(body >= 0 && to <= size)) throw damaged(name, FORMAT, `a message that begins at byte ${at} should end at byte ${to}, and the file has ${size}`);
    if (kind) messages.push({ kind, from: at, to, id, delta });
    at = to;
  }
  if (messages[0]?.kind !== 'schema') throw damaged(name, FORMAT, 'it does not begin with a schema');
  return { messages, whole };
}

async function text(access: ByteAccess, at: number): Promise<string> {
  return String.fromCharCode(...new Uint8Array(await access.slice(at, at + 6)));
}

/** What a message's metadata (a FlatBuffer) says of its kind and length. */
function readMetadata(view: DataView, file: string): { kind: ArrowMessage['kind'] | undefined; body: number; id: number; delta: boolean } {
  try {
    const message = view.getInt32(0, true);
    const kind = KINDS[fieldAt(view, message, 1, (at) => view.getUint8(at), 0)];
    const body = fieldAt(view, message, 3, (at) => Number(view.getBigInt64(at, true)), 0);
    const header = fieldAt(view, message, 2, (at) => at + view.getInt32(at, true), 0);
    if (kind !== 'dictionary') return { kind, body, id: 0, delta: false };
    const id = fieldAt(view, header, 0, (at) => Number(view.getBigInt64(at, true)), 0);
    return { kind, body, id, delta: fieldAt(view, header, 2, (at) => view.getUint8(at), 0) !== 0 };
  } catch {
    throw damaged(file, FORMAT, 'a message’s metadata cannot be read');
  }
}

/** A field of a FlatBuffer table, by its number; the default where it is left out. */
function fieldAt(view: DataView, table: number, field: number, read: (at: number) => number, otherwise: number): number {
  const fields = table - view.getInt32(table, true);
  const slot = 4 + 2 * field;
  const offset = slot < view.getUint16(fields, true) ? view.getUint16(fields + slot, true) : 0;
  return offset === 0 ? otherwise : read(table + offset);
}
