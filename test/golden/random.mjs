/** Whole numbers from a seed (xorshift32): the same on every machine, since nothing but integers is involved. */
export function integers(seed) {
  let state = seed >>> 0 || 1;
  /** A number from 0 to n − 1. */
  return (n) => {
    state ^= state << 13;
    state >>>= 0;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state % n;
  };
}

/** 0 to n − 1 in random order. */
export function shuffled(n, next) {
  const order = Array.from({ length: n }, (_, i) => i);
  for (let i = n - 1; i > 0; i--) {
    const j = next(i + 1);
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}
