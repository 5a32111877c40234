// The logs of a row's bets: log2 p of the true class, log2(1 − p) of every other one. What Lemma 1 sums up, and what the
// rewards of Hope & Korb (2002, Def. 3; 2004, eq. 10) are weighted sums of.

import { logColumn } from "./logColumn";

/**
 * Writes k logs for each row. `truths` are log2 p of the true class. Beside them go log2(1 − p) of the true class and the
 * log of the bet on the modal class (columns.ts).
 */
export function rowLogs(p: usize, labels: usize, modal: usize, rows: i32, k: i32, truths: usize, logs: usize, rest: usize, modalBet: usize): void {
  logColumn(p, logs, rows * k, true);
  const width = (<usize>k) << 3;
  for (let r: i32 = 0; r < rows; r++, logs += width) {
    const at = (<usize>r) << 3;
    const own = logs + ((<usize>load<u16>(labels + ((<usize>r) << 1))) << 3);
    store<f64>(rest + at, load<f64>(own));
    store<f64>(own, load<f64>(truths + at));
    store<f64>(modalBet + at, load<f64>(logs + ((<usize>load<u16>(modal + ((<usize>r) << 1))) << 3)));
  }
}
