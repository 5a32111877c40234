import { FairbitsError } from '../errors.js';
import { type AliasTable, fillAlias } from '../kernels/plain/alias.js';
import { binomial } from '../kernels/plain/binomial.js';
import { begin, nextWords, PLACE, REPLICATE, wordOf } from '../kernels/plain/random.js';
import { BLOCK_ROWS, PLACE_OF, placeOf } from './columnBootstrap.js';
import { type ReplicateOptions, replicatesOf } from './options.js';

/** A part of the tree over the blocks, with the weight of its rows. */
interface Fork {
  from: number;
  to: number;
  weight: number;
  left?: Fork;
  right?: Fork;
}

const words = new Uint32Array(2 * BLOCK_ROWS);

/**
 * Totals of columns whose rows are drawn with unequal probabilities. Shared out over blocks as in ColumnBootstrap, by
 * the exact ratio of the weights' sums; inside a block by the alias method. In TypeScript on either backend.
 */
export function weightedTotals(columns: readonly Float64Array[], weights: Float64Array, options: ReplicateOptions): Float64Array[] {
  const { replicates, seed, first } = replicatesOf(options);
  const rows = columns[0].length;
  check(weights, rows);
  const blocks = Math.ceil(rows / BLOCK_ROWS);
  const perBlock = Float64Array.from({ length: blocks }, (_, b) => weights.subarray(b * BLOCK_ROWS, (b + 1) * BLOCK_ROWS).reduce((sum, w) => sum + w, 0));
  const root = fork(0, blocks, perBlock);
  if (!(root.weight > 0 && root.weight < Infinity))
    throw new FairbitsError('value', `the weights add up to ${root.weight}: expected a positive number`, { found: root.weight, expected: 'a positive sum' });
  const totals = columns.map(() => new Float64Array(replicates));
  const visit = (node: Fork, counts: Uint32Array): void => {
    const { left, right } = node;
    if (!left || !right) {
      drawBlock(node.from, counts);
      return;
    }
    const here = wordOf(seed, PLACE, placeOf(right.from, PLACE_OF.split));
    const fallen = counts.map((count, r) => {
      if (right.weight === 0) return count;
      begin(wordOf(seed, REPLICATE, first + r), here);
      return binomial(count, left.weight, node.weight);
    });
    visit(left, fallen);
    visit(
      right,
      counts.map((count, r) => count - fallen[r]),
    );
  };
  const drawBlock = (block: number, counts: Uint32Array): void => {
    if (perBlock[block] === 0) return;
    const from = block * BLOCK_ROWS;
    const table: AliasTable = { limits: new Float64Array(BLOCK_ROWS), aliases: new Uint16Array(BLOCK_ROWS) };
    const p = new Float64Array(BLOCK_ROWS);
    p.set(weights.subarray(from, from + BLOCK_ROWS).map((w) => w / perBlock[block]));
    fillAlias(table, 0, p);
    const here = wordOf(seed, PLACE, placeOf(block, PLACE_OF.weighted));
    for (let r = 0; r < replicates; r++) {
      begin(wordOf(seed, REPLICATE, first + r), here);
      const sums = new Float64Array(columns.length);
      for (let left = counts[r]; left > 0; left -= BLOCK_ROWS) {
        const draws = Math.min(left, BLOCK_ROWS);
        nextWords(words, draws);
        for (let d = 0; d < draws; d++) {
          const index = words[2 * d] & (BLOCK_ROWS - 1);
          const number = words[2 * d + 1] * 2 ** 21 + (words[2 * d] >>> 11);
          const row = from + (number < table.limits[index] ? index : table.aliases[index]);
          for (let c = 0; c < sums.length; c++) sums[c] += columns[c][row];
        }
      }
      for (let c = 0; c < sums.length; c++) totals[c][r] += sums[c];
    }
  };
  visit(root, new Uint32Array(replicates).fill(rows));
  return totals;
}

function fork(from: number, to: number, perBlock: Float64Array): Fork {
  if (to - from === 1) return { from, to, weight: perBlock[from] };
  const middle = from + 2 ** (31 - Math.clz32(to - from - 1));
  const left = fork(from, middle, perBlock);
  const right = fork(middle, to, perBlock);
  return { from, to, weight: left.weight + right.weight, left, right };
}

function check(weights: Float64Array, rows: number): void {
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
