import { createEngine, type EngineOptions } from '../engine.js';
import { FairbitsError } from '../errors.js';
import { checkReplicates, type IntervalKind } from '../intervals/bootstrapInterval.js';
import type { OpenFiles } from '../score/reading.js';
import { bytesOf, columnOf, noRows, openRowFiles, type RowFile, type RowsWanted } from '../score/rowFiles.js';
import { type RegressionIntervals, regressionIntervals } from './intervals.js';
import { type RegressionOptions, type RegressionReport, RegressionTally } from './regression.js';

export interface RegressFileOptions extends RegressionOptions, EngineOptions {
  actual: string;
  predicted: string;
  /** Bootstrap replicates for the intervals; 1000 by default up to a million rows, none above. 0 for none. */
  replicates?: number;
  seed?: number;
  /** `percentile` by default; BCa is not offered. */
  interval?: Exclude<IntervalKind, 'bca'>;
  confidence?: number;
  onProgress?: (progress: { step: 'counting' | 'scoring'; bytes: number; totalBytes: number; rows: number }) => void;
  /** Stops the work: it then throws the signal's reason. */
  signal?: AbortSignal;
}

/** What was read: one file, or several with commas between; and as a list. */
export type RegressOfFile = RegressionReport & RegressionIntervals & { file: string; files: string[] };

const ROWS = 8192;

/** What is resampled without being asked for: so often, up to so many rows. */
const USUAL_REPLICATES = 1000;
const USUAL_ROWS = 1e6;

/** Numeric predictions of files as one test set, read twice: for the means, and for the deviations from them. */
export async function regressOf(inputs: OpenFiles, names: string[], options: RegressFileOptions): Promise<RegressOfFile> {
  const tally = new RegressionTally(options);
  const { seed = 1, interval = 'percentile', confidence = 0.95, signal } = options;
  if (options.replicates) checkReplicates(interval, options.replicates, confidence);
  const engine = await createEngine(options);
  const about = { file: names.join(', '), files: names };
  let files: RowFile[] = [];
  try {
    files = await openRowFiles(inputs, engine.kernels);
    const wanted = files.map((file) => columnsOf(file, options));
    for (const [i, file] of files.entries()) file.inspect(wanted[i]);
    const [actual, predicted] = [new Float64Array(ROWS), new Float64Array(ROWS)];
    const totalBytes = bytesOf(files);
    let stream: ReturnType<typeof engine.bootstrapStream> | undefined;
    let replicates = 0;
    for (const step of ['counting', 'scoring'] as const) {
      let seen = 0;
      for (const [i, file] of files.entries())
        await file.read(wanted[i], ({ rows, numbers, position }) => {
          signal?.throwIfAborted();
          for (let r = 0; r < rows; r++) {
            actual[r] = numbers[2 * r];
            predicted[r] = numbers[2 * r + 1];
          }
          const [a, p] = [actual.subarray(0, rows), predicted.subarray(0, rows)];
          if (step === 'counting') tally.look(a, p);
          else tally.add(a, p, stream && ((terms) => stream?.add(terms)));
          seen += rows;
          options.onProgress?.({ step, bytes: bytesOf(files, i) + position, totalBytes, rows: seen });
        });
      if (seen === 0) throw noRows(files);
      if (step === 'counting') {
        replicates = options.replicates ?? (seen <= USUAL_ROWS ? USUAL_REPLICATES : 0);
        if (replicates > 0) stream = engine.bootstrapStream({ rows: seen, columns: 9, replicates, seed });
      }
    }
    const report = tally.report();
    if (!stream) return { ...about, ...report, bootstrap: null, intervals: {} };
    return { ...about, ...report, ...regressionIntervals(tally, report, stream.means(), { replicates, seed, interval, confidence }) };
  } finally {
    for (const file of files) file.close();
  }
}

function columnsOf(file: RowFile, options: RegressFileOptions): RowsWanted {
  const actual = columnOf(file, options.actual, '--actual');
  const predicted = columnOf(file, options.predicted, '--predicted');
  if (actual === predicted)
    throw new FairbitsError('option', `--actual and --predicted both name the column "${options.actual}": expected two columns`, {
      found: options.actual,
      expected: 'two columns',
    });
  return {
    numbers: [actual, predicted],
    about: (column) => ({ expected: 'a finite number', option: column === actual ? '--actual' : '--predicted' }),
    most: ROWS,
  };
}
