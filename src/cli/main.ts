import { Command, CommanderError } from 'commander';
import { FairbitsError } from '../base/errors.js';
import { version } from '../base/version.js';
import { discardOutputs } from './outputFile.js';

/** Exit codes: 0 done, 1 our own failure, 2 an input or option that cannot be used, 130 stopped by the user. */
const program = new Command('fairbits')
  .description('How many fair bits is a probabilistic classifier worth?')
  .version(version)
  .showHelpAfterError('(fairbits --help lists the commands)')
  .exitOverride()
  .addHelpText('after', '\nExample:\n  fairbits score predictions.csv');

/** Each with what it needs; none is loaded for another's sake, for that would take as long as to score a small file. */
const COMMANDS: Record<string, () => Promise<(program: Command) => void>> = {
  score: async () => (await import('./score.js')).addScore,
  compare: async () => (await import('./compare.js')).addCompare,
  merge: async () => (await import('./merge.js')).addMerge,
  priors: async () => (await import('./priors.js')).addPriors,
  test: async () => (await import('./significance/addTest.js')).addTest,
  interval: async () => (await import('./interval.js')).addInterval,
  rules: async () => (await import('./rules.js')).addRules,
  regress: async () => (await import('./regress.js')).addRegress,
  decide: async () => (await import('./decide.js')).addDecide,
  curves: async () => (await import('./curves.js')).addCurves,
  calibrate: async () => (await import('./calibrate.js')).addCalibrate,
  recalibrate: async () => (await import('./recalibrate.js')).addRecalibrate,
  serve: async () => (await import('./serve.js')).addServe,
};

/** The command that is asked for, or all of them, for whoever wants to see what there is. */
async function addCommands(wanted: string | undefined): Promise<void> {
  const names = wanted !== undefined && Object.hasOwn(COMMANDS, wanted) ? [wanted] : Object.keys(COMMANDS);
  for (const name of names) (await COMMANDS[name]())(program);
  for (const command of program.commands) command.exitOverride();
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    discardOutputs();
    process.exit(signal === 'SIGINT' ? 130 : 143);
  });
}
process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
  // A reader that closes early (| head) wants no more; that is no failure.
  if (code === 'EPIPE') process.exit(0);
  process.stderr.write(`fairbits: standard output cannot be written: ${code === 'ENOSPC' ? 'the disk is full' : message}\n`);
  process.exit(2);
});

export async function main(): Promise<void> {
  try {
    await addCommands(process.argv[2]);
    await program.parseAsync();
  } catch (error) {
    discardOutputs();
    if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2;
    else if (error instanceof FairbitsError) {
      process.stderr.write(`fairbits: ${error.message}\n`);
      process.exitCode = 2;
    } else {
      const { stack, message } = error instanceof Error ? error : { stack: undefined, message: String(error) };
      const where = process.env.FAIRBITS_DEBUG ? `\n${stack}` : ' FAIRBITS_DEBUG=1 shows where, for a report of the fault.';
      process.stderr.write(`fairbits failed, which is a fault of its own: ${message}.${where}\n`);
      process.exitCode = 1;
    }
  }
}
