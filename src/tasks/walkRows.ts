import { createEngine } from '../core/engine.js';
import type { Reading } from '../rows/bytes/reading.js';
import type { Refuse, RowBlock, Table, Wanted } from '../rows/table.js';
import { scaleBlock } from '../rows/tables/scaled.js';
import { cutTables } from '../run/runRows.js';
import type { OpenRows } from './rowCrew.js';
import { usualMemory, usualPartBytes } from './sizes.js';

const WALK_BLOCK_ROWS = 8192;

/** The texts of columns, row by row. */
export function wantedTexts(columns: readonly number[]): Wanted {
  const about = Object.fromEntries(columns.map((column) => [column, { expected: 'text', advice: '' }]));
  return { numbers: [], texts: columns, classes: [], about, most: WALK_BLOCK_ROWS, finite: false };
}

/** Walks through the rows of tables in order, on this thread, until `take` says that it is enough. Rows that cannot be read are passed over, unless `refuse` hears of them. */
export async function walkRows(
  { inputs, tables }: Pick<OpenRows, 'inputs' | 'tables'>,
  wanted: readonly Wanted[],
  take: (block: RowBlock, table: number) => boolean,
  refuse: Refuse = () => {},
): Promise<void> {
  const { kernels } = await createEngine({ memory: usualMemory(2) });
  for (const [table, each] of tables.entries()) if (await inputs.read(walk(each, table, wanted[table]))) return;

  function* walk(each: Table, table: number, of: Wanted): Reading<boolean> {
    each.check(of);
    const reader = each.reader(of, kernels);
    let enough = false;
    try {
      // A stream is one part: it is kept as soon as more than its beginning is wanted.
      const parts = each.size === Infinity ? [{ from: each.text?.rowsAt ?? 0, to: Infinity, table }] : cutTables([each], usualPartBytes(2));
      let start = each.text?.rowsAt ?? 0;
      let linesBefore = each.text?.linesBefore ?? 0;
      for (const part of parts) {
        const steps = reader.read(
          { ...part, known: { start, linesBefore } },
          (block) => {
            scaleBlock(block, of, kernels);
            enough ||= take(block, table);
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
}

/** The first text in a column that will do; a file may be sorted, so all rows are looked at until there is one. */
export async function firstText(rows: OpenRows, columns: readonly number[], wanted: (text: string) => boolean): Promise<string | undefined> {
  let found: string | undefined;
  await walkRows(
    rows,
    columns.map((column) => wantedTexts([column])),
    ({ texts: [texts] }) => {
      found = texts.find(wanted);
      return found !== undefined;
    },
  );
  return found;
}
