import { FairbitsError } from '../base/errors.js';
import { createEngine, type Engine } from '../core/engine.js';
import { addRows, addSpread, noRowSpread, noSpread, type RowSpread, type Spread } from '../core/statistics/exactSpread.js';
import { ExactStatistics, productPlace } from '../core/statistics/exactStatistics.js';
import { layoutOf } from '../core/statistics/layout.js';
import type { RewardStatistics } from '../core/statistics/rewardStatistics.js';
import { fixedProduct, fromFixed, toFixed } from '../math/exactSum.js';
import { LN2 } from '../math/log.js';
import { groupTally } from './groupTally.js';
import { type Histograms, turnedSides } from './histogramRows.js';
import type { ResultRow } from './resultCells.js';
import { type Result, type RowGroup, readResult } from './resultRows.js';
import { BAD_KINDS } from './rowLayers.js';
import { settledRows, settledSpread } from './settled.js';
import type { ResolvedSpec } from './spec.js';

/** What an engine answered: the statistics of its rows, and what could not be scored of them. */
export interface EngineStatistics {
  statistics: RewardStatistics;
  /** Rows that could not be scored, by what is wrong with them. */
  skipped: Record<string, number>;
  /** Of more than 16 classes: what the generalized reward came to under the prior that the query was made for. */
  generalized?: { prior: Float64Array; spread: Spread };
}

/** nats are so many bits. */
const BITS_PER_NAT = toFixed(1 / LN2);
const bits = (x: bigint): bigint => fixedProduct(x, BITS_PER_NAT);
const squareBits = (x: bigint): bigint => bits(bits(x));

/**
 * The statistics that the rows of a result stand for; they merge with others, and are saved like others.
 *
 * @example
 * ```ts
 * import { DuckDBInstance } from '@duckdb/node-api';
 * import { type ResultRow, statisticsFromRows, statisticsSql } from 'fairbits/engines';
 *
 * const connection = await (await DuckDBInstance.create()).connect();
 * await connection.run("CREATE TABLE predictions AS SELECT * FROM (VALUES ('a', 0.7, 0.3), ('b', 0.4, 0.6)) AS t(label, p_a, p_b)");
 * const sql = statisticsSql({ table: 'predictions', truth: 'label', probs: ['p_a', 'p_b'], classes: ['a', 'b'] }, 'duckdb');
 * const rows = (await connection.runAndReadAll(sql)).getRowObjectsJson() as ResultRow[];
 * const { statistics } = await statisticsFromRows(rows);
 * statistics.rows; // → 2
 * statistics.mean('bayesianReward', 'uniform'); // → 0.3742
 * ```
 */
export async function statisticsFromRows(rows: readonly ResultRow[], options: { engine?: Engine; skipBad?: boolean } = {}): Promise<EngineStatistics> {
  return turnedStatistics(rows, options);
}

interface FromRowsOptions {
  engine?: Engine;
  skipBad?: boolean;
  /** Under another prior than that of the query, Kononenko & Bratko's information is told from histograms of the same rows. */
  /** Groups come in parts, as those of slices do. */
  parted?: boolean;
  turned?: { histograms: Histograms; prior: Float64Array };
}

export async function turnedStatistics(rows: readonly ResultRow[], options: FromRowsOptions): Promise<EngineStatistics> {
  const result = readResult(rows, options.parted);
  const { spec } = result;
  const engine = options.engine ?? (await createEngine());
  const skipped = skippedKinds(result.groups);
  const bad = Object.values(skipped).reduce((sum, count) => sum + count, 0);
  if (bad > 0 && !(options.skipBad ?? spec.skipBad)) throw badRows(skipped, bad, spec);
  const good = { ...result, groups: result.groups.filter(({ status }) => status === 0) };
  const treatment = {
    ...(spec.k === 2 ? { positive: spec.positive } : {}),
    ...(spec.cutoff.name === 'none' ? {} : { cutoff: spec.cutoff.name as never }),
  };
  const { turned } = options;
  const statistics = engine.statistics(spec.classes, { ...treatment, turnAt: turned?.prior ?? spec.turnAt });
  const exact = exactOf(good, turned);
  const tally = engine.tally(spec.classes, treatment).restore(groupTally(good));
  const infinite = (of: (group: RowGroup) => boolean) => ({ count: good.groups.filter(of).reduce((sum, { rows: n }) => sum + n, 0), rows: [] });
  statistics.mergeState(
    {
      sums: exact.sums(),
      blocks: [],
      kept: [],
      truths: infinite(({ impossible }) => impossible > 0),
      bets: infinite(({ impossible }) => impossible === 2),
      weightSquares: fromFixed(good.groups.reduce((sum, group) => sum + (spec.weights === undefined ? group.weight : group.sum('w2')), 0n)),
    },
    tally.state(),
  );
  // Written down and read again, for there it is looked at whether all of it can be what rows came to.
  const checked = engine.statisticsFrom(JSON.parse(JSON.stringify(statistics)));
  return { statistics: checked, skipped, ...(spec.crossed ? {} : { generalized: { prior: spec.turnAt, spread: generalizedOf(good) } }) };
}

