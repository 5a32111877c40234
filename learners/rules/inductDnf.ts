import type { LearnerKind } from '../base/learner.js';
import type { OptionSpecs } from '../base/options.js';
import type { Training } from '../base/training.js';
import { claimModel } from './claimModel.js';
import { fires, type Rule, ruleText } from './conditions.js';
import { InductGrower } from './inductGrow.js';
import { rulesComplexity } from './ruleComplexity.js';

export const INDUCT_OPTIONS = {
  chance: { default: 0.1, least: 0, most: 1, about: 'a rule is kept if one as good is no likelier by chance' },
} satisfies OptionSpecs;

/** INDUCT (Gaines 1989) as rules in disjunctive normal form, without a default; as Cleary, Legg & Witten 1996 used it (a reconstruction). */
export const inductDnf: LearnerKind<typeof INDUCT_OPTIONS> = {
  name: 'induct-dnf',
  about: 'INDUCT: a set of rules for every class',
  options: INDUCT_OPTIONS,
  fit(training, { chance }) {
    const rules = dnfRules(training, chance);
    const { attributes } = training.data;
    return claimModel(
      training,
      (row, into, at) => {
        for (const rule of rules) if (into[at + rule.class] === 0 && fires(rule.conditions, attributes, row)) into[at + rule.class] = 1;
      },
      () => ['rules, none of them the default', '', ...rules.map((rule) => ruleText(rule, attributes, training.classes))].join('\n'),
      () => rulesComplexity(training, rules, { ordered: false, hasDefault: false, unequal: false }),
    );
  },
};

export function dnfRules(training: Training, chance: number): Rule[] {
  const { k, labels, columns } = training;
  const grower = new InductGrower(training);
  const rules: Rule[] = [];
  for (let target = 0; target < k; target++) {
    let universe = grower.all;
    for (;;) {
      const positives = universe.rows.filter((row) => labels[row] === target).length;
      if (positives === 0) break;
      const { conditions, logChance, right, covered } = grower.grow(universe, target);
      if (conditions.length === 0 || logChance > Math.log(chance) || !(right / covered > positives / universe.rows.length)) break;
      rules.push({ class: target, conditions });
      universe = grower.among(universe, (row) => labels[row] !== target || !fires(conditions, columns, row));
    }
  }
  return rules;
}
