import { type CheckedJson, checksum, fixedText } from '../../base/checkedJson.js';
import { FairbitsError } from '../../base/errors.js';
import { fromFixed, toFixed } from '../../math/exactSum.js';
import { TALLY_BLOCK_ROWS, type TallyJSON } from '../tally.js';
import type { RowSpread, Spread } from './exactSpread.js';
import { type ExactStatistics, SPREAD_GROUPS } from './exactStatistics.js';
import { GROUP, type Layout } from './layout.js';

/** How many rows are infinite, and the first few of them. */
export interface InfiniteRows {
  count: number;
  rows: number[];
}

export const STATISTICS_FORMAT = 'fairbits-statistics';
const STATISTICS_VERSION = 3;

/** Weight, sum and squares, as fixedText writes them; 0 where there is nothing. */
type SpreadJSON = [string, string, string] | 0;

/** Statistics as they are saved. What a field means: docs/library.md. */
export interface StatisticsJSON {
  format: typeof STATISTICS_FORMAT;
  version: number;
  tally: TallyJSON;
  rows: { weight: string; sums: string[]; products: string[]; whole: SpreadJSON }[];
  stakes: SpreadJSON[];
  truths: SpreadJSON[];
  bets: SpreadJSON[];
  quadratic: SpreadJSON[];
  turning: { cuts: number[]; groups: SpreadJSON[] }[];
  /** By class. */
  kept: { values: number[][]; weights?: number[][] };
  infinite: { truths: InfiniteRows; bets: InfiniteRows };
  weightSquares: number;
  /** The block that is not yet full, so that adding can go on with the same bits. */
  open: { rows: number; cuts: number[]; firstCuts: number[]; turnAt: number[]; numbers: number[] };
  /** Over all that is before it. */
  check: string;
}

/** What statistics are made of. */
interface StatisticsParts {
  exact: ExactStatistics;
  infinite: { truths: InfiniteRows; bets: InfiniteRows };
  weightSquares: number;
  open: { rows: number; cuts: Float64Array; firstCuts: Float64Array; turnAt: ArrayLike<number>; numbers: Float64Array };
}

const spreadJson = ({ weight, sum, squares }: Spread): SpreadJSON => (weight === 0n ? 0 : [fixedText(weight), fixedText(sum), fixedText(squares)]);

export function statisticsJson(tally: TallyJSON, { exact, infinite, weightSquares, open }: StatisticsParts): StatisticsJSON {
  const kept = exact.turning.keptByClass();
  const groups = (spreads: Spread[]): SpreadJSON[] => spreads.map(spreadJson);
  const json: Omit<StatisticsJSON, 'check'> = {
    format: STATISTICS_FORMAT,
    version: STATISTICS_VERSION,
    tally,
    rows: exact.rows.map(({ weight, sums, products, whole }) => ({
      weight: fixedText(weight),
      sums: sums.map(fixedText),
      products: products.map(fixedText),
      whole: spreadJson(whole),
    })),
    stakes: groups(exact.stakes),
    truths: groups(exact.truths),
    bets: groups(exact.bets),
    quadratic: groups(exact.quadratic),
    turning: exact.turning.tables.map((table) => ({ cuts: [...table.cuts], groups: groups(table.groups) })),
    kept: {
      values: kept.map(({ values }) => [...values]),
      ...(kept.some(({ weights }) => weights) ? { weights: kept.map(({ values, weights }) => [...(weights ?? new Float64Array(values.length).fill(1))]) } : {}),
    },
    infinite,
    weightSquares,
    open: {
      rows: open.rows,
      cuts: [...open.cuts],
      firstCuts: [...open.firstCuts],
      turnAt: Array.from(open.turnAt),
      numbers: open.rows > 0 ? [...open.numbers] : [],
    },
  };
  return { ...json, check: checkOf(json) };
}

