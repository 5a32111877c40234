import { Random } from 'fairbits';
import { createLearner, type Dataset, theoryBits } from 'fairbits/learners';
import type { DataSet } from '../data/dataSets.js';
import { findData } from '../data/findData.js';
import type { StudyOptions, StudyPlan } from '../study.js';
import { dataOf, engineOf, type StudyLearner } from './foldRuns.js';

const HALVES = 25;

interface ClaimTask {
  set: string;
  data: string;
  learner: string;
  options: Record<string, unknown>;
  halves: number;
  seed: number;
}

/** What a theory came to on the test half of each split, in bits where nothing else is said. */
export interface ClaimResult {
  percentCorrect: number[];
  /** Sf. */
  significance: number[];
  /** Percent of the rows. */
  unclassified: number[];
  multiple: number[];
  /** I(T), I(D|T,Q) and I(D|Q). */
  theory: number[];
  withTheory: number[];
  without: number[];
  testRows: number;
  /** Rows of the most frequent class, in each test half. */
  mostFrequent: number[];
}

/** Results by data set and scheme. */
export type ClaimTable = ReadonlyMap<string, ReadonlyMap<string, ClaimResult>>;

/** A unit for each data set and scheme, the largest data first. */
export function claimPlan(
  { quick, data = '.', seed }: StudyOptions,
  sets: readonly DataSet[],
  quickSets: readonly string[],
  schemes: readonly StudyLearner[],
): StudyPlan {
  const { found, missing } = findData(data, quick ? sets.filter(({ key }) => quickSets.includes(key)) : sets);
  const bySize = [...found].sort((a, b) => b.set.rows * b.set.attributes - a.set.rows * a.set.attributes);
  return {
    units: bySize.flatMap(({ set, file, fingerprint }) =>
      schemes.map(({ name, learner, options }) => ({
        key: `${set.key} ${name}`,
        task: { set: set.key, data: fingerprint, learner, options: options?.(set, quick) ?? {}, halves: HALVES, seed } satisfies ClaimTask,
        file,
      })),
    ),
    sets: found.map(({ set }) => set.key),
    missing,
    left: [],
  };
}

/** Learns from a random half and tests on the other, in the order of its drawing: the order of rows counts for If(D|T,Q), and in files classes often come in runs. */
export async function runClaims(given: unknown, file = ''): Promise<ClaimResult> {
  const { learner, options, halves, seed } = given as ClaimTask;
  const data = dataOf(file);
  const engine = await engineOf();
  const result: ClaimResult = {
    percentCorrect: [],
    significance: [],
    unclassified: [],
    multiple: [],
    theory: [],
    withTheory: [],
    without: [],
    testRows: data.rows - (data.rows >> 1),
    mostFrequent: [],
  };
  for (let split = 0; split < halves; split++) {
    const rows = new Random(seed).fork(split).shuffle(Uint32Array.from({ length: data.rows }, (_, row) => row));
    const train = rows.slice(0, data.rows >> 1).sort();
    const test = rows.slice(data.rows >> 1);
    const labels = Uint16Array.from(train, (row) => data.labels[row]);
    const model = createLearner(learner, data, options).fit(train, labels, { classes: data.classes, repetition: split, fold: 0 });
    const bits = theoryBits(engine, model, data, test);
    if (!bits) throw new Error(`${learner} claims no classes, or has no code for its theory`);
    const { report, theory, withTheory, without } = bits;
    result.percentCorrect.push(report.percentCorrect ?? NaN);
    result.significance.push(report.significance);
    result.unclassified.push((100 * report.unclassified) / test.length);
    result.multiple.push((100 * report.multiplyClassified) / test.length);
    result.theory.push(theory);
    result.withTheory.push(withTheory);
    result.without.push(without);
    result.mostFrequent.push(largestClass(data, test));
  }
  return result;
}

function largestClass(data: Dataset, rows: ArrayLike<number>): number {
  const counts = new Uint32Array(data.classes.length);
  for (let i = 0; i < rows.length; i++) counts[data.labels[rows[i]]]++;
  return Math.max(...counts);
}
