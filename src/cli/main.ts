import { Command, CommanderError } from 'commander';
import { FairbitsError } from '../base/errors.js';
import { version } from '../base/version.js';
import { plainForWantOfMemory } from '../kernels/wantOfMemory.js';
import { unreadable } from '../rows/bytes/unreadable.js';
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
  .addHelpText('after', '\nExamples:\n  fairbits score predictions.csv\n  fairbits compare ours.csv theirs.csv\n  fairbits score --help');

type Load = () => Promise<(program: Command) => void>;

/** Every command, as --help groups them. A command loads only what it needs: loading all of them would take as long as scoring a small file. */
const GROUPS: Record<string, Record<string, Load>> = {
  'Score and compare:': {
    score: async () => (await import('./score.js')).addScore,
    compare: async () => (await import('./compare.js')).addCompare,
    slices: async () => (await import('./slices/slices.js')).addSlices,
    calibrate: async () => (await import('./calibrate.js')).addCalibrate,
    look: async () => (await import('./look.js')).addLook,
    serve: async () => (await import('./serve.js')).addServe,
  },
  'Decide:': {
    gate: async () => (await import('./slices/gate.js')).addGate,
    watch: async () => (await import('./slices/watch.js')).addWatch,
    priors: async () => (await import('./priors.js')).addPriors,
    decide: async () => (await import('./decide.js')).addDecide,
    curves: async () => (await import('./curves.js')).addCurves,
    recalibrate: async () => (await import('./recalibrate.js')).addRecalibrate,
    test: async () => (await import('./significance/addTest.js')).addTest,
    interval: async () => (await import('./interval.js')).addInterval,
  },
  'Other kinds of predictions:': {
    rules: async () => (await import('./rules.js')).addRules,
    regress: async () => (await import('./regress.js')).addRegress,
  },
  'Databases and saved statistics:': {
    sql: async () => (await import('./database/sql.js')).addSql,
    merge: async () => (await import('./merge.js')).addMerge,
  },
  "The papers' learners and experiments:": {
    learn: async () => (await import('./learn/learn.js')).addLearn,
    study: async () => (await import('./study.js')).addStudy,
  },
};

/** Adds the command that is asked for, or all of them if it is not known, so that --help can list them. */
async function addCommands(wanted: string | undefined): Promise<void> {
  const isKnown = Object.values(GROUPS).some((group) => wanted !== undefined && Object.hasOwn(group, wanted));
  for (const [heading, group] of Object.entries(GROUPS)) {
    program.commandsGroup(heading);
    for (const [name, load] of Object.entries(group)) if (!isKnown || name === wanted) (await load())(program);
  }
  for (const command of program.commands) command.exitOverride();
}

// A file that would be larger than is allowed (ulimit -f) is an error of whoever writes it, and no reason to end without a word.
if (process.platform !== 'win32') process.on('SIGXFSZ', () => {});

let over = false;
// Where nothing is left that could go on with it, Node ends, and would say that all went well.
process.once('exit', () => {
  if (over) return;
  discardOutputs();
  tell('fairbits ended before its work was done. This is a bug in fairbits. Nothing was written.');
  process.exitCode = 1;
});

export async function main(): Promise<void> {
  try {
    await runCommand();
  } catch (raised) {
    discardOutputs();
    const error = isOutOfDescriptors(raised) ? unreadable(raised.path ?? 'a part of fairbits', raised) : raised;
    if (error instanceof FairbitsError) {
      const command = suggestedCommand(error, process.argv.slice(2));
      tell(`fairbits: ${error.message}`);
      if (command !== undefined) tell(`Try: ${command}`);
      process.exitCode = 2;
    } else {
      const { stack, message } = error instanceof Error ? error : { stack: undefined, message: String(error) };
      const debug = process.env.FAIRBITS_DEBUG;
      tell(`fairbits failed, and this is a bug in fairbits: ${message}.${debug ? '' : ' Set FAIRBITS_DEBUG=1 to see where, and please report it.'}`);
      if (debug) for (const line of String(stack).split('\n')) tell(line);
      process.exitCode = 1;
    }
  }
  over = true;
}

/** Whether the system lets nothing more be opened: of what the command loads when it first uses it, too. */
function isOutOfDescriptors(error: unknown): error is NodeJS.ErrnoException {
  return ['EMFILE', 'ENFILE'].includes((error as NodeJS.ErrnoException | undefined)?.code ?? '');
}

async function runCommand(): Promise<void> {
  try {
    await addCommands(process.argv[2]);
    await program.parseAsync();
    if (plainForWantOfMemory())
      tell(
        'fairbits: WebAssembly could not get its memory here, so the plain backend was used. It gives the same figures, but is slower. Allow more address space (ulimit -v), or use --backend plain.',
      );
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    await printText(help);
    process.exitCode = error.exitCode === 0 ? 0 : 2;
  }
}