/** Reads the sums into statistics that are empty, and gives the rest; every field is looked at. */
export function readStatistics(json: CheckedJson, exact: ExactStatistics, rows: number, weighted: boolean): Omit<StatisticsParts, 'exact'> {
  const { layout } = exact;
  const { k } = layout;
  if (json.field('version').count() !== STATISTICS_VERSION) throw versionError(json.field('version').count());
  json
    .field('rows')
    .list(exact.rows.length)
    .forEach((each, c) => {
      readRows(each, exact.rows[c]);
    });
  for (const name of SPREAD_GROUPS) readGroups(json.field(name), exact[name]);
  for (const table of json.field('turning').list()) {
    const cuts = cutsFrom(table.field('cuts'), k);
    readGroups(table.field('groups'), exact.turning.tableOf(cuts).groups);
  }
  readKept(json.field('kept'), exact);
  const infinite = { truths: readInfinite(json.field('infinite').field('truths'), rows), bets: readInfinite(json.field('infinite').field('bets'), rows) };
  const open = json.field('open');
  const openRows = open.field('rows').count(TALLY_BLOCK_ROWS - 1);
  const numbers = open.field('numbers').numbers(openRows > 0 ? layout.length : 0);
  const found = {
    infinite,
    weightSquares: json.field('weightSquares').number(0),
    open: {
      rows: openRows,
      cuts: cutsFrom(open.field('cuts'), k),
      firstCuts: cutsFrom(open.field('firstCuts'), k),
      turnAt: open.field('turnAt').numbers(k, 0, 1),
      numbers: openRows > 0 ? numbers : new Float64Array(layout.length),
    },
  };
  checkSigns(json, exact);
  checkOpen(open, layout, found.open.numbers);
  if (!weighted) checkEveryRow(exact, found, rows);
  return found;
}

/** That logarithms of probabilities are not above 0, and that quadratic losses lie between 0 and 2, but for what rounding may do. */
function checkSigns(json: CheckedJson, { rows, truths, bets, quadratic }: ExactStatistics): void {
  const above = (weight: bigint, sum: bigint): boolean => sum > weight >> 30n;
  rows.forEach(({ weight, sums }, c) => {
    sums.forEach((sum, i) => {
      if (above(weight, sum)) json.field('rows').list()[c].field('sums').list()[i].refuse('a sum of logarithms, at most 0');
    });
  });
  for (const [name, groups] of Object.entries({ truths, bets }))
    groups.forEach(({ weight, sum }, i) => {
      if (above(weight, sum)) json.field(name).list()[i].refuse('a sum of logarithms, at most 0');
    });
  quadratic.forEach(({ weight, sum }, i) => {
    if (above(weight, -sum) || above(weight, sum - 2n * weight)) json.field('quadratic').list()[i].refuse('a sum of losses from 0 to 2');
  });
}

/** That the losses of the rows that are not summed up yet lie between 0 and 2, too. */
function checkOpen(json: CheckedJson, { k, quadratic }: Layout, numbers: Float64Array): void {
  for (let at = quadratic; at < quadratic + k * GROUP; at += GROUP) {
    const [weight, first, distances] = numbers.subarray(at, at + 3);
    const mean = first + (weight > 0 ? distances / weight : 0);
    if (!(weight >= 0 && mean >= -1e-9 && mean <= 2 + 1e-9)) json.field('numbers').list()[at].refuse('losses from 0 to 2');
  }
}

const CHECK = ',"check":"';

/** Over all but the last bracket, which `check` stands before where it is written. */
function checkOf(json: Omit<StatisticsJSON, 'check'>): string {
  const text = JSON.stringify(json);
  return checksum(text, text.length - 1);
}

/** That nothing was changed: the last thing looked at, for where fields are wrong there is more to say. `text` is what they were read from, if they were. */
export function checkUnchanged(json: StatisticsJSON, text = ''): void {
  const { check, ...rest } = json;
  // The text is as it was written, or means the same.
  const at = text.lastIndexOf(CHECK);
  if (at >= 0 && checksum(text, at) === check && text.slice(at + CHECK.length).trim() === `${check}"}`) return;
  if (checkOf(rest) !== check)
    throw new FairbitsError('tally', 'these statistics cannot be read: the field check does not fit the others. Were they cut short or edited?', {
      found: check,
      expected: 'statistics as they were saved',
    });
}

