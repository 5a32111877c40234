import type { DataModel } from '../base/learner.js';
import type { Training } from '../base/training.js';
import type { Binned } from '../data/binned.js';
import { fromLogs } from './naiveBayesM.js';

/** Counts of an attribute's values by class, and by another attribute's value where it has a parent. */
export class LinkCounts {
  /** counts[(p·k + c)·V + x], p the parent's value (0 without one). */
  readonly counts: Float64Array;
  /** Rows with both values known: totals[p·k + c]. */
  readonly totals: Float64Array;

  constructor(
    codes: Int32Array,
    readonly values: number,
    parent: Int32Array | undefined,
    parentValues: number,
    labels: ArrayLike<number>,
    readonly k: number,
  ) {
    this.counts = new Float64Array(parentValues * k * values);
    this.totals = new Float64Array(parentValues * k);
    for (let i = 0; i < codes.length; i++) {
      const p = parent ? parent[i] : 0;
      if (codes[i] < 0 || p < 0) continue;
      const group = p * k + labels[i];
      this.counts[group * values + codes[i]]++;
      this.totals[group]++;
    }
  }

  /** ln of (n + start)/(N + V·start), for every cell. */
  logs(start: number, own = 0): Float64Array {
    const { values } = this;
    return this.counts.map((count, i) => Math.log((count - own + start) / (this.totals[Math.floor(i / values)] - own + values * start)));
  }
}

/** What a Naive Bayes network with at most one more parent to each attribute answers. */
export function treeNetworkModel(
  training: Training,
  binned: Binned,
  codes: readonly Int32Array[],
  parents: readonly number[],
  start: number,
  title: string,
  fill?: readonly number[],
): DataModel {
  const { k, n, labels, classCounts } = training;
  const alone = codes.map((column, a) => new LinkCounts(column, binned.sizes[a], undefined, 1, labels, k).logs(start));
  const linked = codes.map((column, a) =>
    parents[a] < 0 ? undefined : new LinkCounts(column, binned.sizes[a], codes[parents[a]], binned.sizes[parents[a]], labels, k).logs(start),
  );
  const priors = classCounts.map((count) => Math.log((count + start) / (n + k * start)));
  return {
    predict(rows) {
      const places = binned.codes(rows);
      if (fill) for (const [a, column] of places.entries()) for (let i = 0; i < column.length; i++) if (column[i] < 0) column[i] = fill[a];
      const all = new Float64Array(rows.length * k);
      const logs = new Float64Array(k);
      for (let i = 0; i < rows.length; i++) {
        logs.set(priors);
        for (let a = 0; a < places.length; a++) {
          const code = places[a][i];
          if (code < 0) continue;
          const values = binned.sizes[a];
          const p = parents[a] < 0 ? -1 : places[parents[a]][i];
          const table = p < 0 ? alone[a] : (linked[a] as Float64Array);
          const at = Math.max(p, 0) * k;
          for (let c = 0; c < k; c++) logs[c] += table[(at + c) * values + code];
        }
        fromLogs(logs, all, i * k);
      }
      return all;
    },
    describe: () => [title, '', ...parents.map((p, a) => `${binned.name(a)}: ${p < 0 ? 'class' : `class, ${binned.name(p)}`}`)].join('\n'),
    complexity: () => null,
  };
}
