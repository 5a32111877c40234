import { FairbitsError } from '../base/errors.js';
import { layoutOf, mostSlicesOf } from '../core/statistics/layout.js';

/** What the values of a column are cut into: themselves, numbers into bins, dates into months. */
export type SliceKind = 'values' | 'bins' | 'months';

/** A column by whose values rows are told apart. It can be posted. */
export interface SliceColumn {
  name: string;
  kind: SliceKind;
  /** Whether its values are numbers: then 1.0 is 1. */
  numeric: boolean;
  /** Where bins end, ascending; a number that is an edge lies in the bin above it. */
  edges: readonly number[];
  /** Values that are kept, where a sample had more than can be; all others are one slice. */
  kept?: readonly string[] | undefined;
}

/** By what rows are sliced. It can be posted. */
export interface SlicePlan {
  columns: readonly SliceColumn[];
  /** Pairs of columns, by their places. */
  pairs: readonly (readonly [first: number, second: number])[];
  /** Slices to a column, or pair of them, at most. */
  most: number;
}

export const MISSING_VALUE = '(missing)';
export const OTHER_VALUES = '(other values)';
export const NO_NUMBER = '(no number)';
export const NO_DATE = '(no date)';

/** The bins of numbers, as one reads them: edges belong to the bin above. */
export function binNames(edges: readonly number[]): string[] {
  if (edges.length === 0) return ['any number'];
  return [`< ${edges[0]}`, ...edges.slice(1).map((edge, i) => `[${edges[i]}, ${edge})`), `≥ ${edges[edges.length - 1]}`];
}

/** Edges that cut numbers into bins of about the same mass, of few digits. */
export function equalMassEdges(numbers: readonly number[], bins: number): number[] {
  const sorted = Float64Array.from(numbers).sort();
  const edges = new Set<number>();
  for (let i = 1; i < bins; i++) edges.add(Number(sorted[Math.floor((i * sorted.length) / bins)].toPrecision(4)));
  return [...edges].filter((edge) => edge > sorted[0] && edge <= sorted[sorted.length - 1]).sort((a, b) => a - b);
}

/** The names of two columns, or of two values, as one. */
export const pairName = (first: string, second: string): string => `${first} × ${second}`;

/** What the slices of a plan are of: its columns, then its pairs. */
export function dimensionsOf({ columns, pairs }: Pick<SlicePlan, 'columns' | 'pairs'>): { name: string; kind: SliceKind | 'pairs' }[] {
  return [
    ...columns.map(({ name, kind }) => ({ name, kind })),
    ...pairs.map(([a, b]) => ({ name: pairName(columns[a].name, columns[b].name), kind: 'pairs' as const })),
  ];
}

export const MOST_SLICES = 1000;

/** Slices to each of so many columns that there is room for, with statistics of k classes. */
export function mostSlices(k: number, columns: number): number {
  const bytes = 2 ** 26;
  // Exact sums are wider than the numbers that they are made of.
  return Math.min(mostSlicesOf(k), Math.max(16, Math.min(MOST_SLICES, Math.floor(bytes / (48 * layoutOf(k).length * Math.max(1, columns))))));
}

export function checkBinCount(bins: number): void {
  if (!(Number.isInteger(bins) && bins >= 2 && bins <= 100))
    throw new FairbitsError('option', `--slice-bins ${bins}: expected a whole number from 2 to 100`, { found: bins, expected: '2 to 100' });
}
