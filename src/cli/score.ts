import type { Command } from 'commander';
import { FairbitsError } from '../base/errors.js';
import { quotedList } from '../base/quoted.js';
import { measures } from '../core/measures/registry.js';
import { EXIT_CODES, gateVerdict } from '../gates/requirement.js';
import { INTERVAL_KINDS, type IntervalKind } from '../intervals/bootstrapInterval.js';
import type { Backend } from '../kernels/kernels.js';
import { holdStandardInput } from '../rows/bytes/inputs.js';
import type { TrueProbsOptions } from '../tasks/divergence.js';
import { klOfFiles } from '../tasks/nodeTasks.js';
import { savedScore } from '../tasks/score/saved.js';
import { type Scored, type ScoreOptions, scoreFiles } from '../tasks/score/scoreFiles.js';
import { scoreJson } from '../tasks/score/scoreJson.js';
import {
  bytes,
  intervalKind,
  isDatabase,
  MOST_REPLICATES,
  number,
  onError,
  parseCutoff,
  parsePrior,
  RAW_TEXT,
  refuseForFiles,
  threads,
  wholeOption,
} from './options.js';
import { Outputs } from './outputs/outputs.js';
import { printJson } from './outputs/print.js';
import { addPrintOptions, checkPrint, type PrintFlags, printJudgements, printReport, printSlices } from './printOptions.js';
import { progressLine } from './progress.js';
import { addReportOptions, type ReportFlags, wantsReport } from './reportOptions.js';
import { addRequireOptions, junitOf, type RequireFlags } from './slices/requireOptions.js';
import { addSliceOptions, type SliceFlags, sliceRequest } from './slices/sliceOptions.js';

interface ScoreFlags extends ReportFlags, PrintFlags, SliceFlags, RequireFlags {
  truth?: string;
  probs?: string;
  positive?: string;
  trueProbs?: string;
  weights?: string;
  labels?: string[];
  classes?: string[];
  prior?: ReturnType<typeof parsePrior>;
  cutoff?: ReturnType<typeof parseCutoff>;
  confidence?: number;
  bootstrap?: number;
  seed?: number;
  interval?: IntervalKind;
  header?: boolean;
  long?: string;
  percent?: boolean;
  logits?: boolean;
  tolerance?: number;
  renormalize?: boolean;
  memory?: number;
  threads?: number;
  backend?: Backend;
  onError?: 'stop' | 'skip';
  rewards?: string;
  rawText?: boolean;
  save?: string;
  where?: string;
  timeout?: number;
  floatSums?: boolean;
  quiet?: boolean;
}

