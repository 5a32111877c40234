import type { Report } from '../report.js';
import type { Scored } from './options.js';

/** What `fairbits score --json` prints, as plain data that can also be posted: docs/command-line.md. */
export interface ScoreJSON extends Report {
  files: string[];
  guesses: string[];
  skipped: number;
}

export function scoreJson({ report, files, guesses, skipped }: Scored): ScoreJSON {
  return { ...report, files, guesses, skipped };
}
