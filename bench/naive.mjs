// What one would write first: a log for every factor. No checks, no zeros, no ties.

/** Lemma 1's four sums from one column of P(positive). */
export function tallyColumn(p, labels) {
  const sums = new Float64Array(4);
  let [w, x, y, z] = sums;
  for (let r = 0; r < labels.length; r++) {
    const q = p[r];
    if (labels[r] === 1) {
      if (q >= 0.5) w += Math.log(q);
      else z += Math.log(q);
    } else if (q >= 0.5) x += Math.log(1 - q);
    else y += Math.log(1 - q);
  }
  sums.set([w, x, y, z]);
  return sums;
}

/** The 2k sums of k classes. */
export function tally(p, labels, k) {
  const sums = new Float64Array(2 * k);
  for (let r = 0; r < labels.length; r++) {
    const c = labels[r];
    for (let i = 0; i < k; i++) {
      const x = p[r * k + i];
      if (i === c) sums[i] += Math.log(x);
      else sums[k + i] += Math.log(1 - x);
    }
  }
  return sums;
}

/** bayesianReward of each row. */
export function bayesianReward(p, labels, k, prior, out) {
  for (let r = 0; r < labels.length; r++) {
    const c = labels[r];
    let bits = 0;
    for (let i = 0; i < k; i++) {
      const x = p[r * k + i];
      bits += i === c ? Math.log2(x / prior[i]) : Math.log2((1 - x) / (1 - prior[i]));
    }
    out[r] = bits / k;
  }
  return out;
}
