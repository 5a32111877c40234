import { createEngine } from '../engine.js';
import type { Backend, Kernels } from '../kernels/kernels.js';
import { type AreaInterval, delongInterval } from './delong.js';
import { Bins, binErrors } from './histogram.js';
import type { RowsPart } from './keptRows.js';
import { type MulticlassRanking, multiclassRanking, type PairTable } from './multiclass.js';
import { pairWins } from './pairWins.js';
import { groupStatistics, type RankStatistics, rankStatistics } from './rankStatistics.js';

/** Two classes: how well the estimates of the positive one rank the rows. */
export interface PairRanking extends AreaInterval {
  positive: string;
  auc: number | null;
  averagePrecision: number | null;
  /** How far wrong they can be, where estimates are known by their bins only. */
  error?: { auc: number; averagePrecision: number };
}

export type Ranking = (PairRanking | MulticlassRanking) & {
  /** Said where the rows were too many to keep. */
  approximate?: string;
};

/** Up to here pairs are counted exactly, and sorting fits the core's memory. */
const MOST_KEPT = 2 ** 27;
/** What bins may take in all: 16 MiB; of very many classes eight times as much. */
const MOST_COUNTS = 2 ** 21;
const LEAST_BINS = 2 ** 8;
/** Above this many classes even few bins for each pair are too many. */
const MOST_CLASSES = Math.floor(Math.sqrt((8 * MOST_COUNTS) / LEAST_BINS));
/** Above this many, the table of all pairs of classes is too large, too. */
const MOST_PAIRED = 4096;
/** Shorter than this, a sort that calls nothing is faster. */
const SHORT = 4096;
const OVERHEAD = 2 ** 19;

/** Ranks rows that come in parts: exactly as long as they can be kept, and by bins above that. */
export class Ranks {
  private parts: RowsPart[] = [];
  private kept = 0;
  private rows = 0;
  private binned: BinnedRanks | undefined;
  private readonly most: number;

  constructor(
    private readonly classes: readonly string[],
    private readonly positive: number,
    /** Numbers that may be kept. */
    most: number,
  ) {
    this.most = Math.min(most, MOST_KEPT);
  }

  add(part: RowsPart | undefined): void {
    if (!part || part.rows === 0) return;
    this.rows += part.rows;
    this.kept += (part.signed ?? part.estimates ?? []).length;
    if (this.kept <= this.most) {
      this.parts.push(part);
      return;
    }
    if (this.classes.length > MOST_CLASSES) {
      this.parts = [];
      return;
    }
    this.binned ??= new BinnedRanks(this.classes.length);
    for (const each of [...this.parts, part]) this.binned.add(each);
    this.parts = [];
  }

  async finish(backend: Backend, confidence: number): Promise<Ranking> {
    const { classes, positive, rows, kept, binned } = this;
    const approximate = `${rows} rows are more than are kept to be sorted (--memory): the estimates are known by their bins`;
    if (classes.length > 2) {
      const none = { aucOneVsOne: null, aucOneVsRest: null, byClass: {} };
      if (classes.length > MOST_PAIRED) return { ...none, reason: `${classes.length} classes: pairs of more than ${MOST_PAIRED} are too many to rank` };
      if (kept > this.most && !binned)
        return { ...none, reason: `${rows} rows of ${classes.length} classes are more than are kept to be sorted; give more --memory` };
      if (binned) return { ...multiclassRanking(binned.pairs(), classes), approximate };
      return multiclassRanking(await pairTable(this.parts, classes.length, backend), classes);
    }
    if (!binned) {
      const length = this.parts.reduce((sum, part) => sum + part.rows, 0);
      const { kernels } = await createEngine({ backend, memory: 16 * length + OVERHEAD });
      return pairRanking(
        rankStatistics(
          kernels,
          sortParts(
            kernels,
            this.parts.map(({ signed }) => signed as Float64Array),
          ),
        ),
        classes[positive],
        confidence,
      );
    }
    const groups = binned.groups();
    const statistics = groupStatistics(groups);
    const ranking = pairRanking(statistics, classes[positive], confidence);
    return { ...ranking, ...(ranking.auc === null ? {} : { error: binErrors(groups, statistics.averagePrecision) }), approximate };
  }
}

/** Numbers from several arrays, sorted by size into the kernels' memory. */
export function sortParts(kernels: Kernels, parts: readonly Float64Array[]): Float64Array {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const sorted = kernels.float64(length);
  let part = 0;
  let start = 0;
  const fill = (out: Float64Array, from: number): void => {
    if (from === 0) part = start = 0;
    for (let filled = 0; filled < out.length; ) {
      while (from + filled >= start + parts[part].length) start += parts[part++].length;
      const at = from + filled - start;
      const piece = parts[part].subarray(at, at + out.length - filled);
      out.set(piece, filled);
      filled += piece.length;
    }
  };
  kernels.sortRanked(length, { fill }, sorted);
  return sorted;
}

