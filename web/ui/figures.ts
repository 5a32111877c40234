import type { Reported } from '../../src/parts.js';

export { count, figure } from '../../src/parts.js';

/** A number of a report, infinite ones among them. */
export function numberOf(value: Reported | undefined): number {
  return value === 'Infinity' ? Infinity : value === '-Infinity' ? -Infinity : (value ?? Number.NaN);
}

/** A share as per cent. */
export const percent = (share: number, digits = 1): string => `${Number((100 * share).toFixed(digits))} %`.replace('-', '−');

export function pText(p: number | null): string {
  return p === null ? '–' : p === 0 ? '< 1e−300' : p < 1e-4 ? p.toExponential(1).replace('e-', 'e−') : p.toFixed(4);
}

export const SECONDS = (seconds: number): string => `${seconds < 0.1 ? seconds.toFixed(3) : seconds.toFixed(2)} s`;

/** Of a file. */
export const size = (bytes: number): string => (bytes < 1e6 ? `${Math.max(1, Math.round(bytes / 1e3))} kB` : `${Math.round(bytes / 1e6)} MB`);
