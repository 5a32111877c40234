import { giveBack } from '../../base/giveBack.js';
import { createEngine } from '../../core/engine.js';
import type { Backend, Kernels } from '../../kernels/kernels.js';
import type { Details, FigureGatherer } from '../calibration/details.js';
import { wholeAgain } from './dealtRows.js';
import { delongInterval } from './delong.js';
import { MOST_RUNS, movedWith, type RowsPart } from './keptRows.js';
import { multiclassRanking } from './multiclass.js';
import type { PairRanking, Ranked, Ranking } from './ranked.js';
import { type RankStatistics, rankStatistics } from './rankStatistics.js';
import { type RankPart, RowColumns } from './rowColumns.js';
import { SortedColumns } from './sortedColumns.js';

/** Up to here pairs are counted exactly, and sorting fits the core's memory. */
export const MAX_KEPT_NUMBERS = 2 ** 27;
/** Above this many, the table of all pairs of classes is too large, too. */
export const MAX_PAIRED_CLASSES = 4096;
/** Columns that are taken out of rows of more classes than that at a time. */
const COLUMNS_AT_ONCE = 4;
/** What sorting a column takes beside its numbers; and what ranking takes. */
export const SORTING_OVERHEAD = 2 ** 19;
const RANKS_OVERHEAD = 2 ** 20;

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
    this.most = Math.min(most, MAX_KEPT_NUMBERS);
  }

  async add(part: RowsPart | undefined): Promise<void> {
    if (!part || part.rows === 0) return;
    this.rows += part.rows;
    this.kept += part.dealt ? part.rows * this.classes.length : (part.signed ?? part.estimates ?? []).length;
    if (this.kept <= this.most) {
      this.parts.push(part);
      return;
    }
    this.binned ??= await this.makeBins?.(this.classes, this.positive, this.details);
    if (this.binned)
      for (const each of [...this.parts, part]) {
        this.binned.add(each.dealt ? wholeAgain(each, this.classes.length) : each);
        giveBack(movedWith(each));
      }
    this.parts = [];
  }

  /** Whether all rows have been kept, and are not too wide: they can be ranked exactly, and more than once. */
  get exact(): boolean {
    return this.kept <= this.most && this.classes.length <= MAX_PAIRED_CLASSES;
  }

  /** `elsewhere` has classes ranked on other threads, too. */
  async finish(backend: Backend, confidence: number, elsewhere?: RankElsewhere): Promise<Ranked> {
    const { classes, rows, binned } = this;
    const approximate = `${rows} rows are too many to be kept and sorted (--memory): the figures are computed from bins`;
    if (binned && classes.length <= MAX_PAIRED_CLASSES) return binned.finish(confidence, approximate);
    if (!this.exact) return { ranking: tooManyToRank(rows, classes.length, '; give more --memory') };
    return rankRows(this.input(backend, confidence), this.details, { elsewhere });
  }

  /** What is to be ranked, where it is exact. */
  input(backend: Backend, confidence: number): Omit<RankInput, 'details'> {
    const { parts, classes, positive } = this;
    // Counted now: the rows may be given back when they are sorted.
    return { parts, rows: rowsOfClassesInParts(parts, classes.length), classes, positive, backend, confidence };
  }
}

/** Numbers of rows of whole arrays up to here are ranked, and classes. */
export const canBeRanked = (numbers: number, k: number): boolean => numbers <= MAX_KEPT_NUMBERS && k <= MAX_PAIRED_CLASSES;

/** `advice`: what would help where only so many are kept. */
export function tooManyToRank(rows: number, k: number, advice = ''): Ranking {
  const reason =
    k > MAX_PAIRED_CLASSES
      ? `${k} classes: pairs of more than ${MAX_PAIRED_CLASSES} are too many to rank`
      : `${rows} rows of ${k} classes are too many to be kept and sorted${advice}`;
  return { aucOneVsOne: null, aucOneVsRest: null, byClass: {}, reason };
}

