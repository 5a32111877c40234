import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { parseCosts, zeroOne } from '../decisions/costs.js';
import { decide } from '../decisions/decide.js';
import { FairbitsError } from '../errors.js';
import { renderDecisions } from '../render/decisions.js';
import { style, wantsColour } from '../render/style.js';
import { loadRows } from '../score/loadRows.js';
import { numberColumn } from '../score/numberColumn.js';
import { readText } from './merge.js';
import { number } from './options.js';
import { addRowOptions, type RowFlags, rowOptions } from './rowOptions.js';

interface Flags extends RowFlags {
  costs?: string;
  amounts?: string;
  confidence?: number;
  json?: boolean;
}

export function addDecide(program: Command): void {
  addRowOptions(
    program
      .command('decide')
      .description('what the estimates are worth where errors cost differently')
      .argument('<files...>', 'as in score')
      .option('--costs <costs>', "rows by actual class: '0,1;5,0', or a file of them, with or without names (default: every error costs 1)")
      .option('--amounts <column>', 'a number for each row, which its costs are multiplied by')
      .option('--confidence <share>', 'of the interval (default: 0.95)', number('--confidence', 0.000001, 0.999999))
      .option('--json', 'print the figures as JSON'),
  )
    .addHelpText('after', "\nExample:\n  fairbits decide examples/forecasters/calibrated.csv --costs '0,1,5;1,0,1;5,1,0'")
    .action(run);
}

async function run(files: string[], flags: Flags): Promise<void> {
  const { amounts: column, costs: wanted, json, confidence } = flags;
  if (column !== undefined && flags.onError === 'skip')
    throw new FairbitsError('option', '--amounts takes every row, so --on-error skip does not go with it: expected files without bad rows', {
      found: '--on-error skip',
      expected: '--on-error stop',
    });
  const { classes, estimates, labels, scored } = await loadRows(files, rowOptions(flags));
  const costs = wanted === undefined ? zeroOne(classes.length) : parseCosts(costsText(wanted), classes, `--costs ${wanted}`);
  const amounts = column === undefined ? undefined : await numberColumn(files, column, '--amounts');
  const decisions = decide(estimates, labels, classes, costs, { ...(amounts ? { amounts } : {}), ...(confidence === undefined ? {} : { confidence }) });
  if (json) process.stdout.write(`${JSON.stringify({ ...decisions, files: scored.files, guesses: scored.guesses, skipped: scored.skipped }, null, 2)}\n`);
  else process.stdout.write(renderDecisions(decisions, style(wantsColour()), [`read ${scored.files.join(', ')}`, ...scored.guesses]));
}

/** A file's text, or the costs as they were given. */
function costsText(given: string): string {
  if (existsSync(given)) return readText(given);
  if (/[,;[]/.test(given)) return given;
  throw new FairbitsError('file', `--costs ${given}: there is no such file, and no costs such as '0,1;5,0'`, { file: given, expected: 'a file, or costs' });
}
