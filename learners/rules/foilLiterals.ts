import type { Training } from '../base/training.js';
import type { NominalColumn, NumericColumn } from '../data/dataset.js';
import type { Condition } from './conditions.js';
import { type FoilNumbers, foilLog2 } from './foilNumbers.js';
import type { FoilRows } from './foilRows.js';

const single = Math.fround;

/** The best literals that are kept of a step. */
const MOST_KEPT = 5;
/** What a literal has to gain of what the best one does, to be tried later. */
export const NEARLY = single(0.8);
const LEAST_GAIN = 1e-6;
/** Literals one after another that need not raise the share of positives. */
const MOST_WEAK = 3;
const WEAK = 0.9999;

export interface Literal {
  condition: Condition;
  bits: number;
  /** Weak literals one after another, up to this one. */
  weak: number;
}

/** A literal, and what a clause would cover with it. */
export interface Candidate extends Literal {
  gain: number;
  positives: number;
  total: number;
}

/** Where a clause stands. */
export interface Standing {
  covered: FoilRows;
  literals: readonly Literal[];
  bits: number;
}

/** A clause that is good enough to stop at. */
export interface Stop {
  accuracy: number;
  positives: number;
}

interface Counts {
  positives: number;
  negatives: number;
}

export const foilAccuracy = (positives: number, total: number): number => single(positives / total);

/** Looks through all literals that a clause may go on with. */
export class LiteralSearch {
  /** By falling gain, `found` of them; what stands behind is of an earlier step. */
  readonly best: Candidate[] = [];
  found = 0;
  /** The literal that makes the best clause to stop at, if that beats what is known. */
  stop: (Literal & Stop) | undefined;

  private readonly singles: (Float32Array | undefined)[];
  private readonly sorted: (Int32Array | undefined)[];
  /** The values of nominal attributes that occur. */
  private readonly occurring: (Int32Array | undefined)[];
  private readonly values: number;
  private readonly thresholds: number;
  private readonly kinds: number;
  /** Whether the order of rows decides anything. */
  private readonly orderMatters: boolean;
  private readonly marks: Uint8Array;
  // Of the step that is under way.
  private standing!: Standing;
  private start = 0;
  private saved!: Stop;

  constructor(
    private readonly training: Training,
    private readonly numbers: FoilNumbers,
    private readonly leastAccuracy: number,
  ) {
    const { columns, n } = training;
    this.singles = columns.map((column) => (column.kind === 'numeric' ? Float32Array.from(column.values) : undefined));
    this.sorted = this.singles.map(
      (values) =>
        values &&
        ascending(
          values,
          Int32Array.from({ length: n }, (_, row) => row),
        ),
    );
    this.occurring = columns.map((column) =>
      column.kind === 'nominal' ? Int32Array.from(new Set(column.codes.filter((code) => code >= 0))).sort() : undefined,
    );
    this.values = this.occurring.reduce((sum, values) => sum + (values?.length ?? 0), 0);
    this.thresholds = columns.filter((column) => column.kind === 'numeric').length;
    this.kinds = Number(this.values > 0) + Number(this.thresholds > 0);
    this.orderMatters = this.thresholds > 0 && columns.some((column) => column.kind === 'nominal' && column.codes.includes(-1));
    this.marks = new Uint8Array(n);
  }

  /** Fills `best` and `stop`. `start` is how many rows the clause began with, `saved` the best clause so far to stop at. */
  look(standing: Standing, start: number, saved: Stop): void {
    this.found = 0;
    this.stop = undefined;
    this.standing = standing;
    this.start = start;
    this.saved = saved;
    const { covered, literals } = standing;
    const { columns } = this.training;
    const bitsOf = (candidates: number): number => single(single(foilLog2(this.kinds) + foilLog2(candidates + 1e-3) - foilLog2(literals.length + 1.0001)) + 1);
    const available = single(this.numbers.allowance(covered.positives, start) - standing.bits);
    const valueBits = bitsOf(this.values);
    if (this.values > 0 && valueBits <= available)
      for (const [attribute, column] of columns.entries()) if (column.kind === 'nominal') this.lookAtValues(attribute, column, valueBits);
    if (this.thresholds === 0 || (this.found > 0 && this.best[0].gain >= single(covered.positives * covered.information))) return;
    const thresholdBits = single(bitsOf(this.thresholds) + foilLog2(covered.total));
    if (thresholdBits > available) return;
    for (const [i, row] of covered.rows.entries()) this.marks[row] = i < covered.positives ? 2 : 1;
    for (const [attribute, column] of columns.entries()) if (column.kind === 'numeric') this.lookAtThresholds(attribute, column, thresholdBits);
    this.marks.fill(0);
  }