function skippedKinds(groups: readonly RowGroup[]): Record<string, number> {
  const found: Record<string, number> = {};
  for (const { status, rows } of groups) if (status > 0) found[BAD_KINDS[status]] = (found[BAD_KINDS[status]] ?? 0) + rows;
  return found;
}

/** Counts by kind, as one says them. */
export const skippedText = (skipped: Readonly<Record<string, number>>): string =>
  Object.entries(skipped)
    .map(([kind, count]) => `${count} with ${kind}`)
    .join(', ');

export function badRows(
  skipped: Readonly<Record<string, number>>,
  bad: number,
  { table, parquet, classes }: Pick<ResolvedSpec, 'table' | 'parquet' | 'classes'>,
  first = '',
): FairbitsError {
  const where = parquet ?? table.join('.');
  return new FairbitsError(
    'value',
    `${where}: ${bad} row${bad === 1 ? '' : 's'} cannot be scored: ${skippedText(skipped)}${first}; the classes are ${classes.slice(0, 10).join(', ')}${classes.length > 10 ? ', …' : ''}. Mend them, or pass them over and count them with --on-error skip.`,
    { file: where, found: skippedText(skipped), expected: 'rows that can be scored', suggestion: ['--on-error', 'skip'] },
  );
}

/** The sums as the core has them. */
function exactOf({ spec, groups, float }: Result, turned: FromRowsOptions['turned']): ExactStatistics {
  const { k, crossed } = spec;
  const exact = new ExactStatistics(layoutOf(k));
  const turnAt = turned?.prior ?? spec.turnAt;
  // A band of no width at the prior: all estimates are on one side of it.
  const cuts = Float64Array.from({ length: 4 * k }, (_, i) => (i % 4 === 3 ? 0 : turnAt[i >> 2]));
  const sides = groups.length > 0 ? exact.turning.tableOf(cuts).groups : [];
  const spread = (group: RowGroup, sum: bigint, squares: bigint): Spread => ({ weight: group.weight, sum: bits(sum), squares: squareBits(squares) });
  for (const group of groups) {
    if (group.weight === 0n) continue;
    const { truth, impossible, above } = group;
    const modal = k === 2 ? group.modal & 1 : group.modal;
    const one = (name: string): Spread => spread(group, group.sum(`${name}1`), group.sum(`${name}2`));
    const log = (i: number): Spread => spread(group, group.sum(`s${spec.single ? 0 : i}`), group.sum(spec.single ? 's0_0' : `s${i}_${i}`));
    if (crossed && impossible === 0) addRows(exact.rows[truth], rowsOf(spec, group));
    if (!crossed && impossible === 0) {
      addSpread(exact.stakes[truth], one('e'));
      addSpread(exact.truths[truth], one('t'));
    }
    const bet = crossed ? log(modal) : one('d');
    if (impossible < 2) addSpread(exact.bets[2 * modal + Number(modal !== truth)], bet);
    addSpread(exact.quadratic[truth], { weight: group.weight, sum: group.sum('b1'), squares: group.sum('b2') });
    if (!turned) addSpread(sides[4 * truth + (above ? 2 : 0)], above ? (crossed ? log(truth) : one('t')) : one('y'));
  }
  if (turned)
    for (const { truth, above, spread: side } of turnedSides(turned.histograms, turned.prior).sides)
      addSpread(sides[4 * truth + (above ? 2 : 0)], { weight: side.weight, sum: bits(side.sum), squares: squareBits(side.squares) });
  exact.rows.forEach((rows) => {
    settledRows(rows, float);
  });
  for (const spreads of [exact.stakes, exact.truths, exact.bets, exact.quadratic, sides]) for (const each of spreads) settledSpread(each, float);
  return exact;
}

function rowsOf({ k, single }: ResolvedSpec, group: RowGroup): RowSpread {
  const rows = noRowSpread(k);
  const name = (i: number): string => `s${single ? 0 : i}`;
  rows.weight = group.weight;
  for (let i = 0; i < k; i++) {
    rows.sums[i] = bits(group.sum(name(i)));
    for (let j = i; j < k; j++) rows.products[productPlace(k, i, j)] = squareBits(group.sum(single ? 's0_0' : `s${i}_${j}`));
  }
  return rows;
}

function generalizedOf({ groups, float }: Result): Spread {
  const spread = noSpread();
  for (const group of groups) if (group.impossible === 0) addSpread(spread, { weight: group.weight, sum: group.sum('g1'), squares: group.sum('g2') });
  return settledSpread(spread, float);
}
