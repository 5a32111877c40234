import type { LearnerKind } from '../base/learner.js';
import type { OptionSpecs } from '../base/options.js';
import type { Training } from '../base/training.js';
import { claimModel } from './claimModel.js';
import { fires, type Rule, ruleText } from './conditions.js';
import { Foil } from './foilClauses.js';
import { rulesComplexity } from './ruleComplexity.js';

const OPTIONS = {
  accuracy: { default: 0.8, least: 0, most: 1, about: 'the least share of right rows among those that a clause covers' },
} satisfies OptionSpecs;

export type FoilOptions = { accuracy: number };

/** FOIL 6 (Quinlan 1990; Quinlan & Cameron-Jones 1993) on attributes: clauses for every class against all others, without a default. */
export const foil: LearnerKind<typeof OPTIONS> = {
  name: 'foil',
  about: 'FOIL: clauses for every class',
  options: OPTIONS,
  fit(training, options) {
    const rules = foilRules(training, options);
    const { attributes } = training.data;
    return claimModel(
      training,
      (row, into, at) => {
        for (const rule of rules) if (into[at + rule.class] === 0 && fires(rule.conditions, attributes, row)) into[at + rule.class] = 1;
      },
      () => ['clauses, none of them the default', '', ...rules.map((rule) => ruleText(rule, attributes, training.classes))].join('\n'),
      () => rulesComplexity(training, rules, { ordered: false, hasDefault: false, unequal: true }),
    );
  },
};

export function foilRules(training: Training, { accuracy }: FoilOptions): Rule[] {
  const search = new Foil(training, accuracy);
  return training.classes.flatMap((_, target) => search.clauses(target).map((conditions) => ({ class: target, conditions })));
}
