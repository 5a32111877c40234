import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Command } from 'commander';
import {
  columnsOf,
  createLearner,
  type DataLearner,
  type Dataset,
  fixedSplit,
  type LearnerKind,
  type LearnerRun,
  learnerKind,
  learnerKinds,
  parseOptions,
  readData,
  runLearner,
  theoryBits,
  withTest,
} from 'fairbits/learners';
import { FairbitsError } from '../../base/errors.js';
import { nearest } from '../../base/options.js';
import { reportedAll } from '../../base/reported.js';
import { shellQuoted } from '../../base/shellQuoted.js';
import { createEngine, type Engine } from '../../core/engine.js';
import type { EvaluateLearnerOptions } from '../../resampling/evaluateLearner.js';
import { foldsCsv } from '../../resampling/foldsCsv.js';
import type { FoldMeasure } from '../../resampling/foldTable.js';
import { predictionsCsv } from '../../resampling/predictionsCsv.js';
import { unreadable } from '../../rows/bytes/unreadable.js';
import { style } from '../../terminal/style.js';
import { MARKDOWN, parseCutoff, RAW_TEXT, wholeOption } from '../options.js';
import { Outputs } from '../outputs/outputs.js';
import { printJson, printLines, printText } from '../outputs/print.js';
import { checkPrint } from '../printOptions.js';
import { type LearnAnswer, learnJson, learnLines, modelTexts, type ShownModel } from './learnAnswer.js';
import { parsePlan } from './learnPlan.js';
import { splitLine } from './splitLine.js';

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
  json?: boolean;
  markdown?: boolean;
  quiet?: boolean;
}

export function addLearn(program: Command): void {
  program
    .command('learn')
    .description("train one of the papers' learners on data, and write predictions that the other commands read")
    .argument('<name>', `a learner, or several with commas between: ${learnerKinds.map((kind) => kind.name).join(', ')}; fairbits learn list describes them`)
    .argument('[file]', 'data to learn from: ARFF, or CSV with a header (also .gz)')
    .option('--class <column>', 'the column of classes (default: the last)')
    .option('--classes <which>', 'ARFF: the declared classes, or only those occurring in some row', 'declared')
    .option('--test <file>', 'another file of data, to test on')
    .option(
      '--plan <plan>',
      'how to split the data: 10-fold, 5x2cv, loo (leave one out) or holdout:SHARE, such as holdout:1/3 to test on a third; append x25 to repeat 25 times (default: 10-fold)',
    )
    .option('--no-stratified', 'draw folds without keeping the shares of the classes')
    .option('--seed <n>', 'the seed of the splits', wholeOption('--seed', 0), 1)
    .option(
      '--set <name=value>',
      'an option of the learner, such as pruned=false; repeat it for several',
      (text: string, before: string[]) => [...before, text],
      [],
    )
    .option(
      '--out <file>',
      'write the predictions, as CSV: row, replication, fold, label, p_CLASS…, train_CLASS… (training rows of each class) and, for rules and trees, claimed',
    )
    .option('--folds <file>', 'write one measure of each learner for every fold, as CSV for fairbits test')
    .option('--measure <id>', 'the measure that --folds writes', 'bayesianReward')
    .option(
      '--cutoff <cutoff>',
      'keep estimates away from 0 and 1 in the printed figures, not in what --out writes: mml, mml-binary or epsilon:E; mml uses the size of each training part',
      parseCutoff,
    )
    .option(
      '--describe',
      'print the model (learned from the training file, from the training part of a single holdout, or else from all rows), and whether its theory saves more bits than it costs',
    )
    .option('--raw-text', RAW_TEXT)
    .option('--markdown', MARKDOWN)
    .option('--json', 'print the results as JSON')
    .option('--quiet', 'show no progress on standard error')
    .addHelpText(
      'after',
      '\nExample:\n  fairbits learn c4.5 train.csv --class y --test test.csv --out predictions.csv\n  fairbits learn j48,naive-bayes data.arff --plan 5x2cv --folds folds.csv\n  fairbits test 5x2cv-f folds.csv',
    )
    .action(learn);
}

