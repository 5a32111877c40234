import { type BadCell, CLASS, noteBad, shown, type TruthColumn } from './tableSource.js';

const decoder = new TextDecoder();

/** Gives each different value a number. Text, whole numbers and booleans name classes, by what they look like as text. */
export class TruthNames {
  readonly names: string[] = [];
  private readonly codes = new Map<unknown, number>();

  /** The number of a value; −1 where it cannot name a class. */
  code(value: unknown): number {
    const known = this.codes.get(value);
    if (known !== undefined) return known;
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'bigint' && typeof value !== 'boolean') return -1;
    const code = this.names.length;
    this.names.push(String(value));
    this.codes.set(value, code);
    return code;
  }
}

/** A column of values as codes. Neighbours are often equal, and then nothing is looked up. */
export function encodeTruths(values: ArrayLike<unknown>, rows: number, column: string, bad: Map<number, BadCell>): TruthColumn {
  const names = new TruthNames();
  const codes = new Uint32Array(rows);
  let last: unknown;
  let lastCode = -1;
  for (let r = 0; r < rows; r++) {
    const value = values[r];
    if (value !== last || lastCode < 0) {
      last = value;
      lastCode = names.code(value);
      if (lastCode < 0) noteBad(bad, r, { column, found: shown(value), expected: CLASS });
    }
    codes[r] = Math.max(0, lastCode);
  }
  return { codes, names: names.names };
}

/** 64-bit integers as numbers, which are far quicker to look up; those that do not fit stay as they are. */
export function narrow(values: BigInt64Array | BigUint64Array): ArrayLike<unknown> {
  const halves = new Int32Array(values.buffer, values.byteOffset, values.length * 2);
  const narrowed = new Float64Array(values.length);
  for (let r = 0; r < values.length; r++) {
    const low = halves[2 * r];
    const high = halves[2 * r + 1];
    if (high !== low >> 31) return Array.from(values, (value) => (BigInt(Number(value)) === value ? Number(value) : value));
    narrowed[r] = low;
  }
  return narrowed;
}

/** UTF-8 texts that lie one after another, as codes. A text is turned into a string when it is first met, and not again. */
export function encodeBytes(bytes: Uint8Array, offsets: Int32Array, rows: number): TruthColumn {
  if (offsets.length < rows + 1) throw new Error('a column of text ends early');
  const names: string[] = [];
  const codes = new Uint32Array(rows);
  // Where each known text lies; texts with the same hash follow one another.
  const starts: number[] = [];
  const byHash = new Map<number, number[]>();
  const same = (code: number, from: number, to: number): boolean => {
    const start = starts[code];
    if (offsets[start + 1] - offsets[start] !== to - from) return false;
    for (let i = from, j = offsets[start]; i < to; i++, j++) if (bytes[i] !== bytes[j]) return false;
    return true;
  };
  for (let r = 0; r < rows; r++) {
    const from = offsets[r];
    const to = offsets[r + 1];
    if (!(from >= 0 && from <= to && to <= bytes.length)) throw new Error(`the text of row ${r} does not lie in its column`);
    let hash = to - from;
    for (let i = from; i < to; i++) hash = (Math.imul(hash, 31) + bytes[i]) | 0;
    let known = byHash.get(hash);
    if (!known) {
      known = [];
      byHash.set(hash, known);
    }
    let code = known.find((each) => same(each, from, to));
    if (code === undefined) {
      code = names.length;
      names.push(decoder.decode(bytes.subarray(from, to)));
      starts.push(r);
      known.push(code);
    }
    codes[r] = code;
  }
  return { codes, names };
}
