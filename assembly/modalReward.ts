import { ONE } from "./constants";

/**
 * The Bayesian reward of the modal class (Hope & Korb 2002, Def. 2), from log2 of `modalBet` and of the prior, as bets.ts has it:
 * 1 − log p_m / log q_m, or of 1 − p_m and 1 − q_m.
 */
export function modalReward(logs: usize, labels: usize, modal: usize, rows: i32, prior: usize, out: usize): void {
  const one = v128.load(ONE);
  for (let r: i32 = 0; r < rows; r += 2) {
    // An odd row goes with itself.
    const next = r + 1 < rows ? r + 1 : r;
    const q = v128.load64_lane(priorOf(labels, modal, next, prior), v128.load64_zero(priorOf(labels, modal, r, prior)), 1);
    const at = (<usize>r) << 3;
    const x = v128.load64_lane(logs + ((<usize>next) << 3), v128.load64_zero(logs + at), 1);
    const y = f64x2.sub(one, f64x2.div(x, q));
    if (next > r) v128.store(out + at, y);
    else store<f64>(out + at, f64x2.extract_lane(y, 0));
  }
}

/** Where the log is that goes with a row: no branch on whether the modal class is the true one. */
// @ts-ignore: decorator
@inline
function priorOf(labels: usize, modal: usize, r: i32, prior: usize): usize {
  const m = load<u16>(modal + ((<usize>r) << 1));
  return prior + ((<usize>m) << 5) + ((<usize>i32(m != load<u16>(labels + ((<usize>r) << 1)))) << 4);
}
