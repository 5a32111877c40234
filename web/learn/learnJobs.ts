import type { Complexity, Dataset, OptionSpecs } from '../../learners/index.js';
import type { LearnerEvaluation } from '../../src/index.js';
import type { PredictedFold, Report } from '../../src/parts.js';
import type { TestResult } from '../../src/significance.js';

/** What a worker can be asked about data to learn from, and what it answers. All of it can be posted. */

/** What a file may be: ARFF, data beyond doubt, data or something else, or no data. */
export type DataKind = 'arff' | 'data' | 'perhaps' | 'no';

/** A column that the class could be. */
export interface DataColumn {
  name: string;
  /** How many different values it has; undefined where these are numbers with fractions, which are no classes. */
  values: number | undefined;
}

export interface LookedData {
  rows: number;
  columns: DataColumn[];
  learners: { name: string; about: string; options: OptionSpecs }[];
}

/** A learner as it was chosen. */
export interface ChosenLearner {
  /** What it is called where both are of one kind. */
  name: string;
  kind: string;
  options: Record<string, unknown>;
}

/** How rows are split: as `fairbits learn --plan` writes it, and its seed. */
export interface ChosenPlan {
  plan: string;
  seed: number;
}

/** A learner's model of all rows, in words. */
export interface DescribedModel {
  text: string;
  complexity: Complexity | null;
  /** Whether the theory pays for itself: in bits without it and with it, and what is left when it is paid for. */
  theory?: { without: number; withTheory: number; left: number };
}

/** What a learner did over all splits. */
export interface JudgedLearner {
  evaluation: LearnerEvaluation;
  /** What perfect predictions would earn: the mean over the folds. */
  ceiling: number | undefined;
  /** Estimates that the cutoff changed. */
  changed: number;
  /** All predictions as one test set, without a cutoff: for reliability and ranking. */
  pooled: Report;
}

/** A difference between the two, first minus second, and a test of it; or why there is none. */
export type TestedDifference = { result: TestResult } | { reason: string };

export interface LearnersJudged {
  learners: JudgedLearner[];
  tests: Record<'bayesianReward' | 'accuracy', TestedDifference>;
}

export interface JudgeRequest {
  learners: ChosenLearner[];
  predictions: PredictedFold[][];
  plan: ChosenPlan;
  cutoff: string | undefined;
  confidence: number;
}

export interface LearnJobs {
  kindOfData: (file: File) => DataKind;
  lookAtData: (file: File) => LookedData;
  readData: (file: File, className: string) => Dataset;
  /** From now on, learn from these. */
  learnFrom: (data: Dataset) => void;
  /** How many splits there are. */
  countSplits: (plan: ChosenPlan) => number;
  fitSplit: (learner: ChosenLearner, plan: ChosenPlan, split: number) => PredictedFold;
  describeModel: (learner: ChosenLearner) => DescribedModel;
  judgeLearners: (request: JudgeRequest) => LearnersJudged;
}
