import { type Classes, classNames, list } from '../../base/classes.js';
import { FairbitsError } from '../../base/errors.js';
import type { Kernels } from '../../kernels/kernels.js';
import { RULE_NUMBERS, RULE_PRODUCTS, ruleCounts } from '../../kernels/ruleState.js';
import { takeAll } from '../../kernels/takeAll.js';
import { log2 } from '../../math/log.js';
import { log2Choose } from '../../math/log2Choose.js';
import type { Labels } from '../input.js';
import { checkSets, type RuleSets } from './ruleSets.js';

/** Rows and members to a call of the kernel; no set has more members. */
const PIECE_ROWS = 16384;
const PIECE_MEMBERS = 65536;
/** Counts are held in 31 bits. */
const MAX_RULE_ROWS = 2 ** 31 - 2 ** 17;

/** What set-valued predictions come to (Cleary, Legg & Witten 1996), in bits where nothing else is said. */
export interface RuleReport {
  rows: number;
  classes: readonly string[];
  /** Ic(D|Q): all classes equally likely. */
  constantNull: number;
  /** Ic(D|T,Q): by the sets, every class in one alike. */
  constant: number;
  /** If(D|Q): by how often each class has occurred so far. */
  frequencyNull: number;
  /** If(D|T,Q): by the sets and how often each class has occurred. */
  frequency: number;
  /** By the sets, whether they hold the truth being predicted by Laplace's law of succession alone. */
  laplace: number;
  /** Sf = frequencyNull − frequency: what the sets are worth. */
  significance: number;
  constantSignificance: number;
  /** Rows whose set is empty, and rows whose set holds more than one class. */
  unclassified: number;
  multiplyClassified: number;
  /** Rows whose set is the true class and no other. This and what follows is null where there is no row. */
  percentCorrect: number | null;
  /** The share of rows whose set holds the true class. */
  coverage: number | null;
  meanSetSize: number | null;
}

/**
 * The minimum description length of a test set, given sets of classes as predictions (Cleary, Legg & Witten 1996, §3, Table 1). It is adaptive:
 * what a row costs depends on the rows before it, so tallies cannot be merged, and another order of rows gives other
 * figures. How the rows are cut into chunks does not matter.
 *
 * @example
 * ```ts
 * import { createEngine, ruleSets } from 'fairbits';
 *
 * const classes = ['a', 'b', 'c'];
 * const tally = (await createEngine()).ruleTally(classes);
 * const { significance, percentCorrect, unclassified } = tally
 *   .add(ruleSets(classes, [['a', 'c'], [], ['c']]), Uint8Array.of(0, 1, 2))
 *   .report();
 * significance; // → 0.3959
 * percentCorrect; // → 33.33
 * unclassified; // → 1
 * ```
 */
export class RuleTally {
  readonly classes: readonly string[];
  private readonly numbers = new Float64Array(RULE_NUMBERS.length);
  private readonly counts: Uint32Array;

  /** @internal */
  constructor(
    private readonly kernels: Kernels,
    classes: Classes,
  ) {
    this.classes = classNames(classes);
    const k = this.classes.length;
    const { alpha, products, exponents } = RULE_NUMBERS;
    // Cleary, Legg & Witten 1996, Table 1: the weights start at 1/n, and every class has been seen once.
    this.numbers.fill(1 / k, alpha, products).fill(1, products, exponents);
    this.counts = new Uint32Array(ruleCounts(k).length).fill(1, 0, k);
  }

  get k(): number {
    return this.classes.length;
  }

  get rows(): number {
    return this.numbers[RULE_NUMBERS.rows];
  }

  /** Rows of each class. */
  get classCounts(): Float64Array {
    return Float64Array.from(this.counts.subarray(0, this.k), (count) => count - 1);
  }

  /** Adds rows, in order. An error in any of them leaves the tally as it was. */
  add(sets: RuleSets, labels: Labels): this {
    checkSets(sets, labels);
    const { kernels, k } = this;
    const wanted = this.rows + labels.length;
    if (wanted > MAX_RULE_ROWS)
      throw new FairbitsError('length', `${wanted} rows: expected ${MAX_RULE_ROWS} at most in one rule tally`, {
        found: wanted,
        expected: `${MAX_RULE_ROWS} rows at most`,
      });
    const inside = takeAll(kernels, (keep) => ({
      members: keep(kernels.uint16(PIECE_MEMBERS + 16)),
      sizes: keep(kernels.uint16(PIECE_ROWS)),
      labels: keep(kernels.uint16(PIECE_ROWS)),
      numbers: keep(kernels.float64(this.numbers.length)),
      counts: keep(kernels.uint32(this.counts.length)),
    }));
    try {
      // The kernel works on a copy, which is taken over only when all rows were good.
      inside.numbers.set(this.numbers);
      inside.counts.set(this.counts);
      let member = 0;
      // Where sets are large few of them fit, and as few will the next time.
      let before = PIECE_ROWS;
      for (let row = 0; row < labels.length; ) {
        const { rows, members } = this.piece(sets, row, Math.min(PIECE_ROWS, 2 * before), inside.sizes);
        before = rows;
        if (member + members > sets.members.length) break;
        inside.members.set(sets.members.subarray(member, member + members));
        stage(labels.subarray(row, row + rows), inside.labels);
        const known = kernels.largest(inside.members, members) < k && kernels.largest(inside.labels, rows) < k;
        if (!known || kernels.rules(inside.members, inside.sizes, inside.labels, rows, k, inside.numbers, inside.counts) >= 0)
          throw this.badRow(sets, labels, row, member);
        row += rows;
        member += members;
      }
      checkMembers(sets, member);
      this.numbers.set(inside.numbers);
      this.counts.set(inside.counts);
    } finally {
      for (const view of Object.values(inside)) kernels.free(view);
    }
    return this;
  }

