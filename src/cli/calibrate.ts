import type { Command } from 'commander';
import { reportedAll } from '../evaluate/report.js';
import { calibrateFiles } from '../tasks/calibrateFiles.js';
import { renderCalibration } from '../terminal/calibration.js';
import { style } from '../terminal/style.js';
import { MARKDOWN, number, wholeOption } from './options.js';
import { Outputs } from './outputs/outputs.js';
import { printJson, printLines } from './outputs/print.js';
import { checkPrint } from './printOptions.js';
import { addReportOptions, type ReportFlags, wantsReport } from './reportOptions.js';
import { addRowOptions, type RowFlags, rowOptions } from './rowOptions.js';

interface CalibrateFlags extends RowFlags, ReportFlags {
  bins?: number;
  confidence?: number;
  json?: boolean;
  markdown?: boolean;
}

export function addCalibrate(program: Command): void {
  addReportOptions(
    addRowOptions(
      program
        .command('calibrate')
        .description('check whether the estimates are right as often as they say: reliability, calibration errors, decompositions')
        .argument('<files...>', 'as in score')
        .option('--bins <n>', 'number of bins in the reliability tables (default: 10)', wholeOption('--bins', 1))
        .option('--confidence <share>', 'the confidence of the intervals (default: 0.95)', number('--confidence', 0.000001, 0.999999))
        .option('--markdown', MARKDOWN)
        .option('--json', 'print the figures as JSON'),
    ),
  )
    .addHelpText('after', '\nExample:\n  fairbits calibrate examples/forecasters/overconfident.csv')
    .action(runCalibrate);
}

async function runCalibrate(files: string[], flags: CalibrateFlags): Promise<void> {
  checkPrint(flags);
  const report = wantsReport(flags) ? await import('./reportFiles.js') : undefined;
  const outputs = Outputs.open();
  const { bins, confidence, backend } = flags;
  const {
    files: read,
    guesses,
    skipped,
    ...calibration
  } = await calibrateFiles(files, {
    ...rowOptions(flags),
    ...(bins === undefined ? {} : { bins }),
    ...(confidence === undefined ? {} : { confidence }),
  });
  const from = { files: read, guesses, skipped };
  if (report) await report.writeReport(outputs, { kind: 'calibrate', calibration, ...from, bins: bins ?? 10, origin: await report.originOf(backend) });
  if (flags.json) await printJson(reportedAll({ ...calibration, ...from }));
  else await printLines(renderCalibration(calibration, style, [`read ${read.join(', ')}`, ...guesses]), flags.markdown);
  await outputs.finish();
}