  private lookAtValues(attribute: number, { categories, codes }: NominalColumn, bits: number): void {
    const { rows, positives, total } = this.standing.covered;
    const [right, wrong] = [new Int32Array(categories.length), new Int32Array(categories.length)];
    /** Missing values among the positives that stand before the last one of each value. */
    const missingBefore = new Int32Array(categories.length);
    let [missing, knownWrong] = [0, 0];
    for (let i = 0; i < positives; i++) {
      const code = codes[rows[i]];
      if (code < 0) missing++;
      else {
        right[code]++;
        missingBefore[code] = missing;
      }
    }
    for (let i = positives; i < total; i++) {
      const code = codes[rows[i]];
      if (code < 0) continue;
      wrong[code]++;
      knownWrong++;
    }
    for (const value of this.occurring[attribute] as Int32Array) {
      const own = { positives: right[value], negatives: wrong[value] };
      const rest = { positives: positives - missing - own.positives, negatives: knownWrong - own.negatives };
      const missingBeforeRest = missingBefore.reduce((most, count, other) => (other === value ? most : Math.max(most, count)), 0);
      this.lookAtValue({ attribute, sign: '=', value }, own, missingBefore[value], rest, missingBeforeRest, bits);
    }
  }

  /**
   * A value and its negation. FOIL scans positives, then negatives, and gives up a form as soon as it cannot gain enough to matter; a form that it gave up is no
   * clause to stop at either.
   */
  private lookAtValue(condition: Condition, own: Counts, missingBefore: number, rest: Counts, missingBeforeRest: number, bits: number): void {
    const { covered } = this.standing;
    const wanted = this.useful;
    const fewest = single(single(wanted / covered.information) - 0.001) - 1e-3;
    let isOwnPossible = !(rest.positives > 0 && covered.positives - (rest.positives + missingBeforeRest) < fewest);
    let isRestPossible = !(own.positives > 0 && covered.positives - (own.positives + missingBefore) < fewest);
    if (!isOwnPossible && !isRestPossible) return;
    isOwnPossible &&= this.isAffordable(own.positives, bits);
    isRestPossible &&= this.isAffordable(rest.positives, bits);
    isOwnPossible &&= !this.hasTooMany(own, wanted);
    isRestPossible &&= !this.hasTooMany(rest, wanted);
    this.judge(condition, own, isOwnPossible, { ...condition, sign: '!=' }, rest, isRestPossible, bits);
  }

  private hasTooMany({ positives, negatives }: Counts, wanted: number): boolean {
    return negatives > 0 && negatives > this.numbers.mostNegatives(positives, this.standing.covered.information, wanted) + 1e-3;
  }

  private isAffordable(positives: number, bits: number): boolean {
    return this.numbers.allowance(positives, this.start) > single(this.standing.bits + bits);
  }

  /** The one threshold of an attribute at which either side gains most: a value between neighbours of different sign. */
  private lookAtThresholds(attribute: number, { values }: NumericColumn, bits: number): void {
    const { covered } = this.standing;
    const singles = this.singles[attribute] as Float32Array;
    if (this.orderMatters) covered.arrange(singles);
    const order = this.inOrder(attribute, singles);
    const knownPositives = order.reduce((sum, row) => sum + Number(this.marks[row] === 2), 0);
    let [best, threshold] = [-Infinity, 0];
    let below: Counts = { positives: 0, negatives: 0 };
    let [positives, negatives, signs] = [0, 0, 0];
    for (let i = 0; i < order.length; ) {
      const first = i;
      const before = signs;
      const [lower, at] = [{ positives, negatives }, singles[order[i]]];
      signs = 0;
      for (; i < order.length && singles[order[i]] === at; i++) {
        signs |= this.marks[order[i]];
        if (this.marks[order[i]] === 2) positives++;
        else negatives++;
      }
      if (first === 0 || (before | signs) !== 3) continue;
      const [rightAbove, above] = [knownPositives - lower.positives, order.length - first];
      const gain = Math.max(
        this.numbers.gain(rightAbove, above, covered.information),
        this.numbers.gain(lower.positives, lower.positives + lower.negatives, covered.information),
      );
      if (gain <= best) continue;
      best = gain;
      below = lower;
      threshold = values[order[first - 1]];
    }
    if (best < 0) return;
    const above = { positives: knownPositives - below.positives, negatives: order.length - knownPositives - below.negatives };
    const condition: Condition = { attribute, sign: '>', value: threshold };
    const [isAbovePossible, isBelowPossible] = [this.isAffordable(above.positives, bits), this.isAffordable(below.positives, bits)];
    this.judge(condition, above, isAbovePossible, { ...condition, sign: '<=' }, below, isBelowPossible, bits);
  }

