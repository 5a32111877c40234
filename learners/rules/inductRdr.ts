import type { LearnerKind } from '../base/learner.js';
import type { Training } from '../base/training.js';
import { claimModel } from './claimModel.js';
import { type Condition, conditionText, fires } from './conditions.js';
import { INDUCT_OPTIONS } from './inductDnf.js';
import { InductGrower, type InductRows } from './inductGrow.js';
import { RuleCode } from './ruleComplexity.js';

/** A ripple-down rule: where it holds its class, unless an exception says otherwise; elsewhere what comes next. */
export interface RippleRule {
  class: number;
  conditions: Condition[];
  logChance: number;
  exception: RippleRule | null;
  next: RippleRule | null;
}

/** INDUCT as ripple-down rules (Gaines & Compton 1992), as Cleary, Legg & Witten 1996 used it (a reconstruction). */
export const inductRdr: LearnerKind<typeof INDUCT_OPTIONS> = {
  name: 'induct-rdr',
  about: 'INDUCT: ripple-down rules',
  options: INDUCT_OPTIONS,
  fit(training, { chance }) {
    const { majority, classes, k } = training;
    const { attributes } = training.data;
    const root = rippleRules(training, chance);
    return claimModel(
      training,
      (row, into, at) => {
        let claimed = majority;
        let rule = root;
        while (rule) {
          const held = fires(rule.conditions, attributes, row);
          if (held) claimed = rule.class;
          rule = held ? rule.exception : rule.next;
        }
        into[at + claimed] = 1;
      },
      () => {
        const lines = ['ripple-down rules', '', `${classes[majority]}, unless`];
        const show = (rule: RippleRule | null, depth: number): void => {
          for (let at = rule; at; at = at.next) {
            lines.push(
              `${'    '.repeat(depth)}${at === rule ? 'if' : 'else if'} ${at.conditions.map((condition) => conditionText(condition, attributes)).join(' and ')}: ${classes[at.class]} (chance ${Math.exp(at.logChance).toPrecision(4)})${at.exception ? ', unless' : ''}`,
            );
            show(at.exception, depth + 1);
          }
        };
        show(root, 1);
        return lines.join('\n');
      },
      () => {
        const code = new RuleCode(training, false);
        code.default = Math.log2(k);
        const send = (rule: RippleRule | null, current: number): void => {
          code.more.send(rule ? 1 : 0);
          if (!rule) return;
          code.classes.send(rule.class, (c) => c !== current);
          code.conditions(rule.conditions);
          send(rule.exception, rule.class);
          send(rule.next, current);
        };
        send(root, majority);
        return code.result();
      },
    );
  },
};

export function rippleRules(training: Training, chance: number): RippleRule | null {
  const { k, labels, majority, columns } = training;
  const grower = new InductGrower(training);
  const countsOf = ({ rows }: InductRows): Float64Array => {
    const counts = new Float64Array(k);
    for (const row of rows) counts[labels[row]]++;
    return counts;
  };
  const node = (universe: InductRows, current: number): RippleRule | null => {
    const counts = countsOf(universe);
    if (counts[current] === universe.rows.length) return null;
    let best: { class: number; conditions: Condition[]; logChance: number } | undefined;
    for (let c = 0; c < k; c++) {
      if (c === current || counts[c] === 0) continue;
      const { conditions, logChance } = grower.grow(universe, c);
      if (conditions.length > 0 && (!best || logChance < best.logChance - 1e-10)) best = { class: c, conditions, logChance };
    }
    if (!best || best.logChance > Math.log(chance)) return null;
    const { conditions } = best;
    const held = grower.among(universe, (row) => fires(conditions, columns, row));
    const inside = countsOf(held);
    if (inside[current] > inside[best.class]) return null;
    const others = grower.among(universe, (row) => !fires(conditions, columns, row));
    return { ...best, exception: node(held, best.class), next: node(others, current) };
  };
  return node(grower.all, majority);
}
