import type { Estimates, Labels } from '../../core/input.js';
import { settle } from '../../core/rounded.js';
import type { Treatment } from '../../core/treatment.js';

/** Rows of a few classes, dealt out as soon as they come, while they are near at hand: the estimates of one class after the other, each by true class and size. */
export interface DealtRows {
  rows: number;
  /** As keys (assembly/rank.ts). */
  keys: Float64Array;
  /** Where each bucket of a class ends. */
  ends: Uint32Array;
}

/** What is kept of some rows to rank them; it can be posted. */
export interface RowsPart {
  rows: number;
  /** Two classes: the estimate of the positive one, negative (also −0) where that is not the true one. */
  signed?: Float64Array;
  /** The same of the other class, where its estimates were given and not only what the first leaves over. */
  others?: Float64Array;
  /** More classes, or where all is wanted: the estimates as they came, and the true classes. */
  estimates?: Float64Array;
  labels?: Uint16Array;
  /** Beside whole rows, or dealt ones: how many there are of each true class. */
  ofClass?: Int32Array;
  /** Or rows of a few classes that were dealt out. */
  dealt?: DealtRows[];
  /** What each row counts, beside whole rows; 1 where there are none. */
  weights?: Float64Array;
}

/** Up to so many classes the sorted estimates of each true class are looked at side by side; of more they are sorted together. */
export const MOST_RUNS = 8;

const PART_SPARE = 1.1;

/** What the last part took, for the next. */
const usualRoom = { numbers: 0, labels: 0 };

/** Gathers what is needed to rank rows, which have been looked at, with their estimates settled, renormalized and held to the cutoff as they are scored. */
export class KeptRows {
  private numbers = new Float64Array(0);
  private others = new Float64Array(0);
  private labels = new Uint16Array(0);
  private weights = new Float64Array(0);
  private ofClass: Int32Array;
  private filled = 0;
  private rows = 0;
  private readonly signs: Float64Array;
  /** Whether whole rows are kept. */
  private readonly whole: boolean;
  /** Whether both of two classes have estimates of their own. */
  private readonly paired: boolean;
  private readonly width: number;

  constructor(
    private readonly treatment: Treatment,
    private readonly column: boolean,
    wanted: 'ranking' | 'all',
    /** Whether rows have weights: then whole rows are kept, and a weight beside each. */
    private readonly weighted = false,
    /** Whether several threads are to look at them. */
    private readonly shared = false,
  ) {
    const { names, positive } = treatment;
    this.whole = wanted === 'all' || weighted || names.length > 2;
    this.width = column ? 1 : names.length;
    this.paired = !this.whole && !column;
    this.ofClass = new Int32Array(names.length);
    this.signs = Float64Array.from(names, (_, i) => (i === positive ? 1 : -1));
  }

  /** `outside`: whether some of the estimates may lie outside of [0, 1], by rounding. */
  add(p: Estimates, labels: Labels, weights?: ArrayLike<number>, outside = true): void {
    const { width, whole, treatment } = this;
    const rows = labels.length;
    this.makeRoom(whole ? rows * width : rows, rows);
    const { numbers, others, filled } = this;
    if (whole) {
      numbers.set(p, filled);
      this.labels.set(labels, this.rows);
      for (let r = 0; r < rows; r++) this.ofClass[labels[r]]++;
      if (this.weighted) {
        if (weights) this.weights.set(weights, this.rows);
        else this.weights.fill(1, this.rows, this.rows + rows);
      }
      if (isTreated(treatment, outside)) treatRows(numbers.subarray(filled, filled + rows * width), rows, width, treatment, outside);
      this.filled += rows * width;
    } else {
      const { signs } = this;
      const { cutoff, positive } = treatment;
      const [low, high] = [cutoff.low, cutoff.high];
      const at = this.column ? 0 : positive;
      for (let r = 0; r < rows; r++) {
        let x = p[r * width + at];
        if (treatment.renormalize && width === 2) x = renormalized(x, p[r * 2] + p[r * 2 + 1]);
        if (x < low || x > high) x = x < low ? low : high;
        // + 0 makes −0 a 0: here the sign is the class's.
        numbers[filled + r] = (x + 0) * signs[labels[r]];
        if (width === 1) continue;
        x = p[r * 2 + 1 - at];
        if (treatment.renormalize) x = renormalized(x, p[r * 2] + p[r * 2 + 1]);
        if (x < low || x > high) x = x < low ? low : high;
        others[filled + r] = (x + 0) * -signs[labels[r]];
      }
      this.filled += rows;
    }
    this.rows += rows;
  }

