import { FairbitsError } from '../base/errors.js';
import type { Kernels, PriorTables } from '../kernels/kernels.js';
import { SAFE, scaledStake, stake } from '../kernels/plain/rewards.js';
import { takeAll } from '../kernels/takeAll.js';
import { LN2, ln, log2 } from '../math/log.js';

/**
 * What a bettor would quote who knew nothing but the class frequencies.
 * `test`: the frequencies in the test set, each count starting at 0.5 (Hope & Korb 2004, footnote 3). `counts`: the same from a
 * training set's counts, with another `start` if wanted (0 as in Hope & Korb 2002, 1 as Weka does). Or the values themselves.
 */
export type Prior = 'uniform' | 'test' | { counts: ArrayLike<number>; start?: number } | ArrayLike<number> | Readonly<Record<string, number>>;

/** A prior as numbers, and what it was made from. */
export interface ResolvedPrior {
  source: 'uniform' | 'test' | 'train' | 'given';
  values: Float64Array;
  /** Where they were counted in a training set, its size. */
  rows?: number;
}

/** How far the values of a given prior may be from summing to 1. */
const SUM_TOLERANCE = 1e-6;

/** The prior of each class. `counts` gives the labels' frequencies, and is asked only for the prior `test`. */
export function resolvePrior(prior: Prior | undefined, names: readonly string[], counts: () => ArrayLike<number>): ResolvedPrior {
  const k = names.length;
  if (prior === undefined || prior === 'test') return { source: 'test', values: checkPrior(frequencies(counts(), 0.5, names), names) };
  if (prior === 'uniform') return { source: 'uniform', values: new Float64Array(k).fill(1 / k) };
  if (typeof prior === 'string')
    throw new FairbitsError('prior', `unknown prior "${prior}": expected uniform, test, counts or values`, {
      found: prior,
      expected: 'uniform, test, counts or values',
    });
  if (isArrayLike(prior)) return { source: 'given', values: checkPrior(prior, names) };
  if ('counts' in prior && typeof prior.counts === 'object') {
    const { counts: given, start = 0.5 } = prior as { counts: ArrayLike<number>; start?: number };
    return { source: 'train', values: checkPrior(frequencies(given, start, names), names), rows: sumOf(given) };
  }
  return { source: 'given', values: checkPrior(byName(prior as Record<string, number>, names), names) };
}

function isArrayLike(value: object): value is ArrayLike<number> {
  return Array.isArray(value) || ArrayBuffer.isView(value);
}

function byName(values: Readonly<Record<string, number>>, names: readonly string[]): number[] {
  const known = new Set(names);
  const unknown = Object.keys(values).find((name) => !known.has(name));
  if (unknown !== undefined)
    throw new FairbitsError(
      'prior',
      `the prior names a class "${unknown}" that is not among the classes (${names.slice(0, 10).join(', ')}${names.length > 10 ? ', …' : ''})`,
      { class: unknown, found: unknown, expected: 'the names of the classes' },
    );
  return names.map((name) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined)
      throw new FairbitsError('prior', `the prior has no value for the class "${name}"`, {
        class: name,
        found: undefined,
        expected: 'a value for every class',
      });
    return value;
  });
}

function frequencies(counts: ArrayLike<number>, start: number, names: readonly string[]): Float64Array {
  if (counts.length !== names.length)
    throw new FairbitsError('prior', `${counts.length} counts for ${names.length} classes`, { found: counts.length, expected: `${names.length} counts` });
  if (!(start >= 0 && start < Infinity))
    throw new FairbitsError('prior', `counts cannot start at ${start}: expected 0 or more`, { found: start, expected: '0 or more' });
  let total = 0;
  for (let i = 0; i < counts.length; i++) {
    if (!(counts[i] >= 0 && counts[i] < Infinity))
      throw new FairbitsError('prior', `the count of class "${names[i]}" is ${counts[i]}: expected 0 or more`, {
        class: names[i],
        found: counts[i],
        expected: '0 or more',
      });
    total += counts[i] + start;
  }
  return Float64Array.from(counts, (count) => (count + start) / total);
}

