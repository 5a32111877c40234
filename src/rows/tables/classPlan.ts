import { type CsvPlan, csvPlan, TRUTH } from '../../kernels/csvPlan.js';
import type { Kernels } from '../../kernels/kernels.js';

/** The names of classes as the core looks them up; to be given back by `kernels.free(plan.block)`. */
export function classPlan(kernels: Kernels, classes: readonly string[]): CsvPlan {
  const names = classes.map((name) => new TextEncoder().encode(name));
  return csvPlan(kernels, { delimiter: 0x2c, quote: 0x22, comment: -1, columns: [TRUTH], width: 0, names });
}
