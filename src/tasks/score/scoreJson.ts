import type { ClassCurves } from '../../columns/ranking/ranked.js';
import type { Report } from '../../evaluate/report.js';
import type { SlicesReport } from '../../slices/sliceReport.js';
import type { Scored } from './options.js';

/** What `fairbits score --json` prints, as plain data that can also be posted: docs/command-line.md. */
export interface ScoreJSON extends Report {
  files: string[];
  guesses: string[];
  skipped: number;
  /** Of several files: the rows of each, and whether all have the same true classes in the same order. */
  pooled?: { rows: number[]; sameTruths: boolean };
  /** By class, where they were asked for. */
  curves?: Record<string, ClassCurves>;
  /** Where rows were sliced. */
  slices?: SlicesReport;
}

export function scoreJson({ report, files, guesses, skipped, pooled, curves, slices }: Scored): ScoreJSON {
  return { ...report, files, guesses, skipped, ...(pooled ? { pooled } : {}), ...(curves ? { curves } : {}), ...(slices ? { slices } : {}) };
}
