import { isNothing, sliceNumber } from '../../slices/sliceNames.js';

/** Values that a column has, without those that stand for nothing. */
export function plainValues(rows: readonly (readonly unknown[])[]): [value: string, count: number][] {
  return rows.flatMap(([value, count]): [string, number][] => (value === null || isNothing(String(value)) ? [] : [[String(value), Number(count)]]));
}

/** Numbers that an engine cut a column at, each as often as its part has rows, relative to the smallest. */
export function partEnds(rows: readonly (readonly unknown[])[]): number[] {
  const least = rows.reduce((found, [, count]) => Math.min(found, Number(count)), Infinity);
  const numbers = rows.map(([from, count]) => ({ from: sliceNumber(String(from)), times: Math.min(10, Math.round(Number(count) / least)) }));
  return numbers.flatMap(({ from, times }) => (from === undefined ? [] : new Array<number>(times).fill(from)));
}
