import { BinSums } from '../calibration/calibrator.js';
import { poolingErrors } from '../calibration/decomposition.js';
import { Bins } from '../ranking/histogram.js';
import type { WholeRows } from '../wholeRows.js';
import { Pooling } from './isotonic.js';
import { bounds, fitRecalibration, type Recalibration, type RecalibrationMethod } from './recalibration.js';

/** A number that is kept, and its place when sorted. */
const NUMBER_BYTES = 16;
/** What bins may take in all: 16 MiB, unless there are very many classes. */
const MAX_FIT_BINS = 2 ** 19;
const MIN_FIT_BINS = 2 ** 8;

/**
 * Fits to rows that come in chunks, exactly as long as they can be kept. Above that, isotonic regression knows estimates by their bins; Platt's
 * sigmoid and the temperature, which have no more than two parameters a class, are fitted to every second row, or fourth, and so on.
 */
export class FitStream {
  private readonly most: number;
  private estimates: Float64Array;
  private labels: Uint16Array;
  private kept = 0;
  private rows = 0;
  /** Rows whose number is a multiple of it are kept. */
  private stride = 1;
  private binned: BinnedFit | undefined;

  constructor(
    private readonly method: RecalibrationMethod,
    private readonly classes: readonly string[],
    keptBytes: number,
  ) {
    const k = classes.length;
    this.most = Math.max(1, Math.floor(keptBytes / (NUMBER_BYTES * k)));
    this.estimates = new Float64Array(0);
    this.labels = new Uint16Array(0);
  }

  add({ estimates, labels }: WholeRows): void {
    const k = this.classes.length;
    for (let r = 0; r < labels.length; r++, this.rows++) {
      if (this.kept === this.most && this.rows % this.stride === 0) this.makeRoom();
      if (this.binned) this.binned.add(estimates, r * k, labels[r]);
      else if (this.rows % this.stride === 0) {
        if (this.kept === this.labels.length) this.grow();
        for (let i = 0; i < k; i++) this.estimates[this.kept * k + i] = estimates[r * k + i];
        this.labels[this.kept++] = labels[r];
      }
    }
  }

  private grow(): void {
    const room = Math.min(this.most, Math.max(4096, 2 * this.kept));
    const k = this.classes.length;
    const estimates = new Float64Array(room * k);
    estimates.set(this.estimates);
    const labels = new Uint16Array(room);
    labels.set(this.labels);
    this.estimates = estimates;
    this.labels = labels;
  }

  /** More rows than are kept: bins, or every second of them. */
  private makeRoom(): void {
    const { estimates, labels, kept } = this;
    const k = this.classes.length;
    if (this.method === 'isotonic') {
      this.binned = new BinnedFit(this.classes);
      for (let r = 0; r < kept; r++) this.binned.add(estimates, r * k, labels[r]);
      this.estimates = new Float64Array(0);
      this.labels = new Uint16Array(0);
      this.kept = 0;
      return;
    }
    this.stride *= 2;
    this.kept = Math.ceil(kept / 2);
    for (let r = 0; r < this.kept; r++) {
      estimates.copyWithin(r * k, 2 * r * k, (2 * r + 1) * k);
      labels[r] = labels[2 * r];
    }
  }

  finish(): Recalibration {
    const { method, classes, kept, rows, stride } = this;
    if (this.binned) return this.binned.finish(rows);
    const model = fitRecalibration(method, this.estimates.subarray(0, kept * classes.length), this.labels.subarray(0, kept), classes);
    return stride === 1 ? model : { ...model, of: rows };
  }
}

/** Isotonic regression of estimates that are known by their bins. */
class BinnedFit {
  private readonly bins: Bins;
  private readonly wanted: number[];
  private readonly ofClass: BinSums[];

  constructor(private readonly classes: readonly string[]) {
    this.wanted = classes.length === 2 ? [1] : classes.map((_, i) => i);
    this.bins = new Bins(Math.max(MIN_FIT_BINS, MAX_FIT_BINS / this.wanted.length));
    this.ofClass = this.wanted.map(() => new BinSums(this.bins.count));
  }

  add(estimates: Float64Array, at: number, label: number): void {
    this.wanted.forEach((i, place) => {
      const p = estimates[at + i];
      this.ofClass[place].add(this.bins.of(p), 1, label === i ? 1 : 0, p, p, p);
    });
  }

  finish(rows: number): Recalibration {
    const [low, high] = bounds(rows);
    const hold = (p: number): number => Math.min(high, Math.max(low, p));
    const error = { quadratic: 0, log: 0 };
    const isotonic = this.ofClass.map((sums) => {
      const groups: { from: number; to: number; positives: number; negatives: number }[] = [];
      for (let bin = 0; bin < sums.count; bin++) {
        if (sums.rows[bin] === 0) continue;
        const [from, to] = [hold(sums.from[bin]), hold(sums.to[bin])];
        const own = { from, to, positives: sums.hits[bin], negatives: sums.rows[bin] - sums.hits[bin] };
        const last = groups[groups.length - 1];
        // What is held to the same number has become equal.
        if (last && (last.from === own.to || (last.to === own.from && last.from === last.to))) {
          last.to = own.to;
          last.positives += own.positives;
          last.negatives += own.negatives;
        } else groups.push(own);
      }
      const pooling = new Pooling();
      for (const { from, to, positives, negatives } of groups) pooling.add(from, positives, negatives, to);
      const blocks = pooling.blocks();
      const parts = {
        values: Float64Array.from(groups, ({ from }) => from),
        positives: Float64Array.from(groups, ({ positives }) => positives),
        negatives: Float64Array.from(groups, ({ negatives }) => negatives),
      };
      const off = poolingErrors(parts, (g) => groups[g].from === groups[g].to, blocks, rows);
      error.quadratic = Math.max(error.quadratic, off.quadratic);
      error.log = Math.max(error.log, off.log);
      return blocks;
    });
    return { method: 'isotonic', classes: this.classes, rows, error, isotonic };
  }
}
