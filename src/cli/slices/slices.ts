import { basename } from 'node:path';
import type { Command } from 'commander';
import { FairbitsError } from '../../base/errors.js';
import { count } from '../../base/figures.js';
import { measures } from '../../core/measures/registry.js';
import { foldScoresCsv } from '../../slices/folds.js';
import type { SlicesReport } from '../../slices/sliceReport.js';
import { savedScore } from '../../tasks/score/saved.js';
import { type Scored, scoreFiles } from '../../tasks/score/scoreFiles.js';
import { slicesJson } from '../../tasks/slices/slicesJson.js';
import { briefText } from '../../terminal/brief.js';
import { slicesBrief } from '../../terminal/slicesBrief.js';
import { isDatabase, number, parsePrior, refuseForFiles } from '../options.js';
import { Outputs } from '../outputs/outputs.js';
import { printJson } from '../outputs/print.js';
import { addPrintOptions, checkPrint, type PrintFlags, printBrief } from '../printOptions.js';
import { progressLine } from '../progress.js';
import { addReportOptions, type ReportFlags, wantsReport } from '../reportOptions.js';
import { addRowOptions, type RowFlags, rowOptions } from '../rowOptions.js';
import { addSliceOptions, type SliceFlags, sliceRequest } from './sliceOptions.js';

interface SlicesFlags extends RowFlags, PrintFlags, SliceFlags, ReportFlags {
  prior?: ReturnType<typeof parsePrior>;
  weights?: string;
  confidence?: number;
  save?: string;
  folds?: string;
  measure?: string;
  where?: string;
  timeout?: number;
  quiet?: boolean;
}

const BY = 'the columns, separated by commas (default: every column with at most 1,000 values that holds neither the truth, estimates nor ids)';

export function addSlices(program: Command): void {
  addPrintOptions(
    addReportOptions(
      addSliceOptions(
        addRowOptions(
          program
            .command('slices')
            .description('find the groups of rows where the predictions are poor, sorted by the bits lost there')
            .argument('<files...>', 'as in score'),
        ),
        BY,
      ),
    )
      .option('--weights <column>', 'as in score')
      .option('--prior <prior>', 'as in score; all slices use the same prior (default: test)', parsePrior)
      .option('--confidence <share>', 'the confidence of the intervals (default: 0.95)', number('--confidence', 0.000001, 0.999999))
      .option('--save <file>', 'save the statistics of all rows and of each slice, for fairbits merge')
      .option('--folds <file>', 'write one score per fold, as fairbits test reads it; needs a column that says in which fold a row was tested')
      .option('--measure <id>', 'the measure that --folds writes (default: bayesianReward)')
      .option('--where <sql>', "databases: a condition, in the engine's own SQL")
      .option('--timeout <seconds>', 'databases: how long one query may take', number('--timeout', 0.001, 1e6))
      .option('--quiet', 'show no progress on standard error'),
    'list',
  )
    .addHelpText('after', '\nExample:\n  fairbits slices predictions.csv\n  fairbits slices predictions.csv --by region,age --pairs --json')
    .action(runSlices);
}

async function runSlices(files: string[], flags: SlicesFlags): Promise<void> {
  checkPrint(flags);
  const { prior, weights, confidence, json, full, quiet, measure = 'bayesianReward' } = flags;
  if (!measures.some(({ id }) => id === measure))
    throw new FairbitsError('option', `--measure ${measure}: expected one of ${measures.map(({ id }) => id).join(', ')}`, {
      found: measure,
      expected: 'a measure',
    });
  if (!files.some(isDatabase)) refuseForFiles({ '--where': flags.where, '--timeout': flags.timeout });
  const writer = wantsReport(flags) ? await import('../reportFiles.js') : undefined;
  const outputs = Outputs.open();
  const [saved, folds] = [outputs.file('--save'), outputs.file('--folds')];
  const progress = progressLine(quiet ?? false);
  try {
    const by = sliceRequest(flags, true) as NonNullable<ReturnType<typeof sliceRequest>>;
    const scored = files.some(isDatabase)
      ? ((await (await import('../database/scoreUrl.js')).databaseScored(files, { ...flags, by, ranking: false } as never)) as unknown as Scored)
      : await scoreFiles(files, {
          ...rowOptions(flags),
          ...(prior === undefined ? {} : { prior }),
          ...(weights === undefined ? {} : { weights }),
          ...(confidence === undefined ? {} : { confidence }),
          by,
          ranking: false,
          onProgress: progress.update,
        });
    progress.done();
    const slices = scored.slices as SlicesReport;
    saved?.write(savedScore(scored));
    folds?.write(foldsText(scored, measure));
    if (writer) await writer.writeReport(outputs, { kind: 'slices', slices: slicesJson(scored), origin: await writer.originOf(flags.backend) });
    if (json) await printJson(slicesJson(scored));
    else {
      const { report, guesses } = scored;
      const from = [`${count(report.rows)} rows; read ${scored.files.join(', ')}`, ...guesses];
      await printBrief(
        flags,
        () => slicesBrief(slices, report, from, false),
        (marks) => briefText(slicesBrief(slices, report, from, full ?? false), marks),
      );
    }
    await outputs.finish();
  } finally {
    progress.done();
  }
}

function foldsText({ slices, files }: Scored, measure: string): string {
  if (!slices?.folds)
    throw new FairbitsError(
      'option',
      '--folds: no column that rows are sliced by says in which fold they were tested: expected one called fold. Try --by fold',
      {
        found: '--folds',
        expected: '--by fold',
      },
    );
  return foldScoresCsv(slices.folds, measure, basename(files[0]).replace(/\.[^.]*(?:\.gz)?$/, ''));
}
