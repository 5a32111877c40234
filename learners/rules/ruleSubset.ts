import type { Random } from 'fairbits';
import { log2Factorial } from '../base/adaptiveCode.js';
import type { Training } from '../base/training.js';
import { distinctValues } from '../trees/complexity.js';
import type { RatedRule } from './c45rules.js';

/** Up to so many rules every subset is tried. */
const ALL_SUBSETS = 10;
/** What cannot be coded. */
const IMPOSSIBLE = 1e6;

/** The rules of a class that give the shortest message of rules and exceptions (Quinlan 1993, §5.2). */
export function chooseSubset(training: Training, target: number, rules: readonly RatedRule[], random: Random): RatedRule[] {
  if (rules.length === 0) return [];
  const bits = ruleBits(training, rules);
  const value = (chosen: readonly boolean[]): number => {
    let [theory, count] = [0, 0];
    for (const [i, isIn] of chosen.entries()) {
      if (!isIn) continue;
      theory += bits[i];
      count++;
    }
    return 0.5 * (theory - log2Factorial(count)) + exceptionBits(training, target, rules, chosen);
  };
  let best = rules.map(() => false);
  let least = value(best);
  if (rules.length <= ALL_SUBSETS) {
    for (let mask = 1; mask < 1 << rules.length; mask++) {
      const chosen = rules.map((_, i) => ((mask >> i) & 1) === 1);
      const found = value(chosen);
      if (found < least) [best, least] = [chosen, found];
    }
  } else
    for (let tenth = 0; tenth <= 10; tenth++) {
      let chosen = rules.map(() => random.uniform() < tenth / 10);
      let found = value(chosen);
      for (;;) {
        let step: boolean[] | undefined;
        for (const i of rules.keys()) {
          const other = chosen.map((isIn, j) => (i === j ? !isIn : isIn));
          const length = value(other);
          if (length < found) [step, found] = [other, length];
        }
        if (!step) break;
        chosen = step;
      }
      if (found < least) [best, least] = [chosen, found];
    }
  return rules.filter((_, i) => best[i]);
}

function ruleBits({ columns, n }: Training, rules: readonly RatedRule[]): number[] {
  const attribute = columns.map((column) => {
    if (column.kind === 'numeric') return 1 + 0.5 * Math.log2(Math.max(1, distinctValues(column)));
    const counts = new Float64Array(column.categories.length);
    for (const code of column.codes) if (code >= 0) counts[code]++;
    return counts.reduce((sum, count) => sum + (count > 0 ? (count / n) * Math.log2(n / count) : 0), 0);
  });
  const total = attribute.reduce((sum, bits) => sum + bits, 0);
  const entropy = attribute.reduce((sum, bits) => sum - (bits > 0 ? (bits / total) * Math.log2(bits / total) : 0), 0);
  return rules.map(
    ({ conditions }) =>
      conditions.reduce((sum, condition) => sum + attribute[condition.attribute] + entropy, 0) +
      Math.log2(conditions.length) -
      log2Factorial(conditions.length),
  );
}

function exceptionBits({ n, labels }: Training, target: number, rules: readonly RatedRule[], chosen: readonly boolean[]): number {
  let [covered, falsePositives, falseNegatives] = [0, 0, 0];
  for (let row = 0; row < n; row++) {
    const isIn = rules.some((rule, i) => chosen[i] && rule.covers[row] === 1);
    if (isIn) covered++;
    if (isIn && labels[row] !== target) falsePositives++;
    if (!isIn && labels[row] === target) falseNegatives++;
  }
  const mean = (falsePositives + falseNegatives) / 2;
  const [first, second] = covered > n / 2 ? [mean, falseNegatives] : [falsePositives, mean];
  return Math.log2(n) + biased(covered, falsePositives, first) + biased(n - covered, falseNegatives, second);
}

/** The bits of which E of n are exceptions, where x are expected. */
function biased(n: number, exceptions: number, expected: number): number {
  const rate = n === 0 ? 0 : expected / n;
  if (rate <= 0) return exceptions === 0 ? 0 : IMPOSSIBLE;
  if (rate >= 1) return exceptions === n ? 0 : IMPOSSIBLE;
  return -exceptions * Math.log2(rate) - (n - exceptions) * Math.log2(1 - rate);
}
