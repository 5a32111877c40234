import { FairbitsError } from '../../base/errors.js';
import type { Kernels, ResampleWidth } from '../../kernels/kernels.js';
import type { AliasTable } from '../../kernels/plain/alias.js';
import { takeAll } from '../../kernels/takeAll.js';
import { checkShape, checkValues, type ReplicateOptions, type Replicates, replicatesOf } from './options.js';
import { BlockWeights, middleOf } from './weights.js';

/** Rows to a block: 8 kB of a column, so that it stays in the processor's first cache while every replicate draws from it. */
export const RESAMPLED_BLOCK_ROWS = 1024;
const MAX_BOOTSTRAP_ROWS = 2 ** 31 - 1;

/** What a place in the rows is seeded with: the draws of a block, how they are shared out before it, its signs. */
export const PLACE_OF = { draws: 0, split: 1, signs: 2 };
export const streamPlace = (block: number, what: number): number => 4 * block + what;

/** Columns that go through the kernel together, a row at a time. */
interface Group {
  width: ResampleWidth;
  /** The first of the columns, and how many there are; the others of the width are zeros. */
  from: number;
  columns: number;
  data: Float64Array;
  sums: Float64Array;
  rests: Float64Array;
}

/** What `engine.bootstrapStream` must know beforehand: how many rows and columns will come, and how to draw. */
export interface BootstrapStreamOptions extends ReplicateOptions {
  /** How many rows there will be in all. */
  rows: number;
  /** How many columns; 1 by default. */
  columns?: number;
  /** How likely each of the rows is, in proportion; all alike by default. */
  weights?: Float64Array;
  /** How many rows a replicate draws; as many as there are by default. */
  draws?: number;
}

/**
 * The bootstrap of column means, exact and in one pass over rows that come in any chunks. Each replicate draws as many
 * rows as there are, with replacement, the same rows in every column.
 *
 * A column larger than the cache costs a miss at every draw; so rows are taken in blocks. How many of a replicate's n
 * draws fall into each block is multinomial: a tree over the blocks shares them out, by an exact binomial number at each
 * fork (assembly/binomial.ts). The draws inside a block are uniform, and made for all replicates while the block is in
 * cache (assembly/resample.ts). The result is distributed as n independent draws are.
 *
 * @example
 * ```ts
 * import { createEngine } from 'fairbits';
 *
 * const engine = await createEngine();
 * const stream = engine.bootstrapStream({ rows: 4, replicates: 3, seed: 7 });
 * stream.add(Float64Array.of(1, 2)).add(Float64Array.of(3, 4));
 * const [means] = stream.means();
 * stream.free();
 * means; // → Float64Array(3) [ 3, 2.25, 1.75 ]
 * // The same draws as of the whole column.
 * engine.bootstrapMeans(Float64Array.of(1, 2, 3, 4), { replicates: 3, seed: 7 }); // → Float64Array(3) [ 3, 2.25, 1.75 ]
 * ```
 */
export class ColumnBootstrap {
  readonly rows: number;
  readonly columns: number;
  readonly draws: number;
  private readonly replicates: Replicates;
  private readonly groups: Group[];
  private readonly weights: BlockWeights | undefined;
  private readonly table: AliasTable | undefined;
  /** Forks still open, in order from the bottom; the top one holds the next block. Counts are draws of each replicate. */
  private readonly open: { from: number; to: number; counts: Uint32Array }[] = [];
  private readonly spare: Uint32Array[] = [];
  private block = 0;
  private filled = 0;
  private taken = 0;
  /** For each column the sign of its infinite values, if any. */
  private readonly infinite: Int8Array;

  /** @internal */
  constructor(
    private readonly kernels: Kernels,
    options: BootstrapStreamOptions,
  ) {
    const { rows, columns = 1 } = options;
    this.replicates = replicatesOf(options);
    if (!(Number.isInteger(rows) && rows >= 1 && rows <= MAX_BOOTSTRAP_ROWS))
      throw new FairbitsError('length', `${rows} rows to resample: expected at least one, and fewer than 2^31`, {
        found: rows,
        expected: '1 to 2^31 − 1 rows',
      });
    if (!(Number.isInteger(columns) && columns >= 1))
      throw new FairbitsError('length', `${columns} columns to resample: expected at least one`, { found: columns, expected: 'at least one column' });
    const { draws = rows } = options;
    if (!(Number.isInteger(draws) && draws >= 1 && draws <= MAX_BOOTSTRAP_ROWS))
      throw new FairbitsError('option', `${draws} rows to draw: expected a whole number, at least one, and fewer than 2^31`, {
        found: draws,
        expected: '1 to 2^31 − 1 draws',
      });
    this.rows = rows;
    this.draws = draws;
    this.columns = columns;
    this.infinite = new Int8Array(columns);
    this.weights = options.weights && new BlockWeights(options.weights, rows, RESAMPLED_BLOCK_ROWS);
    const count = this.replicates.replicates;
    const { groups, counts, table } = takeAll(kernels, (keep) => ({
      groups: widths(columns).map(({ width, from, columns }): Group => {
        const data = keep(kernels.float64(RESAMPLED_BLOCK_ROWS * width)).fill(0);
        return { width, from, columns, data, sums: keep(kernels.float64(count * width)).fill(0), rests: keep(kernels.float64(count * width)).fill(0) };
      }),
      counts: keep(kernels.uint32(count)).fill(draws),
      table: this.weights && { limits: keep(kernels.float64(RESAMPLED_BLOCK_ROWS)), aliases: keep(kernels.uint16(RESAMPLED_BLOCK_ROWS)) },
    }));
    this.groups = groups;
    this.table = table;
    this.open.push({ from: 0, to: Math.ceil(rows / RESAMPLED_BLOCK_ROWS), counts });
  }

