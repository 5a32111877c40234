/** A piece of a study that is done on its own, by one thread, and kept when it is done. */
export interface StudyUnit {
  /** Its name, also that of the file that keeps its result. */
  key: string;
  /** What whoever does it needs to know. Another task is another unit. */
  task: unknown;
  /** The file of its data set. Data that were moved are the same data: the task has their fingerprint. */
  file?: string;
}

/** Which form of a study is wanted, from which seed, and where the data are. */
export interface StudyOptions {
  /** A subset that takes two minutes at most. */
  quick: boolean;
  /** The folder of data sets, where the study needs some. */
  data?: string;
  seed: number;
}

/** A data set of a paper that is not there. */
export interface MissingData {
  /** As the paper calls it. */
  name: string;
  /** The files that would do, and their size. */
  expected: string;
  /** Files of that name that are something else. */
  found?: string;
}

/** What there is to do. */
export interface StudyPlan {
  units: StudyUnit[];
  /** The data sets that are there, as the paper calls them, in its order. */
  sets: string[];
  missing: MissingData[];
  /** What is left out, beside data: a learner that does not exist, for one. */
  left: string[];
}

/** Means with intervals, a line for each series. */
export interface IntervalFigure {
  kind: 'intervals';
  title: string;
  x: { name: string; values: string[] };
  y: string;
  series: { name: string; points: { mean: number; low: number; high: number }[] }[];
}

/** Points, and curves to hold them against. */
export interface PointFigure {
  kind: 'points';
  title: string;
  about?: string;
  x: string;
  y: string;
  series: { name: string; points: [x: number, y: number][] }[];
  curves: { name: string; points: [x: number, y: number][] }[];
}

/** A figure of a study’s report. */
export type StudyFigure = IntervalFigure | PointFigure;

/** A cell of a table; null where there is nothing to show. */
export type StudyCell = string | number | null;

/** A table of a study’s report. */
export interface StudyTable {
  title: string;
  /** Tables of verdicts stand before the others. */
  part?: 'verdicts';
  /** How to read it. */
  about?: string;
  /** Names above several columns, in order, the first column apart. */
  groups?: { name: string; columns: number }[];
  columns: string[];
  rows: StudyCell[][];
  /** Digits behind the point; 4 where nothing is said. */
  digits?: number;
}

/** A sentence that is held against the figures of a run. */
export interface Finding {
  /** The paper’s, told in our words, or one that we add. */
  whose: 'paper' | 'ours';
  sentence: string;
  /** Null where this run has not what it takes to say. */
  holds: boolean | null;
  because: string;
}

/** A verdict on two learners that turns round between accuracy and reward. */
export interface StudyReversal {
  set: string;
  /** Who is ahead by accuracy, and behind by reward. */
  byAccuracy: string;
  byReward: string;
  accuracy: { lead: number; p: number };
  reward: { lead: number; p: number };
  /** Whether both verdicts are significant, or the first alone, or the second, or neither. */
  significant: 'both' | 'accuracy' | 'reward' | 'neither';
}

/** What a study came to: plain data, from which the summary and the HTML report are made. */
export interface StudyReport {
  study: string;
  title: string;
  source: string;
  quick: boolean;
  seed: number;
  units: number;
  /** The outcome in a sentence or two. */
  verdict: string;
  sets: string[];
  missing: MissingData[];
  /** What was not run, beside missing data, and why. */
  left: string[];
  findings: Finding[];
  /** What the measures of reversals are called. */
  measures: { accuracy: string; reward: string };
  reversals: StudyReversal[];
  tables: StudyTable[];
  figures: StudyFigure[];
  /** Where this run differs from the paper, and why. */
  notes: string[];
}

/** An experiment of a paper, cut into units that are done one by one and kept. */
export interface Study {
  id: string;
  title: string;
  source: string;
  /** Whether it needs a folder of data sets. */
  needsData: boolean;
  plan(options: StudyOptions): StudyPlan;
  /** Does a unit; the result goes to JSON. */
  run(task: unknown, file?: string): Promise<unknown>;
  /** What the results come to: those of units that failed are not among them. */
  report(results: ReadonlyMap<string, unknown>, plan: StudyPlan, options: StudyOptions): StudyReport;
}

/** What every report begins with. */
export function reportHead(study: Study, results: ReadonlyMap<string, unknown>, { sets, missing, left }: StudyPlan, { quick, seed }: StudyOptions) {
  return { study: study.id, title: study.title, source: study.source, quick, seed, units: results.size, sets, missing, left };
}