  private makeRoom(more: number, rows: number): void {
    if (this.filled + more > this.numbers.length) {
      const larger = this.float64(Math.max(usualRoom.numbers, 2 * (this.filled + more)));
      larger.set(this.numbers.subarray(0, this.filled));
      this.numbers = larger;
      if (this.paired) {
        const other = this.float64(larger.length);
        other.set(this.others.subarray(0, this.filled));
        this.others = other;
      }
    }
    if (this.whole && this.rows + rows > this.labels.length) {
      const larger = new Uint16Array(Math.max(usualRoom.labels, 2 * (this.rows + rows)));
      larger.set(this.labels.subarray(0, this.rows));
      this.labels = larger;
      if (this.weighted) {
        const weights = new Float64Array(larger.length);
        weights.set(this.weights.subarray(0, this.rows));
        this.weights = weights;
      }
    }
  }

  private float64(length: number): Float64Array<ArrayBuffer> {
    return new Float64Array((this.shared ? new SharedArrayBuffer(8 * length) : new ArrayBuffer(8 * length)) as ArrayBuffer);
  }

  private ownWeights(): Float64Array {
    const copy = this.float64(this.rows);
    copy.set(this.weights.subarray(0, this.rows));
    return copy;
  }

  private ownLabels(): Uint16Array {
    const labels = this.labels.subarray(0, this.rows);
    if (!this.shared) return labels.slice();
    const copy = new Uint16Array(new SharedArrayBuffer(2 * this.rows));
    copy.set(labels);
    return copy;
  }

  /** What has gathered since the last time, in arrays of its own. */
  drain(): RowsPart {
    const { rows, filled } = this;
    // A little more than now is taken at once the next time: parts are mostly of a size, and growing means copying.
    usualRoom.numbers = Math.ceil(filled * PART_SPARE);
    usualRoom.labels = Math.ceil(rows * PART_SPARE);
    const own = (from: Float64Array): Float64Array => {
      if (filled * PART_SPARE * PART_SPARE >= from.length) return from.subarray(0, filled);
      const copy = this.float64(filled);
      copy.set(from.subarray(0, filled));
      return copy;
    };
    const part = this.whole
      ? { rows, estimates: own(this.numbers), labels: this.ownLabels(), ofClass: this.ofClass, ...(this.weighted ? { weights: this.ownWeights() } : {}) }
      : { rows, signed: own(this.numbers), ...(this.paired ? { others: own(this.others) } : {}) };
    this.numbers = new Float64Array(0);
    this.others = new Float64Array(0);
    this.ofClass = new Int32Array(this.ofClass.length);
    this.filled = 0;
    this.rows = 0;
    return part;
  }
}

/** Whether rows are kept otherwise than they come. */
export function isTreated({ renormalize, cutoff }: Treatment, outside: boolean): boolean {
  return renormalize || outside || cutoff.low > 0 || cutoff.high < 1;
}

/** Treats rows where they lie, as staging does. */
export function treatRows(p: Float64Array, rows: number, width: number, { renormalize, rounding, cutoff }: Treatment, outside: boolean): void {
  if (renormalize && width > 1)
    for (let r = 0; r < rows; r++) {
      let sum = 0;
      for (let i = r * width; i < (r + 1) * width; i++) sum += p[i];
      for (let i = r * width; i < (r + 1) * width; i++) p[i] = renormalized(p[i], sum, width);
    }
  if (outside) settle(p, rounding);
  if (cutoff.low > 0 || cutoff.high < 1) for (let i = 0; i < p.length; i++) p[i] = Math.min(cutoff.high, Math.max(cutoff.low, p[i]));
}

function renormalized(x: number, sum: number, k = 2): number {
  return Math.abs(sum - 1) <= k * Number.EPSILON || !(sum > 0 && sum < Infinity) ? x : x / sum;
}

/** The arrays that move with a part to another thread; those that are shared are there already. */
export function movedWith(part: RowsPart | undefined): ArrayBuffer[] {
  const dealt = part?.dealt?.map(({ keys }) => keys) ?? [];
  return [part?.signed, part?.others, part?.estimates, part?.labels, part?.weights, ...dealt].flatMap((array) =>
    array && array.buffer instanceof ArrayBuffer ? [array.buffer] : [],
  );
}
