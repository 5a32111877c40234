/** The report: plain data, as `--json` prints it. Renderers read it; none computes. */

/** A number, or what JSON has no number for; null where there is no value, beside a reason. */
export type Reported = number | 'Infinity' | '-Infinity' | null;

export interface MeasureReport {
  mean: Reported;
  total: Reported;
  standardError: Reported;
  /** Why there is no standard error (or mean), where there is none. */
  reason?: string;
  /** How many instances earn ±∞, and the first few of them, by row. */
  infinite: number;
  infiniteRows?: number[];
  unit: string;
}

export interface Lemma1Report {
  positive: string;
  logW: Reported;
  logX: Reported;
  logY: Reported;
  logZ: Reported;
  truePositives: number;
  falsePositives: number;
  trueNegatives: number;
  falseNegatives: number;
  reward: Reported;
  uniformReward: Reported;
}

export interface Report {
  rows: number;
  classes: readonly string[];
  backend: string;
  prior: { source: string; values: Record<string, number> };
  cutoff: { name: string; low: number; high: number; changed: number };
  renormalized: number;
  measures: Record<string, MeasureReport>;
  /** Two classes only. */
  lemma1?: Lemma1Report;
  /** Rows by actual class, columns by modal class; left out above 100 classes. */
  confusion?: number[][];
  /** Rows with several modal classes; the first in class order was taken. */
  ties: number;
  warnings: string[];
}

/** A number as JSON can hold it. */
export function reported(value: number): Reported {
  if (value === Infinity) return 'Infinity';
  if (value === -Infinity) return '-Infinity';
  return Number.isNaN(value) ? null : value;
}
