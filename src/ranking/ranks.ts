import type { BinnedCalibration } from '../calibration/binnedCalibration.js';
import type { ClassCalibration } from '../calibration/classCalibration.js';
import type { Details } from '../calibration/details.js';
import { createEngine } from '../engine.js';
import type { Backend, Kernels } from '../kernels/kernels.js';
import type { Curves } from './curves.js';
import { type AreaInterval, delongInterval } from './delong.js';
import { Bins, binErrors } from './histogram.js';
import type { RowsPart } from './keptRows.js';
import { type MulticlassRanking, multiclassRanking, type PairTable } from './multiclass.js';
import { groupStatistics, type RankStatistics, rankStatistics } from './rankStatistics.js';
import type { Seen } from './seen.js';

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

/** The curves of one class against the others, and how well it is ranked. */
export type ClassCurves = Curves & { ranking: PairRanking };

/** What rows that were kept come to. */
export interface Ranked {
  ranking: Ranking;
  /** Of the estimates of each class, where it was asked for and they are not too many. */
  ofClass?: ClassCalibration[];
  /** By class, where they were asked for. */
  curves?: Record<string, ClassCurves>;
}

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
/** Up to so many classes the sorted estimates of each true class are looked at side by side; of more they are sorted together. */
const MOST_RUNS = 8;
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
    /** Where the calibration of each class is wanted, too; sums are taken in the kernels' memory. */
    private readonly wanted?: { details: Details; kernels: Kernels },
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
    this.binned ??= new BinnedRanks(this.classes.length, this.positive, this.wanted);
    for (const each of [...this.parts, part]) this.binned.add(each);
    this.parts = [];
  }

  async finish(backend: Backend, confidence: number): Promise<Ranked> {
    const { classes, positive, rows, kept, binned } = this;
    const approximate = `${rows} rows are more than are kept to be sorted (--memory): the estimates are known by their bins`;
    const details = this.wanted?.details;
    const seen = details?.seen(classes, positive, confidence);
    if (classes.length > 2) {
      const none = { aucOneVsOne: null, aucOneVsRest: null, byClass: {} };
      if (classes.length > MOST_PAIRED)
        return { ranking: { ...none, reason: `${classes.length} classes: pairs of more than ${MOST_PAIRED} are too many to rank` } };
      if (kept > this.most && !binned)
        return { ranking: { ...none, reason: `${rows} rows of ${classes.length} classes are more than are kept to be sorted; give more --memory` } };
      if (binned) {
        const ranking = { ...multiclassRanking(binned.pairs(), classes), approximate };
        binned.finish(seen, approximate);
        return { ranking, ...seen?.found };
      }
      return { ranking: multiclassRanking(await pairTable(this.parts, classes.length, backend, seen), classes), ...seen?.found };
    }
    if (!binned) return { ranking: await this.rankPair(backend, confidence, seen), ...seen?.found };
    const groups = binned.groups();
    const statistics = groupStatistics(groups);
    const ranking = pairRanking(statistics, classes[positive], confidence);
    binned.finish(seen, approximate);
    return { ranking: { ...ranking, ...(ranking.auc === null ? {} : { error: binErrors(groups, statistics.averagePrecision) }), approximate }, ...seen?.found };
  }

  private async rankPair(backend: Backend, confidence: number, seen: Seen | undefined): Promise<PairRanking> {
    const { classes, positive, rows, parts } = this;
    const { kernels } = await createEngine({ backend, memory: 16 * rows + (seen?.details.bytes(rows) ?? 0) + OVERHEAD });
    const take = (of: 'signed' | 'others'): Float64Array[] => {
      const values = parts.map((part) => part[of] as Float64Array);
      // What was kept is given back as soon as it is sorted.
      for (const part of parts) delete part[of];
      return values;
    };
    const paired = parts.some(({ others }) => others);
    const sorted = sortParts(kernels, take('signed'));
    const ranking = pairRanking(rankStatistics(kernels, sorted), classes[positive], confidence);
    if (!seen) return ranking;
    seen.look(kernels, sorted, positive);
    if (!paired) {
      turnRound(sorted);
      seen.look(kernels, sorted, 1 - positive);
    } else {
      kernels.free(sorted);
      seen.look(kernels, sortParts(kernels, take('others')), 1 - positive);
    }
    return ranking;
  }
}

