import { createEngine } from '../core/engine.js';
import type { Refuse, RowBlock, Wanted } from '../rows/table.js';
import { scaleBlock } from '../rows/tables/scaled.js';
import { walkTable } from '../rows/tables/walkTable.js';
import type { OpenRows } from './rowCrew.js';
import { usualMemory } from './sizes.js';

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
  for (const [table, each] of tables.entries()) {
    const of = wanted[table];
    each.check(of);
    const scaled = (block: RowBlock): boolean => {
      scaleBlock(block, of, kernels);
      return take(block, table);
    };
    if (await inputs.read(walkTable(each, of, kernels, scaled, refuse))) return;
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
