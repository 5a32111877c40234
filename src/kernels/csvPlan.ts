import { FairbitsError } from '../base/errors.js';
import { POWERS_BYTES, powersOfFive } from './powersOfFive.js';

/** A column that is only stepped over, and that of the true class. Any number from 0 is the place of an estimate in its row. */
export const SKIPPED = -1;
export const TRUTH = -2;
/** Text of which the place is wanted: −3 is the first such column, −4 the next. */
export const TEXT = -3;

/** How a CSV is written, and what its columns hold. */
export interface CsvLayout {
  /** One byte each. */
  delimiter: number;
  quote: number;
  /** Lines that start with this byte are skipped; −1 where there are none such. */
  comment: number;
  /** For each column of the file: SKIPPED, TRUTH, a TEXT, or which estimate of the row it is. */
  columns: readonly number[];
  /** Estimates to a row: the number of classes, or 1 for a single column of P(positive). */
  width: number;
  /** The names of the classes, as they are written in the file, without quotes. */
  names: readonly Uint8Array[];
  /** Other ways to write them, and the class of each. */
  aliases?: readonly { name: Uint8Array; index: number }[];
  /** Rows whose texts there is room for, where columns hold text. */
  textRows?: number;
}

/** A layout and its form in the kernels' memory, to be given back by `kernels.free(plan.block)`. */
export interface CsvPlan extends CsvLayout {
  readonly truth: number;
  readonly block: Uint8Array;
  /** Where each text starts and ends in the bytes, its quotes included; row by row, and empty where no column holds text. */
  readonly texts: Uint32Array;
}

export type CsvErrorCode = 'not-a-number' | 'not-finite' | 'unknown-class' | 'ragged' | 'quote';

/** In the order of the codes in assembly/csv.ts. */
const CODES: readonly CsvErrorCode[] = ['not-a-number', 'not-finite', 'unknown-class', 'ragged', 'quote'];

/** What is wrong with a line. Places are offsets into the bytes that were handed in. */
export interface CsvError {
  code: CsvErrorCode;
  /** The row, counted from the first one of the call. */
  row: number;
  column: number;
  /** Where the field's text starts and ends, without its quotes; the whole line if that is ragged. */
  from: number;
  to: number;
  /** How many fields a ragged line has; else 0. */
  fields: number;
}

export interface CsvResult {
  /** Rows that were parsed, all before the error if there is one. */
  rows: number;
  /** Where the next line starts: that of the error, or the first that is not whole or was not asked for. */
  next: number;
  error?: CsvError;
}

/** Sets of classes that were parsed have so many members in all. */
export interface SetsResult extends CsvResult {
  members: number;
}

/** How many rows the arrays have room for, and the caller wants. */
export function roomFor({ width, truth, texts, textRows = 0 }: CsvPlan, p: Float64Array, labels: Uint16Array, maxRows: number): number {
  const most = texts.length > 0 ? Math.min(maxRows, textRows) : maxRows;
  return Math.min(most, width > 0 ? Math.floor(p.length / width) : most, truth < 0 ? most : labels.length, 0x7fffffff);
}

/** That the classes can be counted. */
export function checkCounts({ truth, names }: CsvPlan, counts: Float64Array): void {
  if (truth < 0) throw new FairbitsError('option', 'no column of the plan holds the true class', { found: truth });
  if (counts.length < names.length)
    throw new FairbitsError('length', `${counts.length} counts do not hold ${names.length} classes`, {
      found: counts.length,
      expected: `${names.length} counts`,
    });
}

/** A result from what the kernels tell; status 0 is no error. */
export function csvResult(status: number, rows: number, next: number, column: number, from: number, to: number, fields: number): CsvResult {
  if (status === 0) return { rows, next };
  const code = CODES[status - 1];
  return { rows, next, error: { code, row: rows, column, from, to, fields: code === 'ragged' ? fields : 0 } };
}

const HEADER = 64;
const SLOT = 32;
const MULTIPLIER = 0x9e3779b97f4a7c15n;
const wrapTo64 = (x: bigint): bigint => BigInt.asUintN(64, x);

/** Eight bytes of a name from a place on, low byte first; zeros behind its end. */
function nameWord(name: Uint8Array, at: number): bigint {
  let value = 0n;
  for (let i = 7; i >= 0; i--) value = (value << 8n) | BigInt(name[at + i] ?? 0);
  return value;
}

