import { columnsOf, createLearner, type DataLearner, type Dataset, fitAll, learnerKinds, readData, theoryBits } from '../../learners/index.js';
import {
  type Backend,
  createEngine,
  evaluate,
  evaluateLearner,
  FairbitsError,
  type FoldMeasure,
  fiveByTwo,
  foldDifferences,
  kFold,
  type LearnerEvaluation,
  type Plan,
} from '../../src/index.js';
import type { PredictedFold } from '../../src/parts.js';
import { correctedResampledT, fiveByTwoF } from '../../src/significance.js';
import { kindOfText, valuesOf } from './kindOfData.js';
import type {
  ChosenLearner,
  ChosenPlan,
  DataKind,
  DescribedModel,
  JudgedLearner,
  JudgeRequest,
  LearnersJudged,
  LookedData,
  TestedDifference,
} from './learnJobs.js';

/** What a worker does with data to learn from. Loaded after the rest of the page. */

/** Of a file, unpacked: as columns of text it takes many times that. */
const MOST_BYTES = 48e6;
const FIRST_BYTES = 2 ** 18;

let learned: Dataset | undefined;

const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

/** The text of a file up to a number of bytes, unpacked where it is gzipped, and whether it goes on. */
async function textOf(file: File, most: number): Promise<{ text: string; more: boolean }> {
  const packed = isGzip(new Uint8Array(await file.slice(0, 2).arrayBuffer()));
  const stream = packed ? file.stream().pipeThrough(new DecompressionStream('gzip')) : file.stream();
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return { text: text + decoder.decode(), more: false };
    text += decoder.decode(value, { stream: true });
    bytes += value.length;
    if (bytes <= most) continue;
    void reader.cancel();
    return { text, more: true };
  }
}

async function wholeText(file: File): Promise<string> {
  const { text, more } = await textOf(file, MOST_BYTES);
  if (more)
    throw new FairbitsError(
      'length',
      `${file.name} has more than ${MOST_BYTES / 1e6} MB, which is more than a page can learn from: expected fewer rows. The command fairbits learn takes larger files`,
      { file: file.name, expected: `${MOST_BYTES / 1e6} MB at most` },
    );
  return text;
}

export async function kindOfData(file: File): Promise<DataKind> {
  try {
    const { text, more } = await textOf(file, FIRST_BYTES);
    // The last line may be cut.
    return kindOfText(more ? text.slice(0, text.lastIndexOf('\n') + 1) : text);
  } catch {
    return 'no';
  }
}

export async function lookAtData(file: File): Promise<LookedData> {
  const columns = columnsOf(await wholeText(file), { name: file.name, class: '' });
  const [first] = columns;
  return {
    rows: first === undefined ? 0 : first.kind === 'numeric' ? first.values.length : first.codes.length,
    columns: columns.map((column) => ({ name: column.name, values: valuesOf(column) })),
    learners: learnerKinds.map(({ name, about, options }) => ({ name, about, options })),
  };
}

export const readDataOf = async (file: File, className: string): Promise<Dataset> => readData(await wholeText(file), { name: file.name, class: className });

export function learnFrom(data: Dataset): void {
  learned = data;
}

function dataset(): Dataset {
  if (!learned) throw new Error('there is nothing to learn from');
  return learned;
}

/** The plans that the page offers. */
function planOf({ plan, seed }: ChosenPlan): Plan {
  if (plan === '5x2cv') return fiveByTwo({ stratified: true, seed });
  const [, folds, repetitions] = /^(\d+)-fold(?:x(\d+))?$/.exec(plan) ?? [];
  if (folds === undefined) throw new Error(`there is no plan ${plan}`);
  return kFold({ stratified: true, seed, repetitions: Number(repetitions ?? 1), folds: Number(folds) });
}

export const countSplits = (plan: ChosenPlan): number => planOf(plan).count(dataset().rows);

const learnerOf = ({ kind, options }: ChosenLearner): DataLearner => createLearner(kind, dataset(), options);

/** Learns from the training part of one split, and predicts its test part. */
export function fitSplit(chosen: ChosenLearner, plan: ChosenPlan, number: number): PredictedFold {
  const data = dataset();
  let at = 0;
  for (const { repetition, fold, train, test } of planOf(plan).splits(data.labels)) {
    if (at++ < number) continue;
    const trainCounts = new Float64Array(data.classes.length);
    for (const row of train) trainCounts[data.labels[row]]++;
    const labels = Uint16Array.from(train, (row) => data.labels[row]);
    const model = learnerOf(chosen).fit(train, labels, { classes: data.classes, repetition, fold });
    return { repetition, fold, rows: test, estimates: model.predict(test), ...(model.claims ? { claims: model.claims(test) } : {}), trainCounts };
  }
  throw new Error(`there is no split ${number}`);
}

