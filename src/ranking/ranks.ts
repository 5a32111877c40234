import type { ClassCalibration } from '../calibration/classCalibration.js';
import type { Details } from '../calibration/details.js';
import { createEngine } from '../engine.js';
import type { Backend, Kernels } from '../kernels/kernels.js';
import { takeAll } from '../kernels/takeAll.js';
import type { Curves } from './curves.js';
import { type AreaInterval, delongInterval } from './delong.js';
import type { BinErrors } from './histogram.js';
import type { RowsPart } from './keptRows.js';
import { type MulticlassRanking, multiclassRanking } from './multiclass.js';
import { type RankStatistics, rankStatistics } from './rankStatistics.js';
import type { Seen } from './seen.js';

/** Two classes: how well the estimates of the positive one rank the rows. */
export interface PairRanking extends AreaInterval {
  positive: string;
  auc: number | null;
  averagePrecision: number | null;
  /** How far wrong they can be, where estimates are known by their bins only. */
  error?: BinErrors;
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
/** Above this many, the table of all pairs of classes is too large, too. */
const MOST_PAIRED = 4096;
/** Shorter than this, a sort that calls nothing is faster. */
const SHORT = 4096;
/** Up to so many classes the sorted estimates of each true class are looked at side by side; of more they are sorted together. */
const MOST_RUNS = 8;
const OVERHEAD = 2 ** 19;
/** Estimates that stay near at hand while one class's are taken out of them. */
const PIECE = 32768;

/** Rows by bin, of which no more is known; see binnedRanks.ts. What holds all rows in memory need not load it. */
export interface RowBins {
  add(part: RowsPart): void;
  finish(confidence: number, approximate: string): Ranked;
}
/** Bins, with memory of their own; undefined where there are too many classes for any. */
export type MakeBins<B = RowBins> = (classes: readonly string[], positive: number, details: Details | undefined) => Promise<B> | undefined;

/** Ranks rows that come in parts: exactly as long as they can be kept, and by bins above that. */
export class Ranks {
  private parts: RowsPart[] = [];
  private kept = 0;
  private rows = 0;
  private binned: RowBins | undefined;
  private readonly most: number;

  constructor(
    private readonly classes: readonly string[],
    private readonly positive: number,
    /** Numbers that may be kept. */
    most: number,
    /** Where the calibration of each class is wanted, too. */
    private readonly details?: Details,
    /** What rows beyond these are put into; they are not ranked where there is nothing, or there are too many classes. */
    private readonly makeBins?: MakeBins,
  ) {
    this.most = Math.min(most, MOST_KEPT);
  }

  async add(part: RowsPart | undefined): Promise<void> {
    if (!part || part.rows === 0) return;
    this.rows += part.rows;
    this.kept += (part.signed ?? part.estimates ?? []).length;
    if (this.kept <= this.most) {
      this.parts.push(part);
      return;
    }
    this.binned ??= await this.makeBins?.(this.classes, this.positive, this.details);
    for (const each of [...this.parts, part]) this.binned?.add(each);
    this.parts = [];
  }

  /** `elsewhere` has classes ranked on other threads, too. */
  async finish(backend: Backend, confidence: number, elsewhere?: RankElsewhere): Promise<Ranked> {
    const { classes, positive, rows, kept, binned } = this;
    const approximate = `${rows} rows are more than are kept to be sorted (--memory): the estimates are known by their bins`;
    const seen = this.details?.seen(classes, positive, confidence);
    const none = { aucOneVsOne: null, aucOneVsRest: null, byClass: {} };
    if (classes.length > MOST_PAIRED)
      return { ranking: { ...none, reason: `${classes.length} classes: pairs of more than ${MOST_PAIRED} are too many to rank` } };
    if (kept <= this.most) return this.rankKept(backend, confidence, seen, elsewhere);
    if (binned) return binned.finish(confidence, approximate);
    return { ranking: { ...none, reason: `${rows} rows of ${classes.length} classes are more than are kept to be sorted; give more --memory` } };
  }

