import { correlations } from 'fairbits';

export const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
};

/** Between values, with one less than their number below. */
export const deviation = (values: readonly number[]): number => {
  const middle = mean(values);
  return Math.sqrt(values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1));
};

/** Pearson’s r, or null where one of the two never changes. */
export function correlation(a: readonly number[], b: readonly number[]): number | null {
  return a.length < 2 ? null : correlations({ a: [...a], b: [...b] }).matrix[0][1];
}

/** A number in a sentence, with a minus sign in type. */
export const shown = (value: number | null, digits = 3): string =>
  value === null || !Number.isFinite(value)
    ? '–'
    : value
        .toFixed(digits)
        .replace(/^-/, '−')
        .replace(/^−(0(\.0*)?)$/, '$1');

/** A p in a sentence. */
export const shownP = (p: number): string => (p < 0.001 ? 'p < 0.001' : `p ${p.toFixed(3)}`);

/** One, or several. */
export const counted = (count: number, one: string, several = `${one}s`): string => `${count} ${count === 1 ? one : several}`;

/** A, B and C. */
export const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names[names.length - 1]}`;
