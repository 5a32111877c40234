import type { Training } from '../base/training.js';
import { type Condition, holds } from './conditions.js';

/** Which training rows meet conditions and have classes, a bit to a row, found once for each condition. */
export class ConditionBits {
  readonly words: number;
  /** Every row. */
  readonly all: Int32Array;
  private readonly met = new Map<string, Int32Array>();
  private readonly classes: Int32Array[];

  constructor(private readonly training: Training) {
    this.words = (training.n + 31) >> 5;
    this.all = this.bits(() => true);
    this.classes = training.classes.map(() => new Int32Array(this.words));
    for (let row = 0; row < training.n; row++) this.classes[training.labels[row]][row >> 5] |= 1 << (row & 31);
  }

  of(condition: Condition): Int32Array {
    const key = `${condition.attribute} ${condition.sign} ${condition.value}`;
    const found = this.met.get(key) ?? this.bits((row) => holds(condition, this.training.columns, row));
    this.met.set(key, found);
    return found;
  }

  ofClass(c: number): Int32Array {
    return this.classes[c];
  }

  private bits(isIn: (row: number) => boolean): Int32Array {
    const bits = new Int32Array(this.words);
    for (let row = 0; row < this.training.n; row++) if (isIn(row)) bits[row >> 5] |= 1 << (row & 31);
    return bits;
  }
}

/** How many bits of a word are set. */
export function bitCount(word: number): number {
  let v = word - ((word >>> 1) & 0x55555555);
  v = (v & 0x33333333) + ((v >>> 2) & 0x33333333);
  return Math.imul((v + (v >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** The rows of bits, in ascending order. */
export function rowsOfBits(bits: Int32Array): Int32Array {
  let count = 0;
  for (let w = 0; w < bits.length; w++) count += bitCount(bits[w]);
  const rows = new Int32Array(count);
  for (let w = 0, at = 0; w < bits.length; w++) for (let rest = bits[w]; rest !== 0; rest &= rest - 1) rows[at++] = 32 * w + 31 - Math.clz32(rest & -rest);
  return rows;
}
