import type { LeftOut, Part, RowBlock } from '../rows/table.js';

/** Counts the rows of a part as they are read, those that cannot be among them, and takes out of blocks those that are to be left out. */
export class RowsLeft {
  /** Rows so far. */
  rows = 0;
  private readonly out: readonly number[];
  /** Which of them is next. */
  private next = 0;

  constructor(leaveOut: readonly LeftOut[] | undefined, { table, from }: Part) {
    this.out = leaveOut?.find((each) => each.table === table && each.from === from)?.rows ?? [];
  }

  /** A row that could not be read: its number. */
  unread(): number {
    const row = this.rows++;
    if (this.out[this.next] === row) this.next++;
    return row;
  }

  /** What is left of a block of numbers and classes, and the number of each of its rows in the part. Its arrays close up where they lie. */
  of(block: RowBlock): { block: RowBlock; numberOf: (row: number) => number } {
    const first = this.rows;
    this.rows += block.rows;
    if (!(this.out[this.next] < this.rows)) return { block, numberOf: (row) => first + row };
    const { numbers, labels, weights } = block;
    const width = numbers.length / block.rows;
    const kept: number[] = [];
    for (let row = 0; row < block.rows; row++) {
      if (this.out[this.next] === first + row) {
        this.next++;
        continue;
      }
      const to = kept.push(row) - 1;
      numbers.copyWithin(to * width, row * width, (row + 1) * width);
      labels[to] = labels[row];
      if (weights) weights[to] = weights[row];
    }
    const rows = kept.length;
    return {
      block: {
        ...block,
        rows,
        numbers: numbers.subarray(0, rows * width),
        labels: labels.subarray(0, rows),
        ...(weights ? { weights: weights.subarray(0, rows) } : {}),
        problem: (row, ...rest) => block.problem(kept[row], ...rest),
      },
      numberOf: (row) => first + kept[row],
    };
  }
}
