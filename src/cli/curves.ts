import type { Command } from 'commander';
import { FairbitsError } from '../errors.js';
import type { CurvePoint } from '../ranking/curves.js';
import { ranking, rankingCurves } from '../ranking/ranking.js';
import { renderCurves } from '../render/curves.js';
import { style, wantsColour } from '../render/style.js';
import { loadRows } from '../score/loadRows.js';
import { whole } from './options.js';
import { addRowOptions, type RowFlags, rowOptions } from './rowOptions.js';

interface Flags extends RowFlags {
  points?: number;
  csv?: boolean;
  json?: boolean;
}

export function addCurves(program: Command): void {
  addRowOptions(
    program
      .command('curves')
      .description('ROC, precision–recall, lift, cumulative gains and cost curves, as data')
      .argument('<files...>', 'as in score')
      .option('--points <n>', 'how many points at most (default: 500)', whole('--points', 2))
      .option('--csv', 'print the points as CSV')
      .option('--json', 'print points and cost curve as JSON'),
  )
    .addHelpText(
      'after',
      '\nOf more than two classes, --positive CLASS is ranked against all others.\n\nExample:\n  fairbits curves examples/forecasters/calibrated.csv --positive home --csv > home.csv',
    )
    .action(run);
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

async function run(files: string[], flags: Flags): Promise<void> {
  const { classes, positive, estimates, labels, scored } = await loadRows(files, rowOptions(flags));
  const wanted = classes.length === 2 ? classes[positive] : flags.positive;
  if (wanted === undefined || !classes.includes(wanted))
    throw new FairbitsError('option', `the curves are of one class against the others: expected --positive CLASS, one of ${classes.join(', ')}`, {
      found: wanted,
      expected: '--positive CLASS',
    });
  // One column of the class that is asked for, against the rest.
  const column = Float64Array.from(labels, (_, r) => estimates[r * classes.length + classes.indexOf(wanted)]);
  const sides = Uint8Array.from(labels, (label) => Number(classes[label] === wanted));
  const options = { classes: ['the others', wanted], ...(flags.backend ? { backend: flags.backend } : {}) };
  const curves = await rankingCurves(column, sides, { ...options, ...(flags.points === undefined ? {} : { points: flags.points }) });
  if (flags.csv) {
    const lines = curves.points.map((point) => COLUMNS.map((key) => point[key] ?? '').join(','));
    process.stdout.write(`${[COLUMNS.join(','), ...lines].join('\n')}\n`);
    return;
  }
  const area = await ranking(column, sides, options);
  const { files: read, guesses, skipped } = scored;
  if (flags.json) process.stdout.write(`${JSON.stringify({ positive: wanted, ranking: area, ...curves, files: read, guesses, skipped }, null, 2)}\n`);
  else process.stdout.write(renderCurves(wanted, area, curves, style(wantsColour()), [`read ${read.join(', ')}`, ...guesses]));
}
