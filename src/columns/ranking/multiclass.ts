import { list } from '../../base/classes.js';

/** How each class is ranked against each other one, by the estimates of the first. */
export interface PairTable {
  /** Rows of each class. */
  rows: Float64Array;
  /** wins[i · k + j]: twice how often a row of class i has a higher estimate of class i than a row of class j, ties counting one half. */
  wins: Float64Array;
  /** Twice how far wrong each can be, where estimates are known by their bins only. */
  errors?: Float64Array;
}

/** How more than two classes are ranked: the mean area over all pairs of classes (Hand & Till 2001), and each class against the rest. */
export interface MulticlassRanking {
  /** The mean over pairs of classes: M of Hand & Till 2001, eq. 7. */
  aucOneVsOne: number | null;
  /** The mean over classes of the area of each against all others. */
  aucOneVsRest: number | null;
  /** Each against all others; null where the class or the others are absent. */
  byClass: Record<string, number | null>;
  /** How far wrong each can be, where estimates are known by their bins only. */
  error?: { aucOneVsOne: number | null; aucOneVsRest: number | null; byClass: Record<string, number | null> };
  /** Why something is null. */
  reason?: string;
}

export function multiclassRanking({ rows, wins, errors }: PairTable, classes: readonly string[]): MulticlassRanking {
  const k = classes.length;
  const all = rows.reduce((a, b) => a + b, 0);
  const absent = classes.filter((_, i) => rows[i] === 0);
  const areas: [string, number | null][] = [];
  const areaErrors: [string, number | null][] = [];
  let [pairs, pairsError, rest, restError] = [0, 0, 0, 0];
  for (let i = 0; i < k; i++) {
    let own = 0;
    let ownError = 0;
    for (let j = 0; j < k; j++) {
      if (j === i) continue;
      own += wins[i * k + j];
      ownError += errors?.[i * k + j] ?? 0;
      // Â(i|j) and Â(j|i) each count half in Â(i, j).
      pairs += wins[i * k + j] / (2 * (rows[i] * rows[j])) / (k * (k - 1));
      pairsError += (errors?.[i * k + j] ?? 0) / (2 * (rows[i] * rows[j])) / (k * (k - 1));
    }
    const ranked = rows[i] > 0 && rows[i] < all;
    const area = ranked ? own / (2 * (rows[i] * (all - rows[i]))) : null;
    const areaError = ranked ? ownError / (2 * (rows[i] * (all - rows[i]))) : null;
    areas.push([classes[i], area]);
    areaErrors.push([classes[i], areaError]);
    rest += (area ?? NaN) / k;
    restError += (areaError ?? NaN) / k;
  }
  const byClass = Object.fromEntries(areas);
  const bounds = (ofPairs: number | null, ofRest: number | null) =>
    errors ? { error: { aucOneVsOne: ofPairs, aucOneVsRest: ofRest, byClass: Object.fromEntries(areaErrors) } } : {};
  if (absent.length > 0)
    return {
      aucOneVsOne: null,
      aucOneVsRest: null,
      byClass,
      ...bounds(null, null),
      reason: `no row has the class ${list(absent)}, so nothing can be ranked above or below it`,
    };
  return { aucOneVsOne: pairs, aucOneVsRest: rest, byClass, ...bounds(pairsError, restError) };
}
