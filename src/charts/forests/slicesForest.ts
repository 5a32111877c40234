import { count, percent } from '../../base/figures.js';
import { numberOf } from '../../base/reported.js';
import type { SliceFigures } from '../../slices/sliceReport.js';
import { isWorseSlice, SLICE_LEVEL, sliceTitle } from '../../slices/worseSlice.js';
import { CHART_WIDTH, type ChartOptions, type ChartTable, draw, emptyChart } from '../chart.js';
import { colour } from '../colours.js';
import { listed, reportedText, short } from '../words.js';
import { type ForestRow, forestLeft, forestPanel } from './forest.js';

export interface SlicesData {
  confidence: number;
  /** In the order in which they are drawn. */
  slices: readonly SliceFigures[];
  /** Draw the slices of this column, or pair of columns, alone; then only their values are named. */
  column?: string | undefined;
  /** Draw the rewards themselves, and what all rows earn as a line, instead of the differences to the other rows. */
  reward?: { ofAll: number } | undefined;
}

const MAX_SLICES_DRAWN = 40;
const SLICE_LETTERS = 30;

const sliceLabel = (slice: SliceFigures, of: string | undefined): string => (of === undefined ? sliceTitle(slice) : slice.value);

/** Each slice's reward minus that of the other rows, with its interval; or the reward itself. */
export function slicesForest({ confidence, slices, column, reward }: SlicesData, options: ChartOptions = {}): SVGSVGElement {
  const wanted = slices.filter((each) => column === undefined || each.column === column);
  const title = `${column === undefined ? 'Slices' : `Slices by ${column}`}: ${reward ? 'what they earn' : 'difference to the other rows'}, with ${percent(confidence)} intervals`;
  if (wanted.length === 0) return emptyChart(title, 'there are no slices', options);
  const width = options.width ?? CHART_WIDTH;
  const told: string[] = [];
  const rows = wanted.slice(0, MAX_SLICES_DRAWN).map((slice): ForestRow => {
    const { difference, rows: size, bayesianReward, bitsLost } = slice;
    const { adjustedP, reason } = difference;
    const { value, interval } = reward ? { value: bayesianReward.mean, interval: bayesianReward.interval } : difference;
    const range = interval ? ` (${reportedText(interval[0])} to ${reportedText(interval[1])})` : '';
    const worse = isWorseSlice(slice);
    const chance = !worse && (adjustedP === null || adjustedP >= SLICE_LEVEL);
    const said = `${sliceLabel(slice, column)}, ${count(size)} rows: ${reportedText(value)}${range}${worse ? ', worse by more than chance' : ''}`;
    told.push(said);
    const p = adjustedP === null ? '' : `, adjusted p = ${short(adjustedP)}`;
    return {
      label: sliceLabel(slice, column),
      value: numberOf(value),
      interval: interval ? [numberOf(interval[0]), numberOf(interval[1])] : null,
      stroke: chance ? colour('muted') : worse ? colour(2) : colour(1),
      hollow: chance,
      said: reward || Math.abs(numberOf(value)) === Infinity ? undefined : reason,
      title: `${said}${p}; ${reportedText(bayesianReward.mean)} bits per prediction, ${reportedText(bitsLost)} bits lost`,
    };
  });
  return draw(
    {
      title,
      description: `${listed(told.slice(0, 30))}.`,
      width,
      legend: [
        { label: 'worse', stroke: colour(2), kind: 'dot' },
        { label: 'better', stroke: colour(1), kind: 'dot' },
        { label: 'may be chance', stroke: colour('muted'), kind: 'ring' },
        ...(reward ? [{ label: 'all rows', stroke: colour('muted'), dash: '4 3' }] : []),
      ],
      panels: [
        forestPanel(rows, {
          width,
          left: forestLeft(
            rows.map(({ label }) => label),
            SLICE_LETTERS,
          ),
          letters: SLICE_LETTERS,
          label: reward ? 'fair bits per prediction' : 'bits per prediction, minus those of the other rows',
          mark: reward?.ofAll,
        }),
      ],
      note: wanted.length > MAX_SLICES_DRAWN ? `${MAX_SLICES_DRAWN} of ${count(wanted.length)} slices, those where the most bits are lost.` : undefined,
    },
    options,
  );
}

export function slicesTable({ confidence, slices, column }: SlicesData): ChartTable {
  return {
    caption: `Slices, by the bits that are lost there, with intervals at ${percent(confidence)}`,
    columns: [
      'column',
      'value',
      'rows',
      'bits per prediction',
      'share of ceiling',
      'accuracy',
      'mean modal estimate',
      'calibration error',
      'difference',
      'interval from',
      'to',
      'p',
      'adjusted p',
      'bits lost',
    ],
    rows: slices
      .filter((each) => column === undefined || each.column === column)
      .map(({ column: by, value, rows, bayesianReward, accuracy, confidence: said, ece, difference, bitsLost }) => {
        const ends = difference.interval?.map(numberOf) ?? [null, null];
        return [
          by,
          value,
          rows,
          numberOf(bayesianReward.mean),
          numberOf(bayesianReward.share),
          numberOf(accuracy.mean),
          numberOf(said),
          numberOf(ece),
          numberOf(difference.value),
          ...ends,
          difference.p,
          difference.adjustedP,
          numberOf(bitsLost),
        ];
      }),
  };
}
