/** Comparisons of C4.5 as Weka makes them: what differs by less than this is equal. */
const SMALL = 1e-6;

export const equal = (a: number, b: number): boolean => a - b < SMALL && b - a < SMALL;
export const greater = (a: number, b: number): boolean => a - b > SMALL;
export const atMost = (a: number, b: number): boolean => a - b < SMALL;
export const atLeast = (a: number, b: number): boolean => b - a < SMALL;

/** x·log2 x of whole numbers up to n. */
export function logTable(n: number): Float64Array {
  const table = new Float64Array(n + 1);
  for (let i = 2; i <= n; i++) table[i] = i * Math.log2(i);
  return table;
}

/** x·log2 x, 0 for what is next to nothing; of whole numbers from a table. */
export function weightedLog(table: Float64Array): (x: number) => number {
  const n = table.length - 1;
  return (x) => {
    const i = x | 0;
    if (i === x && i <= n) return table[i];
    return x < SMALL ? 0 : x * Math.log2(x);
  };
}
