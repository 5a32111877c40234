import { AdaptiveCode, log2Factorial } from '../base/adaptiveCode.js';
import type { Complexity } from '../base/learner.js';
import type { Training } from '../base/training.js';
import { distinctValues } from '../trees/complexity.js';
import type { Condition, Rule } from './conditions.js';

/** Sends rules in adaptive codes. */
export class RuleCode {
  readonly more = new AdaptiveCode(2);
  readonly classes: AdaptiveCode;
  private readonly another = new AdaptiveCode(2);
  private readonly attributes: AdaptiveCode;
  private readonly signs = new AdaptiveCode(2);
  private values = 0;
  /** Orders that mean the same. */
  orders = 0;
  default = 0;

  constructor(
    private readonly training: Training,
    /** Whether nominal tests have two signs: equal and not. */
    private readonly unequal: boolean,
  ) {
    this.classes = new AdaptiveCode(training.k);
    this.attributes = new AdaptiveCode(training.columns.length);
  }

  conditions(conditions: readonly Condition[]): void {
    for (const { attribute, sign } of conditions) {
      this.another.send(1);
      this.attributes.send(attribute);
      const column = this.training.columns[attribute];
      if (column.kind === 'numeric') {
        this.signs.send(sign === '>' ? 1 : 0);
        this.values += Math.log2(Math.max(1, distinctValues(column) - 1));
      } else {
        if (this.unequal) this.signs.send(sign === '=' ? 0 : 1);
        this.values += Math.log2(column.categories.length);
      }
    }
    this.another.send(0);
    this.orders += log2Factorial(conditions.length);
  }

  result(): Complexity {
    const parts = {
      rules: this.more.bits + this.default,
      classes: this.classes.bits,
      conditions: this.another.bits,
      attributes: this.attributes.bits,
      values: this.signs.bits + this.values,
      orders: -this.orders,
    };
    return { bits: Object.values(parts).reduce((sum, bits) => sum + bits, 0), parts };
  }
}

/** I(T) of a set or list of rules: another rule?, its class, its conditions; less what other orders of the same would be. */
export function rulesComplexity(
  training: Training,
  rules: readonly Rule[],
  { ordered, hasDefault, unequal }: { ordered: boolean; hasDefault: boolean; unequal: boolean },
): Complexity {
  const code = new RuleCode(training, unequal);
  for (const rule of rules) {
    code.more.send(1);
    code.classes.send(rule.class);
    code.conditions(rule.conditions);
  }
  code.more.send(0);
  if (ordered) {
    // In a list rules of one class may stand in any order.
    const counts = new Map<number, number>();
    for (const rule of rules) counts.set(rule.class, (counts.get(rule.class) ?? 0) + 1);
    for (const count of counts.values()) code.orders += log2Factorial(count);
  } else code.orders += log2Factorial(rules.length);
  if (hasDefault) code.default = Math.log2(training.k);
  return code.result();
}
