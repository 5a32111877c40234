// Seeded test sets: estimates of k classes, row by row, and labels drawn from them.

/** A small, fast generator (SplitMix32 by way of Math.imul): enough for data to time. */
export function random(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    let z = state;
    z = Math.imul(z ^ (z >>> 16), 0x85ebca6b);
    z = Math.imul(z ^ (z >>> 13), 0xc2b2ae35);
    return ((z ^ (z >>> 16)) >>> 0) / 4294967296;
  };
}

/** Fills a chunk: k estimates to a row, or one column of P(positive) for k = 1. */
export function fill({ probabilities, labels }, k, seed = 1) {
  const next = random(seed);
  for (let r = 0; r < labels.length; r++) {
    if (k === 1) {
      probabilities[r] = 0.001 + 0.998 * next();
      labels[r] = next() < probabilities[r] ? 1 : 0;
      continue;
    }
    let sum = 0;
    for (let i = 0; i < k; i++) {
      const x = 0.001 + next() ** 3;
      probabilities[r * k + i] = x;
      sum += x;
    }
    let rest = next();
    let label = k - 1;
    for (let i = 0; i < k; i++) {
      probabilities[r * k + i] /= sum;
      rest -= probabilities[r * k + i];
      if (rest < 0 && label === k - 1) label = i;
    }
    labels[r] = label;
  }
}
