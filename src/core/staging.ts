import type { Inspected, Kernels } from '../kernels/kernels.js';
import { takeAll } from '../kernels/takeAll.js';
import { badRow, copyLabels, type Estimates, type Labels, type Shape } from './input.js';
import { listRounded, noneRounded, type RoundedOnes, roundedPart, settle } from './rounded.js';
import type { Treatment } from './treatment.js';
import type { Weights } from './weights.js';

/**
 * Estimates to a piece. V8 runs a WebAssembly function in baseline code until it has been called a few times, and
 * never swaps code under a running call: short calls get optimized code at once where one long call would not.
 */
const PIECE_ESTIMATES = 32768;

/** A few rows as the kernels want them: float64, uint16, checked, settled where rounding put an estimate outside [0, 1], held to the cutoff. */
export interface Piece {
  p: Float64Array;
  labels: Uint16Array;
  /** The modal class of each row; only where it was asked for. */
  modal: Uint16Array;
  rows: number;
  /** Estimates that rounding made 1. None are listed where rows have not been looked at, nor of one column, which does not tell. */
  rounded: RoundedOnes;
  /** The first row's number in the arrays handed in, and its estimates there, as they came. */
  from: number;
  source: Estimates;
  /** How often each row counts; once, where there are none. */
  weights?: Weights;
}

/** Some rows of a piece; `width` numbers to a row. */
export function partOf(piece: Piece, done: number, rows: number, width: number): Piece {
  if (rows === piece.rows) return piece;
  const { p, labels, modal, rounded, from, source, weights } = piece;
  const part = {
    p: p.subarray(done * width),
    labels: labels.subarray(done),
    modal: modal.subarray(done),
    rows,
    rounded: roundedPart(rounded, done, done + rows),
    from: from + done,
    source,
  };
  return weights ? { ...part, weights: weights.subarray(done) } : part;
}

/** What was changed or noticed on the way; nothing is done without a count. */
export interface Notes {
  /** Estimates that the cutoff changed. */
  clamped: number;
  /** Rows that were divided by their sum. */
  renormalized: number;
  /** Rows with an estimate of exactly 1 beside others that are not all 0. */
  roundedOnes: number;
  /** Estimates outside [0, 1] by no more than the tolerance, taken as 0 or 1. */
  roundedOutside: number;
  ties: number;
}

export const noNotes = (): Notes => ({ clamped: 0, renormalized: 0, roundedOnes: 0, roundedOutside: 0, ties: 0 });

/** The kernels' memory for the piece at hand, kept from one piece to the next. */
export class Staging {
  private p: Float64Array | undefined;
  private labels: Uint16Array | undefined;
  private modal: Uint16Array | undefined;
  private logs: { factors: Float64Array; logs: Float64Array } | undefined;

  constructor(private readonly kernels: Kernels) {}

  /** How many rows fit a piece. */
  static rows(k: number, column: boolean): number {
    return column ? PIECE_ESTIMATES : Math.max(1, Math.floor(PIECE_ESTIMATES / k));
  }

  private room(values: number): { p: Float64Array; labels: Uint16Array; modal: Uint16Array } {
    if (this.p === undefined || this.p.length < values) {
      if (this.p) this.kernels.free(this.p);
      this.p = undefined;
      this.p = this.kernels.float64(Math.max(PIECE_ESTIMATES, values));
    }
    this.labels ??= this.kernels.uint16(PIECE_ESTIMATES);
    this.modal ??= this.kernels.uint16(PIECE_ESTIMATES);
    return { p: this.p, labels: this.labels, modal: this.modal };
  }

  /** Room for the factors of a piece and their logs. */
  logRoom(values: number): { factors: Float64Array; logs: Float64Array } {
    const { kernels } = this;
    if (this.logs === undefined || this.logs.logs.length < values) {
      if (this.logs) for (const view of Object.values(this.logs)) kernels.free(view);
      const room = Math.max(PIECE_ESTIMATES, values);
      this.logs = takeAll(kernels, (keep) => ({ factors: keep(kernels.float64(room)), logs: keep(kernels.float64(room)) }));
    }
    return this.logs;
  }

