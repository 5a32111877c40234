import { createEngine, type EngineOptions } from '../engine.js';
import { FairbitsError } from '../errors.js';
import { checkReplicates, type IntervalKind } from '../intervals/bootstrapInterval.js';
import { SKIPPED } from '../kernels/csvPlan.js';
import { LineReader } from '../score/lines.js';
import { WholeCsv } from '../score/wholeCsv.js';
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
}

const ROWS = 8192;

/** What is resampled without being asked for: so often, up to so many rows. */
const USUAL_REPLICATES = 1000;
const USUAL_ROWS = 1e6;

/** Numeric predictions of a CSV, read twice: for the means, and for the deviations from them. */
export async function regressFile(file: string, options: RegressFileOptions): Promise<RegressionReport & RegressionIntervals & { file: string }> {
  const tally = new RegressionTally(options);
  const { seed = 1, interval = 'percentile', confidence = 0.95 } = options;
  if (options.replicates) checkReplicates(interval, options.replicates, confidence);
  const csv = await WholeCsv.open(file, 'regress');
  try {
    const engine = await createEngine(options);
    const { kernels } = engine;
    let stream: ReturnType<typeof engine.bootstrapStream> | undefined;
    let replicates = 0;
    const actualAt = csv.column(options.actual, '--actual');
    const predictedAt = csv.column(options.predicted, '--predicted');
    if (actualAt === predictedAt)
      throw new FairbitsError('option', `--actual and --predicted both name the column "${options.actual}": expected two columns`, {
        found: options.actual,
        expected: 'two columns',
      });
    const kinds = csv.columns.map((_, i) => (i === actualAt ? 0 : i === predictedAt ? 1 : SKIPPED));
    const plan = csv.plan(kernels, kinds, 2, []);
    const pairs = kernels.float64(2 * ROWS);
    const labels = kernels.uint16(0);
    const [actual, predicted] = [new Float64Array(ROWS), new Float64Array(ROWS)];
    const reader = new LineReader(kernels);
    const wanted = (column: number) => ({ expected: 'a finite number', option: column === actualAt ? '--actual' : '--predicted' });
    for (const step of ['counting', 'scoring'] as const) {
      let seen = 0;
      csv.read(reader, (lines) => {
        for (let at = lines.from; ; ) {
          const { rows, next, error } = kernels.parseRows(lines.bytes, at, lines.to, lines.final, plan, pairs, labels, ROWS);
          for (let r = 0; r < rows; r++) {
            actual[r] = pairs[2 * r];
            predicted[r] = pairs[2 * r + 1];
          }
          const [a, p] = [actual.subarray(0, rows), predicted.subarray(0, rows)];
          if (step === 'counting') tally.look(a, p);
          else tally.add(a, p, stream && ((terms) => stream?.add(terms)));
          if (error) throw csv.csvError(lines, error, wanted);
          at = next;
          seen += rows;
          if (rows < ROWS) {
            options.onProgress?.({ step, bytes: lines.offset + at, totalBytes: csv.size, rows: seen });
            return at;
          }
        }
      });
      if (seen === 0) throw csv.empty();
      if (step === 'counting') {
        replicates = options.replicates ?? (seen <= USUAL_ROWS ? USUAL_REPLICATES : 0);
        if (replicates > 0) stream = engine.bootstrapStream({ rows: seen, columns: 9, replicates, seed });
      }
    }
    const report = tally.report();
    if (!stream) return { file, ...report, bootstrap: null, intervals: {} };
    return { file, ...report, ...regressionIntervals(tally, report, stream.means(), { replicates, seed, interval, confidence }) };
  } finally {
    csv.close();
  }
}
