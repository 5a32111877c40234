import type { Command } from 'commander';
import { quotedList } from '../base/quoted.js';
import type { CompareOptions } from '../tasks/compare/compareFiles.js';
import { intervalKind, MOST_REPLICATES, number, onError, parseCutoff, parsePrior, threads, wholeOption } from './options.js';
import { Outputs } from './outputs/outputs.js';
import { printJson } from './outputs/print.js';
import { addPrintOptions, checkPrint, type PrintFlags, printBrief } from './printOptions.js';
import { addReportOptions, checkReadTwice, type ReportFlags, wantsReport } from './reportOptions.js';

interface CompareFlags extends Omit<CompareOptions, 'replicates' | 'skipBad'>, ReportFlags, PrintFlags {
  bootstrap?: number;
  onError?: 'stop' | 'skip';
  quiet?: boolean;
}

export function addCompare(program: Command): void {
  addReportOptions(
    addPrintOptions(
      program
        .command('compare')
        .description('compare learners on one test set: every measure, every difference, and whether it is more than chance')
        .argument('<files...>', 'a file of predictions for each learner, as in score')
        .option('--id <column>', 'the column that identifies the instances (default: rows are in the same order)')
        .option('--names <names>', 'names for the learners, separated by commas (default: the names of their files)', quotedList)
        .option('--truth <column>', 'as in score')
        .option('--probs <columns>', 'as in score')
        .option('--positive <class>', 'as in score')
        .option('--classes <names>', 'as in score', quotedList)
        .option('--long <columns>', 'as in score; instances are then matched by their ids')
        .option('--header', 'as in score')
        .option('--no-header', 'as in score')
        .option('--percent', 'as in score')
        .option('--logits', 'as in score')
        .option('--prior <prior>', 'as in score', parsePrior)
        .option('--cutoff <cutoff>', 'as in score; keeps differences finite, and bounds the log ratios of the bet', parseCutoff)
        .option(
          '--confidence <share>',
          'the confidence of the intervals; differences count as more than chance at 1 minus this level (default: 0.95)',
          number('--confidence', 0.000001, 0.999999),
        )
        .option('--bootstrap <replicates>', 'number of bootstrap replicates of the paired rows (default: 2000)', wholeOption('--bootstrap', 2, MOST_REPLICATES))
        .option('--seed <n>', 'the seed of the replicates (default: 1)', wholeOption('--seed', 0))
        .option('--interval <kind>', 'as in score (default: percentile)', intervalKind)
        .option('--tolerance <t>', 'as in score', number('--tolerance', 0, 1))
        .option('--renormalize', 'as in score')
        .option('--on-error <what>', 'stop at a bad row, or skip it in all files and count it', onError, 'stop')
        .option('--threads <n>', 'number of threads (default: all cores)', threads)
        .option('--backend <name>', 'wasm, or plain (JavaScript; same results, slower)')
        .option('--quiet', 'show no progress on standard error'),
      'comparison',
    ),
  )
    .addHelpText(
      'after',
      '\nExample:\n  fairbits compare examples/forecasters/calibrated.csv examples/forecasters/overconfident.csv\n  fairbits compare ours.csv theirs.parquet --id patient --cutoff mml:5000 --bootstrap 10000',
    )
    .action(runCompare);
}

async function runCompare(files: string[], { json, full, markdown, quiet, bootstrap, html, svg, onError: bad, ...given }: CompareFlags): Promise<void> {
  checkPrint({ json, full, markdown });
  const rest = { ...given, skipBad: bad === 'skip' };
  // Loaded when they are asked for: scoring, the usual command, needs none of them.
  const [{ compareWithRows }, { progressLine }, { renderComparison }, { compareBrief }] = await Promise.all([
    import('../tasks/compare/compareFiles.js'),
    import('./progress.js'),
    import('../terminal/comparison.js'),
    import('../terminal/compareBrief.js'),
  ]);
  const flags = { ...(html === undefined ? {} : { html }), ...(svg === undefined ? {} : { svg }) };
  checkReadTwice(files, flags);
  const report = wantsReport(flags) ? await import('./reportFiles.js') : undefined;
  const outputs = Outputs.open();
  const progress = progressLine(quiet ?? false);
  try {
    const { comparison, leaveOut } = await compareWithRows(files, {
      ...rest,
      ...(bootstrap === undefined ? {} : { replicates: bootstrap }),
      onProgress: progress.update,
    });
    if (report) {
      const { learnerCharts } = await import('./rowCharts.js');
      const { id: _, names: __, seed: ___, interval: ____, ...reading } = rest;
      const charts = await learnerCharts(comparison, { ...reading, onProgress: progress.update }, leaveOut);
      await report.writeReport(outputs, { kind: 'compare', comparison, ...charts, origin: await report.originOf(rest.backend) });
    }
    progress.done();
    if (json) await printJson(comparison);
    else
      await printBrief(
        { full, markdown },
        () => compareBrief(comparison),
        (style) => renderComparison(comparison, style),
      );
    await outputs.finish();
  } finally {
    progress.done();
  }
}
