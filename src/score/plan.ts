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
import type { PostedFlow } from './flow.js';
import type { FlowRanges } from './flowRanges.js';
import type { Look } from './look.js';
import type { InputFile } from './reading.js';
import type { KeepOptions } from './totals.js';

/** How one file is written; columns may stand in another order in each. */
export interface PlannedFile extends InputFile {
  /** Where the rows begin, and how many lines lie before them. */
  rowsAt: number;
  linesBefore: number;
  delimiter: number;
  comment: number;
  /** The names of the columns, and what they hold, as in CsvLayout. */
  names: string[];
  columns: number[];
}

/** A file as its header says, with what its columns hold. */
export function plannedFile(input: InputFile, header: Header, columns: number[]): PlannedFile {
  const { rowsAt, firstLine, delimiter, comment, columns: names } = header;
  const bytes = { delimiter: delimiter.charCodeAt(0), comment: comment ? comment.charCodeAt(0) : -1 };
  return { ...input, rowsAt: Math.min(rowsAt, input.size), linesBefore: firstLine - 1, ...bytes, names, columns };
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
  /** What the bytes of those files come by that are streams. */
  flow?: PostedFlow | undefined;
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
  /** Where its first row starts and how many lines lie before `from`: known once the ranges before it are done. */
  known?: { start: number; linesBefore: number };
}

/** What is done with a range. */
export type Job = ReadingJob | RankJob;
export type ReadingJob = { kind: 'count' } | { kind: 'score'; look: Look };

/** The classes are the ranges: each from its number to the next. */
export interface RankJob {
  kind: 'rank';
  input: RankInput<DetailOptions>;
}

/** Where the rows of a range lie in the file. Comments and empty lines are rows here. */
export interface Span {
  /** Where the first one starts, and where the one behind the last does; the range's end where none starts in it. */
  start: number;
  end: number;
  /** Newlines between the ends of the range. */
  lines: number;
}

/** What a range of text comes to: what it was read for, and where its rows lie. */
export type Spanned<T> = T & { span: Span };

/** A range that could not be read from where its first row was taken to start. */
export interface Failed {
  failed: true;
  start: number;
}

/** A row that was skipped. */
export interface SkippedRow {
  /** Its line, counted from 1 where the range begins. */
  line: number;
  /** What is wrong with it, behind the line's number. */
  text: string;
}

/** What a range comes to. */
export interface RangeResult {
  rows: number;
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
  /** The same of text, whose lines are known when all that lies before is read. */
  skippedRows?: SkippedRow[];
}

/** Rows of each class in a range. */
export interface RangeCount {
  counts: Float64Array;
}

/** How a range of text came out. */
export type RangeOutcome = Spanned<RangeCount> | Spanned<RangeResult> | Failed;

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

/** Ranges of files, or of what comes by a flow. */
export type Ranges = readonly Range[] | FlowRanges;

/** The ranges of all files, in order. */
export function cutIntoRanges({ files, rangeBytes: bytes }: ScorePlan): Range[] {
  return files.flatMap(({ rowsAt, size }, file) => {
    const ranges: Range[] = [];
    // A stream is cut as it comes (flowRanges.ts); its ranges have no end here.
    if (size === Infinity) throw new Error('a stream was to be cut like a file');
    for (let at = rowsAt; at < size; at += bytes) ranges.push({ file, from: at, to: Math.min(at + bytes, size) });
    return ranges;
  });
}
