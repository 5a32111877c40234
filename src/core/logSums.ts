/** What a tally amounts to: what every reward that it determines is a function of. Sums are in nats, −∞ where a factor was 0. */
export interface Statistics {
  k: number;
  /** Where rows have weights, what they weigh; so it is with all counts here. */
  rows: number;
  /** Rows of each class. */
  counts: Float64Array;
  /** Rows whose modal class is the true one. */
  hits: number;
  /** For each class i: Σ ln p_i over its rows, and Σ ln(1 − p_i) over the others. */
  A: Float64Array;
  B: Float64Array;
  /** The same where i is the modal class: over its rows, and over the others. */
  G: Float64Array;
  H: Float64Array;
}