  /** The covered rows that have a value, in ascending order of it. */
  private inOrder(attribute: number, singles: Float32Array): Int32Array {
    const { rows, total } = this.standing.covered;
    const sorted = this.sorted[attribute] as Int32Array;
    return total * 16 < sorted.length ? ascending(singles, rows) : sorted.filter((row) => this.marks[row] > 0);
  }

  /** Takes up a literal and its negation: as clauses to stop at, and to go on with. */
  private judge(condition: Condition, own: Counts, ownFits: boolean, negated: Condition, rest: Counts, restFits: boolean, bits: number): void {
    const isOwnPossible = ownFits && own.positives > 0;
    const isRestPossible = restFits && rest.positives > 0;
    if (!isOwnPossible && !isRestPossible) return;
    const { covered, literals } = this.standing;
    const [ownTotal, restTotal] = [own.positives + own.negatives, rest.positives + rest.negatives];
    const share = WEAK * foilAccuracy(covered.positives, covered.total);
    const isOwnWeak = restTotal <= 0 || own.positives / (ownTotal + 1e-6) <= share;
    const isRestWeak = ownTotal <= 0 || rest.positives / (restTotal + 1e-6) <= share;
    const weak = literals.at(-1)?.weak ?? 0;
    if (weak >= MOST_WEAK && (!isOwnPossible || isOwnWeak) && (!isRestPossible || isRestWeak)) return;
    const isOwnStop = isOwnPossible && (!isRestPossible || foilAccuracy(own.positives, ownTotal) > foilAccuracy(rest.positives, restTotal));
    this.considerStop(
      isOwnStop ? { condition, bits, weak: 0 } : { condition: negated, bits, weak: 0 },
      isOwnStop ? own.positives : rest.positives,
      isOwnStop ? ownTotal : restTotal,
    );
    if (isOwnPossible) this.propose(condition, own.positives, ownTotal, bits, isOwnWeak ? weak + 1 : 0);
    if (isRestPossible) this.propose(negated, rest.positives, restTotal, bits, isRestWeak ? weak + 1 : 0);
  }

  private considerStop(literal: Literal, positives: number, total: number): void {
    const accuracy = foilAccuracy(positives, total);
    const known = this.stop ?? this.saved;
    if (accuracy < this.leastAccuracy) return;
    if (accuracy > known.accuracy || (accuracy === known.accuracy && positives > known.positives)) this.stop = { ...literal, accuracy, positives };
  }

  /** Puts a literal in its place. Of the same gain the first stays first, but a positive form goes before a negated one. */
  private propose(condition: Condition, positives: number, total: number, bits: number, weak: number): void {
    const gain = this.numbers.gain(positives, total, this.standing.covered.information);
    if (!(gain > LEAST_GAIN)) return;
    let at = this.found;
    while (at > 0) {
      const other = this.best[at - 1];
      const isBefore = gain > other.gain + LEAST_GAIN || (gain === other.gain && !isNegated(condition) && isNegated(other.condition));
      if (!isBefore) break;
      at--;
    }
    if (at >= MOST_KEPT) return;
    this.best.splice(at, 0, { condition, bits, weak, gain, positives, total });
    this.best.length = Math.min(this.best.length, MOST_KEPT);
    this.found = Math.min(this.found + 1, MOST_KEPT);
  }

  /** The least gain that changes anything. */
  private get useful(): number {
    if (this.found === 0) return 0;
    const nearly = NEARLY * this.best[0].gain;
    return single(this.found < MOST_KEPT ? nearly : Math.max(this.best[MOST_KEPT - 1].gain, nearly));
  }
}

const isNegated = ({ sign }: Condition): boolean => sign === '!=' || sign === '<=';

function ascending(values: Float32Array, rows: Int32Array): Int32Array {
  return rows.filter((row) => !Number.isNaN(values[row])).sort((a, b) => values[a] - values[b]);
}
