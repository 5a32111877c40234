import type { Command } from 'commander';
import { FairbitsError } from '../base/errors.js';
import { quotedList } from '../base/quoted.js';
import { significanceOf } from '../html/significanceOf.js';
import type { Backend } from '../kernels/kernels.js';
import { significanceCurve } from '../rules/significanceCurve.js';
import { rulesOfFiles } from '../tasks/nodeTasks.js';
import type { RulesOptions } from '../tasks/rulesRows.js';
import { renderRules } from '../terminal/rules.js';
import { style } from '../terminal/style.js';
import { MARKDOWN, number, onError, parsePrior } from './options.js';
import { Outputs } from './outputs/outputs.js';
import { printJson, printLines } from './outputs/print.js';
import { checkPrint } from './printOptions.js';
import { progressLine } from './progress.js';
import { addReportOptions, type ReportFlags, wantsReport } from './reportOptions.js';

interface RulesFlags extends ReportFlags {
  truth?: string;
  predicted?: string;
  classes?: string[];
  probs?: string;
  labels?: string[];
  predictSet?: NonNullable<RulesOptions['predictSet']>;
  prior?: ReturnType<typeof parsePrior>;
  tolerance?: number;
  curve?: boolean;
  onError?: 'stop' | 'skip';
  backend?: Backend;
  json?: boolean;
  markdown?: boolean;
  quiet?: boolean;
}

export function addRules(program: Command): void {
  addReportOptions(
    program
      .command('rules')
      .description('score predictions that are sets of classes: how many bits they save (minimum description length)')
      .argument(
        '<files...>',
        'CSV, TSV, NDJSON, Parquet, Arrow or NPY files (also .gz), a quoted glob, or - for standard input; several files are read as one test set',
      )
      .option('--truth <column>', 'the column of true classes (default: label, truth, target, class, actual, y or y_true)')
      .option('--predicted <column>', 'the column of predicted sets, written a|c (empty for the empty set), or as lists if the format has them')
      .option('--classes <names>', 'all classes that could be predicted, separated by commas; NPY: in the order of the columns', quotedList)
      .option(
        '--predict-set <rule>',
        'turn estimates into sets: above:0.3 (every class above 0.3), top:2 (the two most probable), or prior (every class above its prior)',
        parseSetRule,
      )
      .option('--probs <columns>', 'the columns of estimates, as in score')
      .option('--labels <file>', 'NPY: as in score', (file: string, before: string[] = []) => [...before, file])
      .option('--prior <prior>', 'for --predict-set prior: uniform, test, train:FILE[:COLUMN] or CLASS=P,… (default: test)', parsePrior)
      .option('--tolerance <t>', 'how far the sum of a row of estimates may be from 1 (default: 1e-6)', number('--tolerance', 0, 1))
      .option('--on-error <what>', 'stop at a bad row, or skip it and count it', onError, 'stop')
      .option('--curve', 'also print the theoretical significance for every percentage correct (two classes, one predicted)')
      .option('--backend <name>', 'wasm, or plain (JavaScript; same results, slower)')
      .option('--markdown', MARKDOWN)
      .option('--json', 'print the report as JSON')
      .option('--quiet', 'show no progress on standard error'),
  )
    .addHelpText(
      'after',
      '\nExample:\n  fairbits rules rules.csv --truth truth --predicted predicted --classes a,b,c\n  fairbits rules examples/forecasters/calibrated.csv --predict-set prior',
    )
    .action(runRules);
}

/** above:T, top:N or prior. */
function parseSetRule(text: string): NonNullable<RulesOptions['predictSet']> {
  const [kind, value, ...rest] = text.split(':');
  const x = value === undefined || value.trim() === '' || rest.length > 0 ? NaN : Number(value);
  if (text === 'prior') return 'prior';
  if (kind === 'above' && x >= 0 && x <= 1) return { above: x };
  if (kind === 'top' && Number.isInteger(x) && x >= 0) return { top: x };
  throw new FairbitsError('option', `--predict-set ${text}: expected above:T (a threshold from 0 to 1), top:N (a number of classes) or prior`, {
    found: text,
    expected: 'above:T, top:N or prior',
  });
}

async function runRules(files: string[], { json, markdown, quiet, curve, html, svg, onError: bad, ...options }: RulesFlags): Promise<void> {
  checkPrint({ json, markdown });
  const flags = { ...(html === undefined ? {} : { html }), ...(svg === undefined ? {} : { svg }) };
  const report = wantsReport(flags) ? await import('./reportFiles.js') : undefined;
  const outputs = Outputs.open();
  const progress = progressLine(quiet ?? false);
  try {
    const found = await rulesOfFiles(files, { ...options, skipBad: bad === 'skip', onProgress: progress.update });
    if (report)
      await report.writeReport(outputs, { kind: 'rules', rules: found, significance: significanceOf(found), origin: await report.originOf(options.backend) });
    progress.done();
    const drawn = curve ? significanceCurve(found.rows, found.mostFrequent.rows) : undefined;
    if (json) await printJson({ ...found, ...(drawn ? { curve: drawn } : {}) });
    else await printLines(renderRules(found, style, drawn), markdown);
    await outputs.finish();
  } finally {
    progress.done();
  }
}
