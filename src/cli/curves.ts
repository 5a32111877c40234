import type { Command } from 'commander';
import { FairbitsError } from '../base/errors.js';
import type { CurvePoint } from '../columns/ranking/curves.js';
import { scoreFiles } from '../tasks/score/scoreFiles.js';
import { renderCurves } from '../terminal/curves.js';
import { style } from '../terminal/style.js';
import { MARKDOWN, MOST_POINTS, wholeOption } from './options.js';
import { print, printJson, printLines } from './outputs/print.js';
import { checkPrint } from './printOptions.js';
import { addRowOptions, type RowFlags, rowOptions } from './rowOptions.js';

interface CurvesFlags extends RowFlags {
  points?: number;
  csv?: boolean;
  json?: boolean;
  markdown?: boolean;
}

export function addCurves(program: Command): void {
  addRowOptions(
    program
      .command('curves')
      .description('print ROC, precision–recall, lift, cumulative gains and cost curves as data')
      .argument('<files...>', 'as in score')
      .option('--points <n>', 'the largest number of points (default: 500)', wholeOption('--points', 2, MOST_POINTS))
      .option('--csv', 'print the points as CSV')
      .option('--markdown', MARKDOWN)
      .option('--json', 'print the points and the cost curve as JSON'),
  )
    .addHelpText(
      'after',
      '\nWith more than two classes, --positive CLASS is ranked against all others.\n\nExample:\n  fairbits curves examples/forecasters/calibrated.csv --positive home --csv > home.csv',
    )
    .action(runCurves);
}

const COLUMNS: (keyof CurvePoint)[] = [
  'threshold',
  'selected',
  'share',
  'truePositives',
  'falsePositives',
  'truePositiveRate',
  'falsePositiveRate',
  'precision',
  'lift',
];

async function runCurves(files: string[], flags: CurvesFlags): Promise<void> {
  checkPrint(flags);
  const { positive, points } = flags;
  const classes = positive === undefined ? {} : { classes: [positive] };
  const scored = await scoreFiles(files, { prior: 'uniform', ...rowOptions(flags), curves: { ...classes, ...(points === undefined ? {} : { points }) } });
  if (!scored.curves) {
    const { ranking, classes } = scored.report;
    throw new FairbitsError('class-count', `${ranking?.reason ?? 'nothing was ranked'}: there are no curves`, {
      found: classes.length,
      expected: 'fewer classes',
    });
  }
  const found = Object.entries(scored.curves);
  if (found.length !== 1) {
    const names = scored.tally.classes.join(', ');
    throw new FairbitsError('option', `the curves are of one class against the others: expected --positive CLASS, one of ${names}`, {
      found: positive,
      expected: '--positive CLASS',
    });
  }
  const [[wanted, { ranking, ...curves }]] = found;
  if (flags.csv) {
    const lines = curves.points.map((point) => COLUMNS.map((key) => point[key] ?? '').join(','));
    await print([COLUMNS.join(','), ...lines]);
    return;
  }
  const { files: read, guesses, skipped } = scored;
  if (flags.json) await printJson({ positive: wanted, ranking, ...curves, files: read, guesses, skipped });
  else await printLines(renderCurves(wanted, ranking, curves, style, [`read ${read.join(', ')}`, ...guesses]), flags.markdown);
}
