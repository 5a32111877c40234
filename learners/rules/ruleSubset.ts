import { log2Factorial } from '../base/adaptiveCode.js';
import type { Training } from '../base/training.js';
import type { AdditiveRandom } from './additiveRandom.js';
import type { RatedRule } from './c45rules.js';

const f = Math.fround;
/** Up to so many rules every subset is tried. */
const ALL_SUBSETS = 10;
/** What cannot be coded. */
const IMPOSSIBLE = 1e6;

const log2 = (x: number): number => (x <= 0 ? 0 : Math.log(x) / Math.log(2));

/** The rules of a class that give the shortest message of rules and exceptions (Quinlan 1993, §5.2; 1995), in the single precision of C4.5rules. */
export function chooseSubset(training: Training, target: number, rules: readonly RatedRule[], bits: readonly number[], random: AdditiveRandom): RatedRule[] {
  if (rules.length === 0) return [];
  const search = new SubsetSearch(training, target, rules, bits);
  if (rules.length <= ALL_SUBSETS) search.tryAll(rules.length - 1);
  else for (let tenth = 0; tenth <= 10; tenth++) search.climb(rules.map(() => random.uniform() < f(tenth / 10)));
  return rules.filter((_, i) => search.best[i]);
}

class SubsetSearch {
  best: boolean[] = [];
  private least = 1e10;
  private readonly isIn: boolean[];
  /** How many rules of the subset cover each row. */
  private readonly covered: Int32Array;
  /** The rows of each rule, and the rules of each row: from a place on, to that of the next. */
  private readonly rows: readonly Int32Array[];
  private readonly rulesOf: Int32Array;
  private readonly starts: Int32Array;
  /** Of each rule, rows of the class and of others that no other rule of the subset covers. */
  private readonly right: Int32Array;
  private readonly wrong: Int32Array;
  private fires = 0;
  private falsePositives = 0;
  private falseNegatives: number;
  /** What adding a rule saves, or leaving it out would cost. */
  private readonly values: Float32Array;

  constructor(
    private readonly training: Training,
    private readonly target: number,
    rules: readonly RatedRule[],
    private readonly bits: readonly number[],
  ) {
    const { n, labels } = training;
    this.isIn = rules.map(() => false);
    this.covered = new Int32Array(n);
    this.rows = rules.map(({ covers }) => covers);
    this.values = new Float32Array(rules.length);
    this.right = new Int32Array(rules.length);
    this.wrong = new Int32Array(rules.length);
    this.falseNegatives = training.classCounts[target];
    this.starts = new Int32Array(n + 1);
    for (const own of this.rows) for (const row of own) this.starts[row + 1]++;
    for (let row = 0; row < n; row++) this.starts[row + 1] += this.starts[row];
    this.rulesOf = new Int32Array(this.starts[n]);
    const at = this.starts.slice();
    for (const [r, own] of this.rows.entries())
      for (const row of own) {
        this.rulesOf[at[row]++] = r;
        (labels[row] === target ? this.right : this.wrong)[r]++;
      }
  }

  /** Every subset of the rules up to one, with those behind it as they are. */
  tryAll(last: number): void {
    if (last < 0) {
      this.judge();
      return;
    }
    this.tryAll(last - 1);
    this.turn(last);
    this.tryAll(last - 1);
    this.turn(last);
  }

  /** From a subset, adds or takes away the rule that saves most, as long as one does. */
  climb(start: readonly boolean[]): void {
    for (const [r, wanted] of start.entries()) if (wanted !== this.isIn[r]) this.turn(r);
    for (;;) {
      const base = this.judge();
      this.valueRules(base);
      let [best, most] = [-1, 0];
      for (const [r, value] of this.values.entries()) {
        const saved = this.isIn[r] ? -value : value;
        if (saved > most) [best, most] = [r, saved];
      }
      if (best < 0) return;
      this.turn(best);
    }
  }

