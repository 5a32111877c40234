import { chooseTruth, columnOf } from '../rows/columns.js';
import type { Ground } from './ground.js';
import { withTables } from './rowCrew.js';
import { walkRows, wantedTexts } from './walkRows.js';

/** The classes that occur in a file, as truths or in sets, in the order of their names. */
export async function namesIn<F>(ground: Ground<F>, file: F, truth: string | undefined, predicted: string): Promise<string[]> {
  return withTables(ground, [file], { threads: 1 }, async (opened) => {
    const names = new Set<string>();
    const wanted = opened.tables.map((table) =>
      wantedTexts([chooseTruth(table.columns, truth, [], table.name, table.place), columnOf(table, predicted, '--predicted')]),
    );
    await walkRows(opened, wanted, ({ texts: [truths, sets] }) => {
      for (const name of truths) if (name.trim() !== '') names.add(name.trim());
      for (const set of sets) for (const name of set.split('|')) if (name.trim() !== '') names.add(name.trim());
      return false;
    });
    return [...names].sort();
  });
}
