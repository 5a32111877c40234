import type { Command } from 'commander';
import { FairbitsError } from '../base/errors.js';
import { reported } from '../evaluate/report.js';
import type { IntervalKind } from '../intervals/bootstrapInterval.js';
import { regressionMeasures } from '../numeric/regression.js';
import { regressFiles } from '../tasks/nodeTasks.js';
import { renderRegression } from '../terminal/regression.js';
import { style } from '../terminal/style.js';
import { intervalKind, MARKDOWN, MOST_REPLICATES, number, onError, wholeOption } from './options.js';
import { printJson, printLines } from './outputs/print.js';
import { checkPrint } from './printOptions.js';
import { progressLine } from './progress.js';

interface RegressFlags {
  actual: string;
  predicted: string;
  trainingMean?: number;
  bootstrap?: number;
  seed?: number;
  interval?: IntervalKind;
  confidence?: number;
  onError?: 'stop' | 'skip';
  json?: boolean;
  markdown?: boolean;
  quiet?: boolean;
}

export function addRegress(program: Command): void {
  program
    .command('regress')
    .description('score predictions that are numbers: their errors, and how far they improve on predicting the mean')
    .argument(
      '<files...>',
      'CSV, TSV, NDJSON, Parquet or Arrow files (also .gz), a quoted glob, or - for standard input; several files are read as one test set',
    )
    .requiredOption('--actual <column>', 'the column of actual values')
    .requiredOption('--predicted <column>', 'the column of predicted values')
    .option(
      '--training-mean <x>',
      'the number that relative errors compare with, as if it were always predicted (default: the mean of the actual values)',
      number('--training-mean', -Number.MAX_VALUE, Number.MAX_VALUE),
    )
    .option(
      '--bootstrap <replicates>',
      'number of replicates for the intervals; 0 for no intervals (default: 1000, up to a million rows)',
      wholeOption('--bootstrap', 0, MOST_REPLICATES),
    )
    .option('--seed <n>', 'the seed of the replicates (default: 1)', wholeOption('--seed', 0))
    .option('--interval <kind>', 'the kind of interval: normal, percentile or basic (default: percentile)', intervalKind)
    .option('--confidence <share>', 'the confidence of the intervals (default: 0.95)', number('--confidence', 0.000001, 0.999999))
    .option('--on-error <what>', 'stop at a bad row, or skip it and count it', onError, 'stop')
    .option('--markdown', MARKDOWN)
    .option('--json', 'print the report as JSON')
    .option('--quiet', 'show no progress on standard error')
    .addHelpText('after', '\nExample:\n  fairbits regress prices.csv --actual price --predicted estimate --training-mean 181500')
    .action(regress);
}

async function regress(files: string[], { json, markdown, quiet, bootstrap, interval, onError: bad, ...options }: RegressFlags): Promise<void> {
  checkPrint({ json, markdown });
  const progress = progressLine(quiet ?? false);
  try {
    if (interval === 'bca')
      throw new FairbitsError('option', '--interval bca: expected normal, percentile or basic for numeric predictions', {
        found: 'bca',
        expected: 'normal, percentile or basic',
      });
    const found = await regressFiles(files, {
      ...options,
      skipBad: bad === 'skip',
      ...(bootstrap === undefined ? {} : { replicates: bootstrap }),
      ...(interval === undefined ? {} : { interval }),
      onProgress: progress.update,
    });
    progress.done();
    if (!json) await printLines(renderRegression(found, style), markdown);
    else {
      const { reasons, ...rest } = found;
      const measures = Object.fromEntries(regressionMeasures.map((id) => [id, reported(found[id] ?? NaN)]));
      await printJson({ ...rest, ...measures, reasons });
    }
  } catch (error) {
    progress.done();
    throw error;
  }
}
