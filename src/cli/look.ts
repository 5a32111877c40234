import type { Command } from 'commander';
import { quotedList } from '../base/quoted.js';
import { shellQuoted } from '../base/shellQuoted.js';
import { nodeGround } from '../tasks/nodeGround.js';
import { understandFile, understoodText } from '../tasks/understand/understandFile.js';
import { printJson, printText } from './outputs/print.js';

interface LookFlags {
  truth?: string;
  probs?: string;
  positive?: string;
  labels?: string[];
  classes?: string[];
  header?: boolean;
  long?: string;
  percent?: boolean;
  logits?: boolean;
  json?: boolean;
}

export function addLook(program: Command): void {
  program
    .command('look')
    .description('show how score would read a file, without scoring it')
    .argument('<file>', 'a file of predictions of any format, or - for standard input')
    .option('--truth <column>', 'as in score')
    .option('--probs <columns>', 'as in score')
    .option('--positive <class>', 'as in score')
    .option('--labels <file>', 'NPY: as in score', (file: string, before: string[] = []) => [...before, file])
    .option('--classes <names>', 'as in score', quotedList)
    .option('--long <columns>', 'as in score')
    .option('--header', 'as in score')
    .option('--no-header', 'as in score')
    .option('--percent', 'as in score')
    .option('--logits', 'as in score')
    .option('--json', 'print the answer as JSON')
    .addHelpText('after', '\nExample:\n  fairbits look predictions.csv')
    .action(look);
}

async function look(file: string, { json, ...options }: LookFlags): Promise<void> {
  const found = await understandFile(nodeGround, file, options);
  const command = `fairbits ${found.command.map(shellQuoted).join(' ')}`;
  await (json ? printJson({ ...found, command }) : printText(understoodText(found, command)));
}