export function addScore(program: Command): void {
  const command = addReportOptions(
    addPrintOptions(
      program
        .command('score')
        .description('score files of predictions: how many fair bits are they worth?')
        .argument(
          '<files...>',
          'CSV, TSV, NDJSON, Parquet, Arrow, NPY or NPZ files (also .gz), a quoted glob, - for standard input, or URLs of tables in databases (docs/engines.md); several files are read as one test set',
        )
        .option('--truth <column>', 'the column of true classes (default: label, truth, target, class, actual, y, y_true, outcome …)')
        .option(
          '--probs <columns>',
          "the columns of estimated probabilities: a glob such as 'p_*', a list, or one column that holds P(positive) (default: p_*, prob_*, P(…) and the like, columns named after the classes, or p, prob, score)",
        )
        .option(
          '--positive <class>',
          'two classes: the positive class (used by Lemma 1), which is also the class that a single column gives the probability of',
        )
        .option('--true-probs <columns>', "columns of true probabilities, if they are known, such as 't_*'; adds klDivergence to the report")
        .option('--weights <column>', 'the column that says how often each row counts: 2 counts it twice, 0 leaves it out')
        .option(
          '--labels <file>',
          'NPY: the file of labels, which count classes from 0; give one for each file of estimates',
          (file: string, before: string[] = []) => [...before, file],
        )
        .option('--classes <names>', 'the classes in the order of the columns, separated by commas; needed if the column names do not give them', quotedList)
        .option(
          '--prior <prior>',
          'the class frequencies that predictions are compared with: uniform, test (those of the test set), train:FILE[:COLUMN] or CLASS=P,… (default: test)',
          parsePrior,
        )
        .option(
          '--cutoff <cutoff>',
          'keep estimates away from 0 and 1: none, mml:N (as far as N training rows justify), mml-binary:N or epsilon:E (default: none)',
          parseCutoff,
        )
        .option('--confidence <share>', 'the confidence of the intervals (default: 0.95)', number('--confidence', 0.000001, 0.999999))
        .option(
          '--bootstrap <replicates>',
          'compute intervals from this many bootstrap replicates, such as 2000',
          wholeOption('--bootstrap', 2, MOST_REPLICATES),
        )
        .option('--seed <n>', 'the seed of the replicates (default: 1)', wholeOption('--seed', 0))
        .option('--interval <kind>', `the kind of bootstrap interval: ${INTERVAL_KINDS.join(', ')} (default: percentile)`, intervalKind)
        .option('--long <columns>', 'the file has one row per instance and class; names the columns of ids, classes and estimates, such as id,class,p')
        .option('--header', 'CSV: the first line names the columns, even if it looks like data')
        .option('--no-header', 'CSV: the first line is data; columns are numbered from 1')
        .option('--percent', 'the estimates are percentages, from 0 to 100')
        .option('--logits', 'the estimates are logits: several columns go through a softmax, one column through a sigmoid')
        .option('--tolerance <t>', 'how far the sum of a row may be from 1 (default: 1e-6, or more if the file prints few digits)', number('--tolerance', 0, 1))
        .option('--renormalize', 'divide each row by its sum, and count the rows that this changes')
        .option('--on-error <what>', 'stop at a bad row, or skip it and count it', onError, 'stop')
        .option('--rewards <file>', 'write one line per instance, with the true class and every measure')
        .option('--raw-text', RAW_TEXT)
        .option('--save <file>', 'save the statistics, so that fairbits merge can combine them with others under any prior')
        .option(
          '--memory <size>',
          'memory for the rows kept for calibration and ranking; beyond it, both are computed from bins, with error bounds (default: 128M)',
          bytes('--memory'),
        )
        .option('--where <sql>', "databases: a condition, in the engine's own SQL")
        .option('--timeout <seconds>', 'databases: how long one query may take', number('--timeout', 0.001, 1e6))
        .option('--float-sums', 'databases: add up doubles instead of whole numbers; faster, but the sums depend on the order of the rows')
        .option('--no-ranking', 'skip AUC, reliability and the like, which can take as long as everything else together')
        .option('--threads <n>', 'number of threads (default: all cores)', threads)
        .option('--backend <name>', 'wasm, or plain (JavaScript; same results, slower)')
        .option('--quiet', 'show no progress on standard error'),
      'report',
    ),
  )
    .addHelpText(
      'after',
      "\nExample:\n  fairbits score examples/forecasters/calibrated.csv\n  fairbits score 'part-*.csv.gz' --truth y --probs 'prob_*' --prior train:train.csv:y --json\n  fairbits score probs.npy --labels labels.npy --classes home,draw,away",
    )
    .action(score);
  addRequireOptions(addSliceOptions(command, 'also slice the rows by these columns, separated by commas (see fairbits slices)'));
}