  private async rankKept(backend: Backend, confidence: number, seen: Seen | undefined, elsewhere: RankElsewhere | undefined): Promise<Ranked> {
    const { classes, positive, parts } = this;
    // Counted now: the rows may be given back when they are sorted.
    const rows = rowsOfClasses(parts, classes.length);
    const input = { parts, rows, classes, positive, backend, confidence };
    const found: RankedClass[] = elsewhere ? await elsewhere(input) : [];
    if (!elsewhere) {
      const ranker = new ClassRanker({ ...input, details: seen?.details });
      for (let i = 0; i < (classes.length === 2 ? 1 : classes.length); i++) found.push(await ranker.rank(i));
    }
    for (const { seen: its } of found) if (its) seen?.merge(its);
    const [{ pair }] = found;
    if (pair) return { ranking: pair, ...seen?.found };
    const wins = new Float64Array(classes.length ** 2);
    found.forEach((each, i) => {
      wins.set(each.wins as Float64Array, i * classes.length);
    });
    return { ranking: multiclassRanking({ rows: Float64Array.from(rows), wins }, classes), ...seen?.found };
  }
}

function rankPair(
  kernels: Kernels,
  parts: readonly RowsPart[],
  classes: readonly string[],
  positive: number,
  confidence: number,
  seen: Seen | undefined,
): PairRanking {
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

/** Sorted estimates of one of two classes as those of the other: 1 − p, from the largest down. */
export function turnRound(sorted: Float64Array): void {
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

/** What rows were kept, and what is wanted of them; it can be posted, if the details are described and not made. */
export interface RankInput<D = Details> {
  parts: RowsPart[];
  /** Rows of each class; none where two classes are kept by their side. */
  rows: Int32Array;
  classes: readonly string[];
  positive: number;
  backend: Backend;
  confidence: number;
  details: D | undefined;
}

/** What one class, or where there are two the pair of them, comes to. */
export interface RankedClass {
  /** Of two classes. */
  pair?: PairRanking;
  /** Of more: as in PairTable, of this class over each. */
  wins?: Float64Array;
  seen?: Seen['found'];
}

/** Has every class ranked, wherever that is done; in the order of the classes, one result for all where there are two. */
export type RankElsewhere<I = Omit<RankInput, 'details'>> = (input: I) => Promise<RankedClass[]>;

/**
 * Ranks one class after the other: of its column of estimates those of each true class are sorted, then laid side by side.
 * Classes have nothing to do with each other, so threads may share them out.
 */
export class ClassRanker {
  private readonly rows: Int32Array;
  private readonly all: number;
  /** Whether all estimates of a class are sorted together. */
  private readonly together: boolean;
  /** Rows that are handed to the kernels at once. */
  private readonly most: number;
  private readonly bytes: number;
  private kernels: Promise<Kernels> | undefined;

  constructor(private readonly input: RankInput) {
    const { parts, rows, classes, details } = input;
    const k = classes.length;
    this.rows = rows;
    const most = this.rows.reduce((a, b) => Math.max(a, b), 0);
    const all = parts.reduce((sum, { rows }) => sum + rows, 0);
    this.all = all;
    this.together = details !== undefined && k > MOST_RUNS;
    // Curves take all estimates in one order.
    const mixed = this.together || details?.curves !== undefined;
    this.most = Math.max(1, Math.floor(PIECE / k));
    this.bytes =
      k === 2
        ? 16 * all + (details?.bytes(all) ?? 0) + OVERHEAD
        : 16 * all + 10 * k * this.most + 16 * (mixed ? all : most) + (details ? details.bytes(all) + 8 * most : 0) + OVERHEAD + 64 * k;
  }

  async rank(i: number): Promise<RankedClass> {
    const { classes, positive, backend, confidence, details, parts } = this.input;
    this.kernels ??= createEngine({ backend, memory: this.bytes }).then((engine) => engine.kernels);
    const kernels = await this.kernels;
    const seen = details?.seen(classes, positive, confidence);
    const ranked = classes.length === 2 ? { pair: rankPair(kernels, parts, classes, positive, confidence, seen) } : { wins: this.winsOf(kernels, i, seen) };
    return { ...ranked, ...(seen ? { seen: seen.found } : {}) };
  }

  private winsOf(kernels: Kernels, i: number, seen: Seen | undefined): Float64Array {
    const { rows, all, together } = this;
    const k = rows.length;
    const column = this.columnOf(kernels, i);
    let start = 0;
    const runs = Array.from(rows, (n) => {
      start += n;
      return sortRun(kernels, column.subarray(start - n, start));
    });
    kernels.free(column);
    const counts = seen && !together ? { below: kernels.uint32(rows[i]).fill(0), notAbove: kernels.uint32(rows[i]).fill(0) } : undefined;
    const wins = new Float64Array(k);
    if (rows[i] > 0) for (let j = 0; j < k; j++) if (j !== i && rows[j] > 0) wins[j] = kernels.pairWins(runs[i], runs[j], counts);
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
    return wins;
  }

  /** The estimates of a class in the kernels' memory, those of one true class after the other. */
  private columnOf(kernels: Kernels, i: number): Float64Array {
    const { rows, all, most } = this;
    const k = rows.length;
    const column = kernels.float64(all);
    const { p, sides, places } = takeAll(kernels, (keep) => ({
      p: keep(kernels.float64(most * k)),
      sides: keep(kernels.uint16(most)),
      places: keep(kernels.uint32(k)),
    }));
    places[0] = 0;
    for (let j = 1; j < k; j++) places[j] = places[j - 1] + rows[j - 1];
    for (const part of this.input.parts) {
      const [estimates, labels] = [part.estimates as Float64Array, part.labels as Uint16Array];
      for (let from = 0; from < labels.length; from += most) {
        const some = labels.subarray(from, from + most);
        sides.set(some);
        p.set(estimates.subarray(from * k, (from + some.length) * k));
        kernels.columnByClass(p, sides, some.length, k, i, places, column);
      }
    }
    for (const view of [p, sides, places]) kernels.free(view);
    return column;
  }
}

function rowsOfClasses(parts: readonly RowsPart[], k: number): Int32Array {
  const rows = new Int32Array(k);
  for (const { ofClass } of parts) for (let i = 0; i < (ofClass?.length ?? 0); i++) rows[i] += (ofClass as Int32Array)[i];
  return rows;
}

/** Numbers sorted into the kernels' memory. */
function sortRun(kernels: Kernels, values: Float64Array): Float64Array {
  if (values.length >= SHORT) return sortParts(kernels, [values]);
  const run = kernels.float64(values.length);
  run.set(values.sort());
  return run;
}
