import { logGamma } from '../base/logFactorial.js';
import type { Training } from '../base/training.js';
import { type Condition, fires, holds } from './conditions.js';

/** Others than the best literal that are kept at each step, and in all. */
const OTHERS = 4;
const MOST_KEPT = 20;
/** Of the best gain. */
const NEARLY = 0.8;
/** How much longer than the rows it explains a clause may be. */
const LONGER = 1.1;
const LEAST_GAIN = 1e-6;

interface Literal {
  condition: Condition;
  gain: number;
  bits: number;
}

/** A clause that is being made: its literals, what they cost, and the rows that it covers. */
interface Partial {
  conditions: Condition[];
  bits: number;
  rows: readonly number[];
  positives: number;
}

interface Choice extends Partial {
  gain: number;
}

/** The clauses of one class. */
export function foilClauses(training: Training, target: number, accuracy: number): Condition[][] {
  const { n, labels, columns } = training;
  const isPositive = (row: number) => labels[row] === target;
  const clauses: Condition[][] = [];
  let state = Array.from({ length: n }, (_, row) => row);
  for (;;) {
    if (!state.some(isPositive)) break;
    const found = new ClauseSearch(training, target, state, accuracy).search();
    if (!found) break;
    clauses.push(found);
    state = state.filter((row) => !isPositive(row) || !fires(found, columns, row));
  }
  // Clauses that no positive needs go, the latest first.
  for (let i = clauses.length - 1; i >= 0; i--) {
    const others = clauses.filter((_, j) => j !== i);
    let needed = false;
    for (let row = 0; row < n && !needed; row++)
      needed = isPositive(row) && fires(clauses[i], columns, row) && !others.some((clause) => fires(clause, columns, row));
    if (!needed) clauses.splice(i, 1);
  }
  return clauses;
}

class ClauseSearch {
  private kept: Choice[] = [];
  /** The most accurate clause met on the way. */
  private best: { conditions: Condition[]; accuracy: number; covered: number } | undefined;

  constructor(
    private readonly training: Training,
    private readonly target: number,
    private readonly state: readonly number[],
    private readonly accuracy: number,
  ) {}

  search(): Condition[] | undefined {
    let clause: Partial = { conditions: [], bits: 0, rows: this.state, positives: this.count(this.state) };
    for (;;) {
      if (clause.positives === clause.rows.length) break;
      const choices = this.choices(clause);
      if (choices.length > 0) {
        this.keep(
          choices
            .slice(1)
            .filter(({ gain }) => gain >= NEARLY * choices[0].gain)
            .slice(0, OTHERS),
        );
        clause = choices[0];
        this.meet(clause);
      } else {
        const other = this.kept.shift();
        if (!other) break;
        clause = other;
        this.meet(clause);
      }
    }
    let conditions = clause.conditions;
    const own = this.judged(conditions);
    if (this.best && (this.best.accuracy > own.accuracy || (this.best.accuracy === own.accuracy && this.best.covered > own.covered)))
      conditions = this.best.conditions;
    conditions = this.pruned(conditions);
    return conditions.length > 0 && this.judged(conditions).accuracy >= this.accuracy ? conditions : undefined;
  }

  private count(rows: readonly number[]): number {
    return rows.reduce((sum, row) => sum + (this.training.labels[row] === this.target ? 1 : 0), 0);
  }

  private judged(conditions: readonly Condition[]): { accuracy: number; covered: number; negatives: number } {
    const rows = this.state.filter((row) => fires(conditions, this.training.columns, row));
    const positives = this.count(rows);
    return { accuracy: rows.length === 0 ? 0 : positives / rows.length, covered: positives, negatives: rows.length - positives };
  }

  private meet({ conditions, rows, positives }: Partial): void {
    const accuracy = positives / rows.length;
    if (accuracy < this.accuracy) return;
    const { best } = this;
    const better =
      !best ||
      accuracy > best.accuracy ||
      (accuracy === best.accuracy && (positives > best.covered || (positives === best.covered && conditions.length < best.conditions.length)));
    if (better) this.best = { conditions, accuracy, covered: positives };
  }

  private keep(choices: readonly Choice[]): void {
    this.kept = [...this.kept, ...choices].sort((a, b) => b.gain - a.gain).slice(0, MOST_KEPT);
  }

