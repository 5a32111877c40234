import type { Command } from 'commander';
import { calibrateFiles } from '../calibration/calibrateFiles.js';
import { renderCalibration } from '../render/calibration.js';
import { style, wantsColour } from '../render/style.js';
import { reportedAll } from '../report.js';
import { number, whole } from './options.js';
import { addRowOptions, type RowFlags, rowOptions } from './rowOptions.js';

interface Flags extends RowFlags {
  bins?: number;
  confidence?: number;
  json?: boolean;
}

export function addCalibrate(program: Command): void {
  addRowOptions(
    program
      .command('calibrate')
      .description('are the estimates as often right as they say? reliability, calibration errors, decompositions')
      .argument('<files...>', 'as in score')
      .option('--bins <n>', 'of the reliability tables (default: 10)', whole('--bins', 1))
      .option('--confidence <share>', 'of the intervals (default: 0.95)', number('--confidence', 0.000001, 0.999999))
      .option('--json', 'print the figures as JSON'),
  )
    .addHelpText('after', '\nExample:\n  fairbits calibrate examples/forecasters/overconfident.csv')
    .action(run);
}

async function run(files: string[], flags: Flags): Promise<void> {
  const {
    files: read,
    guesses,
    skipped,
    ...calibration
  } = await calibrateFiles(files, {
    ...rowOptions(flags),
    ...(flags.bins === undefined ? {} : { bins: flags.bins }),
    ...(flags.confidence === undefined ? {} : { confidence: flags.confidence }),
  });
  if (flags.json) process.stdout.write(`${JSON.stringify(reportedAll({ ...calibration, files: read, guesses, skipped }), null, 2)}\n`);
  else process.stdout.write(renderCalibration(calibration, style(wantsColour()), [`read ${read.join(', ')}`, ...guesses]));
}
