import { csvPlan } from '../kernels/csvPlan.js';
import type { Kernels } from '../kernels/kernels.js';
import { afterRow, LineReader } from './lines.js';
import type { PlannedFile } from './plan.js';
import type { Reading } from './reading.js';

/**
 * The first class in files that is not the positive one, for a single column of estimates does not name it; undefined where
 * there is none. A file may be sorted, so all rows are looked at until there is one. What is wrong with a row is for the
 * scoring to say, and no name is no class.
 */
export function* otherClass(kernels: Kernels, files: readonly PlannedFile[], positive: string): Reading<string | undefined> {
  const reader = new LineReader(kernels);
  const names = [new TextEncoder().encode(positive)];
  const counts = new Float64Array(1);
  for (const [index, file] of files.entries()) {
    const { delimiter, comment, columns, rowsAt, size } = file;
    const plan = csvPlan(kernels, { delimiter, quote: 34, comment, columns, width: 0, names });
    let found = '';
    const steps = reader.read(file, { file: index, from: rowsAt, to: size }, ({ bytes, from, to, final }) => {
      for (let at = from; ; ) {
        const { next, error } = kernels.countTruth(bytes, at, to, final, plan, counts);
        if (!error) return next;
        if (error.code === 'unknown-class') {
          const text = new TextDecoder().decode(bytes.subarray(error.from, error.to));
          // Where there is a quote before the text, it was taken off.
          found = error.from > next && bytes[error.from - 1] === 34 ? text.replaceAll('""', '"') : text.trim();
          if (found !== '') return next;
        }
        const behind = afterRow({ bytes, to, final }, next, error, delimiter);
        if (behind === undefined) return next;
        at = behind;
      }
    });
    for (let step = steps.next(); !step.done && found === ''; ) step = steps.next(yield step.value);
    kernels.free(plan.block);
    if (found !== '') return found;
  }
  return undefined;
}