async function score(files: string[], flags: ScoreFlags): Promise<void> {
  checkPrint(flags);
  const { json, full, markdown, quiet, save: _, rewards: __, onError: bad, bootstrap, seed, interval, trueProbs, memory, html, svg, ...others } = flags;
  const { by: ___, pairs: ____, sliceBins: _____, require: requirements = [], junit: ______, ...rest } = others;
  const by = sliceRequest(flags, false);
  if (bootstrap === undefined && (seed !== undefined || interval !== undefined))
    throw new FairbitsError('option', `${seed === undefined ? '--interval' : '--seed'} is for --bootstrap: expected --bootstrap and a number of replicates`, {
      expected: '--bootstrap R',
    });
  if (trueProbs !== undefined && rest.long !== undefined)
    throw new FairbitsError('option', '--true-probs names columns of one row to an instance, and --long says that there are several: expected one of the two', {
      found: '--true-probs and --long',
      expected: 'one of them',
    });
  if (files.some(isDatabase) && requirements.length > 0)
    throw new FairbitsError('option', '--require is for files: expected no URL of a database', { found: '--require', expected: 'files' });
  if (files.some(isDatabase)) return (await import('./database/scoreUrl.js')).scoreUrls(files, { ...flags, by } as never);
  const { where, timeout, floatSums, ...forFiles } = rest;
  refuseForFiles({ '--where': where, '--timeout': timeout, '--float-sums': floatSums });
  const outputs = Outputs.open();
  const [out, saved, junit] = [outputs.file('--rewards'), outputs.file('--save'), outputs.file('--junit')];
  const report = wantsReport(flags) ? await import('./reportFiles.js') : undefined;
  const charting = report ? await import('./rowCharts.js') : undefined;
  const progress = progressLine(quiet ?? false);
  const head = `truth,${measures.map(({ id }) => id).join(',')}${forFiles.weights === undefined ? '' : ',weight'}\n`;
  const options: ScoreOptions = {
    ...forFiles,
    skipBad: bad === 'skip',
    keptBytes: memory,
    ...(charting ? { curves: charting.CURVES } : {}),
    onProgress: progress.update,
    ...(by ? { by } : {}),
    ...(bootstrap === undefined
      ? {}
      : { bootstrap: { replicates: bootstrap, ...(seed === undefined ? {} : { seed }), ...(interval === undefined ? {} : { interval }) } }),
    ...(out ? { rewards: { restart: () => out.restart(head), write: (text: string) => out.write(text) } } : {}),
  };
  let release = (): void => {};
  try {
    if (trueProbs !== undefined) release = await holdStandardInput(files);
    // Curves are for the charts; what is printed does not change with them.
    const { curves, ...scored } = await scoreFiles(files, options);
    if (trueProbs !== undefined) await addDivergence(scored, files, { ...forFiles, trueProbs, skipBad: bad === 'skip', onProgress: progress.update });
    if (report) {
      const charts = charting?.chartsOfScored({ ...scored, ...(curves ? { curves } : {}) });
      await report.writeReport(outputs, {
        kind: 'score',
        report: scoreJson(scored),
        ...(charts ? { rowCharts: charts } : {}),
        origin: await report.originOf(flags.backend),
      });
    }
    progress.done();
    saved?.write(savedScore(scored));
    const judgements = requirements.length > 0 ? (await import('../gates/figures.js')).judgeReport(scored, requirements) : undefined;
    junit?.write(await junitOf(files, judgements ?? []));
    const required = judgements && { requirements: judgements, verdict: gateVerdict(judgements) };
    if (json) await printJson({ ...scoreJson(scored), ...required });
    else {
      await printReport(scored.report, scored, { full, markdown });
      if (scored.slices) await printSlices(scored.slices, scored.report, { full, markdown });
      if (required) await printJudgements(judgements, required.verdict, scored.report.confidence, { markdown });
    }
    await outputs.finish();
    if (required) process.exitCode = EXIT_CODES[required.verdict];
  } finally {
    progress.done();
    release();
  }
}

/** Adds the divergence from true probabilities; where they cannot be used, of fewer rows than were scored. */
async function addDivergence({ report }: Scored, files: string[], options: TrueProbsOptions): Promise<void> {
  const { skippedFirst, ...found } = await klOfFiles(files, { ...options, classes: report.classes });
  report.measures.klDivergence = found;
  if (found.rows === undefined || found.rows === report.rows) return;
  const without = report.rows - found.rows;
  report.warnings.push(
    `klDivergence covers ${found.rows} rows; the true probabilities of ${without} other${without === 1 ? '' : 's'} cannot be used: ${(skippedFirst ?? []).join('; ')}${without > (skippedFirst?.length ?? 0) ? '; …' : ''}`,
  );
}
