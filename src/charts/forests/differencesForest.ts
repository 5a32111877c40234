import { percent } from '../../base/figures.js';
import { numberOf } from '../../base/reported.js';
import type { Difference } from '../../compare/pair.js';
import { measures } from '../../core/measures/registry.js';
import { CHART_WIDTH, type ChartOptions, type ChartTable, draw, emptyChart } from '../chart.js';
import { colour } from '../colours.js';
import { measureLabel, measureWords } from '../measureLabel.js';
import { listed, reportedText, short, shortened } from '../words.js';
import { forestLeft, forestPanel } from './forest.js';

export interface DifferencesData {
  confidence: number;
  pairs: { first: string; second: string; differences: Record<string, Difference> }[];
  /** One panel for each; the headline by default. */
  ids?: readonly string[];
}

const MAX_PAIRS_DRAWN = 60;
const PAIR_LETTERS = 33;

/** Each name is shortened by itself: of the two run together, what tells them apart could be left out. */
function pairLabel(first: string, second: string): string {
  const room = PAIR_LETTERS - 3;
  const half = Math.floor(room / 2);
  const [a, b] = [first, second].map((name) => [...name].length);
  return `${shortened(first, Math.max(half, room - b))} − ${shortened(second, Math.max(half, room - a))}`;
}

/** Every pair's difference with its interval. */
export function differencesForest({ confidence, pairs, ids = ['bayesianReward'] }: DifferencesData, options: ChartOptions = {}): SVGSVGElement {
  const title = `Differences${ids.length === 1 ? ` in ${measureWords(ids[0])}` : ' between learners'}, with ${percent(confidence)} intervals`;
  if (pairs.length === 0) return emptyChart(title, 'there is no pair of learners', options);
  const width = options.width ?? CHART_WIDTH;
  const told: string[] = [];
  const panels = ids.map((id) => {
    const known = measures.find((each) => each.id === id);
    // Of very many pairs those that differ most clearly.
    const shown =
      pairs.length <= MAX_PAIRS_DRAWN ? pairs : [...pairs].sort((a, b) => (a.differences[id].p ?? 2) - (b.differences[id].p ?? 2)).slice(0, MAX_PAIRS_DRAWN);
    const rows = shown.map(({ first, second, differences }) => {
      const { difference, interval, significant, reason, p } = differences[id];
      const said = `${first} minus ${second} ${reportedText(difference)}${interval ? ` (${reportedText(interval[0])} to ${reportedText(interval[1])})` : ''}${significant ? ', more than chance' : p === null ? '' : ', may be chance'}`;
      told.push(`${measureWords(id)}: ${said}`);
      return {
        label: pairLabel(first, second),
        full: `${first} − ${second}`,
        value: numberOf(difference),
        interval: interval ? ([numberOf(interval[0]), numberOf(interval[1])] as const) : null,
        stroke: colour(1),
        hollow: !significant,
        said: reason,
        title: `${said}${p === null ? '' : `, p = ${short(p)}`}`,
      };
    });
    // Infinite ones have their reason in the table.
    for (const row of rows) if (Math.abs(row.value) === Infinity) row.said = undefined;
    const unit = known?.unit === 'bits' ? ', bits' : known?.unit === 'nats' ? ', nats' : '';
    return forestPanel(rows, {
      width,
      left: forestLeft(
        pairs.map(({ first, second }) => pairLabel(first, second)),
        PAIR_LETTERS,
      ),
      letters: PAIR_LETTERS,
      label: `difference in ${measureWords(id)}${unit}${known?.better === 'lower' ? ' (lower is better)' : ''}`,
    });
  });
  return draw(
    {
      title,
      description: `${listed(told.slice(0, 30))}.`,
      width,
      legend: [
        { label: 'more than chance', stroke: colour(1), kind: 'dot' },
        { label: 'may be chance', stroke: colour(1), kind: 'ring' },
      ],
      panels,
      note: pairs.length > MAX_PAIRS_DRAWN ? `${MAX_PAIRS_DRAWN} of ${pairs.length} pairs, those with the lowest p.` : undefined,
    },
    options,
  );
}

export function differencesTable({ confidence, pairs, ids = ['bayesianReward'] }: DifferencesData): ChartTable {
  return {
    caption: `Differences, first less second, with intervals at ${percent(confidence)}`,
    columns: ['measure', 'first', 'second', 'difference', 'interval from', 'to', 'p', 'adjusted p', 'test', 'more than chance'],
    rows: ids.flatMap((id) =>
      pairs.map(({ first, second, differences }) => {
        const { difference, interval, p, pAdjusted, test, significant, reason } = differences[id];
        const ends = interval ? [numberOf(interval[0]), numberOf(interval[1])] : [null, null];
        return [
          measureLabel(id),
          first,
          second,
          numberOf(difference),
          ...ends,
          p,
          pAdjusted,
          test,
          p === null ? (reason ?? 'not tested') : significant ? 'yes' : 'no',
        ];
      }),
    ),
  };
}
