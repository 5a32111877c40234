import { FairbitsError } from '../../base/errors.js';
import { type AliasTable, fillAlias } from '../../kernels/plain/alias.js';

/** The weights of rows in blocks: how likely a part of the blocks is, and each row in its block. */
export class BlockWeights {
  private readonly perBlock: Float64Array;

  constructor(
    private readonly weights: Float64Array,
    rows: number,
    private readonly blockRows: number,
  ) {
    checkBlockWeights(weights, rows);
    const blocks = Math.ceil(rows / blockRows);
    this.perBlock = Float64Array.from({ length: blocks }, (_, b) => this.ofBlock(b).reduce((sum, w) => sum + w, 0));
    const all = this.of(0, blocks);
    if (!(all > 0 && all < Infinity))
      throw new FairbitsError('value', `the weights add up to ${all}: expected a positive number`, { found: all, expected: 'a positive sum' });
  }

  private ofBlock(block: number): Float64Array {
    return this.weights.subarray(block * this.blockRows, (block + 1) * this.blockRows);
  }

  /** Of blocks [from, to): summed up as they are forked, so that the parts of a fork add up to its whole. */
  of(from: number, to: number): number {
    if (to - from === 1) return this.perBlock[from];
    const middle = middleOf(from, to);
    return this.of(from, middle) + this.of(middle, to);
  }

  /** Makes the table of a block's rows. */
  fill(table: AliasTable, block: number): void {
    const all = this.perBlock[block];
    // Nothing is drawn there.
    if (all === 0) return;
    const p = new Float64Array(this.blockRows);
    p.set(this.ofBlock(block).map((w) => w / all));
    fillAlias(table, 0, p);
  }
}

/** Where blocks [from, to) are forked: as many to the left as the largest power of two, so that below nearly all forks are even, and cheap. */
export function middleOf(from: number, to: number): number {
  return from + 2 ** (31 - Math.clz32(to - from - 1));
}

function checkBlockWeights(weights: Float64Array, rows: number): void {
  if (!(weights instanceof Float64Array) || weights.length !== rows)
    throw new FairbitsError('length', `there are ${weights.length} weights for ${rows} rows: expected a Float64Array with one for each`, {
      found: weights.length,
      expected: `${rows} weights`,
    });
  const bad = weights.findIndex((w) => !(w >= 0 && w < Infinity));
  if (bad >= 0)
    throw new FairbitsError('value', `row ${bad} has the weight ${weights[bad]}: expected a finite number, not below 0`, {
      row: bad,
      found: weights[bad],
      expected: 'a weight ≥ 0',
    });
}
