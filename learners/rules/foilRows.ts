import type { Training } from '../base/training.js';
import { type Condition, holds } from './conditions.js';
import type { FoilNumbers } from './foilNumbers.js';

/** Rows that a clause covers, the positives first. */
export class FoilRows {
  readonly total: number;
  /** Bits to say of one of them that it is positive. */
  readonly information: number;

  constructor(
    readonly rows: Int32Array,
    readonly positives: number,
    private readonly numbers: FoilNumbers,
  ) {
    this.total = rows.length;
    this.information = numbers.information(positives, this.total);
  }

  /** Those that a test keeps. */
  where({ columns }: Training, condition: Condition): FoilRows {
    return this.filter((row) => holds(condition, columns, row));
  }

  filter(keep: (row: number) => boolean): FoilRows {
    const kept = new Int32Array(this.total);
    let [size, positives] = [0, 0];
    for (let i = 0; i < this.total; i++) {
      if (i === this.positives) positives = size;
      if (keep(this.rows[i])) kept[size++] = this.rows[i];
    }
    if (this.positives === this.total) positives = size;
    return new FoilRows(kept.slice(0, size), positives, this.numbers);
  }

  /**
   * Puts positives and negatives in the order that FOIL's search for a threshold leaves behind: what is missing first, the rest by its own quicksort. Where other values are missing the next scans depend on
   * it.
   */
  arrange(values: Float32Array): void {
    for (const [first, last] of [
      [0, this.positives - 1],
      [this.positives, this.total - 1],
    ]) {
      let known = first;
      for (let i = first; i <= last; i++) if (Number.isNaN(values[this.rows[i]])) this.swap(known++, i);
      this.sort(values, known, last);
    }
  }

  private sort(values: Float32Array, from: number, to: number): void {
    const { rows } = this;
    let [first, last] = [from, to];
    while (first < last) {
      const pivot = values[rows[last]];
      let middle = first;
      for (let i = first; i < last; i++) if (values[rows[i]] <= pivot) this.swap(middle++, i);
      let lower = middle - 1;
      for (let i = lower; i >= first; i--) if (values[rows[i]] === pivot) this.swap(lower--, i);
      this.swap(middle, last);
      // The shorter side first, so that few calls are open at a time.
      if (lower - first < last - middle) {
        this.sort(values, first, lower);
        first = middle + 1;
      } else {
        this.sort(values, middle + 1, last);
        last = lower;
      }
    }
  }

  private swap(i: number, j: number): void {
    const row = this.rows[i];
    this.rows[i] = this.rows[j];
    this.rows[j] = row;
  }
}
