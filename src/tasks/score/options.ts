import type { EngineOptions } from '../../core/engine.js';
import type { Prior } from '../../core/priors.js';
import type { TreatmentOptions } from '../../core/treatment.js';
import type { ColumnOptions } from '../../rows/columns.js';
import type { LeftOut, PartRows } from '../../rows/table.js';
import type { SlicedRows, SlicesReport } from '../../slices/sliceReport.js';
import type { SliceRequest } from '../slices/planSlices.js';
import type { KeepOptions, Total } from './totals.js';

/** A training file, whose class frequencies are the prior. */
export interface Training<F = string> {
  train: F;
  column?: string;
}

/** How files are scored, wherever they are. F is what names a file: a path, or in a page the File itself. */
export interface ScoreOptions<F = string> extends ColumnOptions, Omit<TreatmentOptions, 'positive'>, EngineOptions, KeepOptions {
  prior?: Prior | Training<F>;
  /** NPY files: the files of labels, one for each file of estimates, and the names of the classes in the order of the columns. */
  labels?: F[];
  classes?: string[];
  confidence?: number;
  threads?: number;
  skipBad?: boolean;
  /** For learners whose rows are compared one by one: rows to leave out, and who hears which were bad, part by part. */
  pairing?: { leaveOut?: readonly LeftOut[] | undefined; onRows?: ((parts: readonly PartRows[]) => void) | undefined };
  /** Bytes to a range. Another size cuts the sums elsewhere, and may change a last bit. */
  rangeBytes?: number;
  /** Gets one line per instance (truth, then each measure), in order, as text; `restart` begins anew. */
  rewards?: { restart(): void | Promise<void>; write(text: string): void | Promise<void> };
  /** Write the names of classes there as they are, also where a spreadsheet would take them for formulas. */
  rawText?: boolean;
  /** Gets every measure's values and the true classes after them, in order; `restart` begins anew. */
  columns?: { restart(): void; add(columns: Float64Array[]): void };
  /** Slice the rows by columns, too: [docs/slices.md](../../../docs/slices.md). */
  by?: SliceRequest;
  onProgress?: (progress: Progress) => void;
  /** Stops the work: what scores then throws the signal's reason. */
  signal?: AbortSignal;
}

/** How far a run is. */
export interface Progress {
  step: 'counting' | 'scoring' | 'resampling';
  /** Of the files; draws where rows are resampled. */
  bytes: number;
  /** Infinity where a stream is read. */
  totalBytes: number;
  rows: number;
}

/** The report, and what it was made from. */
export interface Scored extends Total {
  /** What was guessed about the columns. */
  guesses: string[];
  files: string[];
  /** Of several files, which are scored as one test set: the rows of each, and whether all have the same true classes in the same order, as the predictions of several learners would. */
  pooled?: { rows: number[]; sameTruths: boolean };
  /** Where rows were sliced: what the slices come to, and their statistics. */
  slices?: SlicesReport;
  slicedRows?: SlicedRows;
}
