const f = Math.fround;

/** Deviations of the normal distribution, which the programs look up, on straight lines between them. */
const CONFIDENCES = [0, 0.001, 0.005, 0.01, 0.05, 0.1, 0.2, 0.4, 1].map(f);
const DEVIATIONS = [4, 3.09, 2.58, 2.33, 1.65, 1.28, 0.84, 0.25, 0].map(f);

/**
 * Errors to be added to e of n, so that the sum is the upper confidence limit (Quinlan 1993, §4.2), in single precision. Between no error and one it lies on a
 * straight line; in C5.0 only where n is above 1.
 */
export function extraErrors(confidence: number, lineAbove: number): (n: number, e: number) => number {
  const limit = Math.max(f(confidence), 1e-6);
  const square = squaredDeviation(f(confidence));
  const none = (n: number): number => f(n * (1 - Math.exp(Math.log(limit) / n)));
  const some = (n: number, e: number): number => {
    if (e + 0.5 >= n) return f(0.67 * f(n - e));
    const root = Math.sqrt(square * ((e + 0.5) * (1 - (e + 0.5) / n) + f(square / 4)));
    const rate = f((e + 0.5 + f(square / 2) + root) / f(n + square));
    return f(f(n * rate) - e);
  };
  return (n, e) => {
    if (e < 1e-6) return none(n);
    if (!(n > lineAbove && e < 0.9999)) return some(n, e);
    const without = none(n);
    return f(without + f(e * f(some(n, 1) - without)));
  };
}

function squaredDeviation(confidence: number): number {
  let i = 1;
  while (confidence > CONFIDENCES[i]) i++;
  const [low, high] = [CONFIDENCES[i - 1], CONFIDENCES[i]];
  const z = f(DEVIATIONS[i - 1] + f(f(f(DEVIATIONS[i] - DEVIATIONS[i - 1]) * f(confidence - low)) / f(high - low)));
  return f(z * z);
}
