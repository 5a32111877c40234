// The measures that bet on and against every class take the log of each 1 − p, and of the truth's p. Here the logs are
// made once, and all that several measures need of them is taken while they are in cache:
//   the generalized Bayesian reward (000 Def. 3): the mean over classes of 1 − log p/log q, or of 1 − p and 1 − q
//   the Bayesian reward (002 eq. 10): the mean of log2(p/q), or of 1 − p and 1 − q, as a sum of differences
//   the logs of what was left over for the truth, 1 − p_c, and of the modal bet (columns.ts)
// `own` holds log2 q, `other` log2(1 − q). Both rewards add up differences of logs: the prior itself earns exactly 0.

import { ONE } from "./constants";
import { log2Block, LOG_BLOCK } from "./log";

const RESTS = memory.data(LOG_BLOCK * 8, 16);

/** `truths` are log2 p of the true class; `logs` is room for as many numbers, two rows of them at least. */
export function bets(
  p: usize, labels: usize, modal: usize, rows: i32, k: i32, own: usize, other: usize, truths: usize, logs: usize, room: i32,
  bayesian: usize, generalized: usize, rest: usize, modalBet: usize,
): void {
  const most = (room / k) & ~1;
  while (rows > 0) {
    const n = min(most, rows);
    logsOfRests(p, n * k, logs);
    lookUp(labels, modal, n, k, other, truths, logs, rest, modalBet);
    rewards(labels, n, k, own, other, truths, logs, bayesian, generalized);
    rows -= n;
    p += (<usize>(n * k)) << 3;
    labels += (<usize>n) << 1;
    modal += (<usize>n) << 1;
    const step = (<usize>n) << 3;
    truths += step;
    bayesian += step;
    generalized += step;
    rest += step;
    modalBet += step;
  }
}

/** log2(1 − p) of n estimates. */
function logsOfRests(p: usize, n: i32, logs: usize): void {
  const one = v128.load(ONE);
  while (n > 0) {
    const size = min(n, LOG_BLOCK);
    const bytes = (<usize>size) << 3;
    const pairs = bytes & ~15;
    for (let at: usize = 0; at < pairs; at += 16) v128.store(RESTS + at, f64x2.sub(one, v128.load(p + at)));
    // An odd one goes with itself: there may be no memory behind it.
    if (pairs < bytes) v128.store(RESTS + pairs, f64x2.splat(1 - load<f64>(p + pairs)));
    log2Block(RESTS, logs, (bytes + 8) & ~15);
    n -= size;
    p += bytes;
    logs += bytes;
  }
}

/** Copies the logs of the truth's and of the modal class's bets; where the truth's was, its prior's stands afterwards. */
function lookUp(labels: usize, modal: usize, rows: i32, k: i32, other: usize, truths: usize, logs: usize, rest: usize, modalBet: usize): void {
  const width = (<usize>k) << 3;
  for (let r: i32 = 0; r < rows; r++, logs += width) {
    const at = (<usize>r) << 3;
    const c = (<usize>load<u16>(labels + ((<usize>r) << 1))) << 3;
    store<f64>(rest + at, load<f64>(logs + c));
    // No branch on whether the modal class is the true one: what is read is then what was just written.
    store<f64>(logs + c, load<f64>(truths + at));
    store<f64>(modalBet + at, load<f64>(logs + ((<usize>load<u16>(modal + ((<usize>r) << 1))) << 3)));
    store<f64>(logs + c, load<f64>(other + c));
  }
}

/** Both rewards, of two rows at a time. */
function rewards(labels: usize, rows: i32, k: i32, own: usize, other: usize, truths: usize, logs: usize, bayesian: usize, generalized: usize): void {
  const width = (<usize>k) << 3;
  const classes = f64x2.splat(<f64>k);
  const share = f64x2.splat(1 / <f64>k);
  const none = f64x2.splat(0);
  for (let r: i32 = 0; r < rows; r += 2, logs += width << 1) {
    const paired = r + 1 < rows;
    const at = (<usize>r) << 3;
    const next = paired ? logs + width : logs;
    const c0 = (<usize>load<u16>(labels + ((<usize>r) << 1))) << 3;
    const c1 = paired ? (<usize>load<u16>(labels + ((<usize>r) << 1), 2)) << 3 : c0;
    let ahead = none;
    let shares = none;
    for (let i: usize = 0; i < width; i += 8) {
      const q = v128.load64_splat(other + i);
      const d = f64x2.sub(v128.load64_lane(next + i, v128.load64_zero(logs + i), 1), q);
      ahead = f64x2.add(ahead, d);
      shares = f64x2.sub(shares, f64x2.div(d, q));
    }
    const q = v128.load64_lane(own + c1, v128.load64_zero(own + c0), 1);
    const truth = v128.load64_zero(truths + at);
    const d = f64x2.sub(paired ? v128.load64_lane(truths + at, truth, 1, 8) : truth, q);
    const bits = f64x2.mul(share, f64x2.add(ahead, d));
    const parts = f64x2.div(f64x2.sub(shares, f64x2.div(d, q)), classes);
    if (paired) {
      v128.store(bayesian + at, bits);
      v128.store(generalized + at, parts);
    } else {
      store<f64>(bayesian + at, f64x2.extract_lane(bits, 0));
      store<f64>(generalized + at, f64x2.extract_lane(parts, 0));
    }
  }
}

/** The same of one column of P(positive), where the truth's p is what the other class leaves over. */
export function betsOfColumn(labels: usize, rows: i32, own: usize, other: usize, truths: usize, bayesian: usize, generalized: usize): void {
  for (let r: i32 = 0; r < rows; r++) {
    const at = (<usize>r) << 3;
    const c = (<usize>load<u16>(labels + ((<usize>r) << 1))) << 3;
    const y = load<f64>(truths + at);
    const qo = load<f64>(other + (8 - c));
    const q = load<f64>(own + c);
    store<f64>(bayesian + at, 0.5 * ((y - qo) + (y - q)));
    store<f64>(generalized + at, (0 - (y - qo) / qo - (y - q) / q) / 2);
  }
}
