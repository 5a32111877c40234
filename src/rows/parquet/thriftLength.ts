/** Kinds of fields in Thrift's compact protocol. */
const [STOP, TRUE, FALSE, BYTE, I16, I32, I64, DOUBLE, BINARY, LIST, STRUCT] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 12];

/** Structures are in structures, but not very deep. */
const MAX_STRUCT_DEPTH = 32;
/** What a number takes at most. */
const MOST_VARINT = 10;

/**
 * Where a structure in Thrift's compact protocol ends that begins at some byte; −1 where there are too few bytes. What reads it makes room for lists
 * as long as they say they are, and for numbers of any length; here it is found out first that all of it is there. `seen` hears how long texts are, and how deep.
 */
export function thriftEnd(bytes: Uint8Array, from = 0, seen?: (depth: number, length: number) => void): number {
  let at = from;
  const varint = (): number => {
    let value = 0;
    for (let i = 0; ; i++) {
      if (i === MOST_VARINT) throw new Error('a number that does not end');
      const byte = bytes[at++];
      value += (byte & 127) * 2 ** (7 * i);
      if (!(byte > 127)) return value;
    }
  };
  const skip = (type: number, depth: number): void => {
    if (type === BYTE) at += 1;
    else if (type === I16 || type === I32 || type === I64) varint();
    else if (type === DOUBLE) at += 8;
    else if (type === BINARY) {
      const length = varint();
      at += length;
      seen?.(depth, length);
    } else if (type === LIST) skipList(depth);
    else if (type === STRUCT) skipStruct(depth);
    else if (type !== TRUE && type !== FALSE) throw new Error(`a field of kind ${type}`);
  };
  const skipList = (depth: number): void => {
    if (depth === MAX_STRUCT_DEPTH) throw new Error('structures that do not end');
    const head = bytes[at++];
    const length = head >> 4 === 15 ? varint() : head >> 4;
    const type = head & 15;
    // A truth is a byte in a list.
    const kind = type === TRUE || type === FALSE ? BYTE : type;
    for (let i = 0; i < length && at <= bytes.length; i++) skip(kind, depth + 1);
  };
  const skipStruct = (depth: number): void => {
    if (depth === MAX_STRUCT_DEPTH) throw new Error('structures that do not end');
    while (at < bytes.length) {
      const head = bytes[at++];
      if ((head & 15) === STOP) return;
      if (head >> 4 === 0) varint();
      skip(head & 15, depth + 1);
    }
    at++;
  };
  skipStruct(0);
  return at > bytes.length ? -1 : at;
}
