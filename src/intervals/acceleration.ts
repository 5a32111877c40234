/**
 * The acceleration of a BCa interval, from the jackknife: Σ d³ / (6 (Σ d²)^1.5), d = mean of the θ₍ᵢ₎ − θ₍ᵢ₎ (Efron 1987, eq. 6.6).
 *
 * @example
 * ```ts
 * import { acceleration } from 'fairbits';
 *
 * // Medians of 1, 2, 3, 4, 10, leaving out each value in turn.
 * acceleration([3.5, 3.5, 3, 2.5, 2.5]); // → 0
 * ```
 */
export function acceleration(leftOut: ArrayLike<number>): number {
  const n = leftOut.length;
  let mean = 0;
  for (let i = 0; i < n; i++) mean += leftOut[i] / n;
  let squares = 0;
  let cubes = 0;
  for (let i = 0; i < n; i++) {
    const d = mean - leftOut[i];
    squares += d * d;
    cubes += d * d * d;
  }
  return accelerationOf(squares, cubes);
}

/**
 * Of a mean: leaving row i out moves it by (x̄ − xᵢ)/(n − 1), so d is xᵢ − x̄ but for a factor that cancels.
 *
 * @example
 * ```ts
 * import { accelerationOfMean } from 'fairbits';
 *
 * accelerationOfMean(Float64Array.of(1, 2, 3, 4, 10)); // → 0.08485
 * ```
 */
export function accelerationOfMean(values: Float64Array, mean = meanOf(values)): number {
  return accelerationFrom(cubesAbout(values, mean));
}

/** Sums of squares and cubes about a centre; those of parts add up. */
interface Cubes {
  squares: number;
  cubes: number;
}

/** `weights` say how often each counts; once by default. */
export function cubesAbout(values: Float64Array, centre: number, weights?: Float64Array): Cubes {
  let squares = 0;
  let cubes = 0;
  for (let r = 0; r < values.length; r++) {
    const d = values[r] - centre;
    const often = weights ? weights[r] : 1;
    if (often === 0) continue;
    squares += often * (d * d);
    cubes += often * (d * d * d);
  }
  return { squares, cubes };
}

export function accelerationFrom({ squares, cubes }: Cubes): number {
  return accelerationOf(squares, cubes);
}

function accelerationOf(squares: number, cubes: number): number {
  // A constant has no skew.
  return squares === 0 ? 0 : cubes / (6 * squares * Math.sqrt(squares));
}

function meanOf(values: Float64Array): number {
  return values.reduce((sum, x) => sum + x, 0) / values.length;
}