  /** Drops literals from the last but one backwards, where no more negatives are covered without. */
  private pruned(conditions: readonly Condition[]): Condition[] {
    let kept = [...conditions];
    const { negatives } = this.judged(kept);
    for (let i = kept.length - 2; i >= 0; i--) {
      const without = kept.filter((_, j) => j !== i);
      if (this.judged(without).negatives <= negatives) kept = without;
    }
    return kept;
  }

  /** What the clause may become, by falling gain; of the same gain the first. */
  private choices(clause: Partial): Choice[] {
    const literals = this.literals(clause);
    literals.sort((a, b) => b.gain - a.gain);
    return literals.slice(0, OTHERS + 1).map(({ condition, gain, bits }) => {
      const rows = clause.rows.filter((row) => holds(condition, this.training.columns, row));
      return { conditions: [...clause.conditions, condition], bits: clause.bits + bits, rows, positives: this.count(rows), gain };
    });
  }

  private literals(clause: Partial): Literal[] {
    const { columns, labels } = this.training;
    const { rows, positives } = clause;
    const total = rows.length;
    const before = Math.log2((total + 1) / (positives + 1));
    const values = columns.reduce((sum, column) => sum + (column.kind === 'nominal' ? column.categories.length : 0), 0);
    const numeric = columns.filter((column) => column.kind === 'numeric').length;
    const kinds = (values > 0 ? 1 : 0) + (numeric > 0 ? 1 : 0);
    const common = 1 + Math.log2(kinds) - Math.log2(clause.conditions.length + 1);
    const found: Literal[] = [];
    const consider = (condition: Condition, right: number, covered: number, bits: number): void => {
      if (right === 0 || covered === total) return;
      const gain = right * (before - Math.log2((covered + 1) / (right + 1)));
      if (!(gain > LEAST_GAIN) || clause.bits + bits >= LONGER * this.explained(right)) return;
      found.push({ condition, gain, bits });
    };
    for (const [attribute, column] of columns.entries()) {
      if (column.kind === 'nominal') {
        const [right, covered] = [new Int32Array(column.categories.length), new Int32Array(column.categories.length)];
        let [known, knownRight] = [0, 0];
        for (const row of rows) {
          const code = column.codes[row];
          if (code < 0) continue;
          covered[code]++;
          known++;
          if (labels[row] !== this.target) continue;
          right[code]++;
          knownRight++;
        }
        const bits = common + Math.log2(values);
        for (let value = 0; value < covered.length; value++) {
          consider({ attribute, sign: '=', value }, right[value], covered[value], bits);
          consider({ attribute, sign: '!=', value }, knownRight - right[value], known - covered[value], bits);
        }
      } else
        this.thresholds(rows, attribute, column.values, (condition, right, covered) =>
          consider(condition, right, covered, common + Math.log2(numeric) + Math.log2(total)),
        );
    }
    return found;
  }

  /** Values between neighbours of different sign. */
  private thresholds(
    rows: readonly number[],
    attribute: number,
    values: Float64Array,
    consider: (condition: Condition, right: number, covered: number) => void,
  ): void {
    const { labels } = this.training;
    const order = rows.filter((row) => !Number.isNaN(values[row])).sort((a, b) => values[a] - values[b]);
    const all = this.count(order);
    let right = 0;
    for (let i = 0; i < order.length - 1; ) {
      const value = values[order[i]];
      const start = i;
      let here = 0;
      for (; i < order.length && values[order[i]] === value; i++) if (labels[order[i]] === this.target) here++;
      right += here;
      if (i >= order.length) return;
      let [next, nextRight] = [0, 0];
      for (let j = i; j < order.length && values[order[j]] === values[order[i]]; j++) {
        next++;
        if (labels[order[j]] === this.target) nextRight++;
      }
      const size = i - start;
      // Neither all right on both sides nor all wrong.
      if ((here === size && nextRight === next) || (here === 0 && nextRight === 0)) continue;
      consider({ attribute, sign: '>', value }, all - right, order.length - i);
      consider({ attribute, sign: '<=', value }, right, i);
    }
  }

  /** What it takes to name the rows that a clause explains. */
  private explained(positives: number): number {
    const size = this.state.length;
    return Math.log2(size) + (logGamma(size + 1) - logGamma(positives + 1) - logGamma(size - positives + 1)) / Math.LN2;
  }
}
