import type { Column } from '../data/dataset.js';

/** A test of one attribute. A missing value fails every test. */
export interface Condition {
  attribute: number;
  sign: '=' | '!=' | '<' | '<=' | '>';
  /** The code of a nominal value, or a number to compare with. */
  value: number;
}

export interface Rule {
  class: number;
  conditions: Condition[];
}

export function holds({ attribute, sign, value }: Condition, columns: readonly Column[], row: number): boolean {
  const column = columns[attribute];
  if (column.kind === 'nominal') {
    const code = column.codes[row];
    return code >= 0 && (sign === '=' ? code === value : code !== value);
  }
  // What is missing compares with nothing.
  const found = column.values[row];
  if (sign === '<') return found < value;
  if (sign === '<=') return found <= value;
  return found > value;
}

export const fires = (conditions: readonly Condition[], columns: readonly Column[], row: number): boolean =>
  conditions.every((condition) => holds(condition, columns, row));

export function conditionText({ attribute, sign, value }: Condition, columns: readonly Column[]): string {
  const column = columns[attribute];
  return `${column.name} ${sign} ${column.kind === 'nominal' ? column.categories[value] : value}`;
}

export function ruleText({ class: claimed, conditions }: Rule, columns: readonly Column[], classes: readonly string[]): string {
  return `${classes[claimed]} if ${conditions.length === 0 ? 'anything' : conditions.map((condition) => conditionText(condition, columns)).join(' and ')}`;
}
