import { log2 } from '../kernels/plain/log.js';
import { type Decompositions, decompositions } from './decomposition.js';
import { Pooling } from './isotonic.js';
import { type CalibrationError, errorOf, massTarget, placeOf, type ReliabilityBin, reliabilityBin } from './reliability.js';
import { type SpiegelhalterTest, spiegelhalter } from './spiegelhalter.js';

/** How well estimates of one kind keep what they say. */
export interface ClassCalibration {
  equalWidth: CalibrationError;
  equalMass: CalibrationError;
  spiegelhalter: SpiegelhalterTest;
  decompositions: Decompositions;
}

/** Products are closed into logs below this, so that none is lost to underflow. */
const SMALL = 1e-150;
/** What no estimate is: it closes the last group. */
const END = Float64Array.of(2);

/**
 * All of it in one pass over estimates sorted by size, which may come in pieces; negative (also −0) where it did not come true.
 * Sums are taken in that order, so they do not depend on the order of rows or on pieces.
 */
export class CalibrationPass {
  private open = -1;
  private positives = 0;
  private negatives = 0;
  private done = 0;
  private hits = 0;
  private place = -1;
  private masses = 0;
  private target: number;
  private quadratic = 0;
  private log = 0;
  private product = 1;
  private surplus = 0;
  private variance = 0;
  /** Rows, hits, Σ estimates and the lowest one of the bin at hand, by width and by mass. */
  private readonly byWidth = new Float64Array(4);
  private readonly byMass = new Float64Array(4);
  private readonly widthBins: ReliabilityBin[] = [];
  private readonly massBins: ReliabilityBin[] = [];
  private readonly pooling = new Pooling();

  /** `rows`: how many there will be in all; or what their weights sum up to. */
  constructor(
    private readonly rows: number,
    private readonly bins: number,
    private readonly z: number,
  ) {
    this.target = this.nextTarget();
  }

  /** A row of weight 2 is two rows, one of weight 0 none. */
  add(sorted: Float64Array, weights?: Float64Array): void {
    const { bins, pooling } = this;
    let { open, positives, negatives, quadratic, log, product, surplus, variance, done, hits } = this;
    let [widthSum, massSum] = [this.byWidth[2], this.byMass[2]];
    for (let r = 0; r < sorted.length; r++) {
      const x = sorted[r];
      const weight = weights ? weights[r] : 1;
      if (weight === 0) continue;
      const size = Math.abs(x);
      if (size !== open) {
        const n = positives + negatives;
        if (n > 0) {
          const f = n === 1 ? positives : positives / n;
          const rest = 1 - open;
          quadratic += n * (f * rest * rest + (1 - f) * open * open);
          // A sum of logs is the log of a product; equal estimates have one log together.
          if (positives === 1 && open >= SMALL) product *= open;
          else if (positives > 0) log += positives * log2(open);
          if (negatives === 1 && rest >= SMALL) product *= rest;
          else if (negatives > 0) log += negatives * log2(rest);
          if (product < SMALL) {
            log += log2(product);
            product = 1;
          }
          const turned = 1 - 2 * open;
          surplus += (positives - n * open) * turned;
          variance += n * (turned * turned * open * rest);
          pooling.add(open, positives, negatives);
          done += n;
          hits += positives;
          this.byWidth[0] += n;
          this.byWidth[1] += positives;
          this.byMass[0] += n;
          this.byMass[1] += positives;
        }
        const place = placeOf(size, bins);
        if (place !== this.place) {
          this.byWidth[2] = widthSum;
          this.close(this.byWidth, this.widthBins, open, size);
          widthSum = 0;
          this.place = place;
        }
        if (done >= this.target || open < 0 || size > 1) {
          this.byMass[2] = massSum;
          this.close(this.byMass, this.massBins, open, size);
          massSum = 0;
          while (this.target <= done) this.target = this.nextTarget();
        }
        positives = 0;
        negatives = 0;
        open = size;
      }
      widthSum += weight * size;
      massSum += weight * size;
      if (x < 0 || Object.is(x, -0)) negatives += weight;
      else positives += weight;
    }
    this.byWidth[2] = widthSum;
    this.byMass[2] = massSum;
    Object.assign(this, { open, positives, negatives, quadratic, log, product, surplus, variance, done, hits });
  }

  /** The rows that the bins of equal mass up to the next should hold. */
  private nextTarget(): number {
    return this.masses < this.bins ? massTarget(this.rows, ++this.masses, this.bins) : Infinity;
  }

  /** Closes a bin that ends with one estimate, where another begins. */
  private close(sums: Float64Array, bins: ReliabilityBin[], to: number, next: number): void {
    if (sums[0] > 0) bins.push(reliabilityBin(sums[0], sums[1], sums[2], sums[3], to, this.z));
    sums.fill(0);
    sums[3] = next;
  }

  finish(): ClassCalibration {
    this.add(END);
    const { done: rows } = this;
    const whole = { rows, frequency: this.hits / rows, quadratic: this.quadratic / rows, log: (0 - (this.log + log2(this.product))) / rows };
    return {
      equalWidth: errorOf('equal-width', this.widthBins, rows),
      equalMass: errorOf('equal-mass', this.massBins, rows),
      spiegelhalter: spiegelhalter(this.surplus, this.variance),
      decompositions: decompositions(whole, this.pooling.blocks(), this.massBins),
    };
  }
}

export function classCalibration(sorted: Float64Array, bins: number, z: number): ClassCalibration {
  const pass = new CalibrationPass(sorted.length, bins, z);
  pass.add(sorted);
  return pass.finish();
}
