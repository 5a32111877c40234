import type { Kernels, PriorTables, SingleColumns } from '../../kernels/kernels.js';
import { log2 } from '../../math/log.js';
import { mend } from '../rounded.js';
import type { Piece } from '../staging.js';
import type { Layout } from './layout.js';
import type { SpreadRoom } from './spreadRoom.js';

/** Writes what is added up of each row to the room: the columns that it returns, and its `logs`, or of very many classes `stakes`. */
export function fillColumns(kernels: Kernels, room: SpreadRoom, { k, crossed }: Layout, piece: Piece, column: boolean, positive: number): SingleColumns {
  const { p, labels, modal, rows } = piece;
  const { logs } = room;
  const { truth, truthBits, restBits, betBits, stakes, losses } = room.columns;
  if (column) kernels.truthOfColumn(p, labels, rows, positive, truth);
  else kernels.truth(p, labels, rows, k, truth);
  kernels.logColumn(truth, truthBits, rows, false);
  if (column) {
    kernels.logColumn(truth, restBits, rows, true);
    kernels.quadraticOfColumn(p, labels, rows, positive, losses);
    return { truth, truthBits, restBits, betBits: truthBits, losses };
  }
  if (crossed) {
    kernels.rowLogs(p, labels, modal, rows, k, truthBits, logs, restBits, betBits);
    if (piece.rounded.rows.length > 0) mendLogs(piece, k, logs, restBits, betBits);
  } else {
    const even = room.even as PriorTables;
    kernels.logColumn(truth, restBits, rows, true);
    kernels.modalBet(p, labels, modal, rows, k, losses);
    kernels.logColumn(losses, betBits, rows, false);
    kernels.bayesian(p, labels, rows, k, even, stakes);
    mend(piece, k, even, logs, { restBits, modalBetBits: betBits, bayesian: stakes });
  }
  kernels.quadratic(p, labels, rows, k, losses);
  return { truth, truthBits, restBits, betBits, losses };
}

/** Corrects the logs of bets against an estimate that is 1 only by rounding: what it leaves over is the sum of the others. */
export function mendLogs({ rounded, labels, modal }: Piece, k: number, logs: Float64Array, restBits: Float64Array, betBits: Float64Array): void {
  const { rows, classes, rests } = rounded;
  for (let j = 0; j < rows.length; j++) {
    const row = rows[j];
    const rest = log2(rests[j]);
    if (classes[j] === labels[row]) restBits[row] = rest;
    else logs[row * k + classes[j]] = rest;
    if (classes[j] !== labels[row] && classes[j] === modal[row]) betBits[row] = rest;
  }
}
