import type { LearnerKind } from '../base/learner.js';
import type { OptionSpecs } from '../base/options.js';
import type { Training } from '../base/training.js';
import { extraErrors } from '../quinlan/extraErrors.js';
import { isQuinlanLeaf, type QuinlanNode } from '../quinlan/node.js';
import { Release8 } from '../quinlan/release8.js';
import { AdditiveRandom } from './additiveRandom.js';
import { claimModel } from './claimModel.js';
import { bitCount, ConditionBits, rowsOfBits } from './conditionBits.js';
import { type Condition, fires, type Rule, ruleText } from './conditions.js';
import { rulesComplexity } from './ruleComplexity.js';
import { chooseSubset, ruleBits } from './ruleSubset.js';

const f = Math.fround;

const OPTIONS = {
  confidence: { default: 0.25, least: 1e-6, most: 0.5, about: 'of the error rates of rules' },
  minimum: { default: 2, least: 0, most: Infinity, about: 'the least weight of a branch of the tree; two branches must have it' },
  seed: { default: 1, least: 0, most: Number.MAX_SAFE_INTEGER, whole: true, about: 'where a class has more than 10 rules: of the search for a subset' },
} satisfies OptionSpecs;

/** A rule with the upper limit of its error rate, and the training rows that it covers. */
export interface RatedRule extends Rule {
  rate: number;
  covers: Int32Array;
}

/** A rule of a higher rate never fires; it is not in the list, but counts where subsets are chosen. */
const MOST_RATE = 0.7;

/** C4.5rules (Quinlan 1993, ch. 5), release 8: rules from the unpruned tree, generalised, chosen for each class by message length, and put in order. */
export const c45rules: LearnerKind<typeof OPTIONS> = {
  name: 'c4.5rules',
  about: 'an ordered list of rules from a C4.5 tree, release 8',
  options: OPTIONS,
  fit(training, { confidence, minimum, seed }) {
    const { rules, default: otherwise } = orderedRules(training, confidence, minimum, seed);
    const { attributes } = training.data;
    return claimModel(
      training,
      (row, into, at) => {
        const first = rules.find((rule) => fires(rule.conditions, attributes, row));
        into[at + (first ? first.class : otherwise)] = 1;
      },
      () =>
        [
          'rules, the first that holds counts',
          '',
          ...rules.map((rule) => `${ruleText(rule, attributes, training.classes)} [${(100 * (1 - rule.rate)).toFixed(1)} %]`),
          `${training.classes[otherwise]} otherwise`,
        ].join('\n'),
      () => rulesComplexity(training, rules, { ordered: true, hasDefault: true, unequal: false }),
    );
  },
};

export function orderedRules(training: Training, confidence: number, minimum: number, seed: number): { rules: RatedRule[]; default: number } {
  const root = new Release8(training, { confidence, minimum, raising: true }).grow();
  const extra = extraErrors(confidence, 0);
  const bitsOf = new ConditionBits(training);
  const found: RatedRule[] = [];
  for (const path of pathsOf(root)) {
    const rule = generalised(training, path, bitsOf, extra);
    if (!rule) continue;
    const same = found.find((other) => isSameRule(other, rule));
    if (!same) found.push(rule);
    else if (rule.rate > same.rate) same.rate = rule.rate;
  }
  for (const rule of found) if (rule.rate <= MOST_RATE) rule.covers = coverOf(rule.conditions, bitsOf);
  const bits = ruleBits(training, found);
  const random = new AdditiveRandom(seed);
  const chosen = training.classes.map((_, c) => {
    const own = [...found.keys()].filter((r) => found[r].class === c);
    return chooseSubset(
      training,
      c,
      own.map((r) => found[r]),
      own.map((r) => bits[r]),
      random,
    );
  });
  return inOrder(training, chosen);
}

