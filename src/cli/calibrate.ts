import type { Command } from 'commander';
import { reportedAll } from '../evaluate/report.js';
import { calibrateFiles } from '../tasks/calibrateFiles.js';
import { renderCalibration } from '../terminal/calibration.js';
import { style, wantsColour } from '../terminal/style.js';
import { number, whole } from './options.js';
import { addReportOptions, type ReportFlags, wantsReport } from './reportOptions.js';
import { addRowOptions, type RowFlags, rowOptions } from './rowOptions.js';

interface Flags extends RowFlags, ReportFlags {
  bins?: number;
  confidence?: number;
  json?: boolean;
}

export function addCalibrate(program: Command): void {
  addReportOptions(
    addRowOptions(
      program
        .command('calibrate')
        .description('are the estimates as often right as they say? reliability, calibration errors, decompositions')
        .argument('<files...>', 'as in score')
        .option('--bins <n>', 'of the reliability tables (default: 10)', whole('--bins', 1))
        .option('--confidence <share>', 'of the intervals (default: 0.95)', number('--confidence', 0.000001, 0.999999))
        .option('--json', 'print the figures as JSON'),
    ),
  )
    .addHelpText('after', '\nExample:\n  fairbits calibrate examples/forecasters/overconfident.csv')
    .action(run);
}

async function run(files: string[], flags: Flags): Promise<void> {
  const report = wantsReport(flags) ? await import('./reportFiles.js') : undefined;
  const pages = report ? new report.ReportFiles(flags) : undefined;
  const { bins, confidence, backend } = flags;
  try {
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
    if (report && pages) await pages.write({ kind: 'calibrate', calibration, ...from, bins: bins ?? 10, origin: await report.originOf(backend) });
    if (flags.json) process.stdout.write(`${JSON.stringify(reportedAll({ ...calibration, ...from }), null, 2)}\n`);
    else process.stdout.write(renderCalibration(calibration, style(wantsColour()), [`read ${read.join(', ')}`, ...guesses]));
  } catch (error) {
    pages?.discard();
    throw error;
  }
}
