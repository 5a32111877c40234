import { Command, CommanderError } from 'commander';
import { FairbitsError } from '../base/errors.js';
import { version } from '../base/version.js';
import { plainForWantOfMemory } from '../kernels/wantOfMemory.js';
import { suggestedCommand } from '../terminal/suggestedCommand.js';
import { visible } from '../terminal/visible.js';
import { discardOutputs, planRun } from './outputs/outputs.js';
import { printText, tell, tellLines } from './outputs/print.js';

/** Exit codes: 0 done, 1 our own failure, 2 an input, option or output that cannot be used, 3 and 4 requirements that are not met or undecided (gates/requirement.ts), 5 an alarm that stopped a watch. A signal ends the process itself, as `outputs/signals.ts` says. */

/** What is added to an error: the name that is nearest to what was typed. */
const SUGGESTION = /(?:\n\(Did you mean [^\n]*\))?\n$/;

/** What is asked for with --help or --version. */
let help = '';

const program = new Command('fairbits')
  .description('How many fair bits is a probabilistic classifier worth?')
  .version(version)
  .showHelpAfterError('(fairbits --help lists the commands)')
  .exitOverride()
  .configureOutput({
    writeOut: (text) => {
      help += text;
    },
    writeErr: tellLines,
    // One line, whatever was typed; and another for what may have been meant.
    outputError: (text, write) => write(`${visible(text.replace(SUGGESTION, ''))}${SUGGESTION.exec(text)?.[0] ?? '\n'}`),
  })
  .hook('preAction', (_, command) => planRun(command))
  .addHelpText('after', '\nExample:\n  fairbits score predictions.csv');

/** Each with what it needs; none is loaded for another's sake, for that would take as long as to score a small file. */
const COMMANDS: Record<string, () => Promise<(program: Command) => void>> = {
  score: async () => (await import('./score.js')).addScore,
  slices: async () => (await import('./slices/slices.js')).addSlices,
  gate: async () => (await import('./slices/gate.js')).addGate,
  watch: async () => (await import('./slices/watch.js')).addWatch,
  look: async () => (await import('./look.js')).addLook,
  compare: async () => (await import('./compare.js')).addCompare,
  merge: async () => (await import('./merge.js')).addMerge,
  sql: async () => (await import('./database/sql.js')).addSql,
  priors: async () => (await import('./priors.js')).addPriors,
  test: async () => (await import('./significance/addTest.js')).addTest,
  interval: async () => (await import('./interval.js')).addInterval,
  rules: async () => (await import('./rules.js')).addRules,
  regress: async () => (await import('./regress.js')).addRegress,
  decide: async () => (await import('./decide.js')).addDecide,
  curves: async () => (await import('./curves.js')).addCurves,
  calibrate: async () => (await import('./calibrate.js')).addCalibrate,
  recalibrate: async () => (await import('./recalibrate.js')).addRecalibrate,
  learn: async () => (await import('./learn/learn.js')).addLearn,
  study: async () => (await import('./study.js')).addStudy,
  serve: async () => (await import('./serve.js')).addServe,
};

/** The command that is asked for, or all of them, for whoever wants to see what there is. */
async function addCommands(wanted: string | undefined): Promise<void> {
  const names = wanted !== undefined && Object.hasOwn(COMMANDS, wanted) ? [wanted] : Object.keys(COMMANDS);
  for (const name of names) (await COMMANDS[name]())(program);
  for (const command of program.commands) command.exitOverride();
}

// A file that would be larger than is allowed (ulimit -f) is an error of whoever writes it, and no reason to end without a word.
if (process.platform !== 'win32') process.on('SIGXFSZ', () => {});

let over = false;
// Where nothing is left that could go on with it, Node ends, and would say that all went well.
process.once('exit', () => {
  if (over) return;
  discardOutputs();
  tell('fairbits ended before its work was done, which is a fault of its own. Nothing was written.');
  process.exitCode = 1;
});

export async function main(): Promise<void> {
  try {
    await runCommand();
  } catch (error) {
    discardOutputs();
    if (error instanceof FairbitsError) {
      const command = suggestedCommand(error, process.argv.slice(2));
      tell(`fairbits: ${error.message}`);
      if (command !== undefined) tell(`Try: ${command}`);
      process.exitCode = 2;
    } else {
      const { stack, message } = error instanceof Error ? error : { stack: undefined, message: String(error) };
      const debug = process.env.FAIRBITS_DEBUG;
      tell(`fairbits failed, which is a fault of its own: ${message}.${debug ? '' : ' FAIRBITS_DEBUG=1 shows where, for a report of the fault.'}`);
      if (debug) for (const line of String(stack).split('\n')) tell(line);
      process.exitCode = 1;
    }
  }
  over = true;
}

async function runCommand(): Promise<void> {
  try {
    await addCommands(process.argv[2]);
    await program.parseAsync();
    if (plainForWantOfMemory())
      tell(
        'fairbits: WebAssembly cannot have its memory here, so the plain backend was taken: the same figures, more slowly. Allow more address space (ulimit -v), or say --backend plain.',
      );
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    await printText(help);
    process.exitCode = error.exitCode === 0 ? 0 : 2;
  }
}