function coverOf(conditions: readonly Condition[], bitsOf: ConditionBits): Int32Array {
  const all = bitsOf.all.slice();
  for (const condition of conditions) {
    const met = bitsOf.of(condition);
    for (let w = 0; w < all.length; w++) all[w] &= met[w];
  }
  return rowsOfBits(all);
}

/** The conditions on the way to each leaf with a row or more. */
function pathsOf(root: QuinlanNode): Rule[] {
  const paths: Rule[] = [];
  const walk = (node: QuinlanNode, conditions: readonly Condition[]): void => {
    if (isQuinlanLeaf(node)) {
      if (node.weight >= 1) paths.push({ class: node.class, conditions: [...conditions] });
      return;
    }
    for (const [branch, son] of node.branches.entries()) {
      const numeric = !Number.isNaN(node.cut);
      walk(son, [...conditions, { attribute: node.attribute, sign: numeric ? (branch === 0 ? '<=' : '>') : '=', value: numeric ? node.cut : branch }]);
    }
  };
  walk(root, []);
  return paths;
}

/** Takes conditions away, one at a time, as long as the rule is estimated to err no more without. */
function generalised(training: Training, path: Rule, bitsOf: ConditionBits, extra: (n: number, e: number) => number): RatedRule | undefined {
  const { n, classCounts } = training;
  const limit = f(1 - (classCounts[path.class] + 1) / (n + 2));
  let { conditions } = path;
  for (;;) {
    const size = conditions.length;
    const { totals, errors } = withoutEach(conditions, bitsOf, path.class);
    const rates = Float32Array.from(totals, (total, i) => (total > 0 ? f(errors[i] + extra(total, errors[i])) / total : limit));
    const raw = Float32Array.from(totals, (total, i) => (total > 0 ? errors[i] / total : 0));
    let [smallest, isLess] = [-1, false];
    for (let i = 0; i < size; i++) {
      if (smallest < 0 || rates[i] <= rates[smallest]) smallest = i;
      if (rates[i] <= rates[size] || raw[i] <= raw[size]) isLess = true;
    }
    if (!isLess) {
      if (size === 0 || totals[size] === 0 || rates[size] >= limit) return undefined;
      return { class: path.class, conditions: sortedConditions(path.conditions, conditions), rate: rates[size], covers: new Int32Array(0) };
    }
    conditions = conditions.filter((_, i) => i !== smallest);
  }
}

/** How many rows, and rows of other classes, meet all conditions but one; at the end how many meet all. */
function withoutEach(conditions: readonly Condition[], bitsOf: ConditionBits, target: number): { totals: Int32Array; errors: Int32Array } {
  const size = conditions.length;
  const totals = new Int32Array(size + 1);
  const errors = new Int32Array(size + 1);
  const met = conditions.map((condition) => bitsOf.of(condition));
  const own = bitsOf.ofClass(target);
  for (let w = 0; w < bitsOf.words; w++) {
    // Rows that meet all so far, and rows that fail just one.
    let all = bitsOf.all[w];
    let one = 0;
    for (let i = 0; i < size && (all | one) !== 0; i++) {
      one = (one & met[i][w]) | (all & ~met[i][w]);
      all &= met[i][w];
    }
    if (all !== 0) {
      totals[size] += bitCount(all);
      errors[size] += bitCount(all & ~own[w]);
    }
    for (let i = 0; i < size && one !== 0; i++) {
      const failed = one & ~met[i][w];
      if (failed === 0) continue;
      totals[i] += bitCount(failed);
      errors[i] += bitCount(failed & ~own[w]);
      one &= ~failed;
    }
  }
  for (let i = 0; i < size; i++) {
    totals[i] += totals[size];
    errors[i] += errors[size];
  }
  return { totals, errors };
}

/**
 * What is left of conditions, in the order of C4.5rules. It is no order where numeric and nominal attributes take turns, and depends on where conditions were that
 * are gone; but it decides which rules are taken for the same.
 */