/** Ranks rows that are all at hand. */
export async function rankRows(
  input: Omit<RankInput, 'details'>,
  details: Details | undefined,
  { elsewhere, kernels }: { elsewhere?: RankElsewhere | undefined; kernels?: Kernels | undefined } = {},
): Promise<Ranked> {
  const { rows, classes, positive, confidence } = input;
  const seen = details?.seen(classes, positive, confidence);
  const found = elsewhere ? await elsewhere(input) : await rankHere(new ClassRanker({ ...input, details }, COLUMNS_AT_ONCE), kernels);
  for (const { seen: its } of found) if (its) seen?.merge(its);
  const [{ pair }] = found;
  if (pair) return { ranking: pair, ...seen?.found };
  const wins = new Float64Array(classes.length ** 2);
  found.forEach((each, i) => {
    wins.set(each.wins as Float64Array, i * classes.length);
  });
  return { ranking: multiclassRanking({ rows: Float64Array.from(rows), wins }, classes), ...seen?.found };
}

/** Two classes are ranked as a pair. */
export const partsToRank = ({ length }: { length: number }): number => (length === 2 ? 1 : length);

/** In kernels that have room, or in others. */
async function rankHere(ranker: ClassRanker, kernels: Kernels | undefined): Promise<RankedClass[]> {
  // Nobody may come between: what has room now is used now.
  return ranker.rankAll(kernels && kernels.available >= ranker.bytes ? kernels : await ranker.makeKernels());
}