export async function describeModel(chosen: ChosenLearner, backend: Backend): Promise<DescribedModel> {
  const data = dataset();
  const model = fitAll(learnerOf(chosen), data);
  const complexity = model.complexity();
  const described = { text: model.describe(), complexity };
  if (!complexity) return described;
  const rows = Uint32Array.from({ length: data.rows }, (_, row) => row);
  const bits = theoryBits(await createEngine({ backend }), model, data, rows);
  return bits ? { ...described, theory: { without: bits.without, withTheory: bits.withTheory, left: bits.left } } : described;
}

/** Judges what was predicted, as `fairbits learn` does, and tests the difference as `fairbits test` does. */
export async function judgeLearners({ learners, predictions, plan, cutoff, confidence }: JudgeRequest, backend: Backend): Promise<LearnersJudged> {
  const judged: JudgedLearner[] = [];
  for (const [i, { name }] of learners.entries()) judged.push(await judgeLearner(name, predictions[i], plan, cutoff, backend));
  const [a, b] = judged.map(({ evaluation }) => evaluation);
  const names = [learners[0].name, learners[1].name] as const;
  const tested = (measure: FoldMeasure): TestedDifference => testDifference(a, b, measure, { confidence, names });
  return { learners: judged, tests: { bayesianReward: tested('bayesianReward'), accuracy: tested('accuracy') } };
}

async function judgeLearner(
  name: string,
  predictions: PredictedFold[],
  plan: ChosenPlan,
  cutoff: string | undefined,
  backend: Backend,
): Promise<JudgedLearner> {
  const { rows: length, labels, classes } = dataset();
  const engine = await createEngine({ backend });
  const said = new Map(predictions.map((each) => [`${each.repetition} ${each.fold}`, each.estimates]));
  const rows = Array.from({ length }, (_, row) => row);
  const evaluation = await evaluateLearner<number>(
    { name, fit: (_, __, { repetition, fold }) => ({ predict: () => said.get(`${repetition} ${fold}`) as Float64Array }) },
    { rows, labels, classes },
    planOf(plan),
    { engine, reports: true, ...(cutoff === undefined ? {} : { cutoff: cutoff as 'mml' }) },
  );
  const reports = evaluation.folds.flatMap(({ report }) => report ?? []);
  const ceilings = reports.flatMap(({ measures }) => measures.bayesianReward.ceiling ?? []);
  // Those of each fold are not shown, and would take long to post.
  for (const fold of evaluation.folds) delete fold.report;
  const k = classes.length;
  const estimates = new Float64Array(predictions.reduce((sum, each) => sum + each.estimates.length, 0));
  const truths = new Uint16Array(estimates.length / k);
  let at = 0;
  for (const each of predictions) {
    estimates.set(each.estimates, at * k);
    for (const row of each.rows) truths[at++] = labels[row];
  }
  return {
    evaluation,
    ceiling: ceilings.length === reports.length ? ceilings.reduce((sum, each) => sum + each, 0) / ceilings.length : undefined,
    changed: reports.reduce((sum, { cutoff: held }) => sum + held.changed, 0),
    pooled: await evaluate(estimates, truths, { engine, classes: [...classes] }),
  };
}

/** One test decides: the combined 5×2cv F (Alpaydin 1999) where the splits are made for it, else the corrected resampled t (Nadeau & Bengio 2003). */
function testDifference(
  a: LearnerEvaluation,
  b: LearnerEvaluation,
  measure: FoldMeasure,
  options: { confidence: number; names: readonly [string, string] },
): TestedDifference {
  try {
    const { first, second, fiveByTwo: pairs, testTrainRatio, scale } = foldDifferences(a, b, measure);
    return {
      result: pairs
        ? fiveByTwoF(pairs as Parameters<typeof fiveByTwoF>[0], { ...options, scale })
        : correctedResampledT(first, second, { ...options, testTrainRatio }),
    };
  } catch (error) {
    if (!(error instanceof FairbitsError)) throw error;
    return { reason: error.message };
  }
}
