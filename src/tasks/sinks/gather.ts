import type { RuleSets } from '../../core/rules/ruleSets.js';
import type { RowBlock } from '../../rows/table.js';
import type { Sink, SinkKind } from '../../run/rowWork.js';

/** Rows as they were read, for what depends on their order. It can be posted. */
export interface Gathered {
  rows: number;
  numbers: Float64Array;
  labels: Uint16Array;
  sets: RuleSets;
}

/** Gathers the rows of a part. */
export class Gatherer implements Sink<Gathered> {
  private rows = 0;
  private readonly numbers = new Growing<Float64Array>(Float64Array);
  private readonly labels = new Growing<Uint16Array>(Uint16Array);
  private readonly members = new Growing<Uint16Array>(Uint16Array);
  private readonly sizes = new Growing<Uint16Array>(Uint16Array);

  add({ rows, numbers, labels, sets }: Pick<RowBlock, 'rows' | 'numbers' | 'labels' | 'sets'>): void {
    this.rows += rows;
    this.numbers.add(numbers);
    this.labels.add(labels);
    this.members.add(sets.members as Uint16Array);
    this.sizes.add(sets.sizes as Uint16Array);
  }

  finish(): Gathered {
    const { rows } = this;
    return { rows, numbers: this.numbers.all, labels: this.labels.all, sets: { members: this.members.all, sizes: this.sizes.all } };
  }

  free(): void {}
}

/** An array that grows. */
class Growing<A extends Float64Array | Uint16Array> {
  private array: A;
  private filled = 0;

  constructor(private readonly type: new (length: number) => A) {
    this.array = new type(0);
  }

  add(more: A): void {
    if (this.filled + more.length > this.array.length) {
      const larger = new this.type(2 * (this.filled + more.length));
      larger.set(this.all);
      this.array = larger;
    }
    this.array.set(more, this.filled);
    this.filled += more.length;
  }

  get all(): A {
    return this.array.subarray(0, this.filled) as A;
  }
}

export const gatherSinks: SinkKind<unknown, unknown, Gathered> = () => () => new Gatherer();