function rankPair(
  kernels: Kernels,
  columns: SortedColumns,
  classes: readonly string[],
  positive: number,
  confidence: number,
  seen: FigureGatherer | undefined,
): PairRanking {
  const sorted = columns.signed(kernels, positive);
  const ranking = pairRanking(rankStatistics(kernels, sorted), classes[positive], confidence);
  seen?.look(kernels, sorted, positive);
  if (seen && !columns.whole) {
    turnRound(sorted);
    seen.look(kernels, sorted, 1 - positive);
  }
  kernels.free(sorted);
  if (seen && columns.whole) {
    const others = columns.signed(kernels, 1 - positive);
    seen.look(kernels, others, 1 - positive);
    kernels.free(others);
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
  parts: RankPart[];
  /** Rows of each class; none where two classes are kept by their side. */
  rows: Int32Array;
  classes: readonly string[];
  positive: number;
  backend: Backend;
  confidence: number;
  /** How far outside of [0, 1] rounding may have put an estimate, of rows that have not been settled. */
  rounding?: number;
  details: D | undefined;
  /** Whether nothing but the curves is wanted, of rows that have been ranked. */
  curvesAlone?: boolean;
  /** Whether the rows will be sorted again. */
  again?: boolean;
}

/** What one class, or where there are two the pair of them, comes to. */
export interface RankedClass {
  /** Of two classes. */
  pair?: PairRanking;
  /** Of more: as in PairTable, of this class over each. */
  wins?: Float64Array;
  seen?: FigureGatherer['found'];
}

/** Has every class ranked, wherever that is done; in the order of the classes, one result for all where there are two. */
export type RankElsewhere<I = Omit<RankInput, 'details'>> = (input: I) => Promise<RankedClass[]>;

/** Ranks one class after the other. They have nothing to do with each other, so threads may share them out. */
export class ClassRanker {
  private readonly all: number;
  /** Whether all estimates of a class are sorted together, and not those of each true class apart. */
  private readonly together: boolean;
  protected readonly columns: SortedColumns;
  /** Of the kernels' memory. */
  readonly bytes: number;

  /** `atOnce`: columns that are taken out of rows of many classes at a time; more than one where classes are ranked in order. */
  constructor(
    protected readonly input: RankInput,
    atOnce = 1,
  ) {
    const { parts, rows, classes, positive, rounding, details, again = false } = input;
    const k = classes.length;
    const most = rows.reduce((a, b) => Math.max(a, b), 0);
    const all = parts.reduce((sum, { rows }) => sum + rows, 0);
    this.all = all;
    this.together = k > MOST_RUNS;
    // A column alone lies as it is wanted.
    const column = parts[0]?.estimates?.length === all;
    this.columns = new SortedColumns(parts, k, positive, { rounding, atOnce: this.together && !column ? atOnce : 0, again });
    this.bytes = rankingBytes(all, most, k, atOnce, details);
  }

  async makeKernels(): Promise<Kernels> {
    return (await createEngine({ backend: this.input.backend, memory: this.bytes })).kernels;
  }

  /** Ranks every class; the memory is given back. */
  rankAll(kernels: Kernels): RankedClass[] {
    const { classes } = this.input;
    try {
      return Array.from({ length: partsToRank(classes) }, (_, i) => this.rank(kernels, i));
    } finally {
      this.columns.free(kernels);
    }
  }

  /** Ranks one class. */
  rank(kernels: Kernels, i: number): RankedClass {
    const { classes, positive, confidence, details } = this.input;
    const seen = details?.seen(classes, positive, confidence);
    const ranked =
      classes.length === 2 ? { pair: rankPair(kernels, this.columns, classes, positive, confidence, seen) } : { wins: this.winsOf(kernels, i, seen) };
    return { ...ranked, ...(seen ? { seen: seen.found } : {}) };
  }

  private winsOf(kernels: Kernels, i: number, seen: FigureGatherer | undefined): Float64Array {
    return this.together ? this.winsByPlace(kernels, i, seen) : this.winsByRun(kernels, i, seen);
  }

  /** Few classes: of the estimates of one, those of each true class are sorted, then laid side by side. */
  private winsByRun(kernels: Kernels, i: number, seen: FigureGatherer | undefined): Float64Array {
    const { all, columns } = this;
    const { rows } = this.input;
    const column = columns.byClass(kernels, i);
    let start = 0;
    const runs = Array.from(rows, (n) => {
      start += n;
      return column.subarray(start - n, start);
    });
    const below = seen && kernels.uint32(rows[i]).fill(0);
    const wins = Float64Array.from(rows, (n, j) => (j !== i && n > 0 && rows[i] > 0 ? kernels.pairWins(runs[i], runs[j], below) : 0));
    if (below) {
      seen.lookAtRuns(kernels, runs, i, below, all);
      kernels.free(below);
    }
    kernels.free(column);
    if (seen?.draws(i)) {
      const sorted = columns.signed(kernels, i);
      seen.draw(kernels, sorted, i);
      kernels.free(sorted);
    }
    return wins;
  }

  /** Many classes: all are sorted together, and counted as they follow one another. */
  private winsByPlace(kernels: Kernels, i: number, seen: FigureGatherer | undefined): Float64Array {
    const { rows } = this.input;
    const places = new Float64Array(rows.length);
    const sorted = this.columns.signed(kernels, i, places);
    seen?.look(kernels, sorted, i);
    kernels.free(sorted);
    // Of each pair twice what is not below, and not level.
    return Float64Array.from(rows, (n, j) => (j === i ? 0 : 2 * (rows[i] * n) - places[j]));
  }
}

/** Of the kernels' memory, to rank so many rows; `most` of them are of one class. */
export function rankingBytes(all: number, most: number, k: number, atOnce = COLUMNS_AT_ONCE, details?: Details): number {
  const together = k > MOST_RUNS;
  // Beside what is sorted there is room for its largest bucket, which may be all of it. Curves take all estimates in one order.
  const apart = k > 2 && !together ? 8 * (all + most) : 0;
  const mixed = apart === 0 || details?.curves ? 16 * all : 0;
  return apart + mixed + (together ? 4 * all + RowColumns.bytes(all, atOnce) : 0) + 8 * most + (details?.bytes(all) ?? 0) + RANKS_OVERHEAD + 64 * k;
}

function rowsOfClassesInParts(parts: readonly RowsPart[], k: number): Int32Array {
  const rows = new Int32Array(k);
  for (const { ofClass } of parts) for (let i = 0; i < (ofClass?.length ?? 0); i++) rows[i] += (ofClass as Int32Array)[i];
  return rows;
}