  /** Adds the next rows: one array for each column, all of one length. An input error leaves everything as it was. */
  add(columns: Float64Array | readonly Float64Array[]): this {
    const given = columns instanceof Float64Array ? [columns] : columns;
    if (given.length !== this.columns)
      throw new FairbitsError('length', `${given.length} columns were given: expected ${this.columns}`, {
        found: given.length,
        expected: `${this.columns} columns`,
      });
    checkShape(given);
    const length = given[0].length;
    if (this.taken + length > this.rows)
      throw new FairbitsError('length', `${this.taken + length} rows were given: expected ${this.rows}, as announced`, {
        found: this.taken + length,
        expected: `${this.rows} rows`,
      });
    const signs = given.map((values, c) => checkValues(values, c, this.taken, this.infinite[c]));
    this.infinite.set(signs);
    for (let done = 0; done < length; ) {
      const rows = Math.min(length - done, RESAMPLED_BLOCK_ROWS - this.filled);
      for (const group of this.groups) fillRows(group, this.filled, given, done, rows);
      done += rows;
      this.filled += rows;
      this.taken += rows;
      if (this.filled === RESAMPLED_BLOCK_ROWS || this.taken === this.rows) this.drawBlock();
    }
    return this;
  }

  private drawBlock(): void {
    const { kernels } = this;
    const { replicates, seed, first } = this.replicates;
    const counts = this.nextCounts();
    if (this.table) this.weights?.fill(this.table, this.block);
    for (const { width, data, sums, rests } of this.groups)
      kernels.resample(data, width, this.filled, counts, replicates, first, seed, streamPlace(this.block, PLACE_OF.draws), sums, rests, this.table);
    this.spare.push(counts);
    this.block++;
    this.filled = 0;
  }

  /** How many draws of each replicate fall into the next block. */
  private nextCounts(): Uint32Array {
    const { kernels, open } = this;
    const { replicates, seed, first } = this.replicates;
    for (;;) {
      const fork = open[open.length - 1];
      const { from, to, counts } = fork;
      if (to - from === 1) {
        open.pop();
        return counts;
      }
      const middle = middleOf(from, to);
      const left = this.spare.pop() ?? kernels.uint32(replicates);
      const part = this.weights?.of(from, middle) ?? (middle - from) * RESAMPLED_BLOCK_ROWS;
      const whole = this.weights?.of(from, to) ?? Math.min(to * RESAMPLED_BLOCK_ROWS, this.rows) - from * RESAMPLED_BLOCK_ROWS;
      kernels.splitCounts(counts, left, replicates, first, seed, streamPlace(middle, PLACE_OF.split), part, whole);
      fork.from = middle;
      open.push({ from, to: middle, counts: left });
    }
  }

  /** The total of each column in each replicate, when all rows have been added. */
  totals(): Float64Array[] {
    if (this.taken < this.rows)
      throw new FairbitsError('length', `${this.taken} of ${this.rows} rows have been added: expected all of them`, {
        found: this.taken,
        expected: `${this.rows} rows`,
      });
    return this.groups.flatMap(({ width, columns, sums, rests }) =>
      Array.from({ length: columns }, (_, c) =>
        // An infinite sum leaves no rest.
        Float64Array.from({ length: this.replicates.replicates }, (_, r) => {
          const sum = sums[r * width + c];
          return Math.abs(sum) < Infinity ? sum + rests[r * width + c] : sum;
        }),
      ),
    );
  }

  /** The mean of each column in each replicate. */
  means(): Float64Array[] {
    return this.totals().map((totals) => totals.map((total) => total / this.draws));
  }

  /** Gives the kernels' memory back. */
  free(): void {
    const views: ArrayBufferView[] = [
      ...this.spare,
      ...this.open.map(({ counts }) => counts),
      ...this.groups.flatMap(({ data, sums, rests }) => [data, sums, rests]),
    ];
    if (this.table) views.push(this.table.limits, this.table.aliases);
    for (const view of views) this.kernels.free(view);
  }
}

/** Columns in as few groups as there are kernels for. */
function widths(columns: number): Pick<Group, 'width' | 'from' | 'columns'>[] {
  const found: Pick<Group, 'width' | 'from' | 'columns'>[] = [];
  for (let from = 0; from < columns; ) {
    const left = columns - from;
    const width = left === 1 ? 1 : left <= 4 ? 4 : 9;
    found.push({ width, from, columns: Math.min(width, left) });
    from += width;
  }
  return found;
}

/** Columns into rows. */
function fillRows({ width, from, columns, data }: Group, at: number, given: readonly Float64Array[], done: number, rows: number): void {
  if (width === 1) {
    data.set(given[from].subarray(done, done + rows), at);
    return;
  }
  for (let c = 0; c < columns; c++) {
    const values = given[from + c];
    for (let r = 0, to = at * width + c; r < rows; r++, to += width) data[to] = values[done + r];
  }
}
