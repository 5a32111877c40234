import { Command, CommanderError } from 'commander';
import { FairbitsError } from '../errors.js';
import { version } from '../version.js';
import { addCalibrate } from './calibrate.js';
import { addCompare } from './compare.js';
import { addCurves } from './curves.js';
import { addDecide } from './decide.js';
import { addInterval } from './interval.js';
import { addMerge } from './merge.js';
import { discardOutputs } from './outputFile.js';
import { addPriors } from './priors.js';
import { addRecalibrate } from './recalibrate.js';
import { addRegress } from './regress.js';
import { addRules } from './rules.js';
import { addScore } from './score.js';
import { addTest } from './significance.js';

/** Exit codes: 0 done, 1 our own failure, 2 an input or option that cannot be used, 130 stopped by the user. */
const program = new Command('fairbits')
  .description('How many fair bits is a probabilistic classifier worth?')
  .version(version)
  .showHelpAfterError('(fairbits --help lists the commands)')
  .exitOverride()
  .addHelpText('after', '\nExample:\n  fairbits score predictions.csv');
addScore(program);
addCompare(program);
addMerge(program);
addPriors(program);
addTest(program);
addInterval(program);
addRules(program);
addRegress(program);
addDecide(program);
addCurves(program);
addCalibrate(program);
addRecalibrate(program);
for (const command of program.commands) command.exitOverride();

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    discardOutputs();
    process.exit(signal === 'SIGINT' ? 130 : 143);
  });
}
// A reader that closes early (| head) wants no more; that is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

export async function main(): Promise<void> {
  try {
    await program.parseAsync();
  } catch (error) {
    discardOutputs();
    if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2;
    else if (error instanceof FairbitsError) {
      process.stderr.write(`fairbits: ${error.message}\n`);
      process.exitCode = 2;
    } else {
      process.stderr.write(`fairbits failed, which is a fault of its own: ${error instanceof Error ? error.stack : error}\n`);
      process.exitCode = 1;
    }
  }
}
