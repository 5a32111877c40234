import type { ClassCurves, CommonRows, LeftOut, Looked, PartRows, RulesOfFile, ScoreJSON, SliceRequest, SlicesJSON } from '../../src/files.js';
import type { Costs, Decisions, Prior, StatisticsJSON, Summary } from '../../src/index.js';
import type { Comparison } from '../../src/parts.js';
import type { LearnJobs } from '../learn/learnJobs.js';
import type { BenchFigure } from './bench.js';

/** What a worker can be asked to do, and what it answers. All of it can be posted. */

/** How a learner's files are to be scored: the command line's options that a page has. */
export interface Options {
  truth?: string;
  probs?: string;
  positive?: string;
  weights?: string;
  percent?: boolean;
  logits?: boolean;
  long?: string;
  classes?: string[];
  prior?: Prior;
  cutoff?: string;
  confidence?: number;
  renormalize?: boolean;
  skipBad?: boolean;
  backend?: 'wasm' | 'plain';
}

/** A row and what it earned. */
export interface WorstRow {
  /** Counted from 0 among the rows that were scored. */
  row: number;
  truth: string;
  reward: number;
  /** What the prediction gave to what then happened. */
  estimate: number;
}

export interface PlacedRow extends WorstRow {
  file: string;
  /** Counted from 1 where the file has lines, and what is on it. */
  line?: number;
  text?: string;
}

export interface Outcome {
  /** As the command prints it. */
  json: ScoreJSON;
  statistics: StatisticsJSON;
  summaries: Summary[];
  /** The classes that there are curves of: each against the rest, up to 30 of them; of two the positive one. */
  drawn: readonly string[];
  seconds: number;
  bytes: number;
}

export interface Progress {
  share: number;
  rows: number;
  megabytesPerSecond: number;
  /** Whether the rows have been looked at before, and are once more for what that did not tell. */
  again: boolean;
}

/** A learner's rewards, to be compared with another's. */
export interface PostedRows {
  name: string;
  json: ScoreJSON;
  summaries: Summary[];
  columns: Float64Array[];
  /** Where bad rows are skipped: all rows, part by part, and which are bad. */
  parts?: readonly PartRows[];
}

export interface Jobs extends LearnJobs {
  look: (file: File) => Looked;
  /** Tells an `Outcome` as soon as there is one, and ends with the curves. */
  score: (learner: number, files: File[], labels: File[] | undefined, options: Options) => Record<string, ClassCurves>;
  forget: (learner: number) => void;
  decide: (learner: number, costs: Costs) => Decisions;
  rows: (learner: number, name: string, leaveOut?: readonly LeftOut[]) => PostedRows;
  common: (files: { file: string; parts: readonly PartRows[] }[]) => CommonRows;
  compare: (learners: PostedRows[], confidence: number, common?: CommonRows) => Comparison;
  worst: (learner: number) => PlacedRow[];
  rewards: (learner: number) => Blob;
  slices: (learner: number, by: SliceRequest) => SlicesJSON;
  rules: (file: File, truth: string | undefined, predicted: string, classes: string[] | undefined) => RulesOfFile;
  bench: () => BenchFigure[];
  warm: () => string;
}

export type JobName = keyof Jobs;

/** What is asked of a worker, and which others help; that it is not wanted any more; whether it hears; and first of all, ways to others: those that it can ask, by their numbers, and those that it serves. One of them may be lost. */
export type Asked =
  | { id: number; name: JobName; args: unknown[]; helpers: number[] }
  | { id: number; cancel: true }
  | { id: number; ping: true }
  | { others: [number, MessagePort][]; served: MessagePort[] }
  | { lost: number; message: string };

export type Answer = { id: number } & (
  | { progress: Progress }
  | { outcome: Outcome }
  | { result: unknown }
  | { error: { name: string; message: string; fault: boolean; file?: string; line?: number; column?: string; code?: string; suggestion?: readonly string[] } }
);
