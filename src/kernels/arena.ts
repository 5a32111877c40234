import { FairbitsError } from '../base/errors.js';

const ALIGN = 16;

/** Hands out ranges of a memory of fixed size, first fit, and takes them back. */
export class Arena {
  /** Free ranges, by address, never touching. */
  private free: { at: number; size: number }[];
  private readonly used = new Map<number, number>();
  readonly size: number;

  constructor(from: number, to: number) {
    this.size = to;
    this.free = [{ at: from, size: to - from }];
  }

  /** Bytes of the largest gap. */
  get available(): number {
    return this.free.reduce((most, { size }) => Math.max(most, size), 0);
  }

  take(bytes: number): number {
    const size = Math.max(ALIGN, Math.ceil(bytes / ALIGN) * ALIGN);
    const index = this.free.findIndex((range) => range.size >= size);
    const range = this.free[index];
    if (!range) {
      const most = this.available;
      throw new FairbitsError(
        'arena-full',
        `the core's memory of ${this.size} bytes has no room for ${size} more (the largest gap is ${most}). Make the engine with more, e.g. createEngine({ memory: ${2 ** Math.ceil(Math.log2(this.size + size))} }), use smaller chunks, or free() those no longer needed.`,
        { found: most, expected: `${size} free bytes` },
      );
    }
    const at = range.at;
    range.at += size;
    range.size -= size;
    if (range.size === 0) this.free.splice(index, 1);
    this.used.set(at, size);
    return at;
  }

  give(at: number): void {
    const size = this.used.get(at);
    if (size === undefined) return;
    this.used.delete(at);
    const index = this.free.findIndex((range) => range.at > at);
    this.free.splice(index < 0 ? this.free.length : index, 0, { at, size });
    this.free = this.free.reduce<{ at: number; size: number }[]>((merged, range) => {
      const last = merged.at(-1);
      if (last && last.at + last.size === range.at) last.size += range.size;
      else merged.push(range);
      return merged;
    }, []);
  }
}
