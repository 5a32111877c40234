import type { Command } from 'commander';
import { FairbitsError } from '../base/errors.js';
import { shareInterval } from '../intervals/shareInterval.js';
import { style, wantsColour } from '../terminal/style.js';
import { count, figure } from '../terminal/table.js';
import { number, whole } from './options.js';

interface Flags {
  successes?: number;
  trials?: number;
  confidence?: number;
  json?: boolean;
}

export function addInterval(program: Command): void {
  program
    .command('interval')
    .description("Wilson's interval for a share, such as an accuracy")
    .option('--successes <s>', 'how many succeeded', whole('--successes', 0))
    .option('--trials <n>', 'out of how many', whole('--trials', 1))
    .option('--confidence <share>', 'of the interval (default: 0.95)', number('--confidence', 0.000001, 0.999999))
    .option('--json', 'print the interval as JSON')
    .addHelpText('after', '\nExample:\n  fairbits interval --successes 750 --trials 1000 --confidence 0.8')
    .action(interval);
}

function interval({ successes, trials, confidence, json }: Flags): void {
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
    process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
    return;
  }
  const { bold, dim } = style(wantsColour());
  const { share, low, high } = result;
  process.stdout.write(
    [
      `${count(successes)} of ${count(trials)}: ${figure(share)}`,
      bold(`${figure(low)} … ${figure(high)}`),
      dim(`Wilson's interval at ${Number((100 * result.confidence).toPrecision(6))} % (Witten & Frank, §5.2)`),
      '',
    ].join('\n'),
  );
}
