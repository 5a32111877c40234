import type { LearnerKind } from '../base/learner.js';
import type { OptionSpecs } from '../base/options.js';
import type { Training } from '../base/training.js';
import { addedErrors, type ErrorBound } from '../trees/addedErrors.js';
import { c45Tree, errorBound } from '../trees/c45.js';
import { isLeaf, majorityOf, type TreeNode } from '../trees/node.js';
import { claimModel } from './claimModel.js';
import { type Condition, fires, holds, type Rule, ruleText } from './conditions.js';
import { rulesComplexity } from './ruleComplexity.js';
import { chooseSubset } from './ruleSubset.js';

const OPTIONS = {
  confidence: { default: 0.25, least: 1e-6, most: 0.5, about: 'of the error rates of rules' },
  minimum: { default: 2, least: 0, most: Infinity, about: 'the least weight of a branch of the tree; two branches must have it' },
  seed: { default: 1, least: 0, most: Number.MAX_SAFE_INTEGER, whole: true, about: 'where a class has more than 10 rules: of the search for a subset' },
} satisfies OptionSpecs;

/** A rule with the upper limit of its error rate, and the training rows that it covers. */
export interface RatedRule extends Rule {
  rate: number;
  covers: Uint8Array;
}

/** A rule of a higher rate never fires. */
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
  const root = c45Tree(training, { pruned: false, confidence, minimum, raising: true, laplace: false }, true);
  const bound = errorBound(confidence, true);
  const found: RatedRule[] = [];
  for (const path of pathsOf(root)) {
    const rule = generalised(training, path, bound);
    if (!rule) continue;
    const same = found.findIndex((other) => other.class === rule.class && sameConditions(other.conditions, rule.conditions));
    if (same < 0) found.push(rule);
    else if (rule.rate > found[same].rate) found[same] = rule;
  }
  const random = training.random(seed);
  const chosen = training.classes.map((_, c) =>
    chooseSubset(
      training,
      c,
      found.filter((rule) => rule.class === c),
      random,
    ),
  );
  return inOrder(training, chosen);
}

/** The conditions on the way to each leaf with a row or more. */
function pathsOf(root: TreeNode): Rule[] {
  const paths: Rule[] = [];
  const walk = (node: TreeNode, conditions: readonly Condition[]): void => {
    if (isLeaf(node)) {
      if (node.weight >= 1) paths.push({ class: majorityOf(node), conditions: [...conditions] });
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
function generalised(training: Training, path: Rule, bound: ErrorBound): RatedRule | undefined {
  const { n, labels, columns, classCounts } = training;
  const limit = 1 - (classCounts[path.class] + 1) / (n + 2);
  // Which rows fail how many of the conditions, and the one where it is one.
  let conditions = path.conditions;
  let met = conditions.map((condition) => Uint8Array.from({ length: n }, (_, row) => (holds(condition, columns, row) ? 1 : 0)));
  const rateOf = (without: number): { rate: number; raw: number; total: number } => {
    let [total, errors] = [0, 0];
    for (let row = 0; row < n; row++) {
      let covered = true;
      for (let i = 0; covered && i < met.length; i++) if (i !== without && met[i][row] === 0) covered = false;
      if (!covered) continue;
      total++;
      if (labels[row] !== path.class) errors++;
    }
    return total === 0 ? { rate: limit, raw: limit, total } : { rate: (errors + addedErrors(total, errors, bound)) / total, raw: errors / total, total };
  };
  for (;;) {
    const now = rateOf(-1);
    const others = conditions.map((_, i) => rateOf(i));
    let smallest = -1;
    for (const [i, { rate }] of others.entries()) if (smallest < 0 || rate <= others[smallest].rate) smallest = i;
    if (smallest < 0 || !others.some(({ rate, raw }) => rate <= now.rate || raw <= now.raw)) {
      if (conditions.length === 0 || now.total === 0 || now.rate >= limit || now.rate > MOST_RATE) return undefined;
      return { class: path.class, conditions, rate: now.rate, covers: Uint8Array.from({ length: n }, (_, row) => (fires(conditions, columns, row) ? 1 : 0)) };
    }
    conditions = conditions.filter((_, i) => i !== smallest);
    met = met.filter((_, i) => i !== smallest);
  }
}

function sameConditions(a: readonly Condition[], b: readonly Condition[]): boolean {
  return (
    a.length === b.length && a.every((one) => b.some((other) => one.attribute === other.attribute && one.sign === other.sign && one.value === other.value))
  );
}

/** Classes by how often their rules are wrong of rows that are left; rules that do harm go. */
function inOrder({ n, labels, k, classCounts }: Training, chosen: readonly RatedRule[][]): { rules: RatedRule[]; default: number } {
  const covered = new Uint8Array(n);
  let rules: RatedRule[] = [];
  const left = new Set(chosen.flatMap((own, c) => (own.length > 0 ? [c] : [])));
  while (left.size > 0) {
    let [best, fewest] = [-1, Infinity];
    for (const c of left) {
      let wrong = 0;
      for (let row = 0; row < n; row++) if (!covered[row] && labels[row] !== c && chosen[c].some((rule) => rule.covers[row])) wrong++;
      if (wrong < fewest) [best, fewest] = [c, wrong];
    }
    left.delete(best);
    rules.push(...[...chosen[best]].sort((a, b) => a.rate - b.rate));
    for (let row = 0; row < n; row++) if (chosen[best].some((rule) => rule.covers[row])) covered[row] = 1;
  }
  const uncovered = new Float64Array(k);
  for (let row = 0; row < n; row++) if (!covered[row]) uncovered[labels[row]]++;
  let otherwise = 0;
  for (let c = 1; c < k; c++)
    if (uncovered[c] > uncovered[otherwise] || (uncovered[c] === uncovered[otherwise] && classCounts[c] > classCounts[otherwise])) otherwise = c;
  for (;;) {
    const harmful = rules.findIndex((_, at) => harms(rules, at, otherwise, labels, n));
    if (harmful < 0) return { rules, default: otherwise };
    rules = rules.filter((_, at) => at !== harmful);
  }
}

/** Whether a rule is wrong where what comes next is right more often than the reverse. */
function harms(rules: readonly RatedRule[], at: number, otherwise: number, labels: ArrayLike<number>, n: number): boolean {
  let balance = 0;
  for (let row = 0; row < n; row++) {
    if (rules.findIndex((rule) => rule.covers[row] === 1) !== at) continue;
    const next = rules.find((rule, i) => i > at && rule.covers[row] === 1)?.class ?? otherwise;
    if (rules[at].class === labels[row] && next !== labels[row]) balance++;
    else if (rules[at].class !== labels[row] && next === labels[row]) balance--;
  }
  return balance < 0;
}
