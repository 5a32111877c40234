import { createEngine, type EngineOptions } from '../engine.js';
import { FairbitsError } from '../errors.js';
import { SKIPPED } from '../kernels/csvPlan.js';
import { LineReader } from '../score/lines.js';
import { WholeCsv } from '../score/wholeCsv.js';
import { type RegressionOptions, type RegressionReport, RegressionTally } from './regression.js';

export interface RegressFileOptions extends RegressionOptions, EngineOptions {
  actual: string;
  predicted: string;
  onProgress?: (progress: { step: 'counting' | 'scoring'; bytes: number; totalBytes: number; rows: number }) => void;
}

const ROWS = 8192;

/** Numeric predictions of a CSV, read twice: for the means, and for the deviations from them. */
export async function regressFile(file: string, options: RegressFileOptions): Promise<RegressionReport & { file: string }> {
  const tally = new RegressionTally(options);
  const csv = await WholeCsv.open(file, 'regress');
  try {
    const { kernels } = await createEngine(options);
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
          tally[step === 'counting' ? 'look' : 'add'](actual.subarray(0, rows), predicted.subarray(0, rows));
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
    }
    return { file, ...tally.report() };
  } finally {
    csv.close();
  }
}