  /** Copies the sizes of the next few sets, at most so many; with how many members they have. */
  private piece({ sizes }: RuleSets, from: number, most: number, to: Uint16Array): { rows: number; members: number } {
    let rows = Math.min(most, sizes.length - from);
    to.set(sizes.subarray(from, from + rows));
    let members = this.kernels.total(to, rows);
    while (members > PIECE_MEMBERS) {
      rows >>= 1;
      members = this.kernels.total(to, rows);
    }
    return { rows, members };
  }

  /** The error of the first row, from one on, that cannot be taken. */
  private badRow({ members, sizes }: RuleSets, labels: Labels, from: number, member: number): FairbitsError {
    const { classes, k } = this;
    for (let row = from, at = member; ; row++) {
      const seen = new Set<number>();
      for (const end = at + sizes[row]; at < end; at++) {
        const found = members[at];
        const expected = `classes from 0 to ${k - 1} (${list(classes)})`;
        if (found >= k) return new FairbitsError('class', `row ${row}: the predicted set holds class ${found}: expected ${expected}`, { row, found, expected });
        if (seen.has(found)) {
          const name = classes[found];
          return new FairbitsError('class', `row ${row}: the predicted set holds the class "${name}" twice: expected each class once. Remove the repeat.`, {
            row,
            class: name,
            found: name,
            expected: 'each class once',
          });
        }
        seen.add(found);
      }
      if (labels[row] >= k)
        return new FairbitsError('label-out-of-range', `row ${row}: the label is ${labels[row]}; expected a class from 0 to ${k - 1} (${list(classes)})`, {
          row,
          found: labels[row],
          expected: `0 to ${k - 1}`,
        });
    }
  }

  report(): RuleReport {
    const { classes, k, rows, counts } = this;
    const { table } = ruleCounts(k);
    let covered = 0;
    let members = 0;
    /** Which class of the set, or of the others, it was. */
    let which = 0;
    for (let m = 0; m <= k; m++) {
      const misses = counts[table + 2 * m];
      const hits = counts[table + 2 * m + 1];
      covered += hits;
      members += m * (hits + misses);
      if (hits > 0) which += hits * log2(m);
      if (misses > 0) which += misses * log2(k - m);
    }
    const [unclassified, , wrong, correct] = counts.subarray(table);
    const { weights, wholes, totals, counts: own } = RULE_PRODUCTS;
    const constantNull = rows * log2(k);
    const constant = this.bits(wholes, weights);
    const frequencyNull = this.bits(totals, own);
    const frequency = this.bits(wholes + 1, weights + 1, own);
    const share = (count: number) => (rows === 0 ? null : count / rows);
    return {
      rows,
      classes,
      constantNull,
      constant,
      frequencyNull,
      frequency,
      // Π of (cp + 1)/(cp + cn + 2), or with cn + 1, is cp! cn!/(N + 1)! in any order.
      laplace: log2(rows + 1) + log2Choose(rows, covered) + which,
      significance: frequencyNull - frequency,
      constantSignificance: constantNull - constant,
      unclassified,
      multiplyClassified: rows - unclassified - wrong - correct,
      percentCorrect: rows === 0 ? null : (100 * correct) / rows,
      coverage: share(covered),
      meanSetSize: share(members),
    };
  }

  /** log2 of a product over others. Powers of two are whole numbers, so taking large ones from each other loses nothing. */
  private bits(above: number, ...below: readonly number[]): number {
    const { products, exponents } = RULE_NUMBERS;
    let whole = this.numbers[exponents + above];
    let rest = log2(this.numbers[products + above]);
    for (const i of below) {
      whole -= this.numbers[exponents + i];
      rest -= log2(this.numbers[products + i]);
    }
    return whole + rest;
  }
}

function stage(labels: Labels, to: Uint16Array): void {
  if (!(labels instanceof Uint32Array)) to.set(labels);
  // What does not fit into 16 bits becomes 65,535, which is no class.
  else for (let r = 0; r < labels.length; r++) to[r] = Math.min(labels[r], 0xffff);
}

function checkMembers({ members, sizes }: RuleSets, used: number): void {
  if (used === members.length) return;
  const wanted = sizes.reduce((sum, size) => sum + size, 0);
  throw new FairbitsError('length', `the sets have ${members.length} members, but their sizes sum to ${wanted}: expected the same number`, {
    found: members.length,
    expected: `${wanted} members`,
  });
}
