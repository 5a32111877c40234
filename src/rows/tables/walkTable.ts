import type { Kernels } from '../../kernels/kernels.js';
import type { Reading } from '../bytes/reading.js';
import type { Refuse, RowBlock, Table, Wanted } from '../table.js';

const WALKED_PART_BYTES = 2 ** 22;

/** Walks through all rows of a table in order, until `take` says that it is enough; whether it has. */
export function* walkTable(table: Table, wanted: Wanted, kernels: Kernels, take: (block: RowBlock) => boolean, refuse: Refuse): Reading<boolean> {
  const reader = table.reader(wanted, kernels);
  try {
    let { rowsAt: start, linesBefore } = table.text ?? { rowsAt: 0, linesBefore: 0 };
    // A stream is one part: it is kept as soon as more than its beginning is wanted.
    const parts = table.size === Infinity ? [{ from: start, to: Infinity }] : table.cut(WALKED_PART_BYTES);
    let enough = false;
    for (const part of parts) {
      const steps = reader.read(
        { table: 0, ...part, known: { start, linesBefore } },
        (block) => {
          enough ||= take(block);
        },
        refuse,
      );
      let step = steps.next();
      while (!step.done && !enough) step = steps.next(yield step.value);
      if (enough) return true;
      const span = step.done ? step.value : undefined;
      start = Math.max(start, span?.end ?? 0);
      linesBefore += span?.lines ?? 0;
    }
    return false;
  } finally {
    reader.free();
  }
}
