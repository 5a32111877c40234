import { dot, type Markish, ruleX, ruleY, text } from '@observablehq/plot';
import { axis } from '../axes.js';
import type { Panel } from '../chart.js';
import { colour } from '../colours.js';
import { short, shortened, textWidth } from '../words.js';

/** A line of a forest plot: a value and its interval. */
export interface ForestRow {
  label: string;
  /** The whole of a label that is shortened. */
  full?: string;
  /** Only the first of several lines that go together shows its label. */
  group?: boolean;
  value: number;
  interval: readonly [number, number] | null;
  stroke: string;
  /** A ring instead of a dot. */
  hollow?: boolean;
  /** Said beside an infinite value, or in place of none. */
  said?: string | undefined;
  title: string;
}

const ROW_HEIGHT = 22;
const TIGHT = 15;
const RIGHT = 14;

/** Room for names at the left, the same in every panel. */
export function forestLeft(names: readonly string[], letters: number): number {
  return Math.ceil(Math.max(...names.map((name) => textWidth(shortened(name, letters))))) + 16;
}

/** Values and intervals below each other on one scale; what is infinite is an arrow at the edge with words beside it. `mark` is a value that all are seen against, beside 0. */
export function forestPanel(
  rows: readonly ForestRow[],
  { width, left, label, letters, mark }: { width: number; left: number; label: string; letters: number; mark?: number | undefined },
): Panel {
  const names = rows.map((row) => (row.group ? '' : shortened(row.label, letters)));
  let at = 0;
  const placed = rows.map((row, i) => {
    at += i === 0 ? ROW_HEIGHT / 2 : row.group ? TIGHT : ROW_HEIGHT;
    return { ...row, name: names[i], y: at, low: row.interval?.[0] ?? NaN, high: row.interval?.[1] ?? NaN };
  });
  const high = at + ROW_HEIGHT / 2;
  const finite = [...rows.map(({ value }) => value), ...rows.flatMap(({ interval }) => interval ?? []), ...(mark === undefined ? [] : [mark])].filter(
    Number.isFinite,
  );
  const infinite = placed.filter(({ value }) => Math.abs(value) === Infinity);
  const none = placed.filter(({ value }) => Number.isNaN(value));
  const ends = finite.length === 0 ? [-1, 1] : [Math.min(0, ...finite), Math.max(0, ...finite)];
  const margin = (ends[1] - ends[0]) * 0.05 || 0.1;
  // Room for the arrow and its words, away from the figures.
  const domain = [ends[0] - margin, ends[1] + margin];
  const points = placed.filter(({ value }) => Number.isFinite(value));
  // A name that is wider than the axis ends where the axis does, below the names of the rows.
  const long = textWidth(label) > width - left - RIGHT;
  const marks: Markish[] = [
    ...(long ? [text([label], { frameAnchor: 'bottom-right', textAnchor: 'end', dx: RIGHT - 2, dy: 38 })] : []),
    ruleX([0], { stroke: colour('muted') }),
    ...(mark !== undefined && Number.isFinite(mark) ? [ruleX([mark], { stroke: colour('muted'), strokeDasharray: '4 3' })] : []),
    text(placed, { text: 'name', y: 'y', frameAnchor: 'left', textAnchor: 'end', dx: -10, title: ({ full, label }: ForestRow) => full ?? label }),
    ruleY(points, { y: 'y', x1: 'low', x2: 'high', stroke: 'stroke', strokeWidth: 2 }),
    dot(points, {
      x: 'value',
      y: 'y',
      r: 3.5,
      fill: (row: ForestRow) => (row.hollow ? colour('paper') : row.stroke),
      stroke: 'stroke',
      strokeWidth: 2,
      title: 'title',
    }),
    ...infinite.flatMap((row) => {
      const down = row.value < 0;
      return [
        dot([row], { y: 'y', frameAnchor: down ? 'left' : 'right', dx: down ? 6 : -6, symbol: 'triangle', rotate: down ? -90 : 90, r: 5, fill: row.stroke }),
        text([row], {
          y: 'y',
          frameAnchor: down ? 'left' : 'right',
          textAnchor: down ? 'start' : 'end',
          dx: down ? 16 : -16,
          text: () => `${down ? '−∞' : '∞'}${row.said ? ` ${row.said}` : ''}`,
          fill: 'currentColor',
          stroke: colour('paper'),
          strokeWidth: 4,
        }),
      ];
    }),
    text(none, {
      y: 'y',
      frameAnchor: 'left',
      textAnchor: 'start',
      dx: 8,
      text: (row: ForestRow) => shortened(`no value${row.said ? `: ${row.said}` : ''}`, Math.floor((width - left) / 7)),
      fill: colour('muted'),
    }),
  ];
  return {
    height: Math.round(high + 58),
    marginTop: 4,
    marginLeft: left,
    marginRight: RIGHT,
    marginBottom: 52,
    x: axis(long ? null : label, {
      domain,
      labelOffset: 34,
      ticks: finite.length === 0 ? [] : Math.floor((width - left) / 62),
      tickFormat: (value: number) => short(value),
    }),
    y: { domain: [high, 0], axis: null },
    marks,
  };
}
