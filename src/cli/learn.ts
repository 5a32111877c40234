import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Command } from 'commander';
import {
  columnsOf,
  createLearner,
  type Dataset,
  type FoldPredictions,
  fixedSplit,
  type LearnerRun,
  learnerKind,
  learnerKinds,
  parseOptions,
  readData,
  runLearner,
  theoryBits,
  withTest,
} from 'fairbits/learners';
import { csvCell, csvColumn } from '../base/csvCell.js';
import { FairbitsError } from '../base/errors.js';
import { count } from '../base/figures.js';
import { createEngine } from '../core/engine.js';
import type { EvaluateLearnerOptions } from '../resampling/evaluateLearner.js';
import type { FoldMeasure } from '../resampling/foldTable.js';
import { unreadable } from '../rows/bytes/unreadable.js';
import { style } from '../terminal/style.js';
import { figure, table } from '../terminal/table.js';
import { parsePlan } from './learnPlan.js';
import { parseCutoff, RAW_TEXT, wholeOption } from './options.js';
import { Outputs } from './outputs/outputs.js';
import { print } from './outputs/print.js';

interface LearnFlags {
  class?: string;
  classes?: string;
  test?: string;
  plan?: string;
  stratified: boolean;
  seed: number;
  set: string[];
  out?: string;
  folds?: string;
  measure: string;
  describe?: boolean;
  cutoff?: NonNullable<EvaluateLearnerOptions['cutoff']>;
  rawText?: boolean;
}

/** What a run of several learners has in common. */
interface LearnTask {
  data: Dataset;
  /** Rows to describe a model of. */
  train: Uint32Array;
  runs: LearnerRun[];
}

const SHOWN: readonly (readonly [FoldMeasure, string])[] = [
  ['bayesianReward', 'fair bits per prediction'],
  ['accuracy', 'accuracy'],
  ['logLoss', 'log loss, in nats'],
  ['quadraticLoss', 'Brier score'],
];

export function addLearn(program: Command): void {
  program
    .command('learn')
    .description("learn from data with one of the papers' learners, and write predictions that the other commands read")
    .argument('<name>', `a learner, or several with commas between: ${learnerKinds.map((kind) => kind.name).join(', ')}; list tells more of them`)
    .argument('[file]', 'data to learn from: ARFF, or CSV with a header (also .gz)')
    .option('--class <column>', 'the column of classes (default: the last)')
    .option('--classes <which>', 'ARFF: declared, or occurring, those that some row has', 'declared')
    .option('--test <file>', 'other data, to test on')
    .option('--plan <plan>', '10-fold, 5x2cv, loo or holdout:SHARE, such as holdout:1/3 to test on a third; with x25 behind it, 25 times (default: 10-fold)')
    .option('--no-stratified', 'folds need not keep the shares of the classes')
    .option('--seed <n>', 'of the splits', wholeOption('--seed', 0), 1)
    .option(
      '--set <name=value>',
      'an option of the learner, such as pruned=false; several times for several',
      (text: string, before: string[]) => [...before, text],
      [],
    )
    .option(
      '--out <file>',
      'write the predictions, as CSV: row, replication, fold, label, p_CLASS…, train_CLASS… (training rows of each class) and, of rules and trees, claimed',
    )
    .option('--folds <file>', 'write a measure of each learner fold by fold, as CSV for fairbits test')
    .option('--measure <id>', 'of --folds', 'bayesianReward')
    .option(
      '--cutoff <cutoff>',
      'of the figures, not of what --out writes: mml, mml-binary or epsilon:E; mml takes the size of each training part',
      parseCutoff,
    )
    .option('--describe', 'print the model: of the training file, or of all rows')
    .option('--raw-text', RAW_TEXT)
    .addHelpText(
      'after',
      '\nExample:\n  fairbits learn c4.5 train.csv --class y --test test.csv --out predictions.csv\n  fairbits learn j48,naive-bayes data.arff --plan 5x2cv --folds folds.csv\n  fairbits test 5x2cv-f folds.csv',
    )
    .action(learn);
}