async function learn(names: string, file: string | undefined, flags: LearnFlags): Promise<void> {
  checkPrint(flags);
  if (names === 'list') return printLearners(flags);
  if (file === undefined)
    throw new FairbitsError('option', `fairbits learn ${names}: no data; expected a file, as in fairbits learn ${names} data.arff`, {
      expected: 'a file of ARFF or CSV',
    });
  if (flags.classes !== 'declared' && flags.classes !== 'occurring')
    throw new FairbitsError('option', `--classes ${flags.classes}: expected declared or occurring`, {
      found: flags.classes,
      expected: 'declared or occurring',
      suggestion: ['--classes', 'occurring'],
    });
  if (flags.test !== undefined && flags.plan !== undefined)
    throw new FairbitsError('option', '--test and --plan: expected one of them, a test file or splits of the one file', { expected: 'one of them' });
  const kinds = names.split(',').map(learnerNamed);
  if (kinds.length > 1 && (flags.set.length > 0 || flags.out !== undefined))
    throw new FairbitsError('option', `${flags.out === undefined ? '--set' : '--out'} with ${kinds.length} learners: expected one learner`, {
      found: names,
      expected: 'one learner',
    });
  const outputs = Outputs.open();
  const options = kinds.map((kind) => parseOptions(kind.name, kind.options, flags.set));
  const answer = await learned(kinds, options, file, flags);
  outputs.file('--out')?.write(predictionsCsv(answer.data.classes, answer.data.labels, answer.runs[0].predictions, flags.rawText));
  outputs.file('--folds')?.write(
    foldsCsv(
      answer.runs.map(({ evaluation }) => evaluation),
      flags.measure as FoldMeasure,
    ),
  );
  if (flags.json) await printJson(learnJson(answer));
  else await printAnswer(answer, flags.markdown ?? false);
  await outputs.finish();
}

async function printAnswer(answer: LearnAnswer, markdown: boolean): Promise<void> {
  await printLines([...learnLines(answer, style), ...answer.next.map((command) => style.dim(`Next: ${command}`))], markdown);
  for (const { name, lines, remarks } of modelTexts(answer)) {
    if (markdown) await printText(`\n**${name}**\n\n\`\`\`\n${lines.join('\n')}\n\`\`\`\n${remarks.length > 0 ? '\n' : ''}`);
    else await printLines(['', style.bold(name), '', ...lines, ...(remarks.length > 0 ? [''] : [])]);
    if (remarks.length > 0) await printLines(remarks, markdown);
  }
}

/** The learner of a name, or an error that names the nearest one. */
function learnerNamed(name: string): LearnerKind {
  const names = learnerKinds.map((kind) => kind.name);
  if (names.includes(name)) return learnerKind(name);
  const near = nearest(name, names);
  throw new FairbitsError(
    'option',
    `there is no learner "${name}"${near === undefined ? '' : `, did you mean ${near}?`}${near === undefined ? ';' : ''} ${near === undefined ? 'expected' : 'Expected'} one of ${names.join(', ')}`,
    { found: name, expected: names.join(', ') },
  );
}

