import { logGamma } from '../base/logFactorial.js';
import type { Training } from '../base/training.js';
import type { Condition } from './conditions.js';

/** What INDUCT finds: a rule, and how likely it is by chance to be as good. */
export interface InductRule {
  conditions: Condition[];
  /** ln m. */
  logChance: number;
  right: number;
  covered: number;
}

/** What differs by less is the same, so that the first of several is taken whatever the rounding. */
const SAME = 1e-10;

/** The chance that a rule which covers t rows has p or more right, where a share q of its universe is: ln of the binomial's upper tail. */
export function logChance(right: number, covered: number, share: number): number {
  if (right <= 0) return 0;
  if (share >= 1) return 0;
  const [yes, no] = [Math.log(share), Math.log1p(-share)];
  const all = logGamma(covered + 1);
  let most = -Infinity;
  const terms: number[] = [];
  for (let i = right; i <= covered; i++) {
    const term = all - logGamma(i + 1) - logGamma(covered - i + 1) + i * yes + (covered - i) * no;
    terms.push(term);
    if (term > most) most = term;
  }
  let sum = 0;
  for (const term of terms) sum += Math.exp(term - most);
  return Math.min(0, most + Math.log(sum));
}

/** Grows a rule for a class in a universe of rows: adds the condition of least chance, until it is pure or no condition lowers the chance and raises the accuracy. */
export function growRule(training: Training, cuts: readonly (readonly number[])[], universe: readonly number[], target: number): InductRule {
  const { labels } = training;
  const positives = universe.reduce((count, row) => count + (labels[row] === target ? 1 : 0), 0);
  const share = positives / universe.length;
  let rows = universe;
  let best: InductRule = { conditions: [], logChance: logChance(positives, universe.length, share), right: positives, covered: universe.length };
  while (best.right < best.covered) {
    const found = bestCondition(training, rows, target, share, cuts);
    if (!found || !(found.logChance < best.logChance - SAME) || !(found.right / found.covered > best.right / best.covered)) break;
    best = { ...found, conditions: [...best.conditions, found.condition] };
    rows = rows.filter((row) => meets(training, found.condition, row));
  }
  return best;
}

function meets({ columns }: Training, { attribute, sign, value }: Condition, row: number): boolean {
  const column = columns[attribute];
  if (column.kind === 'nominal') return column.codes[row] === value;
  return sign === '<' ? column.values[row] < value : column.values[row] > value;
}

interface Candidate {
  condition: Condition;
  logChance: number;
  right: number;
  covered: number;
}

function bestCondition(
  training: Training,
  rows: readonly number[],
  target: number,
  share: number,
  cuts: readonly (readonly number[])[],
): Candidate | undefined {
  let best: Candidate | undefined;
  const kept = new Map<number, number>();
  const consider = (condition: Condition, right: number, covered: number): void => {
    if (right === 0 || covered === rows.length) return;
    const key = right * 1e8 + covered;
    const chance = kept.get(key) ?? logChance(right, covered, share);
    kept.set(key, chance);
    if (!best || chance < best.logChance - SAME) best = { condition, logChance: chance, right, covered };
  };
  for (const [attribute, column] of training.columns.entries()) {
    if (column.kind === 'nominal') {
      const [right, covered] = [new Int32Array(column.categories.length), new Int32Array(column.categories.length)];
      for (const row of rows) {
        const code = column.codes[row];
        if (code < 0) continue;
        covered[code]++;
        if (training.labels[row] === target) right[code]++;
      }
      for (let value = 0; value < covered.length; value++) consider({ attribute, sign: '=', value }, right[value], covered[value]);
    } else considerCuts(training, rows, target, attribute, column.values, cuts[attribute], consider);
  }
  return best;
}

/** Of each numeric attribute, the cuts halfway between neighbours of different classes in training. */
export function inductCuts({ columns, labels, n }: Training): number[][] {
  const rows = Array.from({ length: n }, (_, i) => i);
  return columns.map((column) => {
    if (column.kind === 'nominal') return [];
    const { values } = column;
    const order = rows.filter((row) => !Number.isNaN(values[row])).sort((a, b) => values[a] - values[b]);
    const cuts: number[] = [];
    // The class of the value before, −1 where it has several.
    let before = -1;
    for (let i = 0; i < order.length; ) {
      const start = i;
      const value = values[order[i]];
      let label = labels[order[i]];
      for (; i < order.length && values[order[i]] === value; i++) if (labels[order[i]] !== label) label = -1;
      if (start > 0 && (label === -1 || label !== before)) cuts.push((values[order[start - 1]] + value) / 2);
      before = label;
    }
    return cuts;
  });
}

function considerCuts(
  { labels }: Training,
  rows: readonly number[],
  target: number,
  attribute: number,
  values: Float64Array,
  cuts: readonly number[],
  consider: (condition: Condition, right: number, covered: number) => void,
): void {
  const order = rows.filter((row) => !Number.isNaN(values[row])).sort((a, b) => values[a] - values[b]);
  const total = order.reduce((count, row) => count + (labels[row] === target ? 1 : 0), 0);
  let right = 0;
  let at = 0;
  for (const value of cuts) {
    for (; at < order.length && values[order[at]] < value; at++) if (labels[order[at]] === target) right++;
    consider({ attribute, sign: '<', value }, right, at);
    consider({ attribute, sign: '>', value }, total - right, order.length - at);
  }
}
