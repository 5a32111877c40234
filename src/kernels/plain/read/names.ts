import type { CsvPlan } from '../../csvPlan.js';

/** Which class a text of bytes names: the twin of assembly/names.ts. */
export class Names {
  /** Class numbers by hash, −1 where there is none. */
  private readonly slots: Int32Array;
  private readonly mask: number;

  private readonly names: readonly Uint8Array[];
  private readonly classes: readonly number[];

  constructor({ names: own, aliases = [] }: Pick<CsvPlan, 'names' | 'aliases'>) {
    const names = [...own, ...aliases.map(({ name }) => name)];
    this.names = names;
    this.classes = [...own.keys(), ...aliases.map(({ index }) => index)];
    let size = 16;
    while (size < names.length * 4) size *= 2;
    this.slots = new Int32Array(size).fill(-1);
    this.mask = size - 1;
    names.forEach((name, index) => {
      let slot = this.hash(name, 0, name.length);
      while (this.slots[slot] >= 0) slot = (slot + 1) & this.mask;
      this.slots[slot] = index;
    });
  }

  private hash(bytes: Uint8Array, from: number, to: number): number {
    let h = to - from;
    for (let i = from; i < to; i++) h = Math.imul(h ^ bytes[i], 0x01000193);
    return (h ^ (h >>> 15)) & this.mask;
  }

  /** The class that bytes [from, to) name; −1 where none is. */
  find(bytes: Uint8Array, from: number, to: number): number {
    const length = to - from;
    let slot = this.hash(bytes, from, to);
    for (; ; slot = (slot + 1) & this.mask) {
      const index = this.slots[slot];
      if (index < 0) return -1;
      const name = this.names[index];
      if (name.length !== length) continue;
      let same = 0;
      while (same < length && name[same] === bytes[from + same]) same++;
      if (same === length) return this.classes[index];
    }
  }

  /** The same for a text in which each quote is doubled. */
  findQuoted(bytes: Uint8Array, from: number, to: number, quote: number): number {
    const text: number[] = [];
    for (let i = from; i < to; i++) {
      text.push(bytes[i]);
      if (bytes[i] === quote) i++;
    }
    return this.find(Uint8Array.from(text), 0, text.length);
  }
}

const namesOfPlans = new WeakMap<object, Names>();

/** The names of a plan's classes, looked at once. */
export function planNames(plan: Pick<CsvPlan, 'names' | 'aliases'>): Names {
  const names = namesOfPlans.get(plan) ?? new Names(plan);
  namesOfPlans.set(plan, names);
  return names;
}
