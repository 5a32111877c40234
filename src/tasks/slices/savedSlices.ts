import { CheckedJson } from '../../base/checkedJson.js';
import { FairbitsError } from '../../base/errors.js';
import type { Engine } from '../../core/engine.js';
import type { RewardStatistics } from '../../core/statistics/rewardStatistics.js';
import type { StatisticsJSON } from '../../core/statistics/statisticsJson.js';
import { noRewards } from '../../slices/rewardShape.js';
import { MOST_SLICES } from '../../slices/slicePlan.js';
import type { Slice, SlicedColumn, SlicedRows } from '../../slices/sliceReport.js';
import { addSums, noCalibration } from '../../slices/sliceSums.js';

export const SLICES_FORMAT = 'fairbits-slices';
const SLICES_VERSION = 1;
/** Estimates that each slice keeps for Kononenko & Bratko's information, about. */
const MOST_KEPT = 2 ** 8;
const SLICE_KINDS = ['values', 'bins', 'months', 'pairs'] as const;

/** The statistics of a test set with those of its slices, as parts scored elsewhere can be merged from. */
export function savedSlices(statistics: RewardStatistics, { columns, rewards }: SlicedRows): string {
  const slice = ({ name, rows, statistics: own, calibration }: Slice): object => {
    if (own.kept > MOST_KEPT) own.narrow();
    return { name, rows, calibration: [...calibration], statistics: own };
  };
  const all = columns.map(({ name, kind, slices, others }) => ({ name, kind, slices: slices.map(slice), ...(others ? { others } : {}) }));
  return `${JSON.stringify({ format: SLICES_FORMAT, version: SLICES_VERSION, rewards: [...rewards], columns: all, statistics })}\n`;
}

/** Reads what `savedSlices` wrote; every field is looked at. */
export function readSlices(engine: Engine, json: object): { statistics: RewardStatistics; sliced: SlicedRows } {
  const checked = new CheckedJson(json);
  if (checked.field('version').count() !== SLICES_VERSION) checked.field('version').refuse(`version ${SLICES_VERSION}`);
  const { statistics: written } = json as { statistics: StatisticsJSON };
  const statistics = engine.statisticsFrom(written);
  const { k, rows } = statistics;
  const columns = checked
    .field('columns')
    .list()
    .map((column, c): SlicedColumn => {
      const kind = SLICE_KINDS.find((each) => each === column.field('kind').text()) ?? column.field('kind').refuse(SLICE_KINDS.join(', '));
      const list = column.field('slices').list();
      const slices = list.map((each, s): Slice => {
        const own = engine.statisticsFrom((json as { columns: { slices: { statistics: StatisticsJSON }[] }[] }).columns[c].slices[s].statistics);
        if (own.k !== k || own.rows !== each.field('rows').count(rows)) each.field('statistics').refuse('statistics of these rows and classes');
        return { name: each.field('name').text(), rows: own.rows, statistics: own, calibration: each.field('calibration').numbers(noCalibration().length, 0) };
      });
      const others = column.field('others');
      const found = others.missing
        ? undefined
        : { rows: others.field('rows').count(rows), values: others.field('values').count(rows), atLeast: others.field('atLeast').flag() };
      const sum = slices.reduce((all, slice) => all + slice.rows, found?.rows ?? 0);
      if (sum !== rows || new Set(slices.map(({ name }) => name)).size < slices.length)
        column.field('slices').refuse(`slices of ${rows} rows together, each once`);
      return { name: column.field('name').text(), kind, slices, ...(found ? { others: found } : {}) };
    });
  return { statistics, sliced: { columns, rewards: checked.field('rewards').numbers(noRewards(k).length) } };
}

/** Two parts together; both must have been sliced alike. */
export function mergeSlices(first: SlicedRows, second: SlicedRows, engine: Engine): SlicedRows {
  const names = ({ columns }: SlicedRows): string => columns.map(({ name, kind }) => `${name} (${kind})`).join(', ');
  if (names(first) !== names(second))
    throw new FairbitsError(
      'tally',
      `the parts were sliced by ${names(first)} and by ${names(second)}: expected the same. Score them again with the same --by`,
      {
        found: names(second),
        expected: names(first),
      },
    );
  addSums(first.rewards, second.rewards);
  for (const [c, column] of first.columns.entries()) mergeColumn(column, second.columns[c], engine);
  return first;
}

function mergeColumn(column: SlicedColumn, more: SlicedColumn, engine: Engine): void {
  const known = new Map(column.slices.map((slice) => [slice.name, slice]));
  if (column.kind === 'bins' || more.kind === 'bins') checkSameBins(column, more);
  // What had no room in one part would be incomplete with what had some in the other.
  if (column.others || more.others)
    throw new FairbitsError(
      'tally',
      `"${column.name}" had more values than were kept, so that its slices cannot be merged: score the parts without it (--by)`,
      {
        column: column.name,
        expected: `at most ${MOST_SLICES} values`,
      },
    );
  for (const slice of more.slices) {
    const own = known.get(slice.name);
    if (!own) column.slices.push(slice);
    else {
      own.statistics.merge(engine.statisticsFrom(slice.statistics.toJSON()));
      own.rows += slice.rows;
      addSums(own.calibration, slice.calibration);
    }
  }
}

/** That numbers were cut at the same places, as far as their bins tell. */
function checkSameBins(column: SlicedColumn, more: SlicedColumn): void {
  const bins = ({ slices }: SlicedColumn): string[] => slices.map(({ name }) => name).filter((name) => !name.startsWith('('));
  const known = new Set(bins(column));
  const odd = bins(more).find((name) => !known.has(name));
  if (odd !== undefined)
    throw new FairbitsError(
      'tally',
      `the numbers of "${column.name}" were cut into other bins ("${odd}" is not among ${[...known].join(', ')}): expected the same. Score the files together, or say where to cut: --by '${column.name}:EDGE:EDGE'`,
      { column: column.name, found: odd, expected: 'the same bins' },
    );
}
