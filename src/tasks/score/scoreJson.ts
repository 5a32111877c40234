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

/**
 * What `fairbits score --json` prints of the same files, as an object.
 *
 * @example
 * ```ts
 * import { scoreFiles, scoreJson } from 'fairbits/files';
 *
 * const json = scoreJson(await scoreFiles([new File(['label,p_a,p_b\na,0.7,0.3\nb,0.4,0.6\n'], 'two.csv')]));
 * json.files; // → [ 'two.csv' ]
 * JSON.parse(JSON.stringify(json)).rows; // → 2
 * ```
 */
export function scoreJson({ report, files, guesses, skipped, pooled, curves, slices }: Scored): ScoreJSON {
  return { ...report, files, guesses, skipped, ...(pooled ? { pooled } : {}), ...(curves ? { curves } : {}), ...(slices ? { slices } : {}) };
}