export function pairRanking(statistics: RankStatistics, positive: string, confidence: number): PairRanking {
  const { positives, negatives, auc, averagePrecision } = statistics;
  if (positives === 0 || negatives === 0) {
    const reason = positives === 0 ? `no row has the class ${positive}` : `every row has the class ${positive}`;
    return { positive, auc: null, averagePrecision: positives === 0 ? null : averagePrecision, standardError: null, interval: null, reason };
  }
  return { positive, auc, averagePrecision, ...delongInterval(statistics, confidence) };
}

/** Wins of every class over every other, one column of estimates at a time: those of each class sorted, then laid side by side. */
async function pairTable(parts: readonly RowsPart[], k: number, backend: Backend): Promise<PairTable> {
  const rows = new Float64Array(k);
  for (const { labels } of parts) for (const label of labels as Uint16Array) rows[label]++;
  const most = rows.reduce((a, b) => Math.max(a, b), 0);
  const { kernels } = await createEngine({ backend, memory: 16 * most + OVERHEAD });
  const columns = byColumn(parts, rows, k);
  const all = columns.length / k;
  const wins = new Float64Array(k * k);
  for (let i = 0; i < k; i++) {
    let start = i * all;
    const ofClass = Array.from(rows, (n) => {
      start += n;
      return sort(kernels, columns.subarray(start - n, start));
    });
    if (rows[i] > 0) for (let j = 0; j < k; j++) if (j !== i && rows[j] > 0) wins[i * k + j] = pairWins(ofClass[i], ofClass[j]);
  }
  return { rows, wins };
}

/** The estimates of one class after the other, and of each those of one true class after the other. */
function byColumn(parts: readonly RowsPart[], rows: Float64Array, k: number): Float64Array {
  const all = rows.reduce((a, b) => a + b, 0);
  const columns = new Float64Array(all * k);
  const places = new Float64Array(k);
  for (let j = 1; j < k; j++) places[j] = places[j - 1] + rows[j - 1];
  for (const part of parts) {
    const [estimates, labels] = [part.estimates as Float64Array, part.labels as Uint16Array];
    for (let r = 0, at = 0; r < labels.length; r++) {
      let place = places[labels[r]]++;
      for (const end = at + k; at < end; at++, place += all) columns[place] = estimates[at];
    }
  }
  return columns;
}

function sort(kernels: Kernels, values: Float64Array): Float64Array {
  if (values.length < SHORT) return values.sort();
  const sorted = sortParts(kernels, [values]);
  values.set(sorted);
  kernels.free(sorted);
  return values;
}

/** Counts of rows by bin: of two classes by their side, of more by column and true class. */
class BinnedRanks {
  private readonly bins: Bins;
  private readonly counts: Float64Array;

  constructor(private readonly k: number) {
    const cells = k === 2 ? 2 : k * k;
    this.bins = new Bins(Math.max(LEAST_BINS, MOST_COUNTS / cells));
    this.counts = new Float64Array(this.bins.count * cells);
  }

  add({ signed, estimates, labels }: RowsPart): void {
    const { k, bins, counts } = this;
    if (signed)
      for (let i = 0; i < signed.length; i++) {
        const x = signed[i];
        const negative = x < 0 || Object.is(x, -0);
        counts[bins.of(Math.abs(x)) + (negative ? bins.count : 0)]++;
      }
    else if (estimates && labels)
      for (let r = 0, at = 0; r < labels.length; r++) for (let i = 0; i < k; i++, at++) counts[(i * k + labels[r]) * bins.count + bins.of(estimates[at])]++;
  }

  groups(): { positives: Float64Array; negatives: Float64Array } {
    const { bins, counts } = this;
    return { positives: counts.subarray(0, bins.count), negatives: counts.subarray(bins.count) };
  }

  pairs(): PairTable {
    const { k, bins, counts } = this;
    const cell = (i: number, j: number) => counts.subarray((i * k + j) * bins.count, (i * k + j + 1) * bins.count);
    const rows = Float64Array.from({ length: k }, (_, j) => cell(0, j).reduce((a, b) => a + b, 0));
    const wins = new Float64Array(k * k);
    const errors = new Float64Array(k * k);
    for (let i = 0; i < k; i++)
      for (let j = 0; j < k; j++) {
        if (j === i) continue;
        const [own, others] = [cell(i, i), cell(i, j)];
        let below = 0;
        for (let bin = 0; bin < bins.count; bin++) {
          wins[i * k + j] += own[bin] * (2 * below + others[bin]);
          errors[i * k + j] += own[bin] * others[bin];
          below += others[bin];
        }
      }
    return { rows, wins, errors };
  }
}