function sortedConditions(all: readonly Condition[], left: readonly Condition[]): Condition[] {
  const sorted = [...all];
  const gone = all.map((condition) => !left.includes(condition));
  const kind = ({ sign }: Condition): number => (sign === '=' ? 0 : 1);
  const isBefore = (a: Condition, b: Condition): boolean =>
    a.attribute < b.attribute || kind(a) < kind(b) || (a.attribute === b.attribute && kind(a) === 1 && a.value < b.value);
  for (let d = 0; d < left.length; d++) {
    let first = -1;
    for (let i = d; i < sorted.length; i++) if (!gone[i] && (first < 0 || isBefore(sorted[i], sorted[first]))) first = i;
    [sorted[d], sorted[first]] = [sorted[first], sorted[d]];
    gone[first] = gone[d];
    gone[d] = true;
  }
  return sorted.slice(0, left.length);
}

/** C4.5rules takes rules for the same, too, that differ in the side of a cut alone. */
function isSameRule(a: Rule, b: Rule): boolean {
  return (
    a.class === b.class &&
    a.conditions.length === b.conditions.length &&
    a.conditions.every(({ attribute, value }, i) => b.conditions[i].attribute === attribute && b.conditions[i].value === value)
  );
}

/** Classes by how often their rules are wrong of rows that are left; rules that do harm go. */
function inOrder({ n, labels, k, classCounts }: Training, chosen: readonly RatedRule[][]): { rules: RatedRule[]; default: number } {
  const covered = new Uint8Array(n);
  const covers = chosen.map((own) => Int32Array.from(new Set(own.flatMap((rule) => [...rule.covers]))));
  let rules: RatedRule[] = [];
  const left = new Set(chosen.flatMap((own, c) => (own.length > 0 ? [c] : [])));
  while (left.size > 0) {
    let [best, fewest] = [-1, Infinity];
    for (const c of left) {
      let wrong = 0;
      for (const row of covers[c]) if (!covered[row] && labels[row] !== c) wrong++;
      if (wrong < fewest) [best, fewest] = [c, wrong];
    }
    left.delete(best);
    rules.push(...[...chosen[best]].sort((a, b) => a.rate - b.rate));
    for (const row of covers[best]) covered[row] = 1;
  }
  const uncovered = new Float64Array(k);
  for (let row = 0; row < n; row++) if (!covered[row]) uncovered[labels[row]]++;
  let otherwise = 0;
  for (let c = 1; c < k; c++)
    if (uncovered[c] > uncovered[otherwise] || (uncovered[c] === uncovered[otherwise] && classCounts[c] > classCounts[otherwise])) otherwise = c;
  for (;;) {
    const harmful = balances(rules, otherwise, labels, n).findIndex((balance) => balance < 0);
    if (harmful < 0) return { rules, default: otherwise };
    rules = rules.filter((_, at) => at !== harmful);
  }
}

/** For each rule, how much more often it is right where what comes next is wrong than the reverse. */
function balances(rules: readonly RatedRule[], otherwise: number, labels: ArrayLike<number>, n: number): Int32Array {
  const found = new Int32Array(rules.length);
  const first = new Int32Array(n).fill(-1);
  const next = new Int32Array(n).fill(otherwise);
  const isDone = new Uint8Array(n);
  for (const [at, { covers, class: said }] of rules.entries())
    for (const row of covers) {
      if (isDone[row]) continue;
      if (first[row] < 0) first[row] = at;
      else {
        next[row] = said;
        isDone[row] = 1;
      }
    }
  for (let row = 0; row < n; row++) {
    if (first[row] < 0) continue;
    const [isRight, nextIsRight] = [rules[first[row]].class === labels[row], next[row] === labels[row]];
    if (isRight && !nextIsRight) found[first[row]]++;
    else if (!isRight && nextIsRight) found[first[row]]--;
  }
  return found;
}
