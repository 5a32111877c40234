import { FairbitsError } from '../../base/errors.js';
import type { Engine } from '../../core/engine.js';
import { MOST_CROSSED } from '../../core/statistics/layout.js';
import { bareCell, ResultCells, type ResultRow } from '../../engines/resultCells.js';
import { NOT_KEPT, NOT_OF_KIND, type SliceKey } from '../../engines/sliceSql.js';
import type { ResolvedSpec } from '../../engines/spec.js';
import { turnedStatistics } from '../../engines/statisticsFromRows.js';
import { fromFixed, toFixed } from '../../math/exactSum.js';
import { noRewards, rewardBinsFor } from '../../slices/rewardShape.js';
import { monthOf, sliceNamer } from '../../slices/sliceNames.js';
import {
  binNames,
  checkBinCount,
  dimensionsOf,
  equalMassEdges,
  MISSING_VALUE,
  mostSlices,
  NO_DATE,
  NO_NUMBER,
  OTHER_VALUES,
  pairName,
  type SliceColumn,
} from '../../slices/slicePlan.js';
import type { Slice, SlicedColumn, SlicedRows } from '../../slices/sliceReport.js';
import { noCalibration } from '../../slices/sliceSums.js';
import type { Predictions } from '../predictions.js';
import type { OpenRows } from '../rowCrew.js';
import { askedFor, MOST_PLAIN_NUMBERS, type SliceRequest, sliceColumnOf, usual } from '../slices/planSlices.js';
import type { SampleTable } from './sampleSource.js';
import type { Shard } from './shard.js';

/** Parts that numbers are cut into by each shard, to tell edges of bins from. */
const QUANTILES = 200;

/** A column that rows are sliced by, and what the engine is asked for. */
interface DatabaseColumn extends SliceColumn {
  key: SliceKey;
}

/** Slices of rows that lie in databases: one query more for each column, and each pair of them. */
export async function sliceShards(
  shards: readonly Shard[],
  rows: OpenRows,
  tables: readonly SampleTable[],
  chosen: Predictions,
  specs: readonly ResolvedSpec[],
  request: SliceRequest,
  engine: Engine,
): Promise<{ sliced: SlicedRows; notes: string[] }> {
  const k = chosen.classes.length;
  if (k > MOST_CROSSED)
    throw new FairbitsError(
      'option',
      `--by: rows of ${k} classes are not sliced by a database: expected at most ${MOST_CROSSED}. Write the rows to a file and slice that`,
      {
        found: k,
        expected: `at most ${MOST_CROSSED} classes`,
      },
    );
  const { columns, notes, most } = await planColumns(shards, rows, tables, chosen, request);
  const places = columns.map((_, i) => i);
  const pairs = request.pairs ? places.flatMap((a) => places.slice(a + 1).map((b) => [a, b] as const)) : [];
  const dimensions = dimensionsOf({ columns, pairs });
  const parts = [...places.map((a) => [a]), ...pairs];
  const sliced: SlicedColumn[] = [];
  for (const [d, { name, kind }] of dimensions.entries()) {
    const own = parts[d].map((c) => columns[c]);
    const answers = await Promise.all(
      shards.map((shard, i) =>
        shard.slices(
          specs[i],
          own.map(({ key }) => key),
        ),
      ),
    );
    sliced.push({ name, kind, ...(await slicesOf(answers.flat(), own, specs[0], most, engine)) });
  }
  return { sliced: { columns: sliced, rewards: await rewardHistograms(shards, specs, k) }, notes };
}

/** The columns, by the same rules as those of files: what they hold is told by all their values, as the engine counts them. */
async function planColumns(
  shards: readonly Shard[],
  rows: OpenRows,
  tables: readonly SampleTable[],
  chosen: Predictions,
  request: SliceRequest,
): Promise<{ columns: DatabaseColumn[]; notes: string[]; most: number }> {
  const { bins = 10 } = request;
  checkBinCount(bins);
  const asked = request.columns && askedFor(tables, chosen, request.columns);
  const names = asked ? [...asked.keys()] : await usual(rows, chosen);
  const count = names.length;
  const most = mostSlices(chosen.classes.length, count + (request.pairs ? (count * (count - 1)) / 2 : 0));
  const notes: string[] = [];
  const columns: DatabaseColumn[] = [];
  for (const name of names) {
    const edges = asked?.get(name) ?? [];
    const { column, values } = await kindOfColumn(shards, tables, name, bins, edges, most);
    const { kind } = column;
    if (kind === 'values') {
      const distinct = values.size;
      const counted = [...values.values()].reduce((sum, count) => sum + count, 0);
      const own = distinct > counted / 2 && counted >= MOST_PLAIN_NUMBERS;
      const many = distinct > most;
      if ((own || many) && !asked) {
        notes.push(`"${name}" is left out: ${own ? 'nearly every row has a value of its own' : `it has more than ${most} values`} (--by says otherwise)`);
        continue;
      }
      if (many) notes.push(`"${name}" has more than ${most} values: the ${most} that are most frequent are kept, all others are one slice`);
      const kept = many ? [...values].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).slice(0, most) : undefined;
      columns.push({ ...column, key: { column: name, kind, edges: [], kept: kept?.map(([value]) => value) } });
    } else {
      if (kind === 'bins' && column.edges.length > 0 && edges.length === 0) notes.push(`the numbers of "${name}" are cut into bins of about equal mass`);
      if (kind === 'months') notes.push(`the dates of "${name}" are cut into months`);
      columns.push({ ...column, key: { column: name, kind, edges: column.edges } });
    }
  }
  if (columns.length === 0)
    throw new FairbitsError('columns', `${tables[0].place}: no column to slice by${notes.length > 0 ? ` (${notes.join('; ')})` : ''}. Say which with --by.`, {
      file: tables[0].name,
      expected: '--by COLUMN',
    });
  return { columns, notes, most };
}

