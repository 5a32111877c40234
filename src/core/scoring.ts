import type { Kernels, PriorTables } from '../kernels/kernels.js';
import { takeAll } from '../kernels/takeAll.js';
import { type Estimates, type Labels, shape } from './input.js';
import type { Line, Measure, Rows } from './measures/measure.js';
import { type BlockMoments, MOMENT_ROWS, Moments, type Summary } from './moments.js';
import { freePriorTables, priorTables } from './priors.js';
import { SharedColumns } from './sharedColumns.js';
import { type Notes, noNotes, type Piece, partOf, Staging } from './staging.js';
import type { Treatment } from './treatment.js';
import { checkWeights, type Weights } from './weights.js';

/** Something with a value per instance. */
export type Column = Pick<Measure, 'values' | 'usesModal'>;

/** Is handed each column of some rows, to make and copy if it wants to, and the number of the first row. */
export type Take = (column: number, values: () => Float64Array, from: number) => void;

/**
 * Scores rows as they come: one value per instance for each of some measures, and its moments. Rewards are gathered
 * into blocks cut by row number, so chunks of any size give the same bits.
 */
export class Scoring {
  readonly notes: Notes = noNotes();
  rows = 0;
  /** Whether a modal class has to be found for each row. */
  readonly usesModal: boolean;
  private readonly columns: readonly Column[];
  private readonly tables: PriorTables;
  private readonly shared: SharedColumns;
  /** Of each column that is not on a line over a shared one. */
  private readonly own: (Float64Array | undefined)[];
  private readonly moments: Moments[];
  private filled = 0;
  /** How often the rows of the block count, where they have weights. */
  private weights: Float64Array | undefined;

  /** `measures` are summed up; the columns of `others` are only handed on. */
  constructor(
    private readonly kernels: Kernels,
    private readonly staging: Staging,
    private readonly treatment: Treatment,
    prior: Float64Array,
    private readonly measures: readonly Column[],
    others: readonly Column[] = [],
  ) {
    const columns = [...measures, ...others];
    this.columns = columns;
    const everyClass = columns.some(({ values }) => isLine(values) && values.of === 'generalized');
    const views = takeAll(kernels, (keep) => {
      const tables = priorTables(kernels, prior);
      for (const view of Object.values(tables)) keep(view);
      const shared = new SharedColumns(kernels, tables, treatment, everyClass);
      for (const view of shared.views) keep(view);
      const own = columns.map(({ values }) => (isLine(values) ? undefined : keep(kernels.float64(MOMENT_ROWS))));
      return { tables, shared, own };
    });
    this.tables = views.tables;
    this.shared = views.shared;
    this.own = views.own;
    this.usesModal = columns.some(({ usesModal }) => usesModal);
    this.moments = measures.map(() => new Moments(kernels));
  }

  /** Scores rows; `take` is handed each column as it is made. */
  add(estimates: Estimates, labels: Labels, take?: Take, weights?: Weights): void {
    const form = shape(estimates, labels, this.treatment.names.length);
    if (weights) checkWeights(weights, form.rows);
    const most = Staging.rows(this.treatment.names.length, form.column);
    for (let from = 0; from < form.rows; from += most) {
      const rows = Math.min(most, form.rows - from);
      const piece = this.staging.piece(estimates, labels, form, from, rows, this.treatment, this.notes, this.usesModal ? 'modal' : 'check');
      this.addPiece(weights ? { ...piece, weights: weights.subarray(from, from + rows) } : piece, form.column, take);
    }
  }

  /** Scores a piece that was looked at already, its modal classes found if any column uses them. */
  addPiece(piece: Piece, column: boolean, take?: Take): void {
    for (let done = 0; done < piece.rows; ) {
      const rows = Math.min(piece.rows - done, MOMENT_ROWS - this.filled);
      if (piece.weights) this.weights ??= new Float64Array(MOMENT_ROWS).fill(1);
      if (piece.weights) this.weights?.set(piece.weights.subarray(done, done + rows), this.filled);
      else this.weights?.fill(1, this.filled, this.filled + rows);
      this.score(partOf(piece, done, rows, column ? 1 : this.treatment.names.length), column, take);
      this.filled += rows;
      if (this.filled === MOMENT_ROWS) this.close();
      done += rows;
    }
    this.rows += piece.rows;
  }

  private score(piece: Piece, column: boolean, take?: Take): void {
    const { kernels, tables, treatment, shared, filled, usesModal } = this;
    const { p, labels, rows, from } = piece;
    // Where no measure looks at the modal class, any class will do.
    const modal = usesModal ? piece.modal : labels;
    shared.turnTo({ ...piece, modal }, column, filled);
    const { positive, names } = treatment;
    const view: Rows = { kernels, tables, p, column, positive, k: names.length, labels, modal, rows, shared: (name) => shared.get(name) };
    this.columns.forEach(({ values }, i) => {
      const own = this.own[i];
      const out = isLine(values) ? shared.get(values.of) : filled === 0 ? (own as Float64Array) : (own as Float64Array).subarray(filled);
      if (!isLine(values)) values(view, out);
      take?.(i, () => valuesOf(out.subarray(0, rows), values), from);
    });
  }

  /** Adds the block to the moments of each measure; a shared column's are taken once. */
  private close(): void {
    const known = new Map<Float64Array, BlockMoments>();
    this.measures.forEach(({ values }, i) => {
      const column = isLine(values) ? this.shared.block[values.of] : (this.own[i] as Float64Array);
      if (this.weights) {
        this.moments[i].addWeighted(column, this.weights, this.filled, isLine(values) ? values : undefined);
        return;
      }
      const block = known.get(column) ?? this.kernels.moments(column, this.filled);
      known.set(column, block);
      this.moments[i].add(column, this.filled, block, isLine(values) ? values : undefined);
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
    for (const view of [...this.shared.views, ...this.own]) if (view) this.kernels.free(view);
  }
}

/** The values themselves, of a column that they are or are on a line over. */
function valuesOf(column: Float64Array, values: Column['values']): Float64Array {
  if (!isLine(values) || (values.offset === 0 && values.scale === 1)) return column;
  const { offset, scale } = values;
  const out = new Float64Array(column.length);
  // A loop: map takes several times as long.
  for (let r = 0; r < out.length; r++) out[r] = offset + scale * column[r];
  return out;
}

function isLine(values: Column['values']): values is Line {
  return typeof values !== 'function';
}