async function learn(names: string, file: string | undefined, flags: LearnFlags): Promise<void> {
  if (names === 'list') return print(listed());
  if (file === undefined)
    throw new FairbitsError('option', `fairbits learn ${names}: no data; expected a file, as in fairbits learn ${names} data.arff`, {
      expected: 'a file of ARFF or CSV',
    });
  if (flags.classes !== 'declared' && flags.classes !== 'occurring')
    throw new FairbitsError('option', `--classes ${flags.classes}: expected declared or occurring`, {
      found: flags.classes,
      expected: 'declared or occurring',
    });
  if (flags.test !== undefined && flags.plan !== undefined)
    throw new FairbitsError('option', '--test and --plan: expected one of them, a test file or splits of the one file', { expected: 'one of them' });
  const kinds = names.split(',').map(learnerKind);
  if (kinds.length > 1 && (flags.set.length > 0 || flags.out !== undefined))
    throw new FairbitsError('option', `${flags.out === undefined ? '--set' : '--out'} with ${kinds.length} learners: expected one learner`, {
      found: names,
      expected: 'one learner',
    });
  const outputs = Outputs.open();
  const notes: string[] = [];
  const options = kinds.map((kind) => parseOptions(kind.name, kind.options, flags.set));
  const task = await runAll(
    kinds.map((kind) => kind.name),
    options,
    file,
    flags,
    notes,
  );
  outputs.file('--out')?.write(predictionsCsv(task, task.runs[0].predictions, flags.rawText ?? false));
  outputs.file('--folds')?.write(foldsCsv(task.runs, flags.measure as FoldMeasure));
  const lines = rendered(task, file, notes);
  if (flags.describe) for (const [i, kind] of kinds.entries()) lines.push('', ...(await described(kind.name, options[i], task)));
  await print(lines);
  await outputs.finish();
}

async function runAll(
  names: readonly string[],
  options: readonly Record<string, unknown>[],
  file: string,
  flags: LearnFlags,
  notes: string[],
): Promise<LearnTask> {
  const asked = { ...(flags.class === undefined ? {} : { class: flags.class }), classes: flags.classes as 'declared' };
  const read = readData(dataText(file), { name: basename(file), ...asked });
  if (read.dropped > 0) notes.push(`${count(read.dropped)} row${read.dropped === 1 ? '' : 's'} of ${basename(file)} without a class left out`);
  const whole =
    flags.test === undefined
      ? undefined
      : withTest(read, columnsOf(dataText(flags.test), { name: basename(flags.test), class: read.className }), basename(flags.test));
  if (whole && whole.dropped > 0)
    notes.push(`${count(whole.dropped)} row${whole.dropped === 1 ? '' : 's'} of ${basename(flags.test as string)} without a class left out`);
  for (const { column, values, rows } of whole?.unseen ?? [])
    notes.push(
      `"${column}" has values in the test file that training does not know, taken as missing in ${count(rows)} row${rows === 1 ? '' : 's'}: ${values.slice(0, 5).join(', ')}${values.length > 5 ? ', …' : ''}`,
    );
  const data = whole?.data ?? read;
  const plan = whole ? fixedSplit(whole.train, whole.test) : parsePlan(flags.plan ?? '10-fold', flags);
  const engine = await createEngine();
  const runs: LearnerRun[] = [];
  for (const [i, name] of names.entries())
    runs.push(await runLearner(createLearner(name, data, options[i]), data, plan, { engine, ...(flags.cutoff === undefined ? {} : { cutoff: flags.cutoff }) }));
  return { data, train: whole?.train ?? Uint32Array.from({ length: data.rows }, (_, row) => row), runs };
}

/** The text of a file of data, unpacked where it is gzipped. */
export function dataText(file: string): string {
  try {
    const bytes = readFileSync(file === '-' ? 0 : file);
    return (bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes).toString('utf8');
  } catch (error) {
    throw unreadable(file, error);
  }
}

function listed(): string[] {
  const lines: string[] = [];
  for (const kind of learnerKinds) {
    lines.push(`${style.bold(kind.name)}: ${kind.about}`);
    for (const [name, { about, default: value }] of Object.entries(kind.options)) lines.push(`  --set ${name}=${value}  ${about}`);
  }
  return lines;
}