  /**
   * Brings rows [from, from + rows) into the kernels' memory, unless they are there already, and treats them.
   * `look` says whether they are checked here, and their modal classes found, or whether the kernel that follows does.
   */
  piece(
    estimates: Estimates,
    labels: Labels,
    { column }: Shape,
    from: number,
    rows: number,
    treatment: Treatment,
    notes: Notes,
    look: 'none' | 'check' | 'modal',
  ): Piece {
    const { kernels } = this;
    const { names, cutoff } = treatment;
    const k = names.length;
    const width = column ? 1 : k;
    const room = this.room(width * rows);
    const amended = cutoff.low > 0 || cutoff.high < 1 || (treatment.renormalize && !column);
    const source = estimates.subarray(from * width, (from + rows) * width);
    const inPlace = source instanceof Float64Array && kernels.owns(source) && !amended;
    const p = inPlace ? source : room.p.subarray(0, rows * width);
    if (!inPlace) p.set(source);
    const piece: Piece = { p, labels: this.stageLabels(labels, from, rows, room.labels), modal: room.modal, rows, rounded: noneRounded(), from, source };
    if (treatment.renormalize && !column) notes.renormalized += kernels.renormalize(p, rows, k);
    const held = cutoff.low > 0 || cutoff.high < 1;
    if (look === 'none' && !held) return piece;
    const modal = look === 'modal';
    let seen = this.inspect(piece, column, treatment, modal && !held);
    if (seen.bad >= 0) seen = this.settle(piece, labels, column, treatment, notes, modal && !held);
    if (held) {
      notes.clamped += kernels.clamp(piece.p, rows * width, cutoff.low, cutoff.high);
      // The held estimates are the estimates: the modal class is theirs. They need not sum to 1 any more.
      if (modal) notes.ties += this.inspect(piece, column, { ...treatment, tolerance: Infinity }, true).ties;
    } else if (modal) notes.ties += seen.ties;
    // A cutoff so near to 1 that it is 1 keeps nothing away from it.
    if (!column && (held ? cutoff.high >= 1 : seen.ones)) this.list(piece, k, notes);
    return piece;
  }

  private inspect({ p, labels, modal, rows }: Piece, column: boolean, { names, positive, tolerance }: Treatment, find: boolean): Inspected {
    if (column) return { ...this.kernels.inspectColumn(p, labels, rows, positive, modal), ones: false };
    return this.kernels.inspect(p, labels, rows, names.length, tolerance, find ? modal : undefined);
  }

  /**
   * Takes estimates that rounding put outside [0, 1] as 0 or 1, on a copy unless the piece is one already, when a kernel would not take a row. Throws
   * where that was not what is wrong.
   */
  settle(piece: Piece, labels: Labels, column: boolean, treatment: Treatment, notes: Notes, find: boolean): Inspected {
    const { p, source } = piece;
    const own = this.room(p.length).p.subarray(0, p.length);
    if (p.byteOffset !== own.byteOffset || p.buffer !== own.buffer) {
      own.set(source);
      piece.p = own;
    }
    const outside = settle(own, treatment.rounding);
    const seen = this.inspect(piece, column, treatment, find);
    if (seen.bad >= 0) throw this.error(piece, labels, seen.bad, column, treatment);
    notes.roundedOutside += outside;
    return seen;
  }

  /** Lists the estimates of a piece that rounding made 1. */
  list(piece: Piece, k: number, notes: Notes): void {
    piece.rounded = listRounded(piece.p, piece.rows, k);
    notes.roundedOnes += new Set(piece.rounded.rows).size;
  }

  /** The error for a row of the piece that a kernel would not take. */
  private error({ source, from }: Piece, labels: Labels, bad: number, column: boolean, { names, tolerance, rounding, renormalize }: Treatment): Error {
    const k = names.length;
    const width = column ? 1 : k;
    const row = source.subarray(bad * width, (bad + 1) * width);
    // A row that was divided by its sum did not fail for that, unless it had none.
    const sum = renormalize && !column ? Array.from(row).reduce((sum, x) => sum + x, 0) : 1;
    return badRow(row, 0, labels[from + bad], from + bad, k, column, tolerance, names, rounding, sum > 0 && sum < Infinity ? sum : 1);
  }

  private stageLabels(labels: Labels, from: number, rows: number, room: Uint16Array): Uint16Array {
    const source = labels.subarray(from, from + rows);
    if (source instanceof Uint16Array && this.kernels.owns(source)) return source;
    copyLabels(source, room);
    return room;
  }
}
