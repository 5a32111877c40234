/** The hash of a text: four bytes at a time, of at least 16, with zeros behind its end. */
export function textHash(bytes: Uint8Array, from: number, to: number, factor: number): number {
  let hash = to - from;
  for (let at = from; at < Math.max(to, from + 16); at += 4) {
    let word = 0;
    for (let i = 0; i < 4 && at + i < to; i++) word |= bytes[at + i] << (8 * i);
    hash = Math.imul(hash ^ word, factor);
    hash ^= hash >>> 15;
  }
  return hash >>> 0;
}

/** The twin of assembly/textCodes.ts. */
export function textCodes(
  bytes: Uint8Array,
  places: Uint32Array,
  step: number,
  rows: number,
  factor: number,
  table: Uint32Array,
  keys: Uint8Array,
  codes: Uint32Array,
): number {
  const mask = table.length / 4 - 1;
  for (let r = 0, place = 0; r < rows; r++, place += step) {
    const [from, to] = [places[place], places[place + 1]];
    const hash = textHash(bytes, from, to, factor);
    let slot = hash & mask;
    while (table[4 * slot + 3] > 0 && !(table[4 * slot] === hash && isSame(bytes, from, to, keys, table[4 * slot + 2], table[4 * slot + 1])))
      slot = (slot + 1) & mask;
    if (table[4 * slot + 3] === 0) return r;
    codes[r] = table[4 * slot + 3] - 1;
  }
  return rows;
}

function isSame(bytes: Uint8Array, from: number, to: number, keys: Uint8Array, key: number, length: number): boolean {
  if (to - from !== length) return false;
  for (let i = 0; i < length; i++) if (bytes[from + i] !== keys[key + i]) return false;
  return true;
}