/** As in assembly/names.ts. */
function keyAndHash(name: Uint8Array): { key: bigint; hash: number } {
  const { length } = name;
  const key = length === 0 ? 0n : wrapTo64(nameWord(name, 0) << BigInt(8 * (8 - Math.min(length, 8))));
  let h = key;
  const stir = (more: bigint) => wrapTo64((h ^ (h >> 29n)) * MULTIPLIER + more);
  if (length > 8) h = stir(nameWord(name, length - 8));
  if (length > 16) h = stir(nameWord(name, (length >> 1) - 4));
  h = wrapTo64((h + BigInt(length)) * MULTIPLIER);
  return { key, hash: Number((h >> 32n) ^ (h >> 52n) ^ (h >> 58n)) };
}

const aligned = (bytes: number): number => Math.ceil(bytes / 16) * 16;

/** Lays a plan out in the kernels' memory, as assembly/csvPlan.ts reads it. The first of two equal names is found. */
export function csvPlan(kernels: { uint8(length: number): Uint8Array }, layout: CsvLayout): CsvPlan {
  const { delimiter, quote, comment, columns, width, textRows = 0, aliases = [] } = layout;
  checkLayout(layout);
  const names = [...layout.names, ...aliases.map(({ name }) => name)];
  const longest = names.reduce((most, { length }) => Math.max(most, length), 0);
  let slots = 16;
  while (slots < names.length * 4) slots *= 2;
  const slotsAt = aligned(HEADER + columns.length * 4);
  const namesAt = slotsAt + slots * SLOT;
  const roomAt = aligned(namesAt + names.reduce((sum, { length }) => sum + length, 0));
  const powersAt = roomAt + aligned(longest + 16);
  const textsAt = aligned(powersAt + POWERS_BYTES);
  const textCount = columns.filter((kind) => kind <= TEXT).length;
  const block = kernels.uint8(textsAt + 8 * textCount * textRows);
  const view = new DataView(block.buffer, block.byteOffset, block.length);
  const truth = columns.indexOf(TRUTH);
  [delimiter, quote, comment, columns.length, width, truth, longest, slots - 1, slotsAt, roomAt, powersAt, textsAt, textCount].forEach((value, i) => {
    view.setInt32(i * 4, value, true);
  });
  let run = 0;
  for (let i = columns.length - 1; i >= 0; i--) {
    const kind = columns[i];
    run = kind >= 0 && columns[i + 1] === kind + 1 ? Math.min(run + 1, 0x7fff) : 0;
    view.setInt32(HEADER + i * 4, kind < 0 ? kind : kind | (run << 16), true);
  }
  for (let slot = 0; slot < slots; slot++) view.setInt32(slotsAt + slot * SLOT + 8, -1, true);
  let at = namesAt;
  names.forEach((name, index) => {
    const { key, hash } = keyAndHash(name);
    let slot = hash & (slots - 1);
    while (view.getInt32(slotsAt + slot * SLOT + 8, true) >= 0) slot = (slot + 1) & (slots - 1);
    const place = slotsAt + slot * SLOT;
    view.setBigUint64(place, key, true);
    view.setInt32(place + 8, name.length, true);
    view.setInt32(place + 12, aliases[index - layout.names.length]?.index ?? index, true);
    view.setInt32(place + 16, at, true);
    block.set(name, at);
    at += name.length;
  });
  block.set(powersOfFive(), powersAt);
  return { ...layout, truth, block, texts: new Uint32Array(block.buffer, block.byteOffset + textsAt, 2 * textCount * textRows) };
}

/** What would send a kernel astray. */
function checkLayout({ delimiter, quote, comment, columns, width, names }: CsvLayout): void {
  const refuse = (message: string, found: unknown): never => {
    throw new FairbitsError('option', message, { found });
  };
  const taken = '\n\r0123456789.+-eE';
  for (const [what, byte] of Object.entries({ delimiter, quote, comment })) {
    if (what === 'comment' && byte === -1) continue;
    if (!(Number.isInteger(byte) && byte >= 0 && byte < 256) || (what === 'delimiter' && taken.includes(String.fromCharCode(byte))))
      refuse(`the ${what} is byte ${byte}: expected one that is not part of a number or a line end`, byte);
  }
  if (delimiter === quote) refuse('the delimiter and the quote are the same byte', delimiter);
  if (columns.length === 0) refuse('a plan needs a column at least', 0);
  if (columns.filter((kind) => kind === TRUTH).length > 1) refuse('more than one column holds the true class', columns);
  const texts = columns.filter((kind) => kind <= TEXT);
  const stray = columns.find((kind) => !(Number.isInteger(kind) && kind >= Math.min(TRUTH, TEXT + 1 - texts.length) && kind < width));
  if (stray !== undefined) refuse(`a column holds estimate ${stray}: expected one of 0 to ${width - 1}`, stray);
  if (!(width <= 65536)) refuse(`${width} estimates to a row: expected 65,536 at most`, width);
  if (names.length > 65536) refuse(`${names.length} classes: expected 65,536 at most`, names.length);
}
