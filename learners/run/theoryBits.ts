import type { Engine, RuleReport } from 'fairbits';
import type { DataModel } from '../base/learner.js';
import type { Dataset } from '../data/dataset.js';

/** What a theory costs, and what the data cost with it and without (Cleary, Legg & Witten 1996). In bits. */
export interface TheoryBits {
  /** I(T). */
  theory: number;
  /** I(D|T,Q) and I(D|Q), by frequencies. */
  withTheory: number;
  without: number;
  /** I(D|Q) − I(D|T,Q) − I(T): what is left when the theory is paid for. */
  left: number;
  report: RuleReport;
}

/** Does a theory pay for itself on these rows, in their order? Undefined where it claims no classes or no code is defined for it. */
export function theoryBits(engine: Engine, model: DataModel, data: Dataset, rows: ArrayLike<number>): TheoryBits | undefined {
  const complexity = model.complexity();
  if (!model.claims || !complexity) return undefined;
  const report = claimsReport(engine, model.claims(rows), data, rows);
  const { frequency: withTheory, frequencyNull: without } = report;
  return { theory: complexity.bits, withTheory, without, left: without - withTheory - complexity.bits, report };
}

/** What claims of classes come to. */
export function claimsReport(engine: Engine, claims: Uint8Array, data: Dataset, rows: ArrayLike<number>): RuleReport {
  const k = data.classes.length;
  const sizes = new Uint16Array(rows.length);
  const members: number[] = [];
  for (let i = 0; i < rows.length; i++)
    for (let c = 0; c < k; c++) {
      if (claims[i * k + c] === 0) continue;
      members.push(c);
      sizes[i]++;
    }
  const tally = engine.ruleTally(data.classes);
  tally.add(
    { members: Uint16Array.from(members), sizes },
    Uint16Array.from(rows, (row) => data.labels[row]),
  );
  return tally.report();
}
