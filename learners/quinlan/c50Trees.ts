import type { Training } from '../base/training.js';
import { QuinlanAnswer } from './answer.js';
import { Cases } from './c50Cases.js';
import { C50Grower } from './c50Grower.js';
import { C50Pruner, mergeLeaves, pruneAsAWhole, setTrainingErrors } from './c50Pruner.js';
import { extraErrors } from './extraErrors.js';
import { isQuinlanLeaf, leavesOfValues, type QuinlanNode } from './node.js';

export interface C50Settings {
  trials: number;
  confidence: number;
  minimum: number;
  global: boolean;
  limited: boolean;
}

/** The least weight that boosting leaves a row that was right. */
const LEAST_WEIGHT = 1e-3;

/** The trees of C5.0: one, or one for each trial of boosting that counts. */
export class C50Trees {
  private readonly cases: Cases;
  private readonly grower: C50Grower;
  private readonly pruner: C50Pruner;

  constructor(
    private readonly training: Training,
    private readonly settings: C50Settings,
  ) {
    this.cases = new Cases(training);
    this.grower = new C50Grower(this.cases, settings.minimum);
    this.pruner = new C50Pruner(this.cases, this.grower, settings.minimum, extraErrors(settings.confidence, 1));
  }

  make(): QuinlanNode[] {
    const { cases, settings } = this;
    const { n, k, labels, weights } = cases;
    const trees: QuinlanNode[] = [];
    const votes = new Float32Array(n * k);
    const wrong = new Uint8Array(n);
    // Rows that no later trial can set right are dropped; of very many, those of little weight do not take part in growing.
    const aside = new Uint8Array(n);
    let dropped = 0;
    let lightest = 1;
    let { trials } = settings;
    for (let trial = 0; trial < trials; trial++) {
      const tree = this.tree(trial, aside);
      trees.push(tree);
      if (trial === trials - 1) break;
      const answer = new QuinlanAnswer(tree, this.training.columns);
      let [wrongWeight, rightWeight, errors] = [0, 0, 0];
      for (let row = 0; row < n; row++) {
        aside[row] = weights[row] > 0 ? 0 : 1;
        if (aside[row]) continue;
        const own = votes.subarray(row * k, (row + 1) * k);
        const said = answer.ask(row);
        own[said] += answer.shares[said];
        if (trial + 1 > trials / 2 && Math.max(...own) > own[labels[row]] + (trials - 1) - trial) {
          dropped++;
          aside[row] = 1;
          weights[row] = 0;
          continue;
        }
        wrong[row] = said === labels[row] ? 0 : 1;
        if (wrong[row]) {
          wrongWeight += weights[row];
          errors++;
        } else rightWeight += weights[row];
      }
      const left = n - dropped;
      if (wrongWeight < 0.1) trials = trial + 1;
      else if ((trial > 0 && isQuinlanLeaf(tree)) || wrongWeight / left >= 0.49) trials = Math.max(trial, 1);
      else {
        // What was wrong is to weigh half way between what it does and half of all.
        const more = 0.25 * (rightWeight - wrongWeight);
        const scale = left / (rightWeight + wrongWeight);
        const factor = (rightWeight - more) / rightWeight;
        lightest *= factor * scale;
        for (let row = 0; row < n; row++) {
          if (aside[row]) continue;
          weights[row] = wrong[row] ? scale * (weights[row] + more / errors) : weights[row] * (scale * factor);
          if (!wrong[row] && weights[row] < LEAST_WEIGHT) weights[row] = LEAST_WEIGHT;
        }
        if (trial === 0 && settings.limited) this.grower.leafShare = Math.fround((1.1 * leavesOfValues(tree)) / n);
        if (n > 4001 && lightest <= 0.2) for (let row = 0; row < n; row++) if (weights[row] <= lightest + 1e-3) aside[row] = 1;
      }
    }
    // Two trees decide nothing that the first does not.
    return trees.slice(0, trials <= 2 ? 1 : trials);
  }

  private tree(trial: number, aside: Uint8Array): QuinlanNode {
    const { cases, settings } = this;
    const tree = this.grower.grow(cases.reset(aside), cases.n);
    cases.reset();
    this.pruner.prune(tree, trial === 0);
    setTrainingErrors(tree);
    if (settings.global) pruneAsAWhole(tree, this.testsMissing(tree) ? this.errorsOf(tree) : tree.errors, cases.n);
    mergeLeaves(tree, trial > 0);
    this.lowerCuts(tree);
    return tree;
  }

  private testsMissing(node: QuinlanNode): boolean {
    return !isQuinlanLeaf(node) && (this.cases.gaps[node.attribute] || node.branches.some((branch) => this.testsMissing(branch)));
  }

  private errorsOf(tree: QuinlanNode): number {
    const answer = new QuinlanAnswer(tree, this.training.columns);
    const { n, labels, weights } = this.cases;
    let errors = 0;
    for (let row = 0; row < n; row++) if (answer.ask(row) !== labels[row]) errors += weights[row];
    return errors;
  }

  /** Cuts become values that training rows have. */
  private lowerCuts(node: QuinlanNode): void {
    const ranked = this.cases.ranked[node.attribute];
    const column = this.training.columns[node.attribute];
    if (ranked && column.kind === 'numeric') {
      let [from, to] = [0, ranked.order.length - 1];
      while (from < to) {
        const middle = (from + to + 1) >> 1;
        if (ranked.values[ranked.ranks[ranked.order[middle]]] > node.cut) to = middle - 1;
        else from = middle;
      }
      node.cut = column.values[ranked.order[from]];
    }
    for (const branch of new Set(node.branches)) this.lowerCuts(branch);
  }
}
