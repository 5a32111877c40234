import type { Dealt } from '../calibration/dealt.js';
import type { DetailOptions } from '../calibration/details.js';
import type { EngineOptions } from '../engine.js';
import type { MomentsState } from '../moments.js';
import type { RowsPart } from '../ranking/keptRows.js';
import type { RankInput } from '../ranking/ranks.js';
import type { Header } from '../sources/header.js';
import type { StatisticsState } from '../statistics/rewardStatistics.js';
import type { TallyJSON } from '../tally.js';
import type { TreatmentOptions } from '../treatment.js';
import type { Look } from './look.js';
import type { InputFile } from './reading.js';
import type { KeepOptions } from './totals.js';

/** How one file is written; columns may stand in another order in each. */
export interface PlannedFile extends InputFile {
  /** Where the rows begin. */
  rowsAt: number;
  delimiter: number;
  comment: number;
  /** The names of the columns, and what they hold, as in CsvLayout. */
  names: string[];
  columns: number[];
}

/** A file as its header says, with what its columns hold. */
export function plannedFile({ path, name, size }: InputFile, { rowsAt, delimiter, comment, columns: names }: Header, columns: number[]): PlannedFile {
  const bytes = { delimiter: delimiter.charCodeAt(0), comment: comment ? comment.charCodeAt(0) : -1 };
  return { path, name, size, rowsAt: Math.min(rowsAt, size), ...bytes, names, columns };
}

/** What every thread must know to score its part of the files. It can be posted. */
export interface ScorePlan {
  files: PlannedFile[];
  /** Estimates to a row: the number of classes, or 1. */
  width: number;
  /** Whether a weight follows the estimates of each row. */
  weighted: boolean;
  classes: string[];
  treatment: TreatmentOptions;
  engine: EngineOptions;
  /** Keep the modal estimates, for calibration. */
  keepEstimates: boolean;
  /** Keep what ranking takes of each row, or all of it; undefined for nothing. */
  keepRows?: 'ranking' | 'all' | undefined;
  /** Keep them where all threads can look at them. */
  shareRows?: boolean;
  /** Write one line per instance. */
  writeRewards: boolean;
  /** Hand over every measure's values, to be resampled. */
  keepRewards: boolean;
  /** Bytes to a range: fixed, so that the sums have the same bits for any number of threads. */
  rangeBytes: number;
  /** Skip rows that cannot be scored instead of stopping at the first. */
  skipBad: boolean;
}

/** What must be kept of rows for what was asked for. */
export function keepRows({ rows, ranking = true, weights }: KeepOptions): ScorePlan['keepRows'] {
  // With weights the modal estimates are looked at beside the others.
  return rows ? 'all' : ranking || weights !== undefined ? 'ranking' : undefined;
}

/** The lines that start in bytes [from, to) of a file. */
export interface Range {
  file: number;
  from: number;
  to: number;
}

/** What is done with a range. */
export type Job = ReadingJob | RankJob;
export type ReadingJob = { kind: 'count' } | { kind: 'score'; look: Look };

/** The classes are the ranges: each from its number to the next. */
export interface RankJob {
  kind: 'rank';
  input: RankInput<DetailOptions>;
}

/** What a range comes to. */
export interface RangeResult {
  rows: number;
  quotes: number;
  tally: TallyJSON;
  /** Where the look was for them. */
  statistics?: StatisticsState;
  /** Of the measures that were taken row by row. */
  moments: MomentsState[];
  /** The modal estimates, for calibration. */
  estimates?: Dealt[];
  ranked?: RowsPart;
  rewards?: string;
  /** A column for each measure, and the true classes after them. */
  columns?: Float64Array[];
  skipped: number;
  /** The first few rows that were skipped, by file and line, and why. */
  skippedFirst: string[];
}

/** Rows of each class in a range. */
export interface RangeCount {
  counts: Float64Array;
  /** Quote characters: whether a quoted field may run across the range's end. */
  quotes: number;
}

/** The usual size of a range; wide rows get more. */
export function usualRangeBytes(k: number): number {
  return 4 * 2 ** 20 * Math.min(16, Math.max(1, Math.floor(k / 64)));
}

/**
 * Memory for the core of each thread. With 64 MiB, which very many classes may need, V8 collects garbage at once, and
 * that takes as long as to score some 50,000 rows.
 */
export function usualMemory(k: number): number {
  return (k > 1024 ? 64 : 24) * 2 ** 20;
}

/** The ranges of all files, in order. */
export function cutIntoRanges({ files, rangeBytes: bytes }: ScorePlan): Range[] {
  return files.flatMap(({ rowsAt, size }, file) => {
    const ranges: Range[] = [];
    for (let at = rowsAt; at < size; at += bytes) ranges.push({ file, from: at, to: Math.min(at + bytes, size) });
    return ranges;
  });
}
