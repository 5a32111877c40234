import type { ClassCurves } from '../../columns/ranking/ranks.js';
import type { Report } from '../../evaluate/report.js';
import type { Scored } from './options.js';

/** What `fairbits score --json` prints, as plain data that can also be posted: docs/command-line.md. */
export interface ScoreJSON extends Report {
  files: string[];
  guesses: string[];
  skipped: number;
  /** By class, where they were asked for. */
  curves?: Record<string, ClassCurves>;
}

export function scoreJson({ report, files, guesses, skipped, curves }: Scored): ScoreJSON {
  return { ...report, files, guesses, skipped, ...(curves ? { curves } : {}) };
}