  /** Adds a rule to the subset, or takes it away. */
  private turn(r: number): void {
    const isAdded = !this.isIn[r];
    this.isIn[r] = isAdded;
    const step = isAdded ? 1 : -1;
    const { labels } = this.training;
    for (const row of this.rows[r]) {
      const others = isAdded ? this.covered[row] : this.covered[row] - 1;
      this.covered[row] += step;
      if (others > 1) continue;
      const isOwn = labels[row] === this.target;
      const counts = isOwn ? this.right : this.wrong;
      // No other rule of the subset covers it: rules outside no longer can, or can again. One does: the row is its alone, or no longer is.
      for (let at = this.starts[row]; at < this.starts[row + 1]; at++) {
        const other = this.rulesOf[at];
        if (other !== r && this.isIn[other] === (others === 1)) counts[other] -= step;
      }
      if (others === 1) continue;
      this.fires += step;
      if (isOwn) this.falseNegatives -= step;
      else this.falsePositives += step;
    }
  }

  /** The bits of the rules of the subset, in any order. */
  private theory(): { bits: number; count: number } {
    let [sum, count] = [0, 0];
    for (const [r, inside] of this.isIn.entries()) {
      if (!inside) continue;
      sum = f(sum + this.bits[r]);
      count++;
    }
    return { bits: f(sum - log2Factorial(count)), count };
  }

  /** The message of the subset; kept if it is the shortest so far. */
  private judge(): number {
    const base = f(f(0.5 * this.theory().bits) + exceptionBits(this.training.n, this.fires, this.falsePositives, this.falseNegatives));
    if (base < this.least) {
      this.least = base;
      this.best = this.isIn.slice();
    }
    return base;
  }

  private valueRules(base: number): void {
    const { bits: all, count } = this.theory();
    for (const [r, inside] of this.isIn.entries()) {
      const sign = inside ? -1 : 1;
      const [right, wrong] = [sign * this.right[r], sign * this.wrong[r]];
      const exceptions = exceptionBits(this.training.n, this.fires + right + wrong, this.falsePositives + wrong, this.falseNegatives - right);
      const theory = inside ? f(all - this.bits[r]) + log2(count) : f(all + this.bits[r]) - log2(count + 1);
      const other = f(exceptions + 0.5 * theory);
      this.values[r] = inside ? other - base : base - other;
    }
  }
}

/** The bits of each rule: its conditions, in any order. */
export function ruleBits({ columns, n }: Training, rules: readonly RatedRule[]): number[] {
  const attribute = columns.map((column) => {
    if (column.kind === 'numeric') {
      // A missing value counts as one more.
      const different = new Set(Float32Array.from(column.values)).size;
      return different > 1 ? f(1 + log2(different) / 2) : 0;
    }
    const counts = new Float64Array(column.categories.length);
    for (const code of column.codes) if (code >= 0) counts[code]++;
    return counts.reduce((sum, count) => f(sum + (count > 0 ? (count / n) * (log2(n) - log2(count)) : 0)), 0);
  });
  const total = attribute.reduce((sum, bits) => f(sum + bits), 0);
  const test = attribute.reduce((sum, bits) => {
    const share = f(bits / total);
    return share > 0 ? f(sum - share * log2(share)) : sum;
  }, 0);
  return rules.map(({ conditions }) => {
    const sum = conditions.reduce((all, condition) => f(all + f(test + attribute[condition.attribute])), 0);
    return f(sum + log2(conditions.length) - log2Factorial(conditions.length));
  });
}

function exceptionBits(n: number, fires: number, falsePositives: number, falseNegatives: number): number {
  const half = f(0.5 * (falsePositives + falseNegatives));
  const [first, second] = fires > 0.5 * n ? [half, falseNegatives] : [falsePositives, half];
  return f(log2(n) + biased(fires, falsePositives, first) + biased(n - fires, falseNegatives, second));
}

/** The bits of which E of n are exceptions, where x are expected. */
function biased(n: number, exceptions: number, expected: number): number {
  if (expected <= 1e-6) return exceptions === 0 ? 0 : IMPOSSIBLE;
  if (expected >= n - 1e-6) return exceptions === n ? 0 : IMPOSSIBLE;
  const rate = f(expected / n);
  return f(-exceptions * log2(rate) - (n - exceptions) * log2(f(1 - rate)));
}
