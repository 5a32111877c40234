import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { FairbitsError } from '../base/errors.js';
import { decideFiles } from '../tasks/nodeTasks.js';
import { renderDecisions } from '../terminal/decisions.js';
import { style } from '../terminal/style.js';
import { readText } from './merge.js';
import { MARKDOWN, number } from './options.js';
import { printJson, printLines } from './outputs/print.js';
import { checkPrint } from './printOptions.js';
import { addRowOptions, type RowFlags, rowOptions } from './rowOptions.js';

interface DecideFlags extends RowFlags {
  costs?: string;
  amounts?: string;
  confidence?: number;
  json?: boolean;
  markdown?: boolean;
}

export function addDecide(program: Command): void {
  addRowOptions(
    program
      .command('decide')
      .description('compute what the estimates are worth when some errors cost more than others')
      .argument('<files...>', 'as in score')
      .option('--costs <costs>', "the costs, one row for each actual class: '0,1;5,0', or a file of them, with or without names (default: every error costs 1)")
      .option('--amounts <column>', 'the column of amounts; the costs of each row are multiplied by its amount')
      .option('--confidence <share>', 'the confidence of the interval (default: 0.95)', number('--confidence', 0.000001, 0.999999))
      .option('--markdown', MARKDOWN)
      .option('--json', 'print the figures as JSON'),
  )
    .addHelpText('after', "\nExample:\n  fairbits decide examples/forecasters/calibrated.csv --costs '0,1,5;1,0,1;5,1,0'")
    .action(runDecide);
}

async function runDecide(files: string[], flags: DecideFlags): Promise<void> {
  checkPrint(flags);
  const { amounts, costs, json, confidence } = flags;
  const {
    files: read,
    guesses,
    skipped,
    ...decisions
  } = await decideFiles(files, {
    ...rowOptions(flags),
    ...(amounts === undefined ? {} : { amounts }),
    ...(costs === undefined ? {} : { costs: costsText(costs), costsFrom: `--costs ${costs}` }),
    ...(confidence === undefined ? {} : { confidence }),
  });
  if (json) await printJson({ ...decisions, files: read, guesses, skipped });
  else await printLines(renderDecisions(decisions, style, [`read ${read.join(', ')}`, ...guesses]), flags.markdown);
}

/** A file's text, or the costs as they were given. */
function costsText(given: string): string {
  if (existsSync(given)) return readText(given);
  if (/[,;[]/.test(given)) return given;
  throw new FairbitsError('file', `--costs ${given}: there is no such file, and no costs such as '0,1;5,0'`, { file: given, expected: 'a file, or costs' });
}