function sumOf(counts: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < counts.length; i++) sum += counts[i];
  return sum;
}

/** Every prior strictly between 0 and 1, and together 1. */
function checkPrior(values: ArrayLike<number>, names: readonly string[]): Float64Array {
  if (values.length !== names.length)
    throw new FairbitsError('prior', `${values.length} priors for ${names.length} classes`, { found: values.length, expected: `${names.length} values` });
  let sum = 0;
  for (let i = 0; i < values.length; i++) {
    const q = values[i];
    if (!(q > 0 && q < 1)) {
      throw new FairbitsError(
        'prior',
        `the prior of class "${names[i]}" is ${q}: every prior must lie strictly between 0 and 1, or nothing could be learned about that class. Start the counts above 0, or give values.`,
        {
          class: names[i],
          found: q,
          expected: 'a number strictly between 0 and 1',
        },
      );
    }
    sum += q;
  }
  if (!(Math.abs(sum - 1) <= SUM_TOLERANCE + names.length * Number.EPSILON))
    throw new FairbitsError('prior', `the priors sum to ${sum}: expected 1`, { found: sum, expected: '1' });
  return Float64Array.from(values);
}

/** ln(1 − q), which is −q and not 0 where 1 − q rounds to 1. */
export function lnRest(q: number): number {
  return 1 - q === 1 ? -q : ln(1 - q);
}

/** Above this many classes what each stakes is taken from the product of all, so that the work stays linear in k. */
const MANY_CLASSES = 2048;

/** What a prior stakes on a class i: q_i · Π (1 − q_j), 0 where that is not a safe number, and as mantissa · 2^exponent. */
export function stakesOf(values: Float64Array): (i: number) => { product: number; mantissa: number; exponent: number } {
  const k = values.length;
  const all = k > MANY_CLASSES ? scaledStake(values, 0, k, -1) : undefined;
  return (i) => {
    const { mantissa, exponent } = all ? { mantissa: (all.mantissa * values[i]) / (1 - values[i]), exponent: all.exponent } : scaledStake(values, 0, k, i);
    const product = all ? mantissa * 2 ** exponent : stake(values, 0, k, i);
    return { product: product >= SAFE ? product : 0, mantissa, exponent };
  };
}

/** What the kernels need of a prior, in their memory. Give it back with `freePriorTables`. */
export function priorTables(kernels: Kernels, values: Float64Array): PriorTables {
  const k = values.length;
  const tables: PriorTables = takeAll(kernels, (keep) => ({
    prior: keep(kernels.float64(k)),
    logs: keep(kernels.float64(4 * k)),
    certain: keep(kernels.float64(k)),
    stakes: keep(kernels.float64(k)),
    mantissas: keep(kernels.float64(k)),
    exponents: keep(kernels.float64(k)),
  }));
  const stakes = stakesOf(values);
  for (let i = 0; i < k; i++) {
    tables.prior[i] = values[i];
    const own = log2(values[i]);
    const other = 1 - values[i] === 1 ? -values[i] / LN2 : log2(1 - values[i]);
    tables.logs.set([own, 1 / (own * 2 ** 64), other, 1 / (other * 2 ** 64)], 4 * i);
    const { product, mantissa, exponent } = stakes(i);
    tables.stakes[i] = product;
    tables.mantissas[i] = mantissa;
    tables.exponents[i] = exponent;
  }
  for (let i = 0; i < k; i++) tables.certain[i] = k > MANY_CLASSES ? k : sumForCertainty(tables.logs, i);
  return tables;
}

/** What the kernel sums up for a prediction of class c that is certain, and right. */
function sumForCertainty(logs: Float64Array, c: number): number {
  let sum = 0;
  for (let i = 0; 4 * i < logs.length; i++) if (i !== c) sum += logs[4 * i + 2] * 2 ** 64 * logs[4 * i + 3];
  return sum + logs[4 * c] * 2 ** 64 * logs[4 * c + 1];
}

export function freePriorTables(kernels: Kernels, tables: PriorTables): void {
  for (const view of Object.values(tables)) kernels.free(view);
}
