import { fromLogs } from '../bayes/naiveBayesM.js';

/** Missing values that are summed out, at most; where more are missing, all have their most frequent value. */
const MOST_SUMMED = 4;

/** P(class | attributes) of a network of tables, (n + ½)/(n_q + V/2). */
export class NetworkPredictor {
  private readonly logs: Float64Array[];
  private readonly children: number[][];

  constructor(
    codes: readonly Int32Array[],
    private readonly sizes: readonly number[],
    private readonly parents: readonly (readonly number[])[],
    private readonly target: number,
    /** The most frequent value of each node. */
    private readonly modes: readonly number[],
    private readonly sumOut: boolean,
  ) {
    const rows = codes[0].length;
    this.logs = sizes.map((values, node) => {
      const groups = parents[node].reduce((product, parent) => product * sizes[parent], 1);
      const counts = new Float64Array(groups * values);
      const totals = new Float64Array(groups);
      for (let i = 0; i < rows; i++) {
        let group = 0;
        for (const parent of parents[node]) group = group * sizes[parent] + codes[parent][i];
        counts[group * values + codes[node][i]]++;
        totals[group]++;
      }
      return counts.map((count, at) => Math.log((count + 0.5) / (totals[Math.floor(at / values)] + values / 2)));
    });
    this.children = sizes.map((_, node) => sizes.flatMap((__, child) => (parents[child].includes(node) ? [child] : [])));
  }

  /** The estimates of rows given by their codes, one array for each node but the class. */
  predict(codes: readonly Int32Array[], count: number): Float64Array {
    const k = this.sizes[this.target];
    const all = new Float64Array(count * k);
    const row = new Int32Array(this.sizes.length);
    const blanket = this.blanket();
    const usual = this.factorsOf([this.target]);
    const logs = new Float64Array(k);
    for (let i = 0; i < count; i++) {
      const gaps: number[] = [];
      for (let node = 0; node < row.length; node++) {
        if (node === this.target) continue;
        row[node] = codes[node][i];
        if (row[node] >= 0) continue;
        if (this.sumOut && blanket.has(node)) gaps.push(node);
        row[node] = this.modes[node];
      }
      if (gaps.length === 0 || gaps.length > MOST_SUMMED) {
        for (let c = 0; c < k; c++) {
          row[this.target] = c;
          logs[c] = this.product(usual, row);
        }
      } else {
        const factors = this.factorsOf([this.target, ...gaps]);
        for (let c = 0; c < k; c++) {
          row[this.target] = c;
          logs[c] = Math.log(this.summed(gaps, 0, factors, row));
        }
      }
      fromLogs(logs, all, i * k);
    }
    return all;
  }

  /** The class's parents, children, and their parents: what it depends on. */
  blanket(): Set<number> {
    const found = new Set([...this.parents[this.target], ...this.children[this.target], ...this.children[this.target].flatMap((child) => this.parents[child])]);
    found.delete(this.target);
    return found;
  }

  /** Nodes whose probabilities depend on the values of some. */
  private factorsOf(nodes: readonly number[]): number[] {
    return [...new Set(nodes.flatMap((node) => [node, ...this.children[node]]))];
  }

  private product(factors: readonly number[], row: Int32Array): number {
    let sum = 0;
    for (const node of factors) {
      let group = 0;
      for (const parent of this.parents[node]) group = group * this.sizes[parent] + row[parent];
      sum += this.logs[node][group * this.sizes[node] + row[node]];
    }
    return sum;
  }

  private summed(gaps: readonly number[], at: number, factors: readonly number[], row: Int32Array): number {
    if (at === gaps.length) return Math.exp(this.product(factors, row));
    const node = gaps[at];
    const kept = row[node];
    let sum = 0;
    for (let value = 0; value < this.sizes[node]; value++) {
      row[node] = value;
      sum += this.summed(gaps, at + 1, factors, row);
    }
    row[node] = kept;
    return sum;
  }
}
