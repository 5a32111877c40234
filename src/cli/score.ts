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
          'CSV, TSV, NDJSON, Parquet, Arrow, NPY or NPZ files (also .gz), a quoted glob, or - for standard input; or URLs of tables in databases (docs/engines.md); several are one test set',
        )
        .option('--truth <column>', 'the column of true classes (default: label, truth, target, class, actual, y, y_true, outcome …)')
        .option(
          '--probs <columns>',
          "the columns of estimates: a glob such as 'p_*', a list, or one of P(positive) (default: p_*, prob_*, P(…) and the like, those called as the classes, or p, prob, score)",
        )
        .option('--positive <class>', 'two classes: the positive one (Lemma 1), or whose probability a single column is')
        .option('--true-probs <columns>', "columns of true probabilities, where they are known, such as 't_*': adds klDivergence")
        .option('--weights <column>', 'how often each row counts: 2 is the row twice, 0 no row')
        .option('--labels <file>', 'NPY: the labels, counting classes from 0; once for each file of estimates', (file: string, before: string[] = []) => [
          ...before,
          file,
        ])
        .option('--classes <names>', 'the classes in the order of the columns, with commas between, where the columns do not name them', quotedList)
        .option('--prior <prior>', 'uniform, test, train:FILE[:COLUMN] or CLASS=P,… (default: test)', parsePrior)
        .option('--cutoff <cutoff>', 'none, mml:N, mml-binary:N or epsilon:E (default: none)', parseCutoff)
        .option('--confidence <share>', 'of the intervals (default: 0.95)', number('--confidence', 0.000001, 0.999999))
        .option('--bootstrap <replicates>', 'intervals from so many bootstrap replicates, e.g. 2000', wholeOption('--bootstrap', 2, MOST_REPLICATES))
        .option('--seed <n>', 'of the replicates (default: 1)', wholeOption('--seed', 0))
        .option('--interval <kind>', `of the replicates: ${INTERVAL_KINDS.join(', ')} (default: percentile)`, intervalKind)
        .option('--long <columns>', 'one row to an instance and class: the columns of ids, of classes and of estimates, such as id,class,p')
        .option('--header', 'CSV: the first line names the columns, whatever it holds')
        .option('--no-header', 'CSV: the first line is a row; columns are numbered from 1')
        .option('--percent', 'the estimates are percentages, from 0 to 100')
        .option('--logits', 'they are logits: softmax of several columns, sigmoid of one')
        .option('--tolerance <t>', 'how far a row may be from summing to 1 (default: 1e-6, or as the digits printed allow)', number('--tolerance', 0, 1))
        .option('--renormalize', 'divide rows by their sums, and count them')
        .option('--on-error <what>', 'stop at a bad row, or skip it and count it', onError, 'stop')
        .option('--rewards <file>', 'write one line per instance: the true class and every measure')
        .option('--raw-text', RAW_TEXT)
        .option('--save <file>', 'save the statistics, to be merged with others under any prior (fairbits merge)')
        .option('--memory <size>', 'what rows kept for calibration and ranking may take; above it, bins and error bounds (default: 128M)', bytes('--memory'))
        .option('--where <sql>', 'databases: a condition in the words of the engine')
        .option('--timeout <seconds>', 'databases: how long one query may take', number('--timeout', 0.001, 1e6))
        .option('--float-sums', 'databases: sums of doubles, which depend on the order of the rows, rather than of whole numbers')
        .option('--no-ranking', 'leave out AUC, reliability and the like, which take up to as long as all the rest')
        .option('--threads <n>', 'how many threads (default: all cores)', threads)
        .option('--backend <name>', 'wasm or plain')
        .option('--quiet', 'no progress on standard error'),
      'report',
    ),
  )
    .addHelpText(
      'after',
      "\nExample:\n  fairbits score examples/forecasters/calibrated.csv\n  fairbits score 'part-*.csv.gz' --truth y --probs 'prob_*' --prior train:train.csv:y --json\n  fairbits score probs.npy --labels labels.npy --classes home,draw,away",
    )
    .action(score);
  addRequireOptions(addSliceOptions(command, 'slice the rows by these columns, too, with commas between (fairbits slices)'));
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
    `klDivergence is of ${found.rows} rows; the true probabilities of ${without} other${without === 1 ? '' : 's'} cannot be used: ${(skippedFirst ?? []).join('; ')}${without > (skippedFirst?.length ?? 0) ? '; …' : ''}`,
  );
}