function versionError(found: number): FairbitsError {
  return new FairbitsError('tally', `these statistics have version ${found}; this build reads version ${STATISTICS_VERSION}`, {
    found,
    expected: String(STATISTICS_VERSION),
  });
}

function readSpread(json: CheckedJson, to: Spread): void {
  if (json.isZero) return;
  const [weight, sum, squares] = json.list(3).map((each) => each.fixed());
  to.weight = weight;
  to.sum = sum;
  to.squares = squares;
  if (!goTogether(to)) json.refuse(TOGETHER);
}

const TOGETHER = 'a weight above 0, a sum and squares that go together';

/** Cauchy and Schwarz, but for what is cut off at 2^-256. */
function goTogether({ weight, sum, squares }: Spread): boolean {
  return weight > 0n && squares >= 0n && squares * weight - sum * sum >= -(weight << 40n);
}

function readGroups(json: CheckedJson, to: Spread[]): void {
  json.triples(
    to.length,
    (i, weight, sum, squares) => {
      Object.assign(to[i], { weight, sum, squares });
      return goTogether(to[i]);
    },
    TOGETHER,
  );
}

function readRows(json: CheckedJson, to: RowSpread): void {
  to.weight = json.field('weight').fixed();
  if (to.weight < 0n) json.field('weight').refuse('0 or more');
  for (const name of ['sums', 'products'] as const)
    json
      .field(name)
      .list(to[name].length)
      .forEach((each, i) => {
        to[name][i] = each.fixed();
      });
  readSpread(json.field('whole'), to.whole);
  if (to.whole.weight !== to.weight) json.field('whole').refuse('as much weight as the rows');
}

function cutsFrom(json: CheckedJson, k: number): Float64Array {
  const cuts = json.numbers(4 * k, 0, 2);
  for (let at = 0; at < cuts.length; at += 4) if (cuts[at + 1] > cuts[at + 2] || cuts[at + 3] !== 0) json.refuse('a prior and a band for each class');
  return cuts;
}

function readKept(json: CheckedJson, { layout: { k }, turning }: ExactStatistics): void {
  const weights = json.field('weights');
  const weightsOf = weights.missing ? undefined : weights.list(k);
  for (const [c, list] of json.field('values').list(k).entries()) {
    const values = list.numbers(undefined, 0, 1);
    turning.keep({ values, classes: new Uint16Array(values.length).fill(c), ...(weightsOf ? { weights: weightsOf[c].numbers(values.length, 0) } : {}) });
  }
}

function readInfinite(json: CheckedJson, rows: number): InfiniteRows {
  return { count: json.field('count').count(rows), rows: [...json.field('rows').counts(undefined, Math.max(0, rows - 1))] };
}

/** That every row is somewhere, as far as rows are counted. */
function checkEveryRow(exact: ExactStatistics, { infinite, open }: Omit<StatisticsParts, 'exact'>, rows: number): void {
  const weigh = (spreads: readonly { weight: bigint }[]): number => fromFixed(spreads.reduce((sum, { weight }) => sum + weight, 0n));
  const closed = rows - open.rows;
  const turned = exact.turning.tables.flatMap(({ groups }) => groups.filter((_, i) => i % 4 !== 3));
  const counted: [name: string, found: number, most: number][] = [
    ['quadratic', weigh(exact.quadratic), closed],
    ['bets', weigh(exact.bets), closed],
    [exact.layout.crossed ? 'rows' : 'truths', weigh(exact.layout.crossed ? exact.rows : exact.truths), closed],
    ['turning', weigh(turned) + exact.turning.keptRows, rows],
  ];
  const least = [closed, closed - infinite.bets.count, closed - infinite.truths.count, closed];
  counted.forEach(([name, found, most], i) => {
    if (found > most || found < least[i] || toFixed(found) !== toFixed(Math.round(found)))
      throw new FairbitsError(
        'tally',
        `these statistics cannot be read: the field ${name} is of ${found} rows, expected ${most}. Were they cut short or edited?`,
        {
          found,
          expected: String(most),
        },
      );
  });
}
