import { fixedProduct, toFixed } from '../../math/exactSum.js';
import { LN2 } from '../../math/log.js';
import { addRows, addSpread, asRows, noRowSpread, noSpread, type RowSpread, rowSpreadOf, type Spread, spreadsOf } from './exactSpread.js';
import type { Layout } from './layout.js';
import { TurningPoints, type TurningTable } from './turningPoints.js';

/** ln 2: what a bit is in nats. */
const NATS = toFixed(LN2);

export const SPREAD_GROUPS = ['stakes', 'truths', 'bets', 'quadratic'] as const;

/** Exact sums, as they can be posted to another thread. */
export type ExactSums = Pick<ExactStatistics, 'rows' | (typeof SPREAD_GROUPS)[number]> & { tables: TurningTable[] };

/** The exact sums of a test set. Blocks of rows are added to them, and they to one another. */
export class ExactStatistics {
  /** By class: rows of logs; of more classes the mean of a row's logs, and the log of its truth. */
  readonly rows: RowSpread[];
  readonly stakes: Spread[];
  readonly truths: Spread[];
  /** Logs of bets on the modal class, by class: hits, then misses. */
  readonly bets: Spread[];
  /** Quadratic losses, by class. */
  readonly quadratic: Spread[];

  constructor(
    readonly layout: Layout,
    readonly turning = new TurningPoints(layout.k),
  ) {
    const { k, crossed } = layout;
    const spreads = (count: number): Spread[] => Array.from({ length: count }, noSpread);
    this.rows = crossed ? Array.from({ length: k }, () => noRowSpread(k)) : [];
    this.stakes = spreads(crossed ? 0 : k);
    this.truths = spreads(crossed ? 0 : k);
    this.bets = spreads(2 * k);
    this.quadratic = spreads(k);
  }

  /** Adds a block of rows; `cuts` are those that it was made with. */
  addBlock(block: Float64Array, cuts: Float64Array): void {
    const { layout, rows } = this;
    const { k, crossed, stride } = layout;
    if (crossed) for (let c = 0; c < k; c++) if (block[c * stride] > 0) addRows(rows[c], rowSpreadOf(block, layout, c));
    if (k === 2)
      spreadsOf(block, layout.column, k).forEach((spread, c) => {
        if (spread) addRows(rows[c], asRows(spread));
      });
    for (const name of SPREAD_GROUPS)
      spreadsOf(block, layout[name], this[name].length).forEach((spread, i) => {
        if (spread) addSpread(this[name][i], spread);
      });
    this.turning.addBlock(block, layout, cuts);
  }

  merge(other: ExactStatistics): this {
    for (const kept of other.turning.chunks) this.turning.keep(kept);
    return this.mergeSums(other.sums());
  }

  /** What it is made of, but for the estimates that it keeps. */
  sums(): ExactSums {
    const { rows, stakes, truths, bets, quadratic, turning } = this;
    return { rows, stakes, truths, bets, quadratic, tables: turning.tables };
  }

  mergeSums(other: ExactSums): this {
    this.rows.forEach((rows, c) => {
      addRows(rows, other.rows[c]);
    });
    for (const name of SPREAD_GROUPS)
      this[name].forEach((spread, i) => {
        addSpread(spread, other[name][i]);
      });
    this.turning.mergeTables(other.tables);
    return this;
  }

  /** The sums of logs that a tally of more than two classes has, in nats: B, A, G, H of every class (tally.ts). */
  logSums(): bigint[] {
    const { rows, bets, layout } = this;
    const { k } = layout;
    const against = Array.from({ length: k }, (_, i) => rows.reduce((sum, { sums }, c) => (c === i ? sum : sum + sums[i]), 0n));
    const sums = [...against, ...rows.map(({ sums: own }, c) => own[c])];
    for (const miss of [0, 1]) for (let m = 0; m < k; m++) sums.push(bets[2 * m + miss].sum);
    return sums.map((sum) => fixedProduct(sum, NATS));
  }

  /** The logs of the true classes, by class. */
  truthsByClass(): Spread[] {
    if (!this.layout.crossed) return this.truths;
    return this.rows.map(({ weight, sums, products }, c) => ({ weight, sum: sums[c], squares: products[productPlace(this.layout.k, c, c)] }));
  }
}

/** Where the product of two logs lies among those of i ≤ j. */
export function productPlace(k: number, i: number, j: number): number {
  return i * k - (i * (i - 1)) / 2 + j - i;
}
