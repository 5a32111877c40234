/** Where things lie in the numbers of a rule tally; assembly/rules.ts has the same places. Pairs are of the constant weights and those by frequency. */
export const RULE_NUMBERS = {
  alpha: 0,
  beta: 2,
  /** Mantissas of six products, and then their exponents. */
  products: 4,
  exponents: 10,
  rows: 16,
  length: 18,
} as const;

/** The products: Π w and Π (αS + β(T − S)) for either kind of weights, Π T, and Π (c + 1). */
export const RULE_PRODUCTS = { weights: 0, wholes: 2, totals: 4, counts: 5 } as const;

/**
 * Where things lie in its counts: c + 1 of each class; for each set size, rows whose set does not hold the truth
 * and rows whose set does; room for marks.
 */
export const ruleCounts = (k: number) => ({ table: k, seen: 3 * k + 2, length: 4 * k + 2 }) as const;
