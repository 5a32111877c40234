import { createEngine } from '../../core/engine.js';
import type { Backend, Kernels } from '../../kernels/kernels.js';
import { BinnedCalibration } from '../calibration/binnedCalibration.js';
import { BIN_ROWS, BinRoom } from '../calibration/binRoom.js';
import type { Details, FigureGatherer } from '../calibration/details.js';
import { Bins, binErrors } from './histogram.js';
import type { RowsPart } from './keptRows.js';
import { multiclassRanking, type PairTable } from './multiclass.js';
import type { PairRanking, Ranked } from './ranked.js';
import { type Groups, groupStatistics } from './rankStatistics.js';
import { pairRanking, type RowBins, turnRound } from './ranks.js';

/** What bins may take in all: 16 MiB; of very many classes eight times as much. */
const MOST_COUNTS = 2 ** 21;
const LEAST_BINS = 2 ** 8;
/** Above this many classes even few bins for each pair are too many. */
export const MAX_BINNED_CLASSES = Math.floor(Math.sqrt((8 * MOST_COUNTS) / LEAST_BINS));

/** Bins that are fine enough, and yet not too many for so many tables of them. */
export const binsFor = (tables: number): Bins => new Bins(Math.max(LEAST_BINS, MOST_COUNTS / tables));

/** Counts of rows by bin: of two classes by their side, of more by column and true class. */
export class BinnedRanks implements RowBins {
  private readonly counts: Uint32Array;
  private readonly ofClass: BinnedCalibration[];
  private readonly room: BinRoom;
  private readonly k: number;

  private constructor(
    private readonly kernels: Kernels,
    private readonly bins: Bins,
    private readonly classes: readonly string[],
    private readonly positive: number,
    private readonly details: Details | undefined,
  ) {
    this.k = classes.length;
    this.room = new BinRoom(kernels, this.k);
    this.counts = kernels.uint32(bins.count * tablesOf(this.k)).fill(0);
    this.ofClass = details ? classes.map(() => new BinnedCalibration(kernels, bins, details.bins, details.z)) : [];
  }

  static async create(backend: Backend, classes: readonly string[], positive: number, details: Details | undefined): Promise<BinnedRanks> {
    const { length: k } = classes;
    const bins = binsFor(tablesOf(k));
    const memory = BinRoom.bytes(k) + 4 * bins.count * tablesOf(k) + k * (BinnedCalibration.bytes(bins) + ALIGNED);
    return new BinnedRanks((await createEngine({ backend, memory })).kernels, bins, classes, positive, details);
  }

  add({ signed, others, estimates, labels }: RowsPart): void {
    if (signed) this.addPair(signed, others);
    else if (estimates && labels) this.addRows(estimates, labels);
  }

  private addPair(signed: Float64Array, others: Float64Array | undefined): void {
    const { kernels, room, bins, counts, ofClass, positive } = this;
    for (let from = 0; from < signed.length; from += BIN_ROWS) {
      const own = signed.subarray(from, from + BIN_ROWS);
      room.x.set(own);
      room.place(bins, own.length);
      kernels.binBySide(room.x, room.places, own.length, bins.count, counts);
      if (ofClass.length === 0) continue;
      ofClass[positive].add(room, own.length);
      // Where only one class has estimates, the other's are what is left over.
      if (others) room.x.set(others.subarray(from, from + BIN_ROWS));
      else turnRound(room.x.subarray(0, own.length));
      room.place(bins, own.length);
      ofClass[1 - positive].add(room, own.length);
    }
  }

  private addRows(estimates: Float64Array, labels: Uint16Array): void {
    const { k, kernels, room, bins, counts, ofClass } = this;
    const [most, atOnce] = [BinRoom.wholeRows(k), BinRoom.rows(k)];
    for (let from = 0; from < labels.length; from += most) {
      const { length } = labels.subarray(from, from + most);
      room.labels.set(labels.subarray(from, from + length));
      room.p.set(estimates.subarray(from * k, (from + length) * k));
      for (let i = 0; i < k; i++)
        for (let at = 0; at < length; at += atOnce) {
          const own = room.labels.subarray(at, Math.min(at + atOnce, length));
          kernels.signedColumn(room.p.subarray(at * k), own, own.length, k, i, room.x);
          room.place(bins, own.length);
          kernels.binByClass(room.places, own, own.length, bins.count, counts.subarray(i * k * bins.count));
          ofClass[i]?.add(room, own.length);
        }
    }
  }