/** What a column is cut into, and its values with how often each is there, where these are slices. */
async function kindOfColumn(
  shards: readonly Shard[],
  tables: readonly SampleTable[],
  name: string,
  bins: number,
  given: readonly number[],
  most: number,
): Promise<{ column: SliceColumn; values: Map<string, number> }> {
  const sample = tables.flatMap((table) => table.texts(name));
  let column = sliceColumnOf(name, sample, bins, given);
  const values = new Map<string, number>();
  if (column.kind === 'values') {
    const counted = await Promise.all(shards.map((shard) => shard.values(name, most + 1)));
    for (const [value, count] of counted.flat()) values.set(value, (values.get(value) ?? 0) + count);
    // The first rows of a table may be all alike.
    column = sliceColumnOf(name, [...values.keys()], bins, given);
  }
  if (column.kind === 'bins' && given.length === 0) {
    const numbers = (await Promise.all(shards.map((shard) => shard.quantiles(name, QUANTILES)))).flat();
    column = { ...column, edges: numbers.length === 0 ? [] : equalMassEdges(numbers, bins) };
  }
  return { column, values };
}

/** The slices of a column, or of two. */
async function slicesOf(
  rows: readonly ResultRow[],
  columns: readonly DatabaseColumn[],
  spec: ResolvedSpec,
  most: number,
  engine: Engine,
): Promise<Pick<SlicedColumn, 'slices' | 'others'>> {
  const namers = columns.map(namerOf);
  const metadata: Record<string, unknown>[] = [];
  const found = new Map<string, Record<string, unknown>[]>();
  for (const row of rows as Record<string, unknown>[]) {
    if (bareCell(row.fairbits) !== '') {
      metadata.push(row);
      continue;
    }
    // Rows that cannot be scored are in no slice.
    if (Number(row.status) !== 0) continue;
    const name = namers.map((namer, i) => namer(row[`slice_${i}`])).reduce(pairName);
    const known = found.get(name);
    if (known) known.push(row);
    else found.set(name, [row]);
  }
  const sumOf = sumReader(metadata[0]?.fairbits);
  const slices: Slice[] = [];
  const left = { rows: 0, values: 0, atLeast: false };
  const sorted = [...found].map(([name, own]) => ({ name, own, count: own.reduce((sum, { n_n: n }) => sum + Number(n), 0) }));
  sorted.sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
  for (const { name, own, count } of sorted) {
    if (slices.length >= most) {
      left.rows += count;
      left.values++;
      continue;
    }
    const { statistics } = await turnedStatistics([...metadata.slice(0, 1), ...own], { engine, skipBad: true, parted: true });
    slices.push({ name, rows: count, statistics, calibration: modalSums(own, spec, sumOf) });
  }
  return { slices, ...(left.values > 0 ? { others: left } : {}) };
}

/** What names the slice of an engine's answer. */
function namerOf(column: DatabaseColumn): (value: unknown) => string {
  const plain = sliceNamer({ ...column, kept: undefined });
  const bins = binNames(column.edges);
  return (value) => {
    if (value === null || value === undefined) return MISSING_VALUE;
    const text = String(value);
    if (column.kind === 'values') return text === NOT_KEPT && column.key.kept ? OTHER_VALUES : plain(text);
    if (text === NOT_OF_KIND) return column.kind === 'bins' ? NO_NUMBER : NO_DATE;
    return column.kind === 'bins' ? bins[Number(text)] : (monthOf(text) ?? NO_DATE);
  };
}

/** Modal estimates by bins of equal width: weight, hits and the sum of the estimates. Whole numbers are added up, so that shards change nothing. */
function modalSums(rows: readonly Record<string, unknown>[], { k, weights }: ResolvedSpec, sumOf: (cell: unknown) => bigint): Float64Array {
  const sums = Array.from(noCalibration(), () => 0n);
  for (const row of rows) {
    const at = 3 * Math.max(0, Number(row.width_bin) - 1);
    const weight = weights === undefined ? toFixed(Number(row.n_n)) : sumOf(row.n_w1);
    const modal = k === 2 ? Number(row.modal) & 1 : Number(row.modal);
    sums[at] += weight;
    if (modal === Number(row.truth)) sums[at + 1] += weight;
    sums[at + 2] += sumOf(row.n_m1);
  }
  return Float64Array.from(sums, fromFixed);
}

/** Reads the sums of a result, which says whether they are of whole numbers. */
function sumReader(metadata: unknown): (cell: unknown) => bigint {
  const cells = new ResultCells([], String(metadata).includes('&sums=float&'));
  return (cell) => cells.number(String(cell), 'a sum of slices');
}

/** Rewards of all rows by class and bin. */
async function rewardHistograms(shards: readonly Shard[], specs: readonly ResolvedSpec[], k: number): Promise<Float64Array> {
  const bins = rewardBinsFor(k);
  const rewards = Array.from(noRewards(k), () => 0n);
  const answers = await Promise.all(shards.map((shard, i) => shard.rewards(specs[i], bins)));
  for (const rows of answers) {
    const sumOf = sumReader(rows.find(({ fairbits }) => bareCell(fairbits) !== '')?.fairbits);
    for (const row of rows) {
      if (bareCell(row.fairbits) !== '') continue;
      const at = 2 * (Number(row.truth) * bins.bins + Number(row.reward_bin));
      rewards[at] += sumOf(row.n_w);
      rewards[at + 1] += sumOf(row.n_r);
    }
  }
  return Float64Array.from(rewards, fromFixed);
}