async function learned(kinds: readonly LearnerKind[], options: readonly Record<string, unknown>[], file: string, flags: LearnFlags): Promise<LearnAnswer> {
  const asked = { ...(flags.class === undefined ? {} : { class: flags.class }), classes: flags.classes as 'declared' };
  const read = readData(dataText(file), { name: basename(file), ...asked });
  const whole =
    flags.test === undefined
      ? undefined
      : withTest(read, columnsOf(dataText(flags.test), { name: basename(flags.test), class: read.className }), basename(flags.test));
  if (whole)
    for (const [rows, name] of [
      [whole.train, file],
      [whole.test, flags.test as string],
    ] as const)
      if (rows.length === 0)
        throw new FairbitsError('length', `${basename(name)}: there are no rows; expected one at least`, {
          file: basename(name),
          found: 0,
          expected: 'at least one row',
        });
  const data = whole?.data ?? read;
  const plan = whole ? fixedSplit(whole.train, whole.test) : parsePlan(flags.plan ?? '10-fold', data.rows, basename(file), flags);
  const engine = await createEngine();
  const cutoff = flags.cutoff === undefined ? {} : { cutoff: flags.cutoff };
  const runs: LearnerRun[] = [];
  const models: ShownModel[] = [];
  // One split has a training part of its own, and a test part that the model has not seen.
  const [only, ...others] = plan.count(data.rows) === 1 ? plan.splits(data.labels) : [];
  const split = others.length === 0 ? only : undefined;
  const train = split?.train ?? Uint32Array.from({ length: data.rows }, (_, row) => row);
  for (const [i, { name }] of kinds.entries()) {
    const learner = createLearner(name, data, options[i]);
    const progress = splitLine(name, flags.quiet ?? false);
    runs.push(await runLearner(learner, data, plan, { engine, ...cutoff, onFold: progress.update }));
    progress.done();
    if (flags.describe) models.push(shownModel(engine, learner, data, train, split?.test));
  }
  return {
    file,
    testFile: flags.test,
    data,
    rows: whole ? whole.train.length : data.rows,
    dropped: { file: read.dropped, test: whole?.dropped ?? 0 },
    unseen: whole?.unseen ?? [],
    options: runs.map((_, i) => createLearner(kinds[i].name, data, options[i]).options),
    runs,
    next: nextCommands(data, runs, flags),
    models,
  };
}

/** What to do with the files that are written. */
function nextCommands({ classes }: Dataset, runs: readonly LearnerRun[], { out, folds, plan, measure }: LearnFlags): string[] {
  const commands: string[][] = [];
  if (out !== undefined && out !== '-') {
    commands.push(['score', out]);
    // Classes are named with commas between them.
    if (runs[0].predictions.every((fold) => fold.claims) && !classes.some((name) => name.includes(',')))
      commands.push(['rules', out, '--truth', 'label', '--predicted', 'claimed', '--classes', classes.join(',')]);
  }
  const isTested = folds !== undefined && folds !== '-' && runs.length === 2;
  const areFinite = runs.every(({ evaluation }) => evaluation.folds.every(({ measures }) => typeof measures[measure as FoldMeasure] === 'number'));
  if (isTested && areFinite)
    commands.push(
      plan === '5x2cv'
        ? ['test', '5x2cv-f', folds]
        : ['test', 'corrected-t', folds, '--test-train-ratio', `${Number(runs[0].evaluation.testTrainRatio.toPrecision(6))}`],
    );
  const next = commands.map((words) => `fairbits ${words.map(shellQuoted).join(' ')}`);
  if (isTested && !areFinite)
    return [...next, `the same with --cutoff mml, or another --measure: ${folds} has folds without a finite ${measure}, which no test takes`];
  const isUnsure = folds === undefined && runs.length > 1 && runs[0].evaluation.folds.length > 1;
  return isUnsure ? [...next, '--folds folds.csv, then fairbits test, which says whether a difference is more than chance'] : next;
}

/** What is learned from these rows, and what its theory comes to on rows to test on, or else on its own. */
function shownModel(engine: Engine, learner: DataLearner, data: Dataset, train: Uint32Array, test: Uint32Array | undefined): ShownModel {
  const model = learner.fit(
    train,
    Uint16Array.from(train, (row) => data.labels[row]),
    { classes: data.classes },
  );
  const complexity = model.complexity();
  const bits = theoryBits(engine, model, data, test ?? train);
  return { model, trainRows: train.length, theory: complexity && bits ? { complexity, bits, of: test ? 'test' : 'training' } : undefined };
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

async function printLearners({ json, markdown }: LearnFlags): Promise<void> {
  if (json) return printJson({ learners: learnerKinds.map(({ name, about, options }) => ({ name, about, options: reportedAll(options) })) });
  const lines: string[] = [];
  for (const kind of learnerKinds) {
    lines.push(`${style.bold(kind.name)}: ${kind.about}`);
    for (const [name, { about, default: value }] of Object.entries(kind.options)) lines.push(`  --set ${name}=${value}  ${about}`);
  }
  await printLines(lines, markdown);
}
