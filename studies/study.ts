/** A piece of a study that is done on its own, by one thread, and kept when it is done. */
export interface StudyUnit {
  /** Its name, also that of the file that keeps its result. */
  key: string;
  /** What whoever does it needs to know. */
  task: unknown;
}

export interface StudyOptions {
  /** A subset that takes two minutes at most. */
  quick: boolean;
  /** The folder of data sets, where the study needs some. */
  data?: string;
  seed: number;
}

/** A figure: means with intervals, a line for each series. */
export interface StudyFigure {
  title: string;
  x: { name: string; values: string[] };
  y: string;
  series: { name: string; points: { mean: number; low: number; high: number }[] }[];
}

export interface StudyTable {
  title: string;
  columns: string[];
  rows: (string | number | null)[][];
}

/** What a study came to: plain data, from which the summary and the HTML report are made. */
export interface StudyReport {
  study: string;
  title: string;
  source: string;
  quick: boolean;
  seed: number;
  units: number;
  /** What the paper’s text and figures lead one to expect, in our words, whether it holds here, and by what figures. */
  findings: { sentence: string; holds: boolean | null; because: string }[];
  tables: StudyTable[];
  figures: StudyFigure[];
  /** Where this run differs from the paper, and why. */
  notes: string[];
}

export interface Study {
  id: string;
  title: string;
  source: string;
  /** Whether it needs a folder of data sets. */
  needsData: boolean;
  units(options: StudyOptions): StudyUnit[];
  /** Does a unit; the result goes to JSON. */
  run(task: unknown): Promise<unknown>;
  report(results: ReadonlyMap<string, unknown>, options: StudyOptions): StudyReport;
}
