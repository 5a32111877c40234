import type { RuleReport } from '../core/rules/ruleTally.js';
import { figure } from '../terminal/table.js';

/** What sets are worth, in one sentence. */
export function rulesVerdict({ significance, rows }: Pick<RuleReport, 'significance' | 'rows'>): string {
  return significance > 0
    ? `The sets save ${figure(significance, 1)} bits over class frequencies alone, ${figure(significance / rows)} per row.`
    : `The sets save nothing: they cost ${figure(-significance, 1)} bits over class frequencies alone, ${figure(-significance / rows)} per row.`;
}
