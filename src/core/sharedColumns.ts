import type { Kernels, PriorTables } from '../kernels/kernels.js';
import { takeAll } from '../kernels/takeAll.js';
import { MOMENT_ROWS } from './moments.js';
import { mend } from './rounded.js';
import type { Piece } from './staging.js';
import type { Treatment } from './treatment.js';

/** Columns of one number a row that several measures start from, or are but for a factor. */
export type SharedColumn =
  /** The estimate of the true class, its log2, and that of what it leaves over, 1 − p. */
  | 'truth'
  | 'truthBits'
  | 'restBits'
  /** The modal class's p, or 1 − p where it is not the true one, and its log2. */
  | 'modalBet'
  | 'modalBetBits'
  /** The two rewards that bet on and against every class. */
  | 'bayesian'
  | 'generalized';

/** Room for the logs that `bets` is at work on: rows that stay in the nearest cache. */
const BET_LOGS = 1024;

/** The shared columns, as long as a block of rewards. Of each piece of rows, each is made when first asked for. */
export class SharedColumns {
  readonly block: Record<SharedColumn, Float64Array>;
  private readonly logs: Float64Array;
  private piece: Piece | undefined;
  private column = false;
  private from = 0;
  /** The columns of the piece, as far as they are made. */
  private made: Partial<Record<SharedColumn, Float64Array>> = {};

  /** `everyClass` says that the logs of all classes will be wanted, so whatever can be had from them is. */
  constructor(
    private readonly kernels: Kernels,
    private readonly tables: PriorTables,
    private readonly treatment: Treatment,
    private readonly everyClass: boolean,
  ) {
    const views = takeAll(kernels, (keep) => {
      const column = () => keep(kernels.float64(MOMENT_ROWS));
      return {
        block: {
          truth: column(),
          truthBits: column(),
          restBits: column(),
          modalBet: column(),
          modalBetBits: column(),
          bayesian: column(),
          generalized: column(),
        },
        logs: keep(kernels.float64(Math.max(BET_LOGS, 2 * treatment.names.length))),
      };
    });
    this.block = views.block;
    this.logs = views.logs;
  }

  /** Turns to a piece, whose first row is number `from` of the block. */
  turnTo(piece: Piece, column: boolean, from: number): void {
    this.piece = piece;
    this.column = column;
    this.from = from;
    this.made = {};
  }

  /** A column of the piece; it may be longer. */
  get(name: SharedColumn): Float64Array {
    if (!this.made[name]) {
      if (this.column) this.makeOfColumn(name, this.piece as Piece);
      else this.makeOfRows(name, this.piece as Piece);
    }
    return this.made[name] as Float64Array;
  }

  /** The place of a column, which is made when this is called. */
  private place(name: SharedColumn): Float64Array {
    const place = this.from === 0 ? this.block[name] : this.block[name].subarray(this.from);
    this.made[name] = place;
    return place;
  }

  /** What the loops make of rows with a rounded 1 is made again: for them 1 − 1 is 0. */
  private makeOfRows(name: SharedColumn, piece: Piece): void {
    const { kernels, tables, everyClass, logs } = this;
    const { p, labels, modal, rows } = piece;
    const k = this.treatment.names.length;
    if (name === 'truth') kernels.truth(p, labels, rows, k, this.place(name));
    else if (name === 'truthBits') kernels.logColumn(this.get('truth'), this.place(name), rows, false);
    else if (name === 'modalBet') {
      const modalBet = this.place(name);
      kernels.modalBet(p, labels, modal, rows, k, modalBet);
      mend(piece, k, tables, logs, { modalBet });
    } else if (everyClass || name === 'generalized') {
      const truthBits = this.get('truthBits');
      const out = {
        restBits: this.place('restBits'),
        modalBetBits: this.place('modalBetBits'),
        bayesian: this.place('bayesian'),
        generalized: this.place('generalized'),
      };
      kernels.bets(p, labels, modal, rows, k, tables, truthBits, logs, out);
      mend(piece, k, tables, logs, out, truthBits);
    } else if (name === 'restBits') {
      const restBits = this.place(name);
      kernels.logColumn(this.get('truth'), restBits, rows, true);
      mend(piece, k, tables, logs, { restBits });
    } else if (name === 'modalBetBits') kernels.logColumn(this.get('modalBet'), this.place(name), rows, false);
    else {
      const bayesian = this.place(name);
      kernels.bayesian(p, labels, rows, k, tables, bayesian);
      mend(piece, k, tables, logs, { bayesian });
    }
  }

  private makeOfColumn(name: SharedColumn, { p, labels, rows }: Piece): void {
    const { kernels, tables } = this;
    const { positive } = this.treatment;
    if (name === 'truth') kernels.truthOfColumn(p, labels, rows, positive, this.place(name));
    else if (name === 'truthBits') kernels.logColumn(this.get('truth'), this.place(name), rows, false);
    else if (name === 'restBits') kernels.logColumn(this.get('truth'), this.place(name), rows, true);
    // Of one column p_m and 1 − p_m are the truth's estimate either way.
    else if (name === 'modalBet') this.place(name).set(this.get('truth'));
    else if (name === 'modalBetBits') this.place(name).set(this.get('truthBits'));
    else {
      const truthBits = this.get('truthBits');
      kernels.betsOfColumn(labels, rows, tables, truthBits, { bayesian: this.place('bayesian'), generalized: this.place('generalized') });
    }
  }

  /** All that was taken of the kernels' memory. */
  get views(): Float64Array[] {
    return [...Object.values(this.block), this.logs];
  }
}
