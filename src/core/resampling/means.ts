import { FairbitsError } from '../../base/errors.js';
import type { Kernels } from '../../kernels/kernels.js';
import { ColumnBootstrap } from './columnBootstrap.js';
import { checkShape, checkValues, type ReplicateOptions, replicatesOf } from './options.js';
import { forkSeed } from './random.js';

/** How `engine.bootstrapMeans` draws rows: in proportion to weights, or each stratum by itself. */
export interface BootstrapOptions extends ReplicateOptions {
  /** Rows are drawn with probabilities in proportion to these; all alike by default. */
  weights?: Float64Array;
  /** The stratum of each row, a number: each stratum is resampled by itself, to its own size. */
  strata?: ArrayLike<number>;
}

/** Replicates to a pass over the rows: their sums must have room in the core's memory, and in cache. */
const REPLICATES_AT_ONCE = 4096;

/** The means of columns in bootstrap replicates, the same draws in every column. */
export function bootstrapColumns(kernels: Kernels, columns: readonly Float64Array[], options: BootstrapOptions = {}): Float64Array[] {
  checkShape(columns);
  const rows = columns[0].length;
  const { weights, strata } = options;
  if (rows === 0) throw new FairbitsError('length', 'there are no rows to resample', { found: 0, expected: 'at least one row' });
  if (weights && strata)
    throw new FairbitsError('option', 'weights and strata cannot be combined: expected one of them', { found: 'both', expected: 'weights or strata' });
  const totals = strata ? stratified(kernels, columns, strata, options) : totalsOf(kernels, columns, options);
  return totals.map((column) => column.map((total) => total / rows));
}

function totalsOf(kernels: Kernels, columns: readonly Float64Array[], options: BootstrapOptions, seed = replicatesOf(options).seed): Float64Array[] {
  const { replicates, first } = replicatesOf(options);
  const found = columns.map(() => new Float64Array(replicates));
  for (let done = 0; done < replicates; done += REPLICATES_AT_ONCE) {
    const stream = new ColumnBootstrap(kernels, {
      rows: columns[0].length,
      columns: columns.length,
      replicates: Math.min(REPLICATES_AT_ONCE, replicates - done),
      seed,
      first: first + done,
      ...(options.weights ? { weights: options.weights } : {}),
    });
    try {
      for (const [c, totals] of stream.add(columns).totals().entries()) found[c].set(totals, done);
    } finally {
      stream.free();
    }
  }
  return found;
}

function stratified(kernels: Kernels, columns: readonly Float64Array[], strata: ArrayLike<number>, options: ReplicateOptions): Float64Array[] {
  const { seed, replicates } = replicatesOf(options);
  const rows = columns[0].length;
  if (strata.length !== rows)
    throw new FairbitsError('length', `there are strata for ${strata.length} rows: expected ${rows}`, { found: strata.length, expected: `${rows} strata` });
  // Here, where rows still have their numbers.
  for (const [c, column] of columns.entries()) checkValues(column, c);
  const places = new Map<number, number[]>();
  for (let r = 0; r < rows; r++) {
    const place = places.get(strata[r]);
    if (place) place.push(r);
    else places.set(strata[r], [r]);
  }
  const found = columns.map(() => new Float64Array(replicates));
  // In the order of their numbers: which row comes first does not matter.
  for (const [i, stratum] of [...places.keys()].sort((a, b) => a - b).entries()) {
    const own = columns.map((column) => Float64Array.from(places.get(stratum) as number[], (r) => column[r]));
    for (const [c, totals] of totalsOf(kernels, own, options, forkSeed(seed, i)).entries()) for (let r = 0; r < replicates; r++) found[c][r] += totals[r];
  }
  return found;
}

/** a − b for each row. */
export function differences(a: Float64Array, b: Float64Array): Float64Array {
  checkShape([a, b]);
  checkValues(a, 0);
  checkValues(b, 1);
  const found = a.map((x, r) => x - b[r]);
  const bad = found.findIndex(Number.isNaN);
  if (bad >= 0)
    throw new FairbitsError(
      'value',
      `row ${bad}: ${a[bad]} − ${b[bad]} has no value: expected at most one of the two infinite. A cutoff keeps rewards finite.`,
      {
        row: bad,
        found: [a[bad], b[bad]],
        expected: 'a difference',
      },
    );
  return found;
}