function predictionsCsv({ data }: LearnTask, predictions: readonly FoldPredictions[], raw: boolean): string {
  const names = data.classes.map((name) => csvCell(name, raw));
  const claims = predictions.some((fold) => fold.claims);
  const columns = [
    ...data.classes.map((name) => csvColumn('p_', name, raw)),
    ...data.classes.map((name) => csvColumn('train_', name, raw)),
    ...(claims ? ['claimed'] : []),
  ];
  const k = names.length;
  const lines = [['row', 'replication', 'fold', 'label', ...columns].join(',')];
  for (const { repetition, fold, rows, estimates, claims: sets, trainCounts } of predictions) {
    for (let i = 0; i < rows.length; i++) {
      const cells = [rows[i], repetition, fold, names[data.labels[rows[i]]], ...estimates.subarray(i * k, (i + 1) * k), ...trainCounts];
      if (sets) cells.push(csvCell(data.classes.filter((_, c) => sets[i * k + c] === 1).join('|'), raw));
      lines.push(cells.join(','));
    }
  }
  return `${lines.join('\n')}\n`;
}

function foldsCsv(runs: readonly LearnerRun[], measure: FoldMeasure): string {
  const [{ evaluation }] = runs;
  const known = Object.keys(evaluation.folds[0].measures);
  if (!known.includes(measure))
    throw new FairbitsError('option', `--measure ${measure}: expected one of ${known.join(', ')}`, { found: measure, expected: known.join(', ') });
  const lines = [['replication', 'fold', ...runs.map((run) => csvCell(run.evaluation.learner))].join(',')];
  for (const [i, { repetition, fold }] of evaluation.folds.entries())
    lines.push([repetition, fold, ...runs.map((run) => run.evaluation.folds[i].measures[measure])].join(','));
  return `${lines.join('\n')}\n`;
}

function rendered({ data, runs }: LearnTask, file: string, notes: readonly string[]): string[] {
  const { bold, dim } = style;
  const [{ evaluation }] = runs;
  const cells = SHOWN.filter(([id]) => evaluation.means[id] !== undefined).map(([id, words]) => [
    words,
    ...runs.flatMap((run) => {
      const { mean, standardDeviation } = run.evaluation.means[id];
      return [figure(mean), evaluation.folds.length > 1 ? `± ${figure(standardDeviation)}` : ''];
    }),
  ]);
  const warnings = [...new Set(runs.flatMap((run) => run.evaluation.warnings))];
  return [
    `${bold(basename(file))}: ${count(data.rows)} rows, ${data.attributes.length} attributes, ${data.classes.length} classes; ${evaluation.plan.name}`,
    '',
    ...table([['', ...runs.flatMap((run) => [run.evaluation.learner, ''])], ...cells], [false, ...runs.flatMap(() => [true, true])]),
    '',
    dim(
      evaluation.folds.length > 1
        ? `means over ${evaluation.folds.length} splits, ± their standard deviation, which is no standard error; priors: training frequencies`
        : 'prior: training frequencies',
    ),
    ...[...notes, ...warnings].map((text) => style.warn(text)),
  ];
}

async function described(name: string, options: Record<string, unknown>, { data, train, runs }: LearnTask): Promise<string[]> {
  const labels = Uint16Array.from(train, (row) => data.labels[row]);
  const model = createLearner(name, data, options).fit(train, labels, { classes: data.classes });
  const lines = [style.bold(name), '', ...model.describe().split('\n')];
  const complexity = model.complexity();
  if (!complexity) return lines;
  lines.push(
    '',
    `the theory costs ${figure(complexity.bits)} bits (${Object.entries(complexity.parts)
      .map(([part, bits]) => `${part} ${figure(bits, 2)}`)
      .join(', ')})`,
  );
  const [{ predictions }] = runs;
  const tested = predictions.length === 1 ? predictions[0].rows : train;
  const bits = theoryBits(await createEngine(), model, data, tested);
  if (bits)
    lines.push(
      `${predictions.length === 1 ? 'the test rows' : 'its own training rows'}: I(D|Q) ${figure(bits.without)} bits without it, I(D|T,Q) ${figure(bits.withTheory)} with it: the theory ${bits.left > 0 ? `pays for itself, with ${figure(bits.left)} bits left` : `does not pay for itself, by ${figure(-bits.left)} bits`}`,
    );
  return lines;
}
