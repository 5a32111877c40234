import type { Groups } from './rankStatistics.js';

/** What selecting all rows with an estimate of at least the threshold comes to. */
export interface CurvePoint {
  /** Null where nothing is selected. */
  threshold: number | null;
  selected: number;
  truePositives: number;
  falsePositives: number;
  /** The share of rows selected: the horizontal axis of lift and cumulative gains (Witten & Frank, §5.7). */
  share: number;
  /** The share of positives selected: cumulative gains, the vertical axis of ROC, and recall. Null without a positive. */
  truePositiveRate: number | null;
  /** Null without a negative. */
  falsePositiveRate: number | null;
  /** Null where nothing is selected. */
  precision: number | null;
  /** The precision over the share of positives in all rows (Witten & Frank, §5.7). */
  lift: number | null;
}

/** For which probability costs a threshold is the best one to have: an edge of the lower envelope of cost lines. */
export interface CostSegment {
  threshold: number | null;
  truePositiveRate: number;
  falsePositiveRate: number;
  /** PC(+), from 0 to 1. */
  from: number;
  to: number;
  /** The normalized expected cost at both ends. */
  costs: [number, number];
}

/** ROC, precision–recall, lift and gains as one list of points, and the cost curve beside them. */
export interface Curves {
  rows: number;
  positives: number;
  negatives: number;
  /** From the highest threshold down, equal estimates together. */
  points: CurvePoint[];
  /** Points where the ROC curve turns, and how many of them are given. All, where that is not more than was asked for. */
  corners: number;
  given: number;
  /** Drummond & Holte 2006: NE[C] = FNR · PC(+) + FPR · (1 − PC(+)) for the best threshold. Null with only one class. */
  costCurve: CostSegment[] | null;
  reason?: string;
  /** Said where the rows were too many to keep. */
  approximate?: string;
}

/**
 * ROC, precision–recall, lift and cumulative gains as one table. Points on a straight line of the ROC curve are left
 * out, which changes nothing; where there are still more than asked for, those on its convex hull stay and the others
 * are thinned evenly.
 */
export function curves(groups: Groups, most = 500): Curves {
  const count = groups.values.length;
  // Cumulative from the top; place 0 selects nothing.
  const ups = new Float64Array(count + 1);
  const rights = new Float64Array(count + 1);
  for (let i = 1; i <= count; i++) {
    ups[i] = ups[i - 1] + groups.positives[count - i];
    rights[i] = rights[i - 1] + groups.negatives[count - i];
  }
  let positives = 0;
  let negatives = 0;
  for (let i = 0; i < count; i++) {
    positives += groups.positives[i];
    negatives += groups.negatives[i];
  }
  const allCorners = new Uint32Array(count + 1);
  const stack = new Uint32Array(count + 1);
  let found = 0;
  let size = 0;
  for (let i = 0; i <= count; i++) {
    const turned = i === 0 || i === count ? -1 : turn(ups, rights, i - 1, i, i + 1);
    if (turned === 0) continue;
    allCorners[found++] = i;
    // Where the curve turns up, it lies below its hull.
    if (turned > 0) continue;
    while (size > 1 && turn(ups, rights, stack[size - 2], stack[size - 1], i) >= 0) size--;
    stack[size++] = i;
  }
  const corners = allCorners.subarray(0, found);
  const hull = stack.subarray(0, size);
  const kept = thin(corners, hull, most);
  const point = (i: number): CurvePoint => {
    const [truePositives, falsePositives] = [ups[i], rights[i]];
    const selected = truePositives + falsePositives;
    const precision = selected > 0 ? truePositives / selected : null;
    return {
      threshold: i === 0 ? null : groups.values[count - i],
      selected,
      truePositives,
      falsePositives,
      share: selected / (positives + negatives),
      truePositiveRate: positives > 0 ? truePositives / positives : null,
      falsePositiveRate: negatives > 0 ? falsePositives / negatives : null,
      precision,
      lift: precision === null || positives === 0 ? null : precision / (positives / (positives + negatives)),
    };
  };
  const oneClass = positives === 0 || negatives === 0;
  return {
    rows: positives + negatives,
    positives,
    negatives,
    points: kept.map(point),
    corners: corners.length,
    given: kept.length,
    costCurve: oneClass ? null : costSegments(Array.from(hull, point)),
    ...(oneClass ? { reason: positives === 0 ? 'no row is of the positive class' : 'every row is of the positive class' } : {}),
  };
}

/** Above 0 where the curve turns up at the second of three places, below 0 where it turns down, 0 where it goes straight on. */
function turn(ups: Float64Array, rights: Float64Array, a: number, b: number, c: number): number {
  return (rights[b] - rights[a]) * (ups[c] - ups[a]) - (rights[c] - rights[a]) * (ups[b] - ups[a]);
}

/** Those on the hull, and evenly spaced others. Ends stay in any case. */
function thin(corners: Uint32Array, hull: Uint32Array, most: number): number[] {
  if (corners.length <= most) return [...corners];
  if (hull.length >= most) return evenlySpaced(hull, most);
  return [...new Set([...hull, ...evenlySpaced(corners, most - hull.length)])].sort((a, b) => a - b);
}

function evenlySpaced(from: Uint32Array, wanted: number): number[] {
  const n = Math.max(2, wanted);
  return [...new Set(Array.from({ length: n }, (_, i) => from[Math.round((i * (from.length - 1)) / (n - 1))]))];
}

/** Two neighbours on the hull cost the same where PC(+) · ΔTPR = (1 − PC(+)) · ΔFPR. */
function costSegments(hull: readonly CurvePoint[]): CostSegment[] {
  const rates = hull.map(({ truePositiveRate, falsePositiveRate }) => [truePositiveRate ?? 0, falsePositiveRate ?? 0]);
  const meets = (i: number): number => {
    const [up, right] = [rates[i + 1][0] - rates[i][0], rates[i + 1][1] - rates[i][1]];
    return right / (up + right);
  };
  return hull.map(({ threshold }, i) => {
    const [tpr, fpr] = rates[i];
    const from = i === 0 ? 0 : meets(i - 1);
    const to = i === hull.length - 1 ? 1 : meets(i);
    const cost = (pc: number): number => (1 - tpr) * pc + fpr * (1 - pc);
    return { threshold, truePositiveRate: tpr, falsePositiveRate: fpr, from, to, costs: [cost(from), cost(to)] };
  });
}
