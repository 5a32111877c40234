import type { Estimates, Labels } from './input.js';
import { shape } from './input.js';
import type { Kernels, PriorTables } from './kernels/kernels.js';
import { takeAll } from './kernels/takeAll.js';
import type { Measure, Rows } from './measures/measure.js';
import { MOMENT_ROWS, Moments, type Summary } from './moments.js';
import { freePriorTables, priorTables } from './priors.js';
import { type Notes, type Piece, Staging } from './staging.js';
import type { Treatment } from './treatment.js';

/** Something with a value per instance. */
export type Column = Pick<Measure, 'column' | 'usesModal'>;

/**
 * Scores rows as they come: one value per instance for each of some measures, and its moments. Rewards are gathered
 * into blocks cut by row number, so chunks of any size give the same bits.
 */
export class Scoring {
  readonly notes: Notes = { clamped: 0, renormalized: 0, ties: 0 };
  rows = 0;
  private readonly tables: PriorTables;
  private readonly columns: Float64Array[];
  private readonly moments: Moments[];
  private readonly truth: Float64Array;
  private readonly bet: Float64Array;
  private filled = 0;

  constructor(
    private readonly kernels: Kernels,
    private readonly staging: Staging,
    private readonly treatment: Treatment,
    prior: Float64Array,
    private readonly measures: readonly Column[],
  ) {
    const views = takeAll(kernels, (keep) => {
      const columns = measures.map(() => keep(kernels.float64(MOMENT_ROWS)));
      const truth = keep(kernels.float64(MOMENT_ROWS));
      const bet = keep(kernels.float64(MOMENT_ROWS));
      return { columns, truth, bet, tables: priorTables(kernels, prior) };
    });
    this.tables = views.tables;
    this.columns = views.columns;
    this.truth = views.truth;
    this.bet = views.bet;
    this.moments = measures.map(() => new Moments(kernels));
  }

  /** Scores rows; `take` is given each measure's values, to copy, as they are made. */
  add(estimates: Estimates, labels: Labels, take?: (measure: number, values: Float64Array, from: number) => void): void {
    const form = shape(estimates, labels, this.treatment.names.length);
    const most = Staging.rows(this.treatment.names.length, form.column);
    const needsModal = this.measures.some((measure) => measure.usesModal);
    for (let from = 0; from < form.rows; ) {
      const rows = Math.min(most, form.rows - from, MOMENT_ROWS - this.filled);
      const piece = this.staging.piece(estimates, labels, form, from, rows, this.treatment, this.notes, needsModal ? 'modal' : 'check');
      this.score(piece, form.column);
      if (take) for (const [i, column] of this.columns.entries()) take(i, column.subarray(this.filled, this.filled + rows), from);
      this.filled += rows;
      if (this.filled === MOMENT_ROWS) this.close();
      from += rows;
    }
    this.rows += form.rows;
  }

  private score(piece: Piece, column: boolean): void {
    const { kernels, tables, treatment, filled } = this;
    const { p, labels, modal, rows } = piece;
    const k = treatment.names.length;
    let hasTruth = false;
    let hasBet = false;
    const truth = (): Float64Array => {
      if (!hasTruth) {
        if (column) kernels.truthOfColumn(p, labels, rows, treatment.positive, this.truth);
        else kernels.truth(p, labels, rows, k, this.truth);
      }
      hasTruth = true;
      return this.truth;
    };
    const modalBet = (): Float64Array => {
      // Of one column p_m and 1 − p_m are the truth's estimate either way.
      if (column) return truth();
      if (!hasBet) kernels.modalBet(p, labels, modal, rows, k, this.bet);
      hasBet = true;
      return this.bet;
    };
    const view: Rows = { kernels, tables, p, column, positive: treatment.positive, k, labels, modal, rows, truth, modalBet };
    this.measures.forEach((measure, i) => {
      measure.column(view, this.columns[i].subarray(filled, filled + rows));
    });
  }

  private close(): void {
    this.moments.forEach((moments, i) => {
      moments.add(this.columns[i], this.filled);
    });
    this.filled = 0;
  }

  /** Closes the last block; the moments of each measure. */
  finish(): Moments[] {
    if (this.filled > 0) this.close();
    return this.moments;
  }

  /** Closes the last block; one summary for each measure. */
  summaries(): Summary[] {
    return this.finish().map((moments) => moments.summary());
  }

  /** Gives the kernels' memory back. */
  free(): void {
    freePriorTables(this.kernels, this.tables);
    for (const view of [...this.columns, this.truth, this.bet]) this.kernels.free(view);
  }
}
