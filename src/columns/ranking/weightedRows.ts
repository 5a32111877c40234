import { checkWeights as check } from '../../core/weights.js';
import type { Kernels } from '../../kernels/kernels.js';
import type { RowsPart } from './keptRows.js';
import type { PairTable } from './multiclass.js';
import type { Groups } from './rankStatistics.js';

/** Weights of rows: finite, 0 or more, one for each. Undefined where all are 1, which is to say that there are none. */
export function weightsForRanking(weights: ArrayLike<number> | undefined, rows: number): Float64Array | undefined {
  if (!weights) return undefined;
  const all = Float64Array.from(weights);
  check(all, rows);
  return all.every((weight) => weight === 1) ? undefined : all;
}

/** Weights by estimate: of each class, those of its rows summed up for every estimate that occurs, from the lowest up. */
interface WeightedColumn {
  values: Float64Array;
  ofClass: Float64Array[];
}

/** Rows in parts that have weights, looked at column by column. Rows of weight 0 are as good as absent. */
export class WeightedParts {
  constructor(
    private readonly parts: readonly RowsPart[],
    private readonly k: number,
    /** Of two classes in a single column, whose estimates it holds. */
    private readonly positive: number,
  ) {}

  /** What each class's rows weigh. */
  totals(): Float64Array {
    const totals = new Float64Array(this.k);
    for (const { labels, weights } of this.parts) for (let r = 0; r < (labels?.length ?? 0); r++) totals[(labels as Uint16Array)[r]] += weights?.[r] ?? 1;
    return totals;
  }

  /** The estimates of class i. */
  column(kernels: Kernels, i: number): WeightedColumn {
    return this.gather(
      kernels,
      this.k,
      (part) => classColumn(part, this.k, this.positive, i),
      ({ labels }) => labels as Uint16Array,
    );
  }

  /** The estimates of modal classes; class 1 of the two is that they were the true ones. */
  modal(kernels: Kernels): WeightedColumn {
    const modal = new Map(this.parts.map((part) => [part, modalColumn(part, this.k, this.positive)]));
    return this.gather(
      kernels,
      2,
      (part) => modal.get(part) as Float64Array,
      (part) => Uint16Array.from(modal.get(part) as Float64Array, (x) => (x > 0 ? 1 : 0)),
    );
  }

  /** Sums weights up by estimate and class: estimates are sorted, and each row then looks for its own. */
  private gather(kernels: Kernels, classes: number, signed: (part: RowsPart) => Float64Array, classOf: (part: RowsPart) => Uint16Array): WeightedColumn {
    const rows = this.parts.reduce((sum, part) => sum + part.rows, 0);
    const sorted = kernels.float64(rows);
    const room = kernels.float64(rows);
    let filled = 0;
    for (const part of this.parts) {
      const own = signed(part);
      for (let r = 0; r < part.rows; r++) if (part.weights?.[r] !== 0) sorted[filled++] = Math.abs(own[r]);
    }
    kernels.sortBySize(sorted, filled, room);
    let groups = 0;
    for (let r = 0; r < filled; r++) if (groups === 0 || sorted[r] !== sorted[groups - 1]) sorted[groups++] = sorted[r];
    const values = sorted.slice(0, groups);
    kernels.free(sorted);
    kernels.free(room);
    const ofClass = Array.from({ length: classes }, () => new Float64Array(groups));
    for (const part of this.parts) {
      const own = signed(part);
      const labels = classOf(part);
      for (let r = 0; r < part.rows; r++) {
        const weight = part.weights?.[r] ?? 1;
        if (weight === 0) continue;
        const p = Math.abs(own[r]);
        let [low, high] = [0, groups - 1];
        while (low < high) {
          const middle = (low + high) >>> 1;
          if (values[middle] < p) low = middle + 1;
          else high = middle;
        }
        ofClass[labels[r]][low] += weight;
      }
    }
    return { values, ofClass };
  }
}

/** The estimates of a class in whole rows, negative (also −0) where it is not the true one. */
function classColumn({ rows, estimates, labels }: RowsPart, k: number, positive: number, i: number): Float64Array {
  const p = estimates as Float64Array;
  const whole = p.length === rows * k;
  const signed = new Float64Array(rows);
  for (let r = 0; r < rows; r++) {
    const x = whole ? p[r * k + i] : i === positive ? p[r] : 1 - p[r];
    signed[r] = (x + 0) * (labels?.[r] === i ? 1 : -1);
  }
  return signed;
}

/** The estimates of the modal classes, the first of several, negative where they are not the true ones. */
function modalColumn({ rows, estimates, labels }: RowsPart, k: number, positive: number): Float64Array {
  const p = estimates as Float64Array;
  const signed = new Float64Array(rows);
  for (let r = 0; r < rows; r++) {
    let best = 0;
    let most: number;
    if (p.length === rows * k) {
      for (let i = 1; i < k; i++) if (p[r * k + i] > p[r * k + best]) best = i;
      most = p[r * k + best];
    } else {
      const rest = 1 - p[r];
      best = p[r] > rest || (p[r] === rest && positive === 0) ? positive : 1 - positive;
      most = best === positive ? p[r] : rest;
    }
    signed[r] = labels?.[r] === best ? most : -most;
  }
  return signed;
}

/** Every class's column, and that of the modal ones. */
export function classColumns(part: RowsPart, k: number, positive: number): { columns: Float64Array[]; modal: Float64Array } {
  return { columns: Array.from({ length: k }, (_, i) => classColumn(part, k, positive, i)), modal: modalColumn(part, k, positive) };
}

/** A class against all others. */
export function groupsOfColumn({ values, ofClass }: WeightedColumn, i: number): Groups {
  const negatives = new Float64Array(values.length);
  ofClass.forEach((weights, j) => {
    if (j !== i) for (let g = 0; g < negatives.length; g++) negatives[g] += weights[g];
  });
  return { values, positives: ofClass[i], negatives };
}

/** Adds the wins of class i to a table of pairs, from its own estimates. */
export function addWins({ rows, wins }: PairTable, { values, ofClass }: WeightedColumn, i: number): void {
  const k = rows.length;
  const own = ofClass[i];
  for (let j = 0; j < k; j++) {
    if (j === i) continue;
    const others = ofClass[j];
    let below = 0;
    let sum = 0;
    for (let g = 0; g < values.length; g++) {
      sum += own[g] * (2 * below + others[g]);
      below += others[g];
    }
    wins[i * k + j] = sum;
  }
}
