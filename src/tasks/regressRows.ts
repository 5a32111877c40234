import { FairbitsError } from '../base/errors.js';
import { only } from '../base/options.js';
import { createEngine, ENGINE_OPTIONS, type EngineOptions } from '../core/engine.js';
import { checkReplicates, type IntervalKind } from '../intervals/bootstrapInterval.js';
import { type RegressionIntervals, regressionIntervals } from '../numeric/intervals.js';
import { type RegressionOptions, type RegressionReport, RegressionTally } from '../numeric/regression.js';
import { columnOf } from '../rows/columns.js';
import type { About, Table, Wanted } from '../rows/table.js';
import { type Skipped, skippedWarning } from '../run/runRows.js';
import type { Ground } from './ground.js';
import { RowCrew, withTables } from './rowCrew.js';
import { noRowsError } from './score/scoreRows.js';
import type { Gathered } from './sinks/gather.js';
import { usualMemory, usualPartBytes } from './sizes.js';

/** What `regressFiles` can be told: the columns of actual and predicted values, and how rows are resampled. */
export interface RegressFileOptions extends RegressionOptions, EngineOptions {
  actual: string;
  predicted: string;
  /** Bootstrap replicates for the intervals; 1000 by default up to a million rows, none above. 0 for none. */
  replicates?: number;
  seed?: number;
  /** `percentile` by default; BCa is not offered. */
  interval?: Exclude<IntervalKind, 'bca'>;
  confidence?: number;
  threads?: number;
  /** Skip rows that cannot be read instead of stopping at the first. */
  skipBad?: boolean;
  onProgress?: (progress: { step: 'counting' | 'scoring'; bytes: number; totalBytes: number; rows: number }) => void;
  /** Stops the work: it then throws the signal's reason. */
  signal?: AbortSignal;
}

/** What was read: one file, or several with commas between; and as a list. */
export type RegressOfFile = RegressionReport &
  RegressionIntervals & { file: string; files: string[] /** Where rows may be skipped: how many were. */; skipped?: number; warnings?: string[] };

const REGRESS_BLOCK_ROWS = 8192;

/** What the statistics of a replicate are made of. */
const REPLICATE_COLUMNS = 9;

/** What is resampled without being asked for: so often, up to so many rows. */
const USUAL_REPLICATES = 1000;
const USUAL_ROWS = 1e6;

/** Numeric predictions of files as one test set, read twice: for the means, and for the deviations from them. */
export async function regressRows<F>(
  ground: Ground<F>,
  files: readonly F[],
  options: RegressFileOptions,
): Promise<Omit<RegressOfFile, 'file' | 'files'> & { names: string[] }> {
  const tally = new RegressionTally(options);
  const { seed = 1, interval = 'percentile', confidence = 0.95, signal, threads, skipBad = false } = options;
  if (options.replicates) checkReplicates(interval, options.replicates, confidence);
  return withTables(ground, files, { signal, threads }, async (rows) => {
    const { tables } = rows;
    const wanted = tables.map((table) => wantedForRegress(table, options));
    for (const [i, table] of tables.entries()) table.check(wanted[i]);
    const engine = { ...(options.backend ? { backend: options.backend } : {}), memory: options.memory ?? usualMemory(2) };
    const crew = await RowCrew.create(rows, { sink: 'gather', of: undefined, wanted, engine, skipBad }, usualPartBytes(2));
    const memory = options.memory ?? Math.max(2 ** 26, 2 ** 25 + 16 * REPLICATE_COLUMNS * (options.replicates ?? 0));
    const own = await createEngine({ ...only<EngineOptions>(options, ENGINE_OPTIONS), memory });
    let stream: ReturnType<typeof own.bootstrapStream> | undefined;
    let replicates = 0;
    let skipped: Skipped | undefined;
    for (const step of ['counting', 'scoring'] as const) {
      const take = ({ rows: count, numbers }: Gathered): void => {
        const [actual, predicted] = [new Float64Array(count), new Float64Array(count)];
        for (let r = 0; r < count; r++) {
          actual[r] = numbers[2 * r];
          predicted[r] = numbers[2 * r + 1];
        }
        if (step === 'counting') tally.look(actual, predicted);
        else tally.add(actual, predicted, stream && ((terms) => stream?.add(terms)));
      };
      const found = await crew.run(undefined, take, { signal, onProgress: (progress) => options.onProgress?.({ step, ...progress }) });
      if (found.rows === 0) throw noRowsError(tables);
      skipped = found;
      if (step === 'counting') {
        replicates = options.replicates ?? (found.rows <= USUAL_ROWS ? USUAL_REPLICATES : 0);
        if (replicates > 0) stream = own.bootstrapStream({ rows: found.rows, columns: REPLICATE_COLUMNS, replicates, seed });
      }
    }
    const report = {
      names: tables.map(({ name }) => name),
      ...tally.report(),
      ...(skipBad && skipped ? { skipped: skipped.skipped, warnings: skippedWarning(skipped, 'read') } : {}),
    };
    if (!stream) return { ...report, bootstrap: null, intervals: {} };
    return { ...report, ...regressionIntervals(tally, report, stream.means(), { replicates, seed, interval, confidence }) };
  });
}

function wantedForRegress(table: Table, options: RegressFileOptions): Wanted {
  const actual = columnOf(table, options.actual, '--actual');
  const predicted = columnOf(table, options.predicted, '--predicted');
  if (actual === predicted)
    throw new FairbitsError('option', `--actual and --predicted both name the column "${options.actual}": expected two columns`, {
      found: options.actual,
      expected: 'two columns',
    });
  const about = (option: string): About => ({ expected: 'a finite number', advice: `Check ${option}.` });
  return {
    numbers: [actual, predicted],
    classes: [],
    about: { [actual]: about('--actual'), [predicted]: about('--predicted') },
    most: REGRESS_BLOCK_ROWS,
    finite: true,
  };
}
