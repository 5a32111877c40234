import { lineAt } from '../rows/csv/lines.js';
import type { Ground } from './ground.js';
import { withTables } from './rowCrew.js';
import { walkRows, wantedTexts } from './walkRows.js';

/** Where a row is: in a text by its line, counted from 1, with what is on it. */
export interface RowPlace {
  file: string;
  line?: number;
  text?: string;
}

/** Characters of a line that are shown. */
const MAX_LINE_SHOWN = 160;

/**
 * Finds rows in their files, by their numbers among all rows from 0 on. Where rows were skipped, or lie in files that are no text, only the file
 * is known, and that if it is the only one.
 */
export async function placeRows<F>(
  ground: Ground<F>,
  files: readonly F[],
  labels: readonly F[] | undefined,
  rows: readonly number[],
  skipped: boolean,
  header?: boolean,
): Promise<RowPlace[]> {
  return withTables(ground, files, { labels, threads: 1, npy: {}, shape: { header } }, async (opened) => {
    const { inputs, tables } = opened;
    const known: RowPlace = { file: tables.length === 1 ? tables[0].name : '' };
    if (skipped || tables.some(({ text }) => !text)) return rows.map(() => known);
    const found = new Map<number, { table: number; position: number; text: string }>();
    const wanted = [...rows].sort((a, b) => a - b);
    let before = 0;
    await walkRows(
      opened,
      tables.map(() => wantedTexts([0])),
      ({ rows: count, source }, table) => {
        for (; wanted.length > 0 && wanted[0] < before + count; wanted.shift()) {
          const place = source?.(wanted[0] - before);
          if (place) found.set(wanted[0], { table, ...place });
        }
        before += count;
        return wanted.length === 0;
      },
    );
    const places: RowPlace[] = [];
    for (const row of rows) {
      const place = found.get(row);
      if (!place) {
        places.push(known);
        continue;
      }
      const { table, position, text } = place;
      const { name, address } = tables[table];
      places.push({
        file: name,
        line: await inputs.read(lineAt(address.file, position)),
        text: text.length > MAX_LINE_SHOWN ? `${text.slice(0, MAX_LINE_SHOWN)}…` : text,
      });
    }
    return places;
  });
}
