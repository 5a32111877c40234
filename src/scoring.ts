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
  /** The columns that measures share: the truths' estimates and the modal bets, and log2 of each. */
  private readonly shared: Float64Array[];
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
      const shared = Array.from({ length: 4 }, () => keep(kernels.float64(MOMENT_ROWS)));
      return { columns, shared, tables: priorTables(kernels, prior) };
    });
    this.tables = views.tables;
    this.columns = views.columns;
    this.shared = views.shared;
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
    // Made when first asked for, once a piece.
    const once = (at: number, make: (out: Float64Array) => void): (() => Float64Array) => {
      let made = false;
      return () => {
        if (!made) make(this.shared[at]);
        made = true;
        return this.shared[at];
      };
    };
    const truth = once(0, (out) => {
      if (column) kernels.truthOfColumn(p, labels, rows, treatment.positive, out);
      else kernels.truth(p, labels, rows, k, out);
    });
    const truthBits = once(1, (out) => kernels.logColumn(truth(), out, rows, 0, 1, true));
    // Of one column p_m and 1 − p_m are the truth's estimate either way.
    const modalBet = column ? truth : once(2, (out) => kernels.modalBet(p, labels, modal, rows, k, out));
    const modalBetBits = column ? truthBits : once(3, (out) => kernels.logColumn(modalBet(), out, rows, 0, 1, true));
    const view: Rows = { kernels, tables, p, column, positive: treatment.positive, k, labels, modal, rows, truth, modalBet, truthBits, modalBetBits };
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
    for (const view of [...this.columns, ...this.shared]) this.kernels.free(view);
  }
}
