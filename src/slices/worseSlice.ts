import type { SliceFigures } from './sliceReport.js';

/** An adjusted p below this is called more than chance. */
export const SLICE_LEVEL = 0.05;

/** Whether a slice is worse than the other rows by more than chance, or calls impossible what happens. */
export function isWorseSlice({ difference: { adjustedP }, bitsLost }: Pick<SliceFigures, 'difference' | 'bitsLost'>): boolean {
  return bitsLost === 'Infinity' || (adjustedP !== null && adjustedP < SLICE_LEVEL && typeof bitsLost === 'number' && bitsLost > 0);
}

/** A slice in words: "region = east", "age ≥ 65". */
export function sliceTitle({ column, value }: Pick<SliceFigures, 'column' | 'value'>): string {
  return /^[<≥]/.test(value) ? `${column} ${value}` : `${column} = ${value}`;
}
