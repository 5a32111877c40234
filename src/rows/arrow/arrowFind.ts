import { bytesAt, fill, type Reading } from '../bytes/reading.js';
import { damaged } from '../tables/batch.js';
import { ARROW } from './arrowDamage.js';
import { type MessageHead, type MessageKind, messageHead } from './arrowMetadata.js';

/** One message of an Arrow stream, by its place in the file. It can be posted. */
export interface FoundMessage extends Omit<MessageHead, 'kind'> {
  kind: MessageKind;
  from: number;
  /** Where its metadata begin and end; the body follows. */
  metadata: number;
  bodyAt: number;
  to: number;
}

export interface FoundMessages {
  messages: FoundMessage[];
  /** Whether it is a file, whose dictionaries all hold for all of it; or a stream. */
  whole: boolean;
}

const FILE_MAGIC = 'ARROW1';
const LONGEST_METADATA = 2 ** 28;
/** What is read at a time: the metadata of one message, or where messages are short, many of them. */
const METADATA_PIECE = 4096;
const LARGE_METADATA_PIECE = 2 ** 16;

/** The messages of a file, found by their heads alone. The file format is a stream between two marks, with a footer that is not needed. */
export function* findMessages(file: number, name: string, size: number): Reading<FoundMessages> {
  const window = new Window(file, name, size);
  const whole = size >= 6 && (yield* textAt(file, 0)) === FILE_MAGIC;
  if (whole && (size < 24 || (yield* textAt(file, size - 6)) !== FILE_MAGIC)) throw damaged(name, ARROW, `it does not end with ${FILE_MAGIC}`);
  const messages: FoundMessage[] = [];
  for (let at = whole ? 8 : 0; at + 4 <= size; ) {
    const prefix = yield* window.bytes(at, Math.min(8, size - at));
    const marked = prefix.getInt32(0, true) === -1;
    if (marked && prefix.byteLength < 8) throw damaged(name, ARROW, 'it ends inside a message');
    const length = prefix.getInt32(marked ? 4 : 0, true);
    if (length === 0) {
      yield* checkEnd(file, name, size, at + prefix.byteLength, whole);
      break;
    }
    const metadata = at + (marked ? 8 : 4);
    if (length < 8 || length > LONGEST_METADATA) throw damaged(name, ARROW, `what should be a message at byte ${at} is none`);
    const bodyAt = metadata + length;
    if (bodyAt > size) throw damaged(name, ARROW, 'it ends inside a message');
    const { kind, body, ...about } = understood(name, yield* window.bytes(metadata, length));
    const to = bodyAt + body;
    if (!(body >= 0 && to <= size)) throw damaged(name, ARROW, `a message that begins at byte ${at} should end at byte ${to}, and the file has ${size}`);
    // Tensors are another kind, but not in a table.
    if (!kind) throw damaged(name, ARROW, `the message at byte ${at} is neither schema, dictionary nor record batch`);
    messages.push({ kind, body, ...about, from: at, metadata, bodyAt, to });
    window.ahead = to - at <= LARGE_METADATA_PIECE / 4 ? LARGE_METADATA_PIECE : METADATA_PIECE;
    at = to;
  }
  if (messages[0]?.kind !== 'schema') throw damaged(name, ARROW, 'it does not begin with a schema');
  return { messages, whole };
}

/** Bytes of a file that are asked for from its beginning to its end, a few at a time. */
class Window {
  /** How much is read at once. */
  ahead = METADATA_PIECE;
  private from = 0;
  private held = new Uint8Array();

  constructor(
    private readonly file: number,
    private readonly name: string,
    private readonly size: number,
  ) {}

  *bytes(at: number, length: number): Reading<DataView> {
    if (at < this.from || at + length > this.from + this.held.length) {
      const held = new Uint8Array(Math.min(Math.max(length, this.ahead), this.size - at));
      const got = yield* fill(this.file, held, at);
      if (got < length) throw damaged(this.name, ARROW, 'it ends inside a message');
      this.held = held.subarray(0, got);
      this.from = at;
    }
    return new DataView(this.held.buffer, this.held.byteOffset + at - this.from, length);
  }
}

function understood(name: string, view: DataView): MessageHead {
  try {
    return messageHead(view);
  } catch {
    throw damaged(name, ARROW, 'a message’s metadata cannot be read');
  }
}

/** Writers may align the footer, or mark it; a record batch of a truth and an estimate has more bytes. */
const LARGEST_GAP = 128;

/** That where messages end the footer of a file follows, or nothing: else there are more of them, or another stream, which would be lost. */
function* checkEnd(file: number, name: string, size: number, end: number, whole: boolean): Reading<void> {
  const last = whole ? size - 10 - new DataView((yield* bytesAt(file, size - 10, size - 6)).buffer).getInt32(0, true) : size;
  if (last >= end - 4 && last < end + LARGEST_GAP) return;
  throw damaged(name, ARROW, `its messages end at byte ${end}, and ${whole ? 'its footer begins at' : 'it goes on to'} byte ${last}`);
}

function* textAt(file: number, at: number): Reading<string> {
  return String.fromCharCode(...(yield* bytesAt(file, at, at + 6)));
}