  finish(confidence: number, approximate: string): Ranked {
    const { classes, positive, k } = this;
    const seen = this.details && this.look(this.details.seen(classes, positive, confidence), confidence, approximate);
    const ranking = k > 2 ? multiclassRanking(this.pairs(), classes) : pairOf(this.groups(), classes[positive], confidence);
    return { ranking: { ...ranking, approximate }, ...seen?.found };
  }

  /** Looks at what was gathered of each class. */
  private look(seen: FigureGatherer, confidence: number, approximate: string): FigureGatherer {
    const { classes, ofClass } = this;
    const { found, details } = seen;
    ofClass.forEach((each, i) => {
      found.ofClass[i] = each.finish();
      if (found.curves && details.curves && seen.draws(i))
        found.curves[classes[i]] = {
          ...details.curves.groups(each.groups()),
          ranking: pairOf(each.groups(), classes[i], confidence),
          approximate: `${approximate}, and the points are those between bins`,
        };
    });
    return seen;
  }

  private groups(): { positives: Float64Array; negatives: Float64Array } {
    const { bins, counts } = this;
    return { positives: Float64Array.from(counts.subarray(0, bins.count)), negatives: Float64Array.from(counts.subarray(bins.count)) };
  }

  private pairs(): PairTable {
    const { k, bins, counts } = this;
    return pairsOfBins(k, (i, j) => counts.subarray((i * k + j) * bins.count, (i * k + j + 1) * bins.count));
  }
}

/** Every class against every other, of rows that are counted by bin: `cell` has those of true class j by the estimates of class i. A `single` bin holds one value, and so true ties. */
export function pairsOfBins(
  k: number,
  cell: (i: number, j: number) => Float64Array | Uint32Array,
  single: (i: number, bin: number) => boolean = () => false,
): PairTable {
  const rows = Float64Array.from({ length: k }, (_, j) => rowsInBins(cell(0, j)));
  const wins = new Float64Array(k * k);
  const errors = new Float64Array(k * k);
  for (let i = 0; i < k; i++)
    for (let j = 0; j < k; j++) {
      if (j === i) continue;
      const [own, others] = [cell(i, i), cell(i, j)];
      let [won, unsure, below] = [0, 0, 0];
      for (let bin = 0; bin < own.length; bin++) {
        const [m, n] = [own[bin], others[bin]];
        if (m > 0) {
          won += m * (2 * below + n);
          if (n > 0 && !single(i, bin)) unsure += m * n;
        }
        below += n;
      }
      wins[i * k + j] = won;
      errors[i * k + j] = unsure;
    }
  return { rows, wins, errors };
}

/** How many rows there are in all bins. */
function rowsInBins(counts: Float64Array | Uint32Array): number {
  let sum = 0;
  for (let bin = 0; bin < counts.length; bin++) sum += counts[bin];
  return sum;
}

/** Of two classes the sides of one column are counted, of more each column's rows of each class. */
const tablesOf = (k: number): number => (k === 2 ? 2 : k * k);
/** What is lost where ranges of memory begin at whole numbers of bytes. */
const ALIGNED = 256;

/** One class against the others, by groups that are bins; `one` is what a positive row counts at least. */
export function pairOf(
  groups: Pick<Groups, 'positives' | 'negatives'>,
  name: string,
  confidence: number,
  one = 1,
  single?: (bin: number) => boolean,
): PairRanking {
  const statistics = groupStatistics(groups);
  const ranking = pairRanking(statistics, name, confidence);
  return { ...ranking, ...(ranking.auc === null ? {} : { error: binErrors(groups, statistics.averagePrecision, one, single) }) };
}
