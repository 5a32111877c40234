import { createEngine, type Engine, type EvaluateLearnerOptions, type FoldMeasure, fiveByTwo, foldValues, holdout, type Plan } from 'fairbits';
import { createLearner, type Dataset, type FoldPredictions, learnerKinds, runLearner } from 'fairbits/learners';
import type { DataSet } from '../data/dataSets.js';
import { type FoundData, findData, readDataSet } from '../data/findData.js';
import type { StudyOptions, StudyPlan, StudyUnit } from '../study.js';
import { miscalibrationOfTens } from './cellsOfTen.js';

/** What a fold has a value of: the library’s measures, and miscalibration as the paper of 2001 seems to have computed it. */
export type StudyMeasure = FoldMeasure | 'miscalibrationOfTens';

/** A learner of a study, under the paper’s name. */
export interface StudyLearner {
  name: string;
  learner: string;
  options?: (set: DataSet, quick: boolean) => Record<string, unknown>;
  /** Takes so long that every repetition is a unit of its own. */
  slow?: boolean;
}

/** How a study splits data, and what it measures. */
export interface FoldDesign {
  plan: '25 thirds' | '5x2cv' | '5x2cv stratified';
  measures: readonly StudyMeasure[];
  prior: NonNullable<EvaluateLearnerOptions['prior']>;
  cutoff: NonNullable<EvaluateLearnerOptions['cutoff']>;
}

interface FoldTask extends FoldDesign {
  set: string;
  data: string;
  learner: string;
  options: Record<string, unknown>;
  /** One repetition alone. */
  repetition?: number;
  seed: number;
}

/** What a learner reached in each fold, by measure. */
export type FoldResult = Partial<Record<StudyMeasure, (number | null)[]>>;

/** Values of each fold: by data set, learner and measure. */
export type FoldTable = ReadonlyMap<string, ReadonlyMap<string, Readonly<Partial<Record<StudyMeasure, number[]>>>>>;

const REPETITIONS = 5;

/** A unit for each data set and learner, the largest data first. */
export function foldPlan(
  { quick, data = '.', seed }: StudyOptions,
  sets: readonly DataSet[],
  quickSets: readonly string[],
  learners: readonly StudyLearner[],
  design: FoldDesign,
): StudyPlan {
  const wanted = quick ? sets.filter(({ key }) => quickSets.includes(key)) : sets;
  const { found, missing } = findData(data, wanted);
  const there = learners.filter(({ learner }) => learnerKinds.some(({ name }) => name === learner));
  const bySize = [...found].sort((a, b) => b.set.rows * b.set.attributes - a.set.rows * a.set.attributes);
  return {
    units: bySize.flatMap((one) => there.flatMap((learner) => unitsOf(one, learner, quick, seed, design))),
    sets: found.map(({ set }) => set.key),
    missing,
    left: learners
      .filter((learner) => !there.includes(learner))
      .map(({ name, learner }) => `${name}: there is no learner ${learner} yet; its columns are empty`),
  };
}

function unitsOf(
  { set, file, fingerprint }: FoundData,
  { name, learner, options, slow }: StudyLearner,
  quick: boolean,
  seed: number,
  design: FoldDesign,
): StudyUnit[] {
  const task: FoldTask = { set: set.key, data: fingerprint, learner, options: options?.(set, quick) ?? {}, seed, ...design };
  const key = `${set.key} ${name}`;
  if (!slow) return [{ key, task, file }];
  return Array.from({ length: REPETITIONS }, (_, repetition) => ({ key: `${key} ${repetition + 1}`, task: { ...task, repetition }, file }));
}

let engine: Promise<Engine> | undefined;
let last: { file: string; data: Dataset } | undefined;

/** The data set of a file; the last one is remembered. */
export function dataOf(file: string): Dataset {
  if (last?.file !== file) last = { file, data: readDataSet(file) };
  return last.data;
}

export const engineOf = (): Promise<Engine> => (engine ??= createEngine());

export async function runFolds(given: unknown, file = ''): Promise<FoldResult> {
  const { learner, options, plan, repetition, seed, measures, prior, cutoff } = given as FoldTask;
  const data = dataOf(file);
  const { evaluation, predictions } = await runLearner(
    createLearner(learner, data, options),
    data,
    repetition === undefined ? planOf(plan, seed) : oneRepetition(planOf(plan, seed), repetition),
    { prior, cutoff, engine: await engineOf() },
  );
  const known = (value: number) => (Number.isFinite(value) ? value : null);
  return Object.fromEntries(
    measures.map((measure) => [
      measure,
      measure === 'miscalibrationOfTens' ? predictions.map((fold) => tensOf(data, fold)) : foldValues(evaluation, measure).map(known),
    ]),
  );
}

/** Held to the cutoff of Korb, Hope & Hughes 2001. */
function tensOf({ labels, classes }: Dataset, { rows, estimates, trainCounts }: FoldPredictions): number | null {
  const n = trainCounts.reduce((sum, count) => sum + count, 0);
  return miscalibrationOfTens(
    estimates,
    Array.from(rows, (row) => labels[row]),
    classes.length,
    [0.5 / (n + 1), (n + 0.5) / (n + 1)],
  );
}

function planOf(name: FoldDesign['plan'], seed: number): Plan {
  if (name === '25 thirds') return holdout({ test: 1 / 3, repetitions: 25, stratified: false, seed });
  return fiveByTwo({ stratified: name === '5x2cv stratified', seed });
}

/** The splits of one repetition alone. */
function oneRepetition(plan: Plan, wanted: number): Plan {
  return {
    ...plan,
    count: (rows) => plan.count(rows) / plan.repetitions,
    *splits(rows) {
      for (const split of plan.splits(rows)) if (split.repetition === wanted) yield split;
    },
  };
}

/** Results by data set and learner; those of single repetitions are put together, and what is not whole is left out. */
export function foldTable(
  results: ReadonlyMap<string, unknown>,
  { sets }: StudyPlan,
  learners: readonly StudyLearner[],
  measures: readonly StudyMeasure[],
): FoldTable {
  const resultsOf = (key: string, slow: boolean): FoldResult[] | undefined => {
    const keys = slow ? Array.from({ length: REPETITIONS }, (_, r) => `${key} ${r + 1}`) : [key];
    const found = keys.map((each) => results.get(each) as FoldResult | undefined);
    return found.includes(undefined) ? undefined : (found as FoldResult[]);
  };
  return new Map(
    sets.map((set) => {
      const ofSet = new Map<string, Partial<Record<StudyMeasure, number[]>>>();
      for (const { name, slow = false } of learners) {
        const found = resultsOf(`${set} ${name}`, slow);
        if (!found) continue;
        ofSet.set(name, Object.fromEntries(measures.map((measure) => [measure, found.flatMap((part) => (part[measure] ?? []).map((value) => value ?? NaN))])));
      }
      return [set, ofSet];
    }),
  );
}
