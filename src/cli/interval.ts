import type { Command } from 'commander';
import { FairbitsError } from '../base/errors.js';
import { count } from '../base/figures.js';
import { shareInterval } from '../intervals/shareInterval.js';
import { style } from '../terminal/style.js';
import { figure } from '../terminal/table.js';
import { MARKDOWN, number, wholeOption } from './options.js';
import { printJson, printLines } from './outputs/print.js';
import { checkPrint } from './printOptions.js';

interface IntervalFlags {
  successes?: number;
  trials?: number;
  confidence?: number;
  json?: boolean;
  markdown?: boolean;
}

export function addInterval(program: Command): void {
  program
    .command('interval')
    .description("compute Wilson's confidence interval for a share, such as an accuracy")
    .option('--successes <s>', 'how many succeeded', wholeOption('--successes', 0))
    .option('--trials <n>', 'out of how many', wholeOption('--trials', 1))
    .option('--confidence <share>', 'the confidence of the interval (default: 0.95)', number('--confidence', 0.000001, 0.999999))
    .option('--markdown', MARKDOWN)
    .option('--json', 'print the interval as JSON')
    .addHelpText('after', '\nExample:\n  fairbits interval --successes 750 --trials 1000 --confidence 0.8')
    .action(interval);
}

async function interval({ successes, trials, confidence, json, markdown }: IntervalFlags): Promise<void> {
  checkPrint({ json, markdown });
  if (successes === undefined || trials === undefined)
    throw new FairbitsError(
      'option',
      `${successes === undefined ? '--successes' : '--trials'} is missing: expected fairbits interval --successes S --trials N`,
      {
        expected: '--successes S --trials N',
      },
    );
  const result = shareInterval(successes, trials, confidence);
  if (json) {
    await printJson(result);
    return;
  }
  const { bold, dim } = style;
  const { share, low, high } = result;
  const lines = [
    `${count(successes)} of ${count(trials)}: ${figure(share)}`,
    bold(`${figure(low)} … ${figure(high)}`),
    dim(`Wilson's interval at ${Number((100 * result.confidence).toPrecision(6))} % (Witten & Frank, §5.2)`),
  ];
  await printLines(lines, markdown);
}
