// The measures that bet on and against every class take the log of each 1 − p, and of the truth's p. Here the logs are
// made once, and all that several measures need of them is taken while they are in cache:
//   the generalized Bayesian reward (000 Def. 3): the mean over classes of 1 − log p/log q, or of 1 − p and 1 − q
//   the Bayesian reward (002 eq. 10): the mean of log2(p/q), or of 1 − p and 1 − q, as a sum of differences
//   the logs of what was left over for the truth, 1 − p_c, and of the modal bet (columns.ts)
// The prior comes as four numbers a class: log2 q and log2(1 − q), and what a difference from each, times 2^64, is
// multiplied by rather than divided by them; the 2^64 keeps that a number where a prior is denormal. Both rewards add up
// differences of logs, so the prior itself earns exactly 0. `certain` is what the sum for the generalized reward comes to
// for certainty, k but for rounding: divided by that, certainty earns exactly 1.

import { ONE } from "./constants";
import { log2Block, LOG_BLOCK } from "./log";

/** The prior's four numbers, in bytes: log2 q, its weight, log2(1 − q), its weight. */
const OWN_WEIGHT: usize = 8;
const OTHER: usize = 16;
const OTHER_WEIGHT: usize = 24;

const RESTS = memory.data(LOG_BLOCK * 8, 16);

/** `truths` are log2 p of the true class; `logs` is room for as many numbers, two rows of them at least. */
export function bets(
  p: usize, labels: usize, modal: usize, rows: i32, k: i32, prior: usize, certain: usize, truths: usize, logs: usize, room: i32,
  bayesian: usize, generalized: usize, rest: usize, modalBet: usize,
): void {
  const most = (room / k) & ~1;
  while (rows > 0) {
    const n = min(most, rows);
    logsOfRests(p, n * k, logs);
    lookUp(labels, modal, n, k, prior, truths, logs, rest, modalBet);
    rewards(labels, n, k, prior, certain, truths, logs, bayesian, generalized);
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
function lookUp(labels: usize, modal: usize, rows: i32, k: i32, prior: usize, truths: usize, logs: usize, rest: usize, modalBet: usize): void {
  const width = (<usize>k) << 3;
  for (let r: i32 = 0; r < rows; r++, logs += width) {
    const at = (<usize>r) << 3;
    const label = <usize>load<u16>(labels + ((<usize>r) << 1));
    const c = label << 3;
    store<f64>(rest + at, load<f64>(logs + c));
    // No branch on whether the modal class is the true one: what is read is then what was just written.
    store<f64>(logs + c, load<f64>(truths + at));
    store<f64>(modalBet + at, load<f64>(logs + ((<usize>load<u16>(modal + ((<usize>r) << 1))) << 3)));
    store<f64>(logs + c, load<f64>(prior + (label << 5), OTHER));
  }
}

/** Both rewards, of two rows at a time, two classes at a time. */
function rewards(labels: usize, rows: i32, k: i32, prior: usize, certain: usize, truths: usize, logs: usize, bayesian: usize, generalized: usize): void {
  const width = (<usize>k) << 3;
  const pairs = width & ~15;
  const share = f64x2.splat(1 / <f64>k);
  const none = f64x2.splat(0);
  const scale = f64x2.splat(18446744073709551616.0);
  for (let r: i32 = 0; r < rows; r += 2, logs += width << 1) {
    // An odd row goes with itself.
    const paired = r + 1 < rows;
    const at = (<usize>r) << 3;
    const next = paired ? logs + width : logs;
    const c0 = <usize>load<u16>(labels + ((<usize>r) << 1));
    const c1 = paired ? <usize>load<u16>(labels + ((<usize>r) << 1), 2) : c0;
    let ahead = none;
    let shares = none;
    let q = prior;
    for (let i: usize = 0; i < pairs; i += 16, q += 64) {
      const x = v128.load(logs + i);
      const y = v128.load(next + i);
      const d0 = f64x2.sub(v128.shuffle<f64>(x, y, 0, 2), v128.load64_splat(q, OTHER));
      ahead = f64x2.add(ahead, d0);
      shares = f64x2.add(shares, f64x2.mul(f64x2.mul(d0, scale), v128.load64_splat(q, OTHER_WEIGHT)));
      const d1 = f64x2.sub(v128.shuffle<f64>(x, y, 1, 3), v128.load64_splat(q, 32 + OTHER));
      ahead = f64x2.add(ahead, d1);
      shares = f64x2.add(shares, f64x2.mul(f64x2.mul(d1, scale), v128.load64_splat(q, 32 + OTHER_WEIGHT)));
    }
    if (pairs < width) {
      const d = f64x2.sub(v128.load64_lane(next + pairs, v128.load64_zero(logs + pairs), 1), v128.load64_splat(q, OTHER));
      ahead = f64x2.add(ahead, d);
      shares = f64x2.add(shares, f64x2.mul(f64x2.mul(d, scale), v128.load64_splat(q, OTHER_WEIGHT)));
    }
    const own0 = v128.load(prior + (c0 << 5));
    const own1 = v128.load(prior + (c1 << 5));
    const truth = v128.load64_zero(truths + at);
    const d = f64x2.sub(paired ? v128.load64_lane(truths + at, truth, 1, 8) : truth, v128.shuffle<f64>(own0, own1, 0, 2));
    const bits = f64x2.mul(share, f64x2.add(ahead, d));
    shares = f64x2.add(shares, f64x2.mul(f64x2.mul(d, scale), v128.shuffle<f64>(own0, own1, 1, 3)));
    const parts = f64x2.div(f64x2.sub(none, shares), v128.load64_lane(certain + (c1 << 3), v128.load64_zero(certain + (c0 << 3)), 1));
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
export function betsOfColumn(labels: usize, rows: i32, prior: usize, certain: usize, truths: usize, bayesian: usize, generalized: usize): void {
  for (let r: i32 = 0; r < rows; r++) {
    const at = (<usize>r) << 3;
    const c = <usize>load<u16>(labels + ((<usize>r) << 1));
    const own = prior + (c << 5);
    const other = prior + ((1 - c) << 5);
    const y = load<f64>(truths + at);
    const a = y - load<f64>(other, OTHER);
    const b = y - load<f64>(own);
    store<f64>(bayesian + at, 0.5 * (a + b));
    const shares = a * 18446744073709551616.0 * load<f64>(other, OTHER_WEIGHT) + b * 18446744073709551616.0 * load<f64>(own, OWN_WEIGHT);
    store<f64>(generalized + at, (0 - shares) / load<f64>(certain + (c << 3)));
  }
}