/** Sorted estimates of one of two classes as those of the other: 1 − p, from the largest down. */
function turnRound(sorted: Float64Array): void {
  const turned = (x: number): number => (x > 0 || Object.is(x, 0) ? Math.abs(x) - 1 || -0 : 1 + x);
  for (let low = 0, high = sorted.length - 1; low <= high; low++, high--) {
    const last = turned(sorted[high]);
    sorted[high] = turned(sorted[low]);
    sorted[low] = last;
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
async function pairTable(parts: readonly RowsPart[], k: number, backend: Backend, seen: Seen | undefined): Promise<PairTable> {
  const rows = new Float64Array(k);
  for (const { labels } of parts) for (const label of labels as Uint16Array) rows[label]++;
  const most = rows.reduce((a, b) => Math.max(a, b), 0);
  const all = rows.reduce((a, b) => a + b, 0);
  const together = seen && k > MOST_RUNS;
  // Curves take all estimates in one order.
  const mixed = together || seen?.found.curves !== undefined;
  const bytes = 8 * all + 16 * (mixed ? all : most) + (seen ? seen.details.bytes(all) + 8 * most : 0);
  const { kernels } = await createEngine({ backend, memory: bytes + OVERHEAD + 64 * k });
  const columns = byColumn(parts, rows, k);
  const wins = new Float64Array(k * k);
  for (let i = 0; i < k; i++) {
    let start = i * all;
    const runs = Array.from(rows, (n) => {
      start += n;
      return sortRun(kernels, columns.subarray(start - n, start));
    });
    const counts = seen && !together ? { below: kernels.uint32(rows[i]).fill(0), notAbove: kernels.uint32(rows[i]).fill(0) } : undefined;
    if (rows[i] > 0) for (let j = 0; j < k; j++) if (j !== i && rows[j] > 0) wins[i * k + j] = kernels.pairWins(runs[i], runs[j], counts);
    if (counts) {
      seen?.lookAtRuns(kernels, runs, i, counts, all);
      kernels.free(counts.below);
      kernels.free(counts.notAbove);
    }
    if (seen && (together || seen.draws(i))) {
      const sorted = sortParts(
        kernels,
        runs.map((values, j) => (j === i ? values : values.map((p) => -p))),
      );
      if (together) seen.look(kernels, sorted, i);
      else seen.draw(kernels, sorted, i);
      kernels.free(sorted);
    }
    for (const run of runs) kernels.free(run);
  }
  return { rows, wins };
}

/** The estimates of one class after the other, and of each those of one true class after the other. + 0 makes −0 a 0. */
function byColumn(parts: readonly RowsPart[], rows: Float64Array, k: number): Float64Array {
  const all = rows.reduce((a, b) => a + b, 0);
  const columns = new Float64Array(all * k);
  const places = new Float64Array(k);
  for (let j = 1; j < k; j++) places[j] = places[j - 1] + rows[j - 1];
  for (const part of parts) {
    const [estimates, labels] = [part.estimates as Float64Array, part.labels as Uint16Array];
    for (let r = 0, at = 0; r < labels.length; r++) {
      let place = places[labels[r]]++;
      for (const end = at + k; at < end; at++, place += all) columns[place] = estimates[at] + 0;
    }
  }
  return columns;
}

/** Numbers sorted into the kernels' memory. */
function sortRun(kernels: Kernels, values: Float64Array): Float64Array {
  if (values.length >= SHORT) return sortParts(kernels, [values]);
  const run = kernels.float64(values.length);
  run.set(values.sort());
  return run;
}

/** Counts of rows by bin: of two classes by their side, of more by column and true class. */
class BinnedRanks {
  private readonly bins: Bins;
  private readonly counts: Float64Array;
  private readonly ofClass: BinnedCalibration[];
  private scratch = new Float64Array(0);

  constructor(
    private readonly k: number,
    private readonly positive: number,
    wanted: { details: Details; kernels: Kernels } | undefined,
  ) {
    const cells = k === 2 ? 2 : k * k;
    this.bins = new Bins(Math.max(LEAST_BINS, MOST_COUNTS / cells));
    this.counts = new Float64Array(this.bins.count * cells);
    this.ofClass = wanted ? Array.from({ length: k }, () => wanted.details.binned(wanted.kernels, this.bins)) : [];
  }

  add({ signed, others, estimates, labels }: RowsPart): void {
    const { k, bins, counts, ofClass, positive } = this;
    if (signed) {
      const places = bins.all(signed);
      for (let i = 0; i < signed.length; i++) counts[places[i] + (signed[i] < 0 || Object.is(signed[i], -0) ? bins.count : 0)]++;
      if (ofClass.length === 0) return;
      ofClass[positive].add(signed, undefined, places);
      // Where only one class has estimates, the other's are what is left over.
      if (!others) turnRound(signed);
      ofClass[1 - positive].add(others ?? signed);
    } else if (estimates && labels) {
      if (this.scratch.length < labels.length) this.scratch = new Float64Array(labels.length);
      const column = this.scratch.subarray(0, labels.length);
      for (let i = 0; i < k; i++) {
        for (let r = 0, at = i; r < labels.length; r++, at += k) column[r] = (estimates[at] + 0) * (labels[r] === i ? 1 : -1);
        const places = bins.all(column);
        for (let r = 0; r < labels.length; r++) counts[(i * k + labels[r]) * bins.count + places[r]]++;
        ofClass[i]?.add(column, undefined, places);
      }
    }
  }

  finish(seen: Seen | undefined, approximate: string): void {
    this.ofClass.forEach((each, i) => {
      if (seen) seen.found.ofClass[i] = each.finish();
      if (seen?.draws(i)) seen.drawBins(each.groups(), i, approximate);
      each.free();
    });
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
