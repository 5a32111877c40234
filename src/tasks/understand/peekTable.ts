import { type ColumnChoice, type ColumnOptions, chooseColumns } from '../../rows/columns.js';
import type { Table } from '../../rows/table.js';
import { placeIn } from '../../rows/tables/listPlaces.js';
import { Peek } from '../../rows/understand/peek.js';
import type { OpenRows } from '../rowCrew.js';
import { peekingEngine } from './usualEngine.js';

/** Rows that are looked at before it is said what a table's columns hold; of very many columns fewer. */
const PEEKED_ROWS = 256;
const PEEKED_CELLS = 2 ** 16;
/** Columns that are looked at in a file where each lies in a place of its own. */
const MAX_PEEKED_COLUMNS = 512;

/** Looks at the first rows of a table. What cannot be read is for who reads all of them to say. */
export async function peekTable({ inputs }: Pick<OpenRows, 'inputs'>, table: Table): Promise<Peek | undefined> {
  if (!table.peek) return undefined;
  const all = table.columns.map((_, i) => i);
  const { lists = [] } = table;
  // Those of lists lie together.
  const columns = table.text ? all : all.filter((i) => i < MAX_PEEKED_COLUMNS || placeIn(lists, i));
  const rows = Math.max(8, Math.min(PEEKED_ROWS, Math.floor(PEEKED_CELLS / Math.max(1, columns.length))));
  try {
    // Pages are unpacked whole, which takes the plain backend ten times as long.
    const kernels = table.text ? undefined : (await peekingEngine(inputs)).kernels;
    const values: unknown[][] = [];
    for (const [i, column] of (await inputs.read(table.peek(columns, rows, kernels))).entries()) values[columns[i]] = column;
    return new Peek(values, table.address.format === 'csv', table.printed ?? table.text !== undefined);
  } catch {
    return undefined;
  }
}

/** Which column of a table is what, and what was seen of it. */
export async function chooseOf(
  rows: Pick<OpenRows, 'inputs'>,
  table: Table,
  options: ColumnOptions,
): Promise<{ choice: ColumnChoice; peek: Peek | undefined }> {
  const peek = await peekTable(rows, table);
  return { choice: table.given ?? chooseColumns(table.columns, options, table.name, table.place, peek, table.unnamed), peek };
}
