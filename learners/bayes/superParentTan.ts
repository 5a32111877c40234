import { FairbitsError } from 'fairbits';
import type { LearnerKind } from '../base/learner.js';
import type { Training } from '../base/training.js';
import { type Binned, binnedTraining } from '../data/binned.js';
import { entropyCuts } from '../data/discretise.js';
import { LinkCounts, treeNetworkModel } from './treeNetwork.js';

/** With more attributes the search takes hours: every arc has all pairs of them tried on all rows. */
const MOST_ATTRIBUTES = 256;

/** Tree-augmented Naive Bayes by super parents (Keogh & Pazzani 1999), as Hope & Korb 2004 used it (a reconstruction); numeric attributes in bins by entropy. */
export const superParentTan: LearnerKind<Record<never, never>> = {
  name: 'tan',
  about: 'tree-augmented Naive Bayes by super parents (Keogh & Pazzani)',
  options: {},
  fit(training) {
    const attributes = training.columns.length;
    if (attributes > MOST_ATTRIBUTES)
      throw new FairbitsError('columns', `tan: ${attributes} attributes; expected ${MOST_ATTRIBUTES} at most: leave some out, or take tan-friedman`, {
        found: attributes,
        expected: `${MOST_ATTRIBUTES} at most`,
      });
    const { binned, codes } = binnedTraining(training, entropyCuts(training, 'standard'));
    const { parents } = new SuperParents(training, binned, codes).search();
    return treeNetworkModel(training, binned, codes, parents, 1, 'tree-augmented Naive Bayes (super parents)');
  },
};

/** Searches arcs between attributes by the accuracy in training, each row left out of the counts it is judged by. */
export class SuperParents {
  private readonly parents: Int32Array;
  /** Of each row and class: the sum of the logs of the factors as they are. */
  private readonly sums: Float64Array;
  /** Of each attribute: the logs of its factor as they are. */
  private readonly factors: Float64Array[];

  constructor(
    private readonly training: Training,
    private readonly binned: Binned,
    private readonly codes: readonly Int32Array[],
  ) {
    const { n, k, labels, classCounts } = training;
    this.parents = new Int32Array(binned.count).fill(-1);
    this.sums = new Float64Array(n * k);
    for (let i = 0; i < n; i++) for (let c = 0; c < k; c++) this.sums[i * k + c] = Math.log(classCounts[c] + (c === labels[i] ? 0 : 1));
    this.factors = codes.map((_, a) => this.factor(a, -1));
    for (const factor of this.factors) for (let i = 0; i < factor.length; i++) this.sums[i] += factor[i];
  }

  search(): { parents: number[]; correct: number } {
    let score = this.correct(this.sums);
    for (;;) {
      const found = this.bestArc();
      if (!found || found.score <= score) return { parents: [...this.parents], correct: score };
      score = found.score;
      this.parents[found.child] = found.parent;
      for (let i = 0; i < this.sums.length; i++) this.sums[i] += found.factor[i] - this.factors[found.child][i];
      this.factors[found.child] = found.factor;
    }
  }

  /** The best super parent, and of its arcs the best. */
  private bestArc(): { parent: number; child: number; score: number; factor: Float64Array } | undefined {
    let best = -1;
    let superParent = -1;
    for (let p = 0; p < this.binned.count; p++) {
      const orphans = this.orphans(p);
      if (orphans.length === 0) continue;
      const sums = this.sums.slice();
      for (const a of orphans) {
        const factor = this.factor(a, p);
        const before = this.factors[a];
        for (let i = 0; i < sums.length; i++) sums[i] += factor[i] - before[i];
      }
      const score = this.correct(sums);
      if (score > best) [best, superParent] = [score, p];
    }
    if (superParent < 0) return undefined;
    let arc: { parent: number; child: number; score: number; factor: Float64Array } | undefined;
    const sums = new Float64Array(this.sums.length);
    for (const child of this.orphans(superParent)) {
      const factor = this.factor(child, superParent);
      const before = this.factors[child];
      for (let i = 0; i < sums.length; i++) sums[i] = this.sums[i] + factor[i] - before[i];
      const score = this.correct(sums);
      if (!arc || score > arc.score) arc = { parent: superParent, child, score, factor };
    }
    return arc;
  }

  /** Attributes without an attribute as parent that p could be given to: not itself, and not what it comes from. */
  private orphans(p: number): number[] {
    let root = p;
    while (this.parents[root] >= 0) root = this.parents[root];
    const found: number[] = [];
    for (let a = 0; a < this.parents.length; a++) if (this.parents[a] < 0 && a !== p && a !== root) found.push(a);
    return found;
  }

  /** The logs of an attribute's factor for every row and class, with a parent or without (−1), the row's own counts taken out. */
  private factor(a: number, p: number): Float64Array {
    const { n, k, labels } = this.training;
    const { sizes } = this.binned;
    const values = sizes[a];
    const codes = this.codes[a];
    const parent = p < 0 ? undefined : this.codes[p];
    const counts = new LinkCounts(codes, values, parent, p < 0 ? 1 : sizes[p], labels, k);
    const [others, own] = [counts.logs(1), counts.logs(1, 1)];
    const factor = new Float64Array(n * k);
    for (let i = 0; i < n; i++) {
      if (codes[i] < 0) continue;
      const from = parent ? parent[i] : 0;
      if (from < 0) {
        // Without the parent's value the factor is that of Naive Bayes.
        const before = this.factors[a];
        for (let c = 0; c < k; c++) factor[i * k + c] = before[i * k + c];
        continue;
      }
      for (let c = 0; c < k; c++) {
        const cell = (from * k + c) * values + codes[i];
        factor[i * k + c] = c === labels[i] ? own[cell] : others[cell];
      }
    }
    return factor;
  }

  /** Rows whose own class is the most probable, the first of several. */
  private correct(sums: Float64Array): number {
    const { n, k, labels } = this.training;
    let right = 0;
    for (let i = 0; i < n; i++) {
      let best = 0;
      for (let c = 1; c < k; c++) if (sums[i * k + c] > sums[i * k + best]) best = c;
      if (best === labels[i]) right++;
    }
    return right;
  }
}
