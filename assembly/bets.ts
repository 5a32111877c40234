// The measures that bet on and against every class take the log of each 1 − p, and of the truth's p. Here the logs are
// made once, and all that several measures need of them is taken while they are in cache:
//   the generalized Bayesian reward (Hope & Korb 2002, Def. 3): the mean over classes of 1 − log p/log q, or of 1 − p and 1 − q
//   the Bayesian reward (Hope & Korb 2004, eq. 10): the mean of log2(p/q), or of 1 − p and 1 − q, as a sum of differences
//   the logs of what was left over for the truth, 1 − p_c, and of the modal bet (columns.ts)
// The prior comes as four numbers a class: log2 q and log2(1 − q), and what a difference from each, times 2^64, is
// multiplied by rather than divided by them; the 2^64 keeps that a number where a prior is denormal. Both rewards add up
// differences of logs, so the prior itself earns exactly 0. `certain` is what the sum for the generalized reward comes to
// for certainty, k but for rounding: divided by that, certainty earns exactly 1.

import { logColumn } from "./logColumn";

/** The prior's four numbers, in bytes: log2 q, its weight, log2(1 − q), its weight. */
const OWN_WEIGHT: usize = 8;
const OTHER: usize = 16;
const OTHER_WEIGHT: usize = 24;

const PAIR = memory.data(32, 16);

/** `truths` are log2 p of the true class; `logs` is room for as many numbers, two rows of them at least. */
export function bets(
  p: usize, labels: usize, modal: usize, rows: i32, k: i32, prior: usize, certain: usize, truths: usize, logs: usize, room: i32,
  bayesian: usize, generalized: usize, rest: usize, modalBet: usize,
): void {
  const most = (room / k) & ~1;
  while (rows > 0) {
    const n = min(most, rows);
    logColumn(p, logs, n * k, true);
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

/** Copies the logs of the truth's and of the modal class's bets; where the truth's was, its prior's stands afterwards. */
function lookUp(labels: usize, modal: usize, rows: i32, k: i32, prior: usize, truths: usize, logs: usize, rest: usize, modalBet: usize): void {
  const width = (<usize>k) << 3;
  for (let r: i32 = 0; r < rows; r++, logs += width) {
    const at = (<usize>r) << 3;
    const label = <usize>load<u16>(labels + ((<usize>r) << 1));
    const c = label << 3;
    store<f64>(rest + at, load<f64>(logs + c));
    // No branch on whether the modal class is the true one, which could not be predicted.
    const m = <usize>load<u16>(modal + ((<usize>r) << 1));
    const bet = logs + (m << 3);
    store<f64>(modalBet + at, load<f64>(bet + ((truths + at - bet) & -usize(m == label))));
    store<f64>(logs + c, load<f64>(prior + (label << 5), OTHER));
  }
}

/** Both rewards, of two rows at a time; an odd one goes with itself. */
function rewards(labels: usize, rows: i32, k: i32, prior: usize, certain: usize, truths: usize, logs: usize, bayesian: usize, generalized: usize): void {
  const width = (<usize>k) << 3;
  const end = truths + ((<usize>(rows & ~1)) << 3);
  for (; truths < end; truths += 16, labels += 4, logs += width << 1, bayesian += 16, generalized += 16) {
    rewardsOfTwo(load<u16>(labels), load<u16>(labels, 2), k, prior, certain, v128.load(truths), logs, logs + width, bayesian, generalized);
  }
  if (!(rows & 1)) return;
  rewardsOfTwo(load<u16>(labels), load<u16>(labels), k, prior, certain, v128.load64_splat(truths), logs, logs, PAIR, PAIR + 16);
  store<f64>(bayesian, load<f64>(PAIR));
  store<f64>(generalized, load<f64>(PAIR + 16));
}

// @ts-ignore: decorator
@inline
function rewardsOfTwo(
  label0: u32, label1: u32, k: i32, prior: usize, certain: usize, truths: v128, logs0: usize, logs1: usize, bayesian: usize, generalized: usize,
): void {
  const own0 = prior + ((<usize>label0) << 5);
  const own1 = prior + ((<usize>label1) << 5);
  const scale = f64x2.splat(18446744073709551616.0);
  let ahead = f64x2.splat(0);
  let shares = f64x2.splat(0);
  for (const end = prior + ((<usize>k) << 5); prior < end; prior += 32, logs0 += 8, logs1 += 8) {
    const d = f64x2.sub(v128.load64_lane(logs1, v128.load64_zero(logs0), 1), v128.load64_splat(prior, OTHER));
    ahead = f64x2.add(ahead, d);
    shares = f64x2.add(shares, f64x2.mul(f64x2.mul(d, scale), v128.load64_splat(prior, OTHER_WEIGHT)));
  }
  const u = v128.load(own0);
  const v = v128.load(own1);
  const d = f64x2.sub(truths, v128.shuffle<f64>(u, v, 0, 2));
  v128.store(bayesian, f64x2.mul(f64x2.splat(1 / <f64>k), f64x2.add(ahead, d)));
  shares = f64x2.add(shares, f64x2.mul(f64x2.mul(d, scale), v128.shuffle<f64>(u, v, 1, 3)));
  const whole = v128.load64_lane(certain + ((<usize>label1) << 3), v128.load64_zero(certain + ((<usize>label0) << 3)), 1);
  v128.store(generalized, f64x2.div(f64x2.sub(f64x2.splat(0), shares), whole));
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
