import type { PriorCurvesData, RankedCurves, ReliabilityData, SignificanceData } from '../charts/index.js';
import type { Calibration } from '../columns/calibration/calibrate.js';
import type { Comparison } from '../tasks/compare/compareFiles.js';
import type { RulesOfFile } from '../tasks/rulesRows.js';
import type { ScoreJSON } from '../tasks/score/scoreJson.js';
import type { SlicesJSON } from '../tasks/slices/slicesJson.js';

/** How a report came about. */
export interface Origin {
  /** As it was typed; in a page, what was done. */
  command: string;
  version: string;
  /** SHA-256 of the WebAssembly core, or why there is none. */
  wasm: string;
  /** ISO 8601. */
  date: string;
}

/** What a report shows: the figures as `--json` prints them, and curves where they were computed. All of it goes into JSON. */
export type ReportData = { origin: Origin } & (
  | { kind: 'score'; report: ScoreJSON; rowCharts?: RowCharts }
  | { kind: 'compare'; comparison: Comparison; rowCharts?: RowCharts; priors?: PriorCurvesData }
  | { kind: 'calibrate'; calibration: Calibration; files: readonly string[]; guesses: readonly string[]; skipped: number; bins: number }
  | { kind: 'slices'; slices: SlicesJSON }
  | { kind: 'rules'; rules: RulesOfFile; significance: SignificanceData }
);

/** What needs every row. */
export interface RowCharts {
  reliability: ReliabilityData;
  ranked: RankedCurves;
}
