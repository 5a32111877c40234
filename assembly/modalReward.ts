/** The Bayesian reward of the modal class (000 Def. 2), from log2 of `modalBet` and of the prior: 1 − log p_m / log q_m, or of 1 − p_m and 1 − q_m. */
export function modalReward(logs: usize, labels: usize, modal: usize, rows: i32, own: usize, other: usize, out: usize): void {
  for (let r: i32 = 0; r < rows; r++) {
    const m = <usize>load<u16>(modal + ((<usize>r) << 1));
    const prior = m == <usize>load<u16>(labels + ((<usize>r) << 1)) ? own : other;
    store<f64>(out + ((<usize>r) << 3), 1 - load<f64>(logs + ((<usize>r) << 3)) / load<f64>(prior + (m << 3)));
  }
}
