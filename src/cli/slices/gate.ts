import type { Command } from 'commander';
import { quotedList } from '../../base/quoted.js';
import { leftOutText } from '../../compare/leftOutText.js';
import { EXIT_CODES } from '../../gates/requirement.js';
import { gateFiles } from '../../tasks/slices/gateFiles.js';
import { briefText } from '../../terminal/brief.js';
import { gateBrief, judgementLine } from '../../terminal/gateText.js';
import { style } from '../../terminal/style.js';
import { number, parsePrior } from '../options.js';
import { Outputs } from '../outputs/outputs.js';
import { printJson, printLines } from '../outputs/print.js';
import { progressLine } from '../progress.js';
import { addRowOptions, type RowFlags, rowOptions } from '../rowOptions.js';
import { addRequireOptions, junitOf, type RequireFlags } from './requireOptions.js';

interface GateFlags extends RowFlags, RequireFlags {
  baseline: string;
  margin?: number;
  by?: string[];
  id?: string;
  prior?: ReturnType<typeof parsePrior>;
  confidence?: number;
  json?: boolean;
  markdown?: boolean;
  quiet?: boolean;
}

export function addGate(program: Command): void {
  addRequireOptions(
    addRowOptions(
      program
        .command('gate')
        .description('decide whether a new learner may replace the old one: exit code 0 for yes, 3 for no, 4 for undecided')
        .argument('<file>', 'predictions of the new learner, as in score')
        .requiredOption('--baseline <file>', 'predictions of the old learner for the same rows, or the file that score --save wrote for it')
        .option('--margin <bits>', 'how many bits per prediction the new learner may be worse (default: 0)', number('--margin', 0, 1000))
        .option('--by <columns>', 'also require this of every slice by these columns', quotedList)
        .option('--id <column>', 'the column that identifies the instances (default: rows are in the same order)')
        .option('--prior <prior>', 'as in score (default: test)', parsePrior)
        .option('--confidence <share>', 'the confidence of the intervals (default: 0.95)', number('--confidence', 0.000001, 0.999999)),
    ),
  )
    .option('--markdown', 'print a table as Markdown, for a pull request')
    .option('--json', 'print the judgements as JSON')
    .option('--quiet', 'show no progress on standard error')
    .addHelpText('after', "\nExample:\n  fairbits gate new.csv --baseline old.csv --margin 0.01 --by region --require 'ece <= 0.02'")
    .action(runGate);
}

async function runGate(file: string, flags: GateFlags): Promise<void> {
  const { baseline, margin, by, id, prior, confidence, require: requirements, json, markdown, quiet } = flags;
  const outputs = Outputs.open();
  const junit = outputs.file('--junit');
  const progress = progressLine(quiet ?? false);
  try {
    const reading = rowOptions(flags);
    const given = { margin, by, id, prior, confidence, requirements };
    const gate = await gateFiles(file, baseline, {
      ...reading,
      ...(Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as typeof given),
      onProgress: progress.update,
    } as Parameters<typeof gateFiles>[2]);
    progress.done();
    const { judgements, verdict, slices, paired, rows, skipped, skippedOf = [] } = gate;
    junit?.write(await junitOf([file], judgements));
    const from = [
      `${rows} rows; ${file} against ${baseline}, ${paired ? 'row by row' : 'of other rows, unpaired'}; difference: bits per prediction, new minus baseline`,
      ...leftOutText(rows, { skipped, learners: [file, baseline].map((name, i) => ({ name, skipped: skippedOf[i] })) }),
    ];
    if (json) await printJson(gate);
    else if (markdown) await printLines(briefText(gateBrief(judgements, verdict, gate.confidence, slices, from), style), true);
    else await printLines([...judgements.map(judgementLine), ...from]);
    await outputs.finish();
    process.exitCode = EXIT_CODES[verdict];
  } finally {
    progress.done();
  }
}
