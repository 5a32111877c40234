import type { Summary } from '../core/moments.js';
import type { Report } from '../evaluate/report.js';

/** What one learner did on every instance. */
export interface Judged {
  name: string;
  file: string;
  report: Report;
  summaries: Summary[];
  guesses: string[];
  /** Where bad rows may be skipped: how many there are in its file. They are left out of all files. */
  skipped?: number | undefined;
  rows: number;
  /** A column for each measure, then the true classes, by their places among `report.classes`: in chunks of rows, as often as asked for. */
  chunks(): Iterable<Float64Array[]>;
}
