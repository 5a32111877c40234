import { exp } from './exp.js';

/** Rational approximations of the error function and its complement, as Moshier's Cephes library (1989) gives them; highest power first. */
const ERF = [
  [9.604973739870516, 90.02601972038427, 2232.005345946843, 7003.325141128051, 55592.30130103949],
  [1, 33.56171416475031, 521.3579497801527, 4594.323829709801, 22629.000061389095, 49267.39426086359],
] as const;
/** From 1 to 8. */
const ERFC_NEAR = [
  [
    2.461969814735305e-10, 0.5641895648310689, 7.463210564422699, 48.63719709856814, 196.5208329560771, 526.4451949954773, 934.5285271719576,
    1027.5518868951572, 557.5353353693994,
  ],
  [
    1, 13.228195115474499, 86.70721408859897, 354.9377788878199, 975.7085017432055, 1823.9091668790973, 2246.3376081871097, 1656.6630919416134,
    557.5353408177277,
  ],
] as const;
const ERFC_FAR = [
  [0.5641895835477551, 1.275366707599781, 5.019050422511805, 6.160210979930536, 7.4097426995044895, 2.9788666537210022],
  [1, 2.2605286322011726, 9.396035249380015, 12.048953980809666, 17.08144507475659, 9.608968090632859, 3.369076451000815],
] as const;
/** What exp takes to 0. */
const UNDERFLOW = 709.782712893384;

/** The probability that a standard normal lies below z, to the bits of Cephes: what is left of 1 − Φ in a far tail depends on them. */
export function normalBelow(z: number): number {
  const x = z * Math.SQRT1_2;
  if (Math.abs(x) < Math.SQRT1_2) return 0.5 + 0.5 * erf(x);
  const tail = 0.5 * erfc(Math.abs(x));
  return x > 0 ? 1 - tail : tail;
}

/** For |x| up to 1. */
function erf(x: number): number {
  const square = x * x;
  return (x * at(ERF[0], square)) / at(ERF[1], square);
}

/** For positive x. */
function erfc(x: number): number {
  if (x < 1) return 1 - erf(x);
  if (x * x > UNDERFLOW) return 0;
  const [above, below] = x < 8 ? ERFC_NEAR : ERFC_FAR;
  return (exp(-x * x) * at(above, x)) / at(below, x);
}

function at(coefficients: readonly number[], x: number): number {
  let value = coefficients[0];
  for (let i = 1; i < coefficients.length; i++) value = value * x + coefficients[i];
  return value;
}

/** The z above which a standard normal lies with a probability, for probabilities up to ½: Newton's method on its tail. */
export function normalAbove(probability: number): number {
  let z = 0;
  for (let i = 0; i < 60; i++) {
    const density = Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
    const step = (normalBelow(-z) - probability) / density;
    z += step;
    if (Math.abs(step) < 1e-15) break;
  }
  return z;
}
