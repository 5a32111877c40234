/** Rational approximations of the error function and its complement, as Moshier's Cephes library (1989) gives them; highest power first. */
const ERF = [
  [9.60497373987051638749, 9.00260197203842689217e1, 2.23200534594684319226e3, 7.00332514112805075473e3, 5.55923013010394962768e4],
  [1, 3.35617141647503099647e1, 5.21357949780152679795e2, 4.59432382970980127987e3, 2.26290000613890934246e4, 4.92673942608635921086e4],
] as const;
/** From 1 to 8. */
const ERFC_NEAR = [
  [
    2.46196981473530512524e-10, 5.64189564831068821977e-1, 7.46321056442269912687, 4.86371970985681366614e1, 1.96520832956077098242e2, 5.26445194995477358631e2,
    9.3452852717195760754e2, 1.02755188689515710272e3, 5.57535335369399327526e2,
  ],
  [
    1, 1.32281951154744992508e1, 8.67072140885989742329e1, 3.54937778887819891062e2, 9.75708501743205489753e2, 1.82390916687909736289e3,
    2.24633760818710981792e3, 1.65666309194161350182e3, 5.57535340817727675546e2,
  ],
] as const;
const ERFC_FAR = [
  [5.64189583547755073984e-1, 1.27536670759978104416, 5.01905042251180477414, 6.16021097993053585195, 7.4097426995044893916, 2.9788666537210024067],
  [1, 2.2605286322011727659, 9.39603524938001434673, 1.20489539808096656605e1, 1.70814450747565897222e1, 9.60896809063285878198, 3.3690764510008151605],
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
  return (Math.exp(-x * x) * at(above, x)) / at(below, x);
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
