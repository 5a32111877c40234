import type { Kernels } from '../../kernels/kernels.js';
import { tableLoops } from '../../kernels/plain/read/tableLoops.js';
import { textHash } from '../../kernels/plain/read/textCodes.js';
import { HASH_FACTOR } from '../tables/textCodes.js';
import { fieldText } from './text.js';

/** Numbers to an entry of the table: hash, length, place, and one more than the code. */
const FIELD_ENTRY = 4;

/** Bytes from the end of a text on that may be read (assembly/textCodes.ts). */
const READ_BEHIND = 16;

/** Gives the fields of a column codes. A field is turned into a string when it is first met, and not again. */
export class FieldCodes {
  readonly names: string[] = [];
  private table: Uint32Array;
  private keys: Uint8Array;
  private used = 0;
  /** The codes that were found last. */
  private found: Uint32Array = new Uint32Array();

  constructor(private readonly kernels: Kernels) {
    this.table = this.words(FIELD_ENTRY * 256).fill(0);
    this.keys = this.bytes(4096);
  }

  /** In the kernels' memory, where most of that is left to others; very many long texts can do without. */
  private words(length: number): Uint32Array {
    return 16 * length < this.kernels.available ? this.kernels.uint32(length) : new Uint32Array(length);
  }

  private bytes(length: number): Uint8Array {
    return 4 * length < this.kernels.available ? this.kernels.uint8(length) : new Uint8Array(length);
  }

  private give(view: ArrayBufferView): void {
    if (this.kernels.owns(view)) this.kernels.free(view);
  }

  /** The codes of fields, whose beginnings and ends in `bytes` are two numbers each, `step` numbers from one row to the next; they stay until the next are found. */
  codes(bytes: Uint8Array, places: Uint32Array, step: number, rows: number): Uint32Array {
    const { kernels } = this;
    if (this.found.length < rows) {
      this.give(this.found);
      this.found = this.words(rows);
    }
    const { found: codes } = this;
    for (let r = 0; r < rows; ) {
      const loops = [bytes, places, this.table, this.keys, codes].every((view) => kernels.owns(view)) ? kernels : tableLoops;
      const rest = places.subarray(r * step);
      r += loops.textCodes(bytes, rest, step, rows - r, HASH_FACTOR, this.table, this.keys, codes.subarray(r));
      if (r < rows) this.learn(bytes, places[r * step], places[r * step + 1]);
    }
    return codes.subarray(0, rows);
  }

  private learn(bytes: Uint8Array, from: number, to: number): void {
    if (this.used + to - from + READ_BEHIND > this.keys.length) {
      const larger = this.bytes(2 * (this.used + to - from + READ_BEHIND));
      larger.set(this.keys.subarray(0, this.used));
      this.give(this.keys);
      this.keys = larger;
    }
    this.keys.set(bytes.subarray(from, to), this.used);
    const code = this.names.push(fieldText(bytes, from, to));
    if (2 * FIELD_ENTRY * code > this.table.length) this.grow();
    this.insert([textHash(bytes, from, to, HASH_FACTOR), to - from, this.used, code]);
    this.used += to - from;
  }

  private grow(): void {
    const { table } = this;
    this.table = this.words(4 * table.length).fill(0);
    for (let at = 0; at < table.length; at += FIELD_ENTRY) if (table[at + 3] > 0) this.insert(table.subarray(at, at + FIELD_ENTRY));
    this.give(table);
  }

  private insert(entry: ArrayLike<number>): void {
    const mask = this.table.length / FIELD_ENTRY - 1;
    let slot = entry[0] & mask;
    while (this.table[FIELD_ENTRY * slot + 3] > 0) slot = (slot + 1) & mask;
    this.table.set(entry, FIELD_ENTRY * slot);
  }

  free(): void {
    for (const view of [this.table, this.keys, this.found]) this.give(view);
  }
}
