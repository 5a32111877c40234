import type { Kernels, PriorTables } from './kernels/kernels.js';
import { takeAll } from './kernels/takeAll.js';
import { MOMENT_ROWS } from './moments.js';
import type { Piece } from './staging.js';
import type { Treatment } from './treatment.js';

/** Columns of one number a row that several measures start from, or are but for a factor. */
export type SharedColumn =
  /** The estimate of the true class, what it leaves over (1 − p), and log2 of each. */
  | 'truth'
  | 'truthBits'
  | 'rest'
  | 'restBits'
  /** The modal class's p, or 1 − p where it is not the true one, and its log2. */
  | 'modalBet'
  | 'modalBetBits'
  /** The two rewards that bet on and against every class. */
  | 'bayesian'
  | 'generalized';

const NAMES: readonly SharedColumn[] = ['truth', 'truthBits', 'rest', 'restBits', 'modalBet', 'modalBetBits', 'bayesian', 'generalized'];

type Columns = Record<SharedColumn, Float64Array>;

/** Room for the logs that `bets` is at work on: rows that stay in the nearest cache. */
const LOGS = 1024;

/** The shared columns, as long as a block of rewards. Of each piece of rows, each is made when first asked for. */
export class SharedColumns {
  readonly block: Columns;
  private readonly logs: Float64Array;
  private piece: Columns;
  private make: Record<SharedColumn, () => void> | undefined;
  private readonly made = new Set<SharedColumn>();

  /** `everyClass` says that the logs of all classes will be wanted, so whatever can be had from them is. */
  constructor(
    private readonly kernels: Kernels,
    private readonly tables: PriorTables,
    private readonly treatment: Treatment,
    private readonly everyClass: boolean,
  ) {
    const views = takeAll(kernels, (keep) => ({
      block: each(() => keep(kernels.float64(MOMENT_ROWS))),
      logs: keep(kernels.float64(Math.max(LOGS, 2 * treatment.names.length))),
    }));
    this.block = views.block;
    this.piece = views.block;
    this.logs = views.logs;
  }

  /** Turns to a piece, whose first row is number `from` of the block. */
  turnTo(piece: Piece, column: boolean, from: number): void {
    this.piece = each((name) => this.block[name].subarray(from, from + piece.rows));
    this.make = column ? this.ofColumn(piece) : this.ofRows(piece);
    this.made.clear();
  }

  /** A column of the piece. */
  get(name: SharedColumn): Float64Array {
    if (!this.made.has(name)) this.make?.[name]();
    this.made.add(name);
    return this.piece[name];
  }

  private log(of: SharedColumn, to: SharedColumn): void {
    const x = this.get(of);
    this.kernels.logColumn(x, this.piece[to], x.length);
  }

  private ofRows({ p, labels, modal, rows }: Piece): Record<SharedColumn, () => void> {
    const { kernels, tables, piece, everyClass } = this;
    const k = this.treatment.names.length;
    const bets = () => {
      kernels.bets(p, labels, modal, rows, k, tables, this.get('truthBits'), this.logs, piece);
      for (const name of ['restBits', 'modalBetBits', 'bayesian', 'generalized'] as const) this.made.add(name);
    };
    return {
      truth: () => kernels.truth(p, labels, rows, k, piece.truth),
      truthBits: () => this.log('truth', 'truthBits'),
      rest: () => piece.rest.set(this.get('truth').map((x) => 1 - x)),
      restBits: everyClass ? bets : () => this.log('rest', 'restBits'),
      modalBet: () => kernels.modalBet(p, labels, modal, rows, k, piece.modalBet),
      modalBetBits: everyClass ? bets : () => this.log('modalBet', 'modalBetBits'),
      bayesian: everyClass ? bets : () => kernels.bayesian(p, labels, rows, k, tables, piece.bayesian),
      generalized: bets,
    };
  }

  /** Of one column p_m and 1 − p_m are the truth's estimate either way. */
  private ofColumn({ p, labels, rows }: Piece): Record<SharedColumn, () => void> {
    const { kernels, tables, piece } = this;
    const { positive } = this.treatment;
    const bets = () => {
      kernels.betsOfColumn(labels, rows, tables, this.get('truthBits'), piece);
      for (const name of ['bayesian', 'generalized'] as const) this.made.add(name);
    };
    return {
      truth: () => kernels.truthOfColumn(p, labels, rows, positive, piece.truth),
      truthBits: () => this.log('truth', 'truthBits'),
      rest: () => kernels.truthOfColumn(p, labels, rows, 1 - positive, piece.rest),
      restBits: () => this.log('rest', 'restBits'),
      modalBet: () => piece.modalBet.set(this.get('truth')),
      modalBetBits: () => piece.modalBetBits.set(this.get('truthBits')),
      bayesian: bets,
      generalized: bets,
    };
  }

  /** All that was taken of the kernels' memory. */
  get views(): Float64Array[] {
    return [...Object.values(this.block), this.logs];
  }
}

function each(make: (name: SharedColumn) => Float64Array): Columns {
  return Object.fromEntries(NAMES.map((name) => [name, make(name)])) as Columns;
}
