import { BinnedCalibration } from '../calibration/binnedCalibration.js';
import { Bins, binErrors } from './histogram.js';
import type { RowsPart } from './keptRows.js';
import { multiclassRanking, type PairTable } from './multiclass.js';
import { type Groups, groupStatistics } from './rankStatistics.js';
import { type BinRows, type PairRanking, pairRanking, type Ranked, type RowBins, turnRound, type Wanted } from './ranks.js';
import type { Seen } from './seen.js';

/** What bins may take in all: 16 MiB; of very many classes eight times as much. */
export const MOST_COUNTS = 2 ** 21;
export const LEAST_BINS = 2 ** 8;
/** Above this many classes even few bins for each pair are too many. */
export const MOST_CLASSES = Math.floor(Math.sqrt((8 * MOST_COUNTS) / LEAST_BINS));

/** Counts of rows by bin: of two classes by their side, of more by column and true class. */
export class BinnedRanks implements RowBins {
  private readonly bins: Bins;
  private readonly counts: Float64Array;
  private readonly ofClass: BinnedCalibration[];
  private scratch = new Float64Array(0);

  private readonly k: number;

  constructor(
    private readonly classes: readonly string[],
    private readonly positive: number,
    private readonly wanted: Wanted | undefined,
  ) {
    const k = classes.length;
    this.k = k;
    const cells = k === 2 ? 2 : k * k;
    this.bins = new Bins(Math.max(LEAST_BINS, MOST_COUNTS / cells));
    this.counts = new Float64Array(this.bins.count * cells);
    this.ofClass = wanted ? Array.from({ length: k }, () => binnedCalibration(wanted, this.bins)) : [];
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

  finish(confidence: number, approximate: string): Ranked {
    const { classes, positive, k } = this;
    const seen = this.wanted && this.look(this.wanted.details.seen(classes, positive, confidence), confidence, approximate);
    const ranking = k > 2 ? multiclassRanking(this.pairs(), classes) : pairOf(this.groups(), classes[positive], confidence);
    return { ranking: { ...ranking, approximate }, ...seen?.found };
  }

  /** Looks at what was gathered of each class, and gives its memory back. */
  private look(seen: Seen, confidence: number, approximate: string): Seen {
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
      each.free();
    });
    return seen;
  }

  private groups(): { positives: Float64Array; negatives: Float64Array } {
    const { bins, counts } = this;
    return { positives: counts.subarray(0, bins.count), negatives: counts.subarray(bins.count) };
  }

  private pairs(): PairTable {
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

/** Bins for rows without weights. */
export const binRows: BinRows = (classes, positive, wanted) => (classes.length > MOST_CLASSES ? undefined : new BinnedRanks(classes, positive, wanted));

export function binnedCalibration({ details: { bins, z }, kernels }: Wanted, fineBins: Bins): BinnedCalibration {
  return new BinnedCalibration(kernels, fineBins, bins, z);
}

/** One class against the others, by groups that are bins; `one` is what a positive row counts at least. */
export function pairOf(groups: Pick<Groups, 'positives' | 'negatives'>, name: string, confidence: number, one = 1): PairRanking {
  const statistics = groupStatistics(groups);
  const ranking = pairRanking(statistics, name, confidence);
  return { ...ranking, ...(ranking.auc === null ? {} : { error: binErrors(groups, statistics.averagePrecision, one) }) };
}
