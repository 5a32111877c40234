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

/**
 * Does a theory pay for itself on these rows, in their order? Undefined where it claims no classes or no code is defined for it.
 *
 * @example
 * ```ts
 * import { createEngine } from 'fairbits';
 * import { allRows, createLearner, fitAll, readCsv, theoryBits } from 'fairbits/learners';
 *
 * const rows = Array.from({ length: 60 }, (_, i) => (i % 2 ? 'sunny,no' : 'rainy,yes'));
 * const data = readCsv(['outlook,play', ...rows].join('\n'));
 * const bits = theoryBits(await createEngine(), fitAll(createLearner('j48', data), data), data, allRows(data));
 * // The theory takes 6 bits to write down, and with it the classes take 4 instead of 63.
 * bits?.theory; // → 6.17
 * bits?.withTheory; // → 4.321
 * bits?.without; // → 62.65
 * bits?.left; // → 52.15
 * ```
 */
export function theoryBits(engine: Engine, model: DataModel, data: Dataset, rows: ArrayLike<number>): TheoryBits | undefined {
  const complexity = model.complexity();
  if (!model.claims || !complexity) return undefined;
  const report = claimsReport(engine, model.claims(rows), data, rows);
  const { frequency: withTheory, frequencyNull: without } = report;
  return { theory: complexity.bits, withTheory, without, left: without - withTheory - complexity.bits, report };
}

/**
 * What claims of classes come to.
 *
 * @example
 * ```ts
 * import { createEngine } from 'fairbits';
 * import { allRows, claimsReport, createLearner, fitAll, readCsv } from 'fairbits/learners';
 *
 * const data = readCsv('outlook,play\nsunny,no\nsunny,no\nrainy,yes\nrainy,yes\n');
 * const claims = fitAll(createLearner('1r', data), data).claims?.(allRows(data));
 * if (claims) {
 *   claimsReport(await createEngine(), claims, data, allRows(data)).percentCorrect; // → 100
 * }
 * ```
 */
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
