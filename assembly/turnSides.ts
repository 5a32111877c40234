/**
 * Kononenko & Bratko's information (Hope & Korb 2004, eq. 3) turns at the prior q of the true class: log2 p counts from
 * there upwards, log2(1 − p) below. While q is not known rows are kept apart by four cuts for each class, in order:
 *   below the first: group 0, which needs log2(1 − p) alone · from the fourth on: group 2, log2 p alone
 *   from the second to the third: group 1 with log2 p, and listed once more in group 3 with log2(1 − p)
 *   from the first to the second, or the third to the fourth: q may be among these estimates, and they are kept themselves
 * `f` are the estimates of the true class; groups are four to a class, and one behind all for rows that are kept.
 * Writes to `counts` how many were kept, and how many are listed once more.
 */
export function turnSides(
  f: usize, truths: usize, rest: usize, labels: usize, weights: usize, rows: i32, k: i32, cuts: usize,
  values: usize, groups: usize, kept: usize, keptClasses: usize, keptWeights: usize, again: usize, againGroups: usize, againWeights: usize, counts: usize,
): void {
  let keeping: usize = 0;
  let listing: usize = 0;
  for (let r: i32 = 0; r < rows; r++) {
    const at = (<usize>r) << 3;
    const c = <u32>load<u16>(labels + (at >> 2));
    const p = load<f64>(f + at);
    const cut = cuts + ((<usize>c) << 5);
    const part = u32(p >= load<f64>(cut)) + u32(p >= load<f64>(cut, 8)) + u32(p >= load<f64>(cut, 16)) + u32(p >= load<f64>(cut, 24));
    const z = load<f64>(rest + at);
    // The address is chosen, not the number: V8 would branch, and could not predict where to.
    store<f64>(values + at, load<f64>(truths + at + ((rest - truths) & -usize(part == 0))));
    const group = (c << 2) + (part >> 1);
    store<u32>(groups + (at >> 1), select<u32>(<u32>k << 2, group, part & 1));
    if (part & 1) {
      store<f64>(kept + (keeping << 3), p);
      store<u16>(keptClasses + (keeping << 1), <u16>c);
      if (weights) store<f64>(keptWeights + (keeping << 3), load<f64>(weights + at));
      keeping++;
    } else if (part == 2) {
      store<f64>(again + (listing << 3), z);
      store<u32>(againGroups + (listing << 2), group + 2);
      if (weights) store<f64>(againWeights + (listing << 3), load<f64>(weights + at));
      listing++;
    }
  }
  store<i32>(counts, <i32>keeping);
  store<i32>(counts, <i32>listing, 4);
}
